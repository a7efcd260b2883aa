"""What `fairdeal simulate` prints for a person: every figure with the exact one beside it."""

from typing import Any, Final

from rich.console import Console
from rich.markup import escape

from fairdeal.cli.figures import title_of
from fairdeal.cli.output import plain_table, print_table
from fairdeal.english import counted
from fairdeal.simulate.plan import plan_words
from fairdeal.simulate.settings import Settings

#: Quantiles of the time between hits are told where there are so many hits.
_FEWEST_WAITS: Final = 20


def print_simulation(out: Console, settings: Settings, document: dict[str, Any]) -> None:
    """Print the document of a run."""
    game = settings.rules.game
    out.print(
        f"[bold]{escape(game.title)}[/bold], {game.place}: {counted(settings.rounds, 'round')}, "
        f"seed {settings.seed}\n"
    )
    table = plain_table(
        *("wager", "stake", "bets", "return", "99 % interval", "exact", "z"),
        right="stake bets return exact z",
    )
    for one in document["wagers"]:
        low, high = one["ci99"]
        table.add_row(
            escape(title_of(game, one["wager"])),
            f"${one['stake']:,}",
            f"{one['bets']:,}",
            f"{one['ev']:+.4%}",
            f"{low:+.4%} to {high:+.4%}",
            "" if one["exact"] is None else f"{one['exact']:+.4%}",
            "" if one["z"] is None else f"{one['z']:+.2f}",
        )
    print_table(out, table, drop=("bets", "stake"))
    for one in document["wagers"]:
        _print_hands(out, title_of(game, one["wager"]), one)
    _print_paths(out, document["paths"])
    _print_house(out, document["house"])
    if document["limit"]:
        _print_limit(out, document["limit"])
    for name, one in document["meters"].items():
        _print_meter(out, name, one)
    if settings.plan:
        _print_plan(out, settings, document["plan"])


def _print_hands(out: Console, title: str, one: dict[str, Any]) -> None:
    table = plain_table("hand", "count", "share", "exact", title=title, right="count share exact")
    exact = one.get("exact_hands", {})
    for hand in dict.fromkeys((*exact, *one["hands"])):
        count = one["hands"].get(hand, 0)
        known = f"{exact[hand]:.6%}" if hand in exact else ""
        table.add_row(escape(hand), f"{count:,}", f"{count / one['bets']:.6%}", known)
    out.print()
    print_table(out, table, drop=())


def _print_paths(out: Console, paths: dict[str, Any]) -> None:
    out.print()
    if not paths["sessions"]:
        out.print(f"no session of {paths['rounds']:,} rounds was played to its end", style="dim")
        return
    exact, z = paths["exact"] or {}, paths.get("z", {})
    sessions = counted(paths["sessions"], "session")
    out.print(f"{sessions} of {counted(paths['rounds'], 'round')} of the first seat")
    for name, words in (("ahead", "ahead at the end"), ("ruin", "bankroll lost")):
        if paths[name] is not None:
            beside = _beside(exact.get(name), z.get(name), "{:.4%}")
            out.print(f"{words}: {paths[name]:.4%}{beside}")
    known = exact.get("quantiles") or {}
    _print_quantiles(
        out,
        {p: one[-1] for p, one in paths["quantiles"].items()},
        known,
        z.get("quantiles") or {},
    )
    dropped, losing = paths["drawdown"], paths["losing_run"]
    out.print(
        f"deepest fall from a peak: half of the sessions {_money(dropped['50'])} or less, "
        f"99 of 100 {_money(dropped['99'])}; longest losing run: half {losing['50']} or less, "
        f"99 of 100 {losing['99']}"
    )
    if ruined := paths["rounds_to_ruin"]:
        out.print(
            f"rounds until the bankroll is lost, where it is: 5 % within {ruined['5']:,}, half "
            f"within {ruined['50']:,}, 95 % within {ruined['95']:,}"
        )


def _print_quantiles(
    out: Console,
    found: dict[str, float],
    exact: dict[str, Any],
    z: dict[str, float | None],
) -> None:
    table = plain_table("sessions", "result", "exact", "z", right="result exact z")
    for percent, amount in found.items():
        one, off = exact.get(percent), z.get(percent)
        table.add_row(
            f"{percent} % at most",
            _money(amount),
            "" if one is None else _any_money(one),
            "" if off is None else f"{off:+.2f}",
        )
    print_table(out, table, drop=())


def _print_house(out: Console, house: dict[str, Any]) -> None:
    exact = house["exact"] or {}
    out.print(
        f"\nthe house: handle {_money(house['handle'])}{_beside(exact.get('handle'), None)}, win "
        f"{_money(house['win'])}{_beside(exact.get('win'), house['z'])}, hold {house['hold']:.4%}"
        f"{_beside(exact.get('hold'), None, '{:.4%}')}"
    )
    if house["drop"] is not None:
        out.print(
            f"drop {_money(house['drop'])} where every player buys in for "
            f"{_money(house['buy_in'])} at a time: win by drop {house['win_by_drop']:.2%}"
        )
    periods = {name: house[name] for name in ("hour", "day", "month") if house[name]}
    if periods:
        _print_periods(out, periods, house["per_hour"])
    if house["envy"]:
        beside = _beside(exact.get("envy"), None)
        out.print(f"envy paid: {_money(house['envy'])}{beside}")


def _print_periods(out: Console, periods: dict[str, dict[str, Any]], per_hour: int) -> None:
    headers = [word for name in periods for word in (name, "exact")]
    table = plain_table(
        "house", *headers, right=" ".join(headers), title=f"at {per_hour:,} rounds an hour"
    )
    exact = {name: one["exact"] or {} for name, one in periods.items()}
    table.add_row(
        "counted", *(cell for one in periods.values() for cell in (f"{one['periods']:,}", ""))
    )
    for key in ("handle", "drop", "win", "standard_deviation"):
        if any(one[key] is not None for one in periods.values()):
            cells = [(_whole(one[key]), _whole(exact[n].get(key))) for n, one in periods.items()]
            table.add_row(key.replace("_", " "), *(cell for pair in cells for cell in pair))
    for percent in ("1", "50", "99"):
        cells = [
            (
                _whole(one["quantiles"][percent]),
                _whole((exact[name].get("quantiles") or {}).get(percent)),
            )
            for name, one in periods.items()
        ]
        table.add_row(f"{percent} % at most", *(cell for pair in cells for cell in pair))
    for key, words in (("hold", "hold"), ("losing", "ends with a loss")):
        pairs = [(one[key], exact[name].get(key)) for name, one in periods.items()]
        shares = ["" if share is None else f"{share:.2%}" for pair in pairs for share in pair]
        table.add_row(words, *shares)
    out.print()
    print_table(out, table, drop=())


def _print_limit(out: Console, limit: dict[str, Any]) -> None:
    words = f"the payout limit of {_money(limit['payout_limit'])} cut {limit['hands']:,} hands"
    if limit["hands"]:
        words += f" by {_money(limit['cut'])}"
    if limit["exact"] is not None:
        cost = limit["exact_without"] - limit["exact"]
        words += f"; it costs {cost:.6%} of the base bet (exact)"
    out.print(words)


def _print_meter(out: Console, name: str, one: dict[str, Any]) -> None:
    exact = one["exact"] or {}
    out.print(
        f"meter {escape(name)}: {counted(one['hits'], 'hit')}"
        f"{_beside(exact.get('hits'), one['z'], '{:,.1f}')}, fed ${one['fed']:,.2f}, paid "
        f"${one['paid']:,.2f}, put up by the house ${one['funded']:,.2f}"
        f"{_beside(exact.get('funded'), None)}, shows ${one['shown']:,.2f}"
    )
    if one["rounds_between_hits"]:
        line = f"one hit in {one['rounds_between_hits']:,.1f} rounds"
        line += _beside(exact.get("rounds_between_hits"), None, "{:,.1f}")
        if (waits := one["waits"]) and one["hits"] >= _FEWEST_WAITS:
            line += (
                f"; from one to the next 5 % within {waits['5']:,} rounds, half within "
                f"{waits['50']:,}, 95 % within {waits['95']:,}"
            )
        out.print(line)


def _print_plan(out: Console, settings: Settings, plan: dict[str, Any]) -> None:
    out.print(f"\n[bold]the plan[/bold]: the player {'; '.join(plan_words(settings))}")
    if not plan["sessions"]:
        out.print(f"no session of {plan['rounds']:,} rounds was played to its end", style="dim")
        return
    exact, z = plan["exact"], plan["z"]
    sessions = counted(plan["sessions"], "session")
    out.print(
        f"{sessions} of up to {counted(plan['rounds'], 'round')}, simulated"
        + ("" if exact else ": no exact chain covers this plan")
    )
    words = {"loss": "stopped by the loss", "win": "stopped by the win", "rounds": "played on"}
    for name, said in words.items():
        beside = _beside(exact.get(name), z.get(name), "{:.4%}")
        if plan["ended"][name] or beside:
            out.print(f"{said}: {plan['ended'][name]:.4%}{beside}")
    low, high = plan["mean_ci99"]
    out.print(
        f"result of a session: {_money(round(plan['mean'], 2))} on average (99 % interval "
        f"{_money(round(low, 2))} to {_money(round(high, 2))}), ahead {plan['ahead']:.4%}, after "
        f"{plan['rounds_played_mean']:,.1f} rounds on average"
    )
    _print_quantiles(out, plan["quantiles"], {}, {})
    line = f"staked {_money(plan['staked'])}, result {_money(plan['result'])}"
    if expected := plan["expected"]:
        beside = _beside(expected["result"], expected["z"])
        line += f"{beside}: no plan changes what the bets are worth"
    out.print(line)
    if len(plan["stakes"]) > 1:
        top = f"{plan['stakes'][-1]}"
        share = plan["greatest_bet"].get(top, 0)
        out.print(f"the highest bet, ${top}, was reached in {share:.2%} of the sessions")


def _beside(exact: Any, z: float | None, form: str | None = None) -> str:
    """Return an exact figure and its z in brackets; nothing where there is none."""
    if not isinstance(exact, float | int):
        return ""
    shown = _money(round(exact, 2)) if form is None else form.format(exact)
    return f" (exact {shown})" if z is None else f" (exact {shown}, z {z:+.2f})"


def _whole(amount: float | None) -> str:
    """Return an amount in whole dollars."""
    return "" if amount is None else _money(round(amount))


def _money(amount: float) -> str:
    digits = 0 if amount == int(amount) else 2
    return f"{'-' if amount < 0 else ''}${abs(amount):,.{digits}f}"


def _any_money(amount: float | list[float]) -> str:
    if isinstance(amount, list):
        return " to ".join(map(_money, amount))
    return _money(amount)
