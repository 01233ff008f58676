"""The games of OpenSpiel: solved, proved, and played by proved moves. OpenSpiel is imported only here."""

from __future__ import annotations

import random
from typing import Any, Dict, Iterable

from .errors import Refused, SettingError, UnknownGame
from ._places import as_game
from .own import PythonGame
from .solving import solve

#: So many random lines are played to find out whether texts of states tell them apart.
SAMPLE = 30
#: Longer scales have no place in a search.
LONGEST_SCALE = 128


def _pyspiel() -> Any:
    try:
        import pyspiel
    except ImportError:
        raise Refused("OpenSpiel is not installed; `pip install open_spiel` does that") from None
    return pyspiel


def openspiel(game: Any, *, key: str = "auto", infinite: str | None = None) -> OpenSpielGame:
    """A game of OpenSpiel, by its spelling or as it was loaded, with the rules of OpenSpiel. `solve` and all else take it.

    States are told apart by `key`: "str" takes the text of a state and whose turn it is; "serialize" takes what OpenSpiel saves, which is
    mostly the moves that were made, so that no two lines meet. "auto" takes the text, unless random play finds states of one text that go on
    differently; `key` of the game says which was taken.
    """
    pyspiel = _pyspiel()
    if isinstance(game, str):
        if game.split("(")[0].strip() not in pyspiel.registered_names():
            raise UnknownGame(f"OpenSpiel has no game {game!r}")
        try:
            game = pyspiel.load_game(game)
        except pyspiel.SpielError as error:
            raise UnknownGame(f"OpenSpiel cannot load {game!r}: {str(error).splitlines()[0]}") from None
    _refuse(pyspiel, game)
    if key not in ("auto", "str", "serialize"):
        raise SettingError(f'key is "auto", "str" or "serialize", not {key!r}')
    if key == "auto":
        key = "serialize" if _texts_collide(game) else "str"
    return OpenSpielGame(game, key, infinite)


def _refuse(pyspiel: Any, game: Any) -> None:
    """Refuses what is no game of two players, perfect information and opposed interests without chance."""
    kind, wants = game.get_type(), pyspiel.GameType
    reasons = [
        (kind.dynamics == wants.Dynamics.SEQUENTIAL, "its players move at the same time"),
        (kind.chance_mode == wants.ChanceMode.DETERMINISTIC, "it has chance"),
        (kind.information == wants.Information.PERFECT_INFORMATION, "its information is not perfect"),
        (game.num_players() == 2, f"it has {game.num_players()} players"),
        (kind.utility in (wants.Utility.ZERO_SUM, wants.Utility.CONSTANT_SUM), "what one player wins the other does not lose"),
    ]
    for fits, why in reasons:
        if not fits:
            raise Refused(f"{kind.short_name} cannot be solved here: {why}")


class OpenSpielGame(PythonGame):
    """The rules of a game of OpenSpiel. A state is a text."""

    #: A state of OpenSpiel is kept for each text. It was measured to take 700 to 1500 bytes.
    bytes_per_state = 1000

    def __init__(self, game: Any, key: str, infinite: str | None = None) -> None:
        self.game, self.key, self.infinite = game, key, infinite
        self.name = str(game).replace(" ", "")
        low, high = game.min_utility(), game.max_utility()
        #: Whether outcomes are 'loss', 'draw' and 'win'; otherwise they are the returns of the first player.
        self.by_sign = high - low >= LONGEST_SCALE or (low, high) == (-1, 1) or low != int(low) or high != int(high)
        self.outcomes = ("loss", "draw", "win") if self.by_sign else tuple(str(n) for n in range(int(low), int(high) + 1))
        self._states: dict[str, Any] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (str(self.game), self.key, self.infinite)

    def text_of(self, state: Any) -> str:
        """The state of this game for a state of OpenSpiel."""
        if self.key == "serialize":
            return str(state.serialize())
        return f"{state}\n{state.current_player()}"

    def start(self) -> str:
        """The first position."""
        state = self.game.new_initial_state()
        text = self.text_of(state)
        self._states.setdefault(text, state)
        return text

    def text(self, state: str) -> str:
        """The state as it is."""
        return state

    def state(self, text: str) -> Any:
        """The state of OpenSpiel, a copy of it."""
        return self._states[text].clone()

    def player(self, text: str) -> int:
        """Whose turn it is."""
        return int(self._states[text].current_player())

    def expand(self, text: str) -> str | list[tuple[str, str]]:
        """The outcome, or the moves by the names that OpenSpiel gives them."""
        state = self._states[text]
        if state.is_terminal():
            return self.outcome(state.returns()[0])
        player, found, states, text_of = state.current_player(), [], self._states, self.text_of
        for action in state.legal_actions():
            after = state.child(action)
            key = text_of(after)
            if key not in states:
                states[key] = after
            found.append((_name(state.action_to_string(player, action)), key))
        if len({name for name, _ in found}) < len(found):
            found = [(f"{name}#{action}", key) for (name, key), action in zip(found, state.legal_actions())]
        return found

    def outcome(self, worth: float) -> str:
        """The name of what the first player gets."""
        if self.by_sign:
            return self.outcomes[1 + (worth > 0) - (worth < 0)]
        return str(int(worth)) if worth == int(worth) else str(worth)

    def moves_of(self, actions: Iterable[int]) -> list[str]:
        """The names of actions that were made one after the other."""
        state, names = self.game.new_initial_state(), []
        for action in actions:
            names.append(self.move_of(state, action))
            state.apply_action(action)
        return names

    def move_of(self, state: Any, action: int) -> str:
        """The name of an action of a state of OpenSpiel."""
        names = {_name(state.action_to_string(state.current_player(), one)): one for one in state.legal_actions()}
        name = _name(state.action_to_string(state.current_player(), action))
        return name if len(names) == len(state.legal_actions()) else f"{name}#{action}"

    def __repr__(self) -> str:
        return f"foregone.openspiel({str(self.game)!r}, key={self.key!r})"


def _again(spelling: str, key: str, infinite: str | None) -> OpenSpielGame:
    return openspiel(spelling, key=key, infinite=infinite)


def _name(text: str) -> str:
    """The name of a move without spaces and commas, which lists of moves are cut at."""
    return text.replace(", ", ";").replace(",", ";").replace(" ", "_") or "pass"


def _texts_collide(game: Any) -> bool:
    """Whether random play finds two states of one text and one player to move that go on differently."""
    rng = random.Random(1)
    seen: dict[tuple[str, int], Any] = {}
    for _ in range(SAMPLE):
        state = game.new_initial_state()
        while True:
            facts = state.returns() if state.is_terminal() else state.legal_actions()
            if seen.setdefault((str(state), state.current_player()), facts) != facts:
                return True
            if state.is_terminal():
                break
            state.apply_action(rng.choice(state.legal_actions()))
    return False


class Values(Dict[str, float]):
    """What the first player gets under best play, for every state: `values[state]` takes a state of OpenSpiel. The keys are what tells states apart,
    which is their text with whose turn it is unless the game was opened with another `key`."""

    def __init__(self, rules: OpenSpielGame, worth: dict[str, float]) -> None:
        super().__init__(worth)
        self._rules = rules

    def key_of(self, state: Any) -> str:
        """The key of a state of OpenSpiel."""
        return self._rules.text_of(state)

    def __missing__(self, state: Any) -> float:
        if isinstance(state, str) or self.key_of(state) not in self:
            raise KeyError(state)
        return self[self.key_of(state)]

    def __contains__(self, state: object) -> bool:
        return dict.__contains__(self, state if isinstance(state, str) else self.key_of(state))


def values(game: Any, *, most: int = 1_000_000) -> Values:
    """The exact value, for the first player, of every state that can be reached. These are targets for whoever trains networks. Refused if there
    are more than `most` states."""
    rules = game if isinstance(game, OpenSpielGame) else openspiel(game)
    after: dict[str, list[str]] = {}
    worth: dict[str, float] = {}
    line: list[tuple[str, int]] = [(rules.start(), 0)]
    open_states = {line[0][0]}
    while line:
        text, at = line.pop()
        if text not in after:
            if len(after) >= most:
                raise Refused(f"{rules.name} has more than {most:,} states; raise most, or take a smaller game")
            answer = rules.expand(text)
            after[text] = [] if isinstance(answer, str) else [key for _, key in answer]
            if isinstance(answer, str):
                worth[text] = rules.state(text).returns()[0]
        if at < len(after[text]):
            line.append((text, at + 1))
            key = after[text][at]
            if key in open_states:
                raise Refused(f"play of {rules.name} returns to a state; take key=\"serialize\", or solve it with infinite=\"draw\"")
            if key not in worth:
                open_states.add(key)
                line.append((key, 0))
            continue
        open_states.discard(text)
        if text not in worth:
            best = max if rules.player(text) == 0 else min
            worth[text] = best(worth[key] for key in after[text])
    return Values(rules, worth)


def as_bot(game: Any, **settings: Any) -> Any:
    """A `pyspiel.Bot` that plays proved moves, as far as searches with these settings (those of `solve`) prove one, and otherwise the first
    move that OpenSpiel lists."""
    pyspiel = _pyspiel()
    rules = game if isinstance(game, OpenSpielGame) else openspiel(game)
    native = as_game(rules)

    class ProvedBot(pyspiel.Bot):  # type: ignore[misc, name-defined]
        """Plays what is proved."""

        def __init__(self) -> None:
            pyspiel.Bot.__init__(self)

        def restart(self) -> None:
            """There is nothing to forget."""

        def restart_at(self, state: Any) -> None:
            """There is nothing to forget."""

        def inform_action(self, state: Any, player_id: int, action: int) -> None:
            """The state says it all."""

        def step(self, state: Any) -> int:
            """The action for a state."""
            position = native.position(moves=rules.moves_of(state.history()))
            best = solve(position, **settings).best_move
            actions: list[int] = state.legal_actions()
            return next((action for action in actions if rules.move_of(state, action) == best), actions[0])

    return ProvedBot()
