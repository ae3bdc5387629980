"""The documentation site: ``make docs`` makes it from the Markdown beside this file, the notebooks and the docstrings.

Everything is local: no font, script or picture comes from another host, and the search runs in the reader's browser.
"""

import os
import re

from sphinx.application import Sphinx

import dueldoku

project = "Dueldoku"
author = "The Dueldoku founders"
copyright = author
release = version = dueldoku.__version__

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
root_doc = "index"
templates_path: list[str] = []

# Markdown as every other viewer shows it; headings are link targets, as on GitHub.
myst_heading_anchors = 4
myst_links_external_new_tab = False

# Notebooks are kept without output and run here.
nb_execution_mode = "force"
os.environ["LEARNER_ROUNDS"] = "8"  # the learner is not trained to its end for a page
nb_execution_in_temp = True
nb_execution_timeout = 1200  # seconds: the machine may be busy
nb_execution_raise_on_error = True
nb_execution_show_tb = True

add_module_names = False
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_default_options = {"members": True, "undoc-members": True, "exclude-members": "ALSO"}
python_display_short_literal_types = True
python_maximum_signature_line_length = 100
toc_object_entries_show_parents = "hide"

html_theme = "pydata_sphinx_theme"
html_title = f"Dueldoku {release}"
html_static_path = ["site"]
html_css_files = ["site.css"]
html_show_sourcelink = False
html_show_sphinx = False
html_sidebars = {"index": [], "api": [], "**": ["sidebar-nav-bs"]}
html_theme_options = {
    "header_links_before_dropdown": 6,
    "navbar_end": ["theme-switcher"],
    "secondary_sidebar_items": ["page-toc"],
    "show_prev_next": True,
    "show_toc_level": 2,
    "footer_start": ["copyright"],
    "footer_end": [],
}


def setup(app: Sphinx) -> None:
    """Signatures without functions as defaults; fields of named tuples without their number."""
    app.connect("autodoc-process-signature", shorten_signature)
    app.connect("autodoc-process-docstring", shorten_docstring)


def shorten_signature(
    app: Sphinx, what: str, name: str, thing: object, options: object, signature: str | None, returns: str | None
) -> tuple[str | None, str | None]:
    """Some default, instead of one that cannot be written down."""
    return signature and re.sub(r"<function [^>]*<lambda>>|<factory>", "...", signature), returns


def shorten_docstring(app: Sphinx, what: str, name: str, thing: object, options: object, lines: list[str]) -> None:
    """Nothing, instead of what Python says of a field that nobody described."""
    if lines and lines[0].startswith("Alias for field number"):
        lines.clear()
