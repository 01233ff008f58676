"""The text of rule files and positions. A term is a word, or a tuple of a name and its arguments; words that begin with `?` are variables."""

from __future__ import annotations

import re
from typing import Tuple, Union

from ..base import Rejected, require

#: The most bytes of a rule file, lists that are nested, and terms that are nested.
FILE_BYTES, DEEPEST_LIST, DEEPEST_TERM = 1 << 24, 200, 60

Term = Union[str, Tuple["Term", ...]]
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def is_variable(term: Term) -> bool:
    """Whether a term is a variable."""
    return isinstance(term, str) and term.startswith("?")


def lists_of(text: str) -> list[Term]:
    """The lists and words of a text."""
    text = re.sub(r";[^\n]*", " ", text)
    open_lists: list[list[Term]] = [[]]
    for token in re.findall(r"[()]|[^()\s]+", text):
        if token == "(":
            require(len(open_lists) <= DEEPEST_LIST, "lists are nested too deep")
            open_lists.append([])
        elif token == ")":
            require(len(open_lists) > 1, "a bracket is closed that was not opened")
            closed = open_lists.pop()
            require(closed, "a list is empty")
            require(isinstance(closed[0], str) and not is_variable(closed[0]), "a list does not begin with a name")
            open_lists[-1].append(tuple(closed))
        else:
            require(not any(ord(c) < 32 or 127 <= ord(c) < 160 for c in token), "a word has a control character")
            open_lists[-1].append("".join(chr(ord(c) + 32) if "A" <= c <= "Z" else c for c in token))
    require(len(open_lists) == 1, "a bracket is not closed")
    return open_lists[0]


def file_lists(data: bytes) -> list[tuple[Term, ...]]:
    """The lists of a rule file."""
    require(len(data) <= FILE_BYTES, "the rule file is too large")
    try:
        text = data.removeprefix(BYTE_ORDER_MARK).decode("utf-8")
    except UnicodeDecodeError:
        raise Rejected("the rule file is not UTF-8") from None
    found = []
    for one in lists_of(text):
        require(isinstance(one, tuple), "the rule file has a word that is in no list")
        if isinstance(one, tuple):
            found.append(one)
    return found


def plain(term: Term) -> Term:
    """A term in which a list of a name alone is the name."""
    if isinstance(term, str):
        return term
    return term[0] if len(term) == 1 else (term[0], *(plain(part) for part in term[1:]))


def written(term: Term) -> str:
    """A term as text."""
    return term if isinstance(term, str) else f"({' '.join(written(part) for part in term)})"


def depth(term: Term) -> int:
    """How deep a term is nested."""
    return 0 if isinstance(term, str) else 1 + max(depth(part) for part in term)


def variables(term: Term) -> set[str]:
    """The variables of a term."""
    if isinstance(term, str):
        return {term} if is_variable(term) else set()
    return set().union(*(variables(part) for part in term))


def position_of(text: str) -> frozenset[Term]:
    """The position that is written there, in the one way in which it can be."""
    found = [plain(one) for one in lists_of(text)]
    position = frozenset(found)
    require(position_text(position) == text, "the position is not written as it should be")
    require(not any(variables(term) for term in found), "the position has variables")
    require(all(depth(term) <= DEEPEST_TERM for term in found), "the position has a term that is nested too deep")
    return position


def position_text(position: frozenset[Term]) -> str:
    """A position as text."""
    return " ".join(sorted((written(term) for term in position), key=str.encode))
