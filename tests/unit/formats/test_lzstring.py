"""The compression of f-puzzles' links."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dueldoku.errors import FormatError
from dueldoku.formats.lzstring import compress, decompress


@given(st.text(st.characters(exclude_categories=["Cs"])) | st.text("ab", max_size=300))
def test_what_is_packed_is_unpacked(text: str) -> None:
    packed = compress(text)
    assert len(packed) % 4 == 0
    assert decompress(packed) == text
    assert decompress(packed.rstrip("=")) == text


def test_it_packs_as_others_do() -> None:
    """Worked out by hand: a new character of 8 bits, that word again and again, the end."""
    assert compress("") == "Q==="
    assert compress("a") == "IZA="
    assert compress("aaaa") == "IY5A"
    assert compress("é") == "JdA="
    assert compress("€") == "jUEQ"


@given(st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/="))
def test_any_letters_are_unpacked_or_refused(text: str) -> None:
    try:
        decompress(text)
    except FormatError as error:
        assert "\n" not in str(error)


def test_a_link_that_would_fill_the_memory_is_refused() -> None:
    with pytest.raises(FormatError, match="at most 10000000 characters"):
        decompress(compress("a" * 11_000_000))
