"""A plan: the peak of a training step, what brings it under a budget, and how it is shown."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from tapewalk.figures.alone import draws, framed, page, place
from tapewalk.inspect.sections import Section
from tapewalk.inspect.showing import html_table, text_table
from tapewalk.language import known, language, number, size
from tapewalk.planning.words import say


@dataclass(frozen=True)
class Proposal:
    """A change that lowers the peak of a training step.

    Attributes:
        kind: "fused_step", the optimizer's; "attention", fused; "autocast", to bfloat16;
            "checkpoint"; or "offload", of saved tensors to the host.
        count: How many modules or attentions it changes.
        where: The class of the modules that become checkpoints.
        alone: Peak with this change alone, in bytes.
        saves: By how much that is lower, in bytes.
        work: The arithmetic that it adds to a step, as a share of it.
        bus: Bytes that it copies to the host, and back.
        code: What to write.
        peak: Peak with this change and those before it in the plan; `None` if it is not in it.
    """

    kind: str
    count: int
    where: str
    alone: int
    saves: int
    work: float
    bus: int
    code: str
    peak: int | None = None


@dataclass(frozen=True, repr=False)
class Plan:
    """The memory of a training step, and what brings it under a budget. Print it to read it.

    Attributes:
        peak: The most bytes in use during a step.
        budget: The bytes that may be in use.
        phase: When the peak is: "forward", "backward" or "step", the optimizer's.
        parts: The bytes at the peak, by kind: "parameter", "gradient", "optimizer", "input" (and
            buffers), "saved" (for backward) and "other" (temporary).
        saved: The most bytes that are saved for backward, without parameters.
        proposals: What lowers the peak, the cheapest first.
        planned: The peak with those proposals that have a `peak`: as many as the budget needs.
        mountain: Returns the memory over the step with each choice of proposals, as data for the
            view `held`.
    """

    peak: int
    budget: int
    phase: str
    parts: dict[str, int]
    saved: int
    proposals: tuple[Proposal, ...]
    planned: int
    mountain: Callable[[], dict[str, Any]] = field(compare=False)

    @property
    def fits(self) -> bool:
        """Whether the step is within the budget with the proposals of the plan."""
        return self.planned <= self.budget

    def text(self, lang: str | None = None) -> str:
        """Return the plan as text, with the code to write.

        Args:
            lang: `"en"` or `"es"`; the chosen language if left out.
        """
        lang = language() if lang is None else known(lang)
        lines = [*self._sentences(lang)]
        if self.proposals:
            lines += ["", *text_table(self._table(lang))]
        for one in self._to_write():
            lines += ["", f"{_name(one, lang)}:"]
            lines += [f"    {line}".rstrip() for line in one.code.splitlines()]
        return "\n".join(lines)

    def html(self, lang: str | None = None) -> str:
        """Return the plan as HTML: sentences, a table, and the code to write.

        Args:
            lang: `"en"` or `"es"`; the chosen language if left out.
        """
        lang = language() if lang is None else known(lang)
        first = f"<p>{html.escape(next(self._sentences(lang)))}</p>"
        parts = "".join([first, *self._html(lang)])
        return f'<div class="tapewalk-report" lang="{lang}">{parts}</div>'

    def _html(self, lang: str) -> Iterator[str]:
        """Yield what follows the first sentence."""
        for line in list(self._sentences(lang))[1:]:
            yield f"<p>{html.escape(line)}</p>"
        if self.proposals:
            yield f'<div class="table">{"".join(html_table(self._table(lang)))}</div>'
        for one in self._to_write():
            yield f"<p>{html.escape(_name(one, lang))}</p>"
            yield f'<pre tabindex="0"><code>{html.escape(one.code)}</code></pre>'

    def page(self, lang: str | None = None) -> str:
        """Return the plan as a page that needs no network: its mountain, each proposal a switch.

        Args:
            lang: `"en"` or `"es"`; the chosen language if left out.
        """
        lang = language() if lang is None else known(lang)
        title = next(self._sentences(lang))
        parts = [f"<h1>{html.escape(title)}</h1>", place("held", "plan", title), *self._html(lang)]
        return page(title, "".join(parts), {"plan": self.mountain()}, lang)

    def __str__(self) -> str:
        return self.text()

    __repr__ = __str__

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        title = next(self._sentences(language()))
        shown = framed(self.page(), title) if draws() else self.html()
        return {"text/plain": self.text(), "text/html": shown}

    def _to_write(self) -> list[Proposal]:
        """Return the proposals whose code is shown: those of the plan, or all if none is needed."""
        return [one for one in self.proposals if one.peak is not None] or list(self.proposals)

    def _sentences(self, lang: str) -> Iterator[str]:
        amounts = {"peak": size(self.peak, lang), "budget": size(self.budget, lang)}
        yield say("peak", lang, phase=say(self.phase, lang), **amounts)
        large = [(kind, count) for kind, count in self.parts.items() if count > 0]
        parts = ", ".join(say(kind, lang, size=size(count, lang)) for kind, count in large)
        yield say("parts", lang, parts=parts)
        count = sum(one.peak is not None for one in self.proposals)
        if self.peak <= self.budget:
            yield say("fits", lang)
        else:
            key = "would" if self.fits else "lacks"
            yield say(key, lang, count=number(count, lang=lang), peak=size(self.planned, lang))
        if not self.proposals:
            yield say("none", lang)

    def _table(self, lang: str) -> Section:
        """Return the proposals, a row each."""
        heads = tuple(say(key, lang) for key in ("change", "saves", "alone", "work", "then"))
        rows = [
            (
                _name(one, lang),
                ("−" if one.saves < 0 else "") + size(abs(one.saves), lang),
                size(one.alone, lang),
                say("bus", lang, size=size(one.bus, lang))
                if one.bus
                else f"+{number(one.work, '.0%', lang)}",
                "–" if one.peak is None else size(one.peak, lang),
            )
            for one in self.proposals
        ]
        return Section(say("table", lang), (), heads, tuple(rows), (1, 2, 3, 4))


def _name(one: Proposal, lang: str) -> str:
    return say(one.kind, lang, count=number(one.count, lang=lang), where=one.where)
