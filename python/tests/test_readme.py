"""The examples of the README and of the package."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import erawan


def test_readme(tmp_path: Path) -> None:
    readme = Path(__file__).parent.parent / "README.md"
    result = doctest.testfile(str(readme), module_relative=False, globs={"folder": tmp_path})
    assert result.attempted > 30 and result.failed == 0


def test_readme_shows_the_examples() -> None:
    folder = Path(__file__).parent.parent
    examples = {path.name: path.read_text() for path in (folder / "examples").glob("*.py")}
    readme = (folder / "README.md").read_text()
    blocks = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
    shown = [block for block in blocks if not block.startswith(">>>")]
    assert len(shown) >= len(examples) == 6
    for name, example in examples.items():
        assert f"examples/{name}" in readme
        assert any(block in example for block in shown), name
    assert all(any(block in example for example in examples.values()) for block in shown)


def test_package() -> None:
    result = doctest.testmod(erawan)
    assert result.attempted > 2 and result.failed == 0


def test_all_names_are_there() -> None:
    assert sorted(set(erawan.__all__)) == list(erawan.__all__)
    for name in erawan.__all__:
        assert hasattr(erawan, name)
