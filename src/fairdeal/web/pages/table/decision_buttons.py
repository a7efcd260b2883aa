"""The buttons of a table: what a viewer may do now, with its key, its amount and its clause."""

from fairdeal.rulebook.money import CENTS, dollars, to_json
from fairdeal.table.legal import Action
from fairdeal.table.state import OPEN, State
from fairdeal.table.view import View
from fairdeal.web.pages.table.scene_types import Button, Slider


def decision_buttons(
    state: State, shown: View, own: frozenset[int]
) -> tuple[list[Button], Slider | None]:
    """Return the buttons of what a viewer may do now, and the slider of an amount, or None."""
    buttons: list[Button] = []
    slider = None
    for action in shown.actions:
        if action.seat not in own:
            continue
        seat = action.seat
        if action.do == "ready":
            words = "My bets stand"
            buttons.append(Button(f"ready-{seat}", words, "P", {"do": "ready", "seat": seat}))
        elif state.phase is not OPEN:
            found, slider = _decision(state, action, slider)
            buttons += found
    return buttons, slider


def _decision(
    state: State, action: Action, slider: Slider | None
) -> tuple[list[Button], Slider | None]:
    seat, clause = action.seat, getattr(state.current, "clause", None)
    command = {"do": action.do, "seat": seat}
    wager = state.rules.game.wager.get(action.wager or "")
    match action.do:
        case "ride":
            return [
                Button("ride", "Let it ride", "R", command, kind="choice", clause=clause)
            ], slider
        case "withdraw":
            assert wager is not None, "a bet is taken back"
            cents = dollars(state.seats[seat].stakes[wager.name])
            back = state.rules.game.take_back_steps[wager.name].back_clause
            # As players say it, and short: the button has its amount and its key beside it.
            words = "Withdraw " + wager.name.replace("-", " ")
            button = Button(
                "withdraw", words, "W", command, amount=cents, kind="choice", clause=back
            )
            return [button], slider
        case "fold":
            fold = getattr(state.current, "fold_clause", None)
            return [Button("fold", "Fold", "F", command, kind="fold", clause=fold)], slider
        case "draw":
            none = {**command, "discard": []}
            draw = Button("draw", "Draw", "D", none, kind="choice", clause=clause)
            return [
                draw,
                Button("keep", "Keep all", "K", none, kind="choice", clause=clause),
            ], slider
        case "bet":
            assert wager is not None, "a bet is on a wager"
            assert action.least_cents is not None, "a bet has bounds"
            assert action.most_cents is not None, "on both sides"
            command["wager"] = wager.name
            if wager.size.base and action.least_cents < action.most_cents:
                base = state.seats[seat].stakes[wager.size.base]
                times = [n for n in wager.size.multiples if n * base <= action.most_cents]
                found = [
                    Button(
                        f"{n}x",
                        f"{n}x",
                        str(n),
                        {**command, "amount": _amount(n * base)},
                        amount=dollars(n * base),
                        kind="choice",
                        clause=clause,
                    )
                    for n in times
                ]
                if action.step_cents and action.step_cents < base:
                    slider = Slider(
                        command, action.least_cents, action.most_cents, action.step_cents
                    )
                return found, slider
            button = Button(
                "bet",
                f"Place {wager.title}",
                "B",
                {**command, "amount": _amount(action.least_cents)},
                amount=dollars(action.least_cents),
                kind="choice",
                clause=clause,
            )
            return [button], slider
        case _:
            return [], slider


def _amount(cents: int) -> int | float:
    amount: int | float = to_json(cents, per_dollar=CENTS)
    return amount
