"""Lists of things that have the same members: they print and show as tables."""

from __future__ import annotations

import html
from typing import Any, Generic, Iterator, Sequence, TypeVar, overload

Row = TypeVar("Row")


class Table(Sequence[Row], Generic[Row]):
    """A list that prints and shows as a table."""

    columns: tuple[str, ...] = ()

    def __init__(self, rows: Sequence[Row]) -> None:
        self._rows = tuple(rows)

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Row]: ...

    def __getitem__(self, index: int | slice) -> Row | Sequence[Row]:
        return self._rows[index]

    def __iter__(self) -> Iterator[Row]:
        return iter(self._rows)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and self._rows == other._rows

    def __hash__(self) -> int:
        return hash(self._rows)

    def _cells(self) -> list[list[str]]:
        def text(value: Any) -> str:
            if value is None:
                return ""
            if isinstance(value, tuple):
                return " to ".join(map(str, value))
            return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)

        return [[text(getattr(row, column)) for column in self.columns] for row in self._rows]

    def __str__(self) -> str:
        lines = [list(self.columns), *self._cells()]
        widths = [max(map(len, column)) for column in zip(*lines)]
        return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip() for line in lines)

    def __repr__(self) -> str:
        return str(self)

    def to_pandas(self) -> Any:
        """The same as a `pandas.DataFrame`; pandas must be there."""
        import pandas

        return pandas.DataFrame([{column: getattr(row, column) for column in self.columns} for row in self._rows], columns=list(self.columns))

    def _repr_html_(self) -> str:
        def line(cells: Sequence[str], kind: str) -> str:
            return "<tr>" + "".join(f"<{kind} style='text-align:left'>{html.escape(cell)}</{kind}>" for cell in cells) + "</tr>"

        return f"<table>{line(self.columns, 'th')}{''.join(line(cells, 'td') for cells in self._cells())}</table>"


class Picture(str):
    """An SVG document as text, which notebooks show as a picture."""

    def _repr_svg_(self) -> str:
        return str(self)

    def save(self, path: Any) -> None:
        """Writes the file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self)
