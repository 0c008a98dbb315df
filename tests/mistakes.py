"""Typical mistakes of the author of a game, planted one by one, and what is said of each.

Those of the long form are planted in Whisper, those of a small game in the one of the page on small
games, with fewer players and rounds. The checks of a mistake end with the sentence awaited of it.

`NUMBA_DISABLE_JIT=1 python -m tests.mistakes FOLDER` writes a package for each mistake below a
folder and prints what is said of each, as JSON: compiling them would take minutes.
"""

import argparse
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from fudaba.envs import UserError, find_game, register
from fudaba.envs.core.api import registry
from fudaba.testing import checked

ROOT = Path(__file__).parents[1]
WHISPER = ROOT / "tests/whisper"
NAME = "whisper_v0"
PATIENCE = 12  # seconds
PAGE = (ROOT / "docs/small_games.md").read_text(encoding="utf-8")
GAMES = re.findall(r"^```py\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
[CODE] = (code for code in GAMES if "watch_v0" in code)
SMALL, BALANCE = "small.py", "balance.py"
SMALL_GAME = CODE.replace("watch_v0", NAME).replace("= 3, 7,", "= 1, 7,").replace("le=7", "le=5")
# Whisper as a package with the files of larger games.
FILES = {
    "__init__.py": f"""
from fudaba.envs.core.contract.game import build_game
from .game import WhisperOptions
GAME = build_game(__name__, "{NAME}", "Whisper", "A secret.", WhisperOptions)
""",
    "state.py": "from .game import ACTIONS, CELLS, STATE\n",
    "rules.py": "from .game import apply, deal, legal, score\n",
    "view.py": "from .game import FIELDS, observe\n",
    "redeal.py": "from .game import redeal\n",
    "text.py": "from .game import announce, describe, snapshot, why_illegal\n",
    "scene.py": "from .game import scene\n",
    "balance.py": """
import numpy as np
from fudaba.envs.core.compiling.kernel import kernel
from fudaba.envs.core.contract.game import Balance, Statistic
from fudaba.envs.core.kit.arrays import clear

NUMBER = Statistic("number", "the own number", 0, 1)


@kernel
def measure(state: np.void, values: np.ndarray) -> None:
    clear(values)
    for seat in range(state["num_players"]):
        values[0, seat] = state["number"][seat]


@kernel
def lead_value(state: np.void, values: np.ndarray) -> None:
    clear(values)


@kernel
def swap(state: np.void, seat: int, other: int) -> None:
    numbers = state["number"]
    numbers[seat], numbers[other] = numbers[other], numbers[seat]


@kernel
def is_use(state: np.void, action: int, number: int) -> bool:
    \"\"\"Whether it says the own number.\"\"\"
    return action < 2 and action == state["number"][state["to_move"]]


BALANCE = Balance((NUMBER,), measure, (NUMBER,), measure, lead_value, {"number": swap},
                  uses=("the truth",), is_use=is_use)
""",
    "RULES.md": (WHISPER / "RULES.md").read_text(encoding="utf-8").replace(
        "WHI-1.1", "## 1. Summary\n\nWHI-1.1"
    ),
    "game.py": (WHISPER / "game.py").read_text(encoding="utf-8").partition("\nGAME = Game(")[0],
}  # fmt: skip


@dataclass(frozen=True)
class Mistake:
    """A mistake: what is written instead of what, and what must be said of it.

    Attributes:
        old: What stands in the file; empty to leave the whole file out.
        new: What is written instead.
        said: What the author must read, the whole sentence or a part.
        file: The file.
        without: What is left out besides.
    """

    old: str
    new: str
    said: str
    file: str = "game.py"
    without: str = ""

    def text(self) -> str:
        """Returns the file with the mistake."""
        right = SMALL_GAME if self.file == SMALL else FILES[self.file]
        assert right.count(self.old) >= 1, self.old
        return right.replace(self.old, self.new, 1).replace(self.without or "\0", "")


LAST_LINE_OF_LEGAL = "    mask[0] = 1\n    mask[1] = 1\n    return 2\n"
OPTION = "    def max_decisions(self)"
ASK_NEXT = """@kernel
def ask_next(state: np.void, after: int) -> None:
    \"\"\"Asks the next holder of the last number clockwise, up to the speaker; else goes on.\"\"\"
"""
TOLD = 'told="{:has|have} chosen",'
LAST_OF_DEAL = """    copies[:FIRST_CHOICE] = 0
    copies[FIRST_CHOICE : FIRST_CHOICE + state["num_players"]] = MOST
    small.put_pack(state, copies, SUPPLY)
"""
REDEALT = '                state["number"][other] = draw_below(state, 2)\n'

MISTAKES = {
    "nothing": Mistake("\n", "\n", ""),
    # Where it is declared
    "no_text": Mistake("", "", "lacks text.py.", "text.py"),
    "no_describe": Mistake("describe, ", "", "lacks describe in text.py.", "text.py"),
    "no_redeal": Mistake("", "", "lacks redeal.py.", "redeal.py"),
    "two_parts": Mistake("describe, snapshot", "snapshot as show",
                         "lacks describe in text.py, snapshot in text.py.", "text.py"),
    "lifetime": Mistake("start=NOTHING),", 'start=NOTHING, reset_on="round"),',
                        "cells of whisper_v0 are never reset: round."),
    "option_of_float": Mistake(OPTION, f"    speed: float = 1.0\n\n{OPTION}",
                               "the option speed of WhisperOptions can't be a float; allowed: "),
    "option_of_text": Mistake(OPTION, f"    colour: str = ''\n\n{OPTION}",
                              "the option colour of WhisperOptions can't be a str; allowed: "),
    "option_without_range": Mistake(OPTION, f"    rounds: int = 1\n\n{OPTION}",
                                    "the option rounds of WhisperOptions has no ge, le; write "),
    "other_id": Mistake(f'"{NAME}"', '"wisper_v0"', "calls itself wisper_v0; register it under",
                        "__init__.py"),
    "no_rules": Mistake("", "", "RULES.md; write them as clauses", "RULES.md"),
    "no_point": Mistake("## 1.", "## 1", "a section is a heading such as ## 1. Summary.",
                        "RULES.md"),
    "of_what_is_not": Mistake('of=("to_move",)', 'of=("mover",)', "has of='mover', which is no "),
    "two_kinds": Mistake('("decline",', '("claim",', "'claim' has no name of its own; rename it."),
    # What the sources say
    "misspelt_cell": Mistake('state["claimed_by"] = seat', 'state["claimed"] = seat',
                             "state has no field 'claimed'. Did you mean claimed_by?"),
    "misspelt_field": Mistake('view["over"] =', 'view["ower"] =',
                              "view has no field 'ower'. Did you mean over?"),
    "numpy_s_chance": Mistake(REDEALT, REDEALT.replace("draw_below(state, 2)",
                                                       "np.random.randint(2)"),
                              "kernels can't use np.random"),
    "raises": Mistake("    if action == CLOSE_ACTION:\n", "    if action > 9:\n        raise "
                      "ValueError\n    if action == CLOSE_ACTION:\n", "kernels can't raise"),
    # Decisions
    "legal_returns_none": Mistake(LAST_LINE_OF_LEGAL, LAST_LINE_OF_LEGAL.replace("2", "0"),
                                  "legal returns 0, and the mask has 2 ones; return how many"),
    "legal_returns_more": Mistake(LAST_LINE_OF_LEGAL, LAST_LINE_OF_LEGAL.replace("2", "3"),
                                  "legal returns 3, and the mask has 2 ones; return how many"),
    "nothing_is_legal": Mistake("        mask[CLOSE_ACTION] = 1\n        return 1\n",
                                "        return 0\n", "is to move in whisper_v0, and nothing is"),
    "deal_without_decision": Mistake("    start_game(state)\n", "    start_game(state)\n"
                                     '    state["to_move"] = NOBODY\n',
                                     "nobody has a decision after the deal; deal again, or "),
    "endless": Mistake('    if action == CLOSE_ACTION:\n        state["to_move"] = NOBODY\n',
                       "    if action == CLOSE_ACTION:\n        return\n",
                       "the most that its max_decisions allows: end the game, or return more"),
    "too_few_decisions": Mistake("self.num_players**2 + 1", "3",
                                 "goes on after 3 decisions, the most that its max_decisions"),
    "mask_allows_too_much": Mistake(LAST_LINE_OF_LEGAL, LAST_LINE_OF_LEGAL.replace(
                                    "    return 2", "    mask[CLAIM_ACTION] = 1\n    return 3"),
                                    "0 for seats without a player."),
    "index_beyond": Mistake('state["said"][seat] = action',
                            'state["said"][seat + 3] = action', "raises IndexError"),
    "not_the_same_again": Mistake(ASK_NEXT, f"CALLS = []\n\n\n{ASK_NEXT}    CALLS.append(1)\n"
                                  '    state["number"][after] ^= len(CALLS) % 7 == 0\n',
                                  "the same seed and actions lead to two games; draw with"),
    "type_error": Mistake('state["turns"] += 1', 'state["turns"] += "1"', "game.py, line "),
    # Cells, views, points
    "never_filled": Mistake("MAX_PLAYERS, \"how many have spoken\")),",
                            "MAX_PLAYERS, \"how many have spoken\"), start=None),",
                            "the deal leaves turns as the game before left it; fill the cell"),
    "view_beyond_its_bounds": Mistake("public(0, MAX_PLAYERS,", "public(0, 1,",
                                      "the field turns of a view is 2; declared: 0 to 1."),
    "view_shows_all": Mistake('    view["over"] = state["to_move"] == NOBODY\n',
                              '    view["over"] = state["number"].sum() > 1\n',
                              "the fields over show player_"),
    "not_in_of": Mistake('of=("asking", "to_move")', 'of=("asking",)',
                         "the fields on_turn show player_"),
    "not_zero_sum": Mistake('["claimed_by"]] += 1.0', '["claimed_by"]] += 2.0',
                            "add up to 1.0, not to 0; mend score, or declare zero_sum=False."),
    "lowest_points": Mistake(OPTION, "    def lowest_points(self) -> float:\n        return -0.5"
                             f"\n\n{OPTION}", "less than the -0.5 of lowest_points"),
    # Redealing
    "own_hand_changes": Mistake("if other != seat and other != claimer:", "if other != claimer:",
                                "changes number of its own view; leave what the seat sees."),
    "redeal_does_nothing": Mistake('    """Any numbers for the others', "    return\n"
                                   '    """Any numbers for the others', "makes the same world"),
    "knowledge_of_others_stays": Mistake("        decline_anew(state, seat, speaker)\n",
                                         "        pass\n",
                                         "redeal never changes declined, which player_"),
    # Words
    "clause_that_is_not": Mistake("(WHI-2.1, WHI-2.2).", "(WHI-2.9).",
                                  "a refusal cites WHI-2.9, which RULES.md does not have."),
    "no_clause_in_a_reason": Mistake(" (WHI-2.1, WHI-2.2).", ".", "names the clause in brackets"),
    "two_moves_of_one_name": Mistake("{:says|say} 1", "{:says|say} 0",
                                     "the actions 0 and 1 are both called 'say 0'; legal moves"),
    "scene_crashes": Mistake("view['said'][distance]}\"", "view['said'][distance + 9]}\"",
                             "raises IndexError"),
    "no_meaning": Mistake('.means("The number of a player is secret.")', "",
                          "the topic 'number' says ''; write one line"),
    "tells_a_secret": Mistake('"" if action == DECLINE_ACTION else describe(state, action)',
                              'f"{describe(state, action)} {state[\'number\']}"',
                              "announce tells "),
    # What balance reports measure
    "tally_beyond_its_range": Mistake('= state["number"][seat]', '= state["number"][seat] + 1',
                                      "the measure 'number' is [", BALANCE),
    "lead_of_one_seat": Mistake("    clear(values)\n\n\n@kernel\ndef swap", "    values[0] = 0\n"
                                "\n\n@kernel\ndef swap", "lead_value leaves a seat out", BALANCE),
    "swap_of_another_seat": Mistake("numbers[seat], numbers[other] =",
                                    "numbers[seat], numbers[1] =",
                                    "the swap of 'number' exchanges more or less", BALANCE),
    "use_without_kernel": Mistake(", is_use=is_use", "", "a balance has uses without is_use",
                                  BALANCE),
    "use_by_a_secret": Mistake('["to_move"]]\n\n\nBALANCE', '["to_move"] - 1]\n\n\nBALANCE',
                               "is the use 'the truth' depends on what player_", BALANCE),
    "use_that_counts": Mistake("    return action < 2", '    state["turns"] += 1\n    return action'
                               " < 2", "is_use changes the state; it may", BALANCE),
    # Small games
    "small_nothing": Mistake("\n", "\n", "", SMALL),
    "choice_without_told": Mistake(TOLD, "", "", SMALL),
    "choice_is_told": Mistake(TOLD, 'told="{:points|point} at {player}",',
                              "which it can't see after the move; leave out what", SMALL),
    "no_conflicts": Mistake("    conflicts=at_themselves,\n", "",
                            "makes worlds to which no move leads, by choices of player_", SMALL),
    "choices_that_are_not": Mistake(' : FIRST_CHOICE + state["num_players"]]', ":]",
                                    "makes worlds to which no move leads, by choices of", SMALL),
    "known_since_the_deal": Mistake(LAST_OF_DEAL, f"{LAST_OF_DEAL}    look(state)\n",
                                    "who knows the cards of roles after the deal, but", SMALL,
                                    "    look=look,\n"),
    "word_for_a_code": Mistake('state["wolves"]\n    copies[VILL',
                               'state["wolves"] + (state["wolves"] == "two")\n    copies[VILL',
                               ": state['wolves'] is a number, never 'two'", SMALL),
    "kernel_that_is_not": Mistake("small.put_pack(", "small.put_packs(",
                                  ": small has no put_packs. Did you mean put_pack?", SMALL),
    "name_that_is_not": Mistake("end_round(state)", "end_rounds(state)",
                                ": there is no end_rounds in this file. Did you", SMALL),
    "list": Mistake("np.zeros(MOST, np.int64), 0", "[0] * MOST, 0",
                    ": kernels can't make lists", SMALL),
    "shown": Mistake('shown="size"', 'shown="count"',
                     ": shown of the place supply must be one of kinds, slots, size, got",
                     SMALL),
    "lead": Mistake("    look=look,\n", '    look=look,\n    lead="points",\n',
                    "lead must be one of '', got 'points'.", SMALL),
    "of": Mistake('of="player"', 'of="plaier"',
                  "of in point must be one of card, player, got 'plaier'. Did", SMALL),
    "nobody_may": Mistake('target != state["to_move"]', 'state["to_move"] != 2',
                          "is to move in whisper_v0, and nothing is", SMALL),
    # Both hang in the end, and their threads take the others' time.
    "turn_is_not_handed_on": Mistake("        ask_next(state, seat)\n\n\n@kernel\ndef ask_next",
                                     "        pass\n\n\n@kernel\ndef ask_next",
                                     "player_1 has no decision in 60 games; does each move hand"),
    "redeal_does_not_end": Mistake("if not is_silent or move_mover", "if False and move_mover",
                                   "this does not end, after 12 s; look for a loop without an end"),
}  # fmt: skip
TOLD_ONCE = ("too_few_decisions", "nobody_may", "kernel_that_is_not", "list")  # by all checks


def write(folder: Path, mistake: Mistake) -> None:
    """Writes the package with a mistake, or the file of a small game."""
    if mistake.file == SMALL:
        folder.with_suffix(".py").write_text(mistake.text(), encoding="utf-8")
        return
    folder.mkdir()
    for file, text in FILES.items():
        if file != mistake.file:
            (folder / file).write_text(text, encoding="utf-8")
        elif mistake.old:
            (folder / file).write_text(mistake.text(), encoding="utf-8")


def said_of(package: str) -> Iterator[str]:
    """Yields what is said of a package, by `find_game` or by the checks."""
    registry._packages.pop(NAME, None)  # of the mistake before
    register(NAME, package)
    try:
        game = find_game(NAME)
    except (UserError, ValueError) as error:
        yield str(error)
        return
    yield from (found.problem for found in checked(game, 1, PATIENCE) if found.problem)


def said_until_told(name: str) -> Iterator[str]:
    """Yields what is said of a mistake, up to the sentence that must be said of it."""
    for sentence in said_of(name):
        yield sentence
        if MISTAKES[name].said in sentence and name not in TOLD_ONCE:
            return


def main() -> None:
    """Prints what is said of each mistake."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("folder", type=Path)
    folder = reader.parse_args().folder
    sys.path.insert(0, str(folder))
    said = {}
    for name, mistake in MISTAKES.items():
        write(folder / name, mistake)
        said[name] = [*said_until_told(name)]
    print(json.dumps(said))


if __name__ == "__main__":
    main()
