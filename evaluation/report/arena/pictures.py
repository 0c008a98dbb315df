"""The pictures of the arena's page."""

from collections.abc import Sequence

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes

from fudaba.common.languages import translator

from ..numbers import unit_of
from ..pictures import (
    ROW,
    draw_legend,
    draw_svg,
    label_rows,
    readable_on,
)

_, _n = translator("evaluation")

WIDE_ENOUGH = 0.15  # a smaller share has no room for its number


def draw_places(
    name: str, description: str, labels: Sequence[str], shares: Sequence[Sequence[float]]
) -> str:
    """Draws one row per label: the share of each place, stacked from first to last."""

    def paint(axes: Axes) -> None:
        table = np.array(shares)
        colours = mpl.colormaps["cividis"](np.linspace(0.15, 0.95, table.shape[1]))
        left, percent = np.zeros(len(labels)), unit_of("share")
        for place, colour in enumerate(colours):
            width = table[:, place]
            axes.barh(
                range(len(labels)),
                width,
                left=left,
                color=colour,
                height=0.72,
                label=_("place {place}", place=place + 1),
            )
            for row in np.flatnonzero(width >= WIDE_ENOUGH).tolist():
                axes.text(
                    left[row] + width[row] / 2,
                    row,
                    f"{100 * width[row]:.0f}{percent}",
                    ha="center",
                    va="center",
                    color=readable_on(colour),
                )
            left = left + width
        axes.set_xlim(0, 1)
        axes.xaxis.set_major_formatter(lambda share, _: f"{100 * share:.0f}{percent}")
        label_rows(axes, labels)
        draw_legend(axes)

    return draw_svg(name, description, 1.1 + ROW * len(labels), paint)
