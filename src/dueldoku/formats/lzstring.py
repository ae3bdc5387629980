"""The compression behind f-puzzles' links: LZ-based, with codes of growing width, six bits to a character.

A code is written from its lowest bit on. 0 and 1 announce a new character of 8 or 16 bits, 2 is the end, all others
are words that were seen before: each word and the first character after it make the next one.
"""

from __future__ import annotations

from string import ascii_letters, digits

from dueldoku.errors import FormatError

_LETTERS = ascii_letters[26:] + ascii_letters[:26] + digits + "+/"
_SHORT, _LONG, _END = 0, 1, 2
_MOST = 10_000_000  # characters; a link that unpacks to more was not meant for us


class _Width:
    """How many bits the next code has: one more whenever as many words are known as the width can tell apart."""

    def __init__(self, bits: int, left: int) -> None:
        self.bits, self.left = bits, left

    def one_more_word(self) -> None:
        self.left -= 1
        if not self.left:
            self.left = 1 << self.bits
            self.bits += 1


def compress(text: str) -> str:
    """The text, packed, in the letters of base64."""
    bits: list[int] = []
    width = _Width(2, 2)
    known: dict[str, int] = {}
    fresh: set[str] = set()  # characters that are known but not told yet

    def put(value: int, count: int) -> None:
        bits.extend(value >> at & 1 for at in range(count))

    def tell(word: str) -> None:
        if word in fresh:
            fresh.remove(word)
            is_long = ord(word) > 0xFF
            put(_LONG if is_long else _SHORT, width.bits)
            put(ord(word), 16 if is_long else 8)
            width.one_more_word()
        else:
            put(known[word], width.bits)
        width.one_more_word()

    word = ""
    for char in _units(text):
        if char not in known:
            known[char] = len(known) + 3
            fresh.add(char)
        if word + char in known:
            word += char
            continue
        tell(word)
        known[word + char] = len(known) + 3
        word = char
    if word:
        tell(word)
    put(_END, width.bits)
    bits += [0] * (6 - len(bits) % 6)
    letters = [_LETTERS[int("".join(map(str, bits[at : at + 6])), 2)] for at in range(0, len(bits), 6)]
    return "".join(letters) + "=" * (-len(letters) % 4)


def decompress(packed: str) -> str:
    """Inverse of ``compress``. Raises FormatError if it is not such a text."""
    numbers = [_LETTERS.find(letter) for letter in packed.rstrip("=")]
    if -1 in numbers:
        bad = packed[numbers.index(-1)]
        raise FormatError(f"expected a link's data in the letters of base64, got {bad!r}")
    bits = [number >> at & 1 for number in numbers for at in range(5, -1, -1)]
    at = 0

    def take(count: int) -> int:
        nonlocal at
        if at + count > len(bits):
            raise FormatError("expected a whole link, got one that is cut short")
        at += count
        return sum(bit << place for place, bit in enumerate(bits[at - count : at]))

    words: list[str] = [""] * 3
    width, last, length, parts = _Width(2, 2), "", 0, list[str]()
    while (code := take(width.bits)) != _END:
        if code in (_SHORT, _LONG):
            words.append(chr(take(16 if code else 8)))
            width.one_more_word()
            code = len(words) - 1
        if last and code == len(words):  # a word that is just being made
            word = last + last[0]
        elif code < len(words) and words[code]:
            word = words[code]
        else:
            raise FormatError("expected a link's data, got something else in the letters of base64")
        if last:
            words.append(last + word[0])
        width.one_more_word()
        parts.append(word)
        last, length = word, length + len(word)
        if length > _MOST:
            raise FormatError(f"expected a link that unpacks to at most {_MOST} characters")
    return "".join(parts).encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _units(text: str) -> list[str]:
    """The characters as JavaScript counts them: those beyond 16 bits are two."""
    data = text.encode("utf-16-le", "surrogatepass")
    return [chr(int.from_bytes(data[at : at + 2], "little")) for at in range(0, len(data), 2)]
