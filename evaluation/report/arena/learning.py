"""The page's section on how a policy learned."""

from pathlib import Path

from matplotlib.axes import Axes

from ...curves import CURVES_FILE, evaluations, read_curves
from ..pictures import LINE, SERIES, draw_svg
from .page import Section

HEIGHT = 3.2


def learning_section(policy: Path, number: int) -> Section | None:
    """The learning curves of a policy, where its training run still lies around it.

    Args:
        policy: The folder of a published policy, `<run>/final`.
        number: Keeps the pictures of several policies apart.

    Returns:
        None where there are no curves.

    Raises:
        UserError: The curves are damaged.
    """
    measured = evaluations(read_curves(policy.parent / CURVES_FILE))
    if not measured:
        return None

    def paint(axes: Axes) -> None:
        for (word, points), colour in zip(measured.items(), SERIES, strict=False):
            steps = [step for step, _ in points]
            means = [interval.mean for _, interval in points]
            lows = [interval.low for _, interval in points]
            highs = [interval.high for _, interval in points]
            axes.fill_between(steps, lows, highs, color=colour, alpha=0.25, linewidth=0)
            axes.plot(steps, means, "o-", color=colour, markersize=4, label=f"against {word}")
        axes.axhline(0, color=LINE, linewidth=1.5)
        axes.grid()
        axes.set_xlabel("learner decisions")
        axes.set_ylabel("mean reward")
        axes.legend(frameon=False)

    return Section(
        title=f"How {policy} learned",
        svg=draw_svg(
            f"learning-{number}",
            "Mean reward against each baseline during training.",
            HEIGHT,
            paint,
        ),
        caption="Mean reward per game alone among copies of each baseline while the policy was in "
        "training, with 95 % intervals clustered on the deal. Zero is the baseline's own strength.",
    )
