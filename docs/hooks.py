"""What the book does beyond MkDocs: pages from elsewhere, and links out of the book."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File

REPOSITORY = Path(__file__).resolve().parents[1]
BOOK = REPOSITORY / "docs" / "book"
ONLINE = "https://github.com/erawan-chess/erawan"
# Chapters that live beside what they tell of, where their packages publish and test them;
# and the icon and the fonts of the page.
ELSEWHERE = {
    "pictures/icon.svg": "web/public/icon.svg",
    "fonts/inter.woff2": "crates/server/page/inter.woff2",
    "fonts/literata.woff2": "crates/server/page/literata.woff2",
    "fonts/noto-sans-thai.woff2": "crates/server/page/noto-sans-thai.woff2",
    "fonts/fonts.txt": "crates/server/page/fonts.txt",
    "python.md": "python/README.md",
    "javascript.md": "npm/README.md",
    "c.md": "crates/c/README.md",
    "formats/selfplay.md": "crates/selfplay/README.md",
    "results.md": "docs/results.md",
}
FENCE = re.compile(r"^(```+)(.*?)^\1$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(\]\()([^)\s#]+)(#[^)\s]*)?(\))")


def on_files(files: Any, config: Any) -> Any:
    """Adds what lives elsewhere."""
    for name, source in ELSEWHERE.items():
        files.append(File.generated(config, name, abs_src_path=str(REPOSITORY / source)))
    return files


def target_of(link: str, page: str) -> str:
    """Where a link of a page leads to: to another page, or to the repository online."""
    source = REPOSITORY / ELSEWHERE[page] if page in ELSEWHERE else BOOK / page
    target = Path(os.path.normpath(source.parent / link))
    if not target.exists():
        raise PluginError(f"{source.relative_to(REPOSITORY)}: there is no {link}")
    name = str(target.relative_to(REPOSITORY))
    for other, path in ELSEWHERE.items():
        if path == name:
            target = BOOK / other
    if target.is_relative_to(BOOK):
        return os.path.relpath(target, (BOOK / page).parent)
    return f"{ONLINE}/{'tree' if target.is_dir() else 'blob'}/main/{name}"


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """Leads links of the page to where they are in the book, or online."""

    def lead(found: re.Match[str]) -> str:
        opening, link, anchor, closing = found.groups()
        if re.match(r"[a-z]+:", link):
            return found[0]
        return f"{opening}{target_of(link, page.file.src_uri)}{anchor or ''}{closing}"

    def shown(found: re.Match[str]) -> str:
        """A block without the lines that only its test needs."""
        if not found[2].startswith("rust"):
            return found[0]
        lines = [line for line in found[0].split("\n") if line != "#" and not line.startswith("# ")]
        return "\n".join(lines).replace("```rust,no_run", "```rust")

    parts, at = [], 0
    for block in FENCE.finditer(markdown):
        parts += [LINK.sub(lead, markdown[at : block.start()]), shown(block)]
        at = block.end()
    return "".join(parts) + LINK.sub(lead, markdown[at:])
