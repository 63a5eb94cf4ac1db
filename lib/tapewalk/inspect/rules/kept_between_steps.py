from collections.abc import Iterator

from tapewalk.inspect.finding import Finding
from tapewalk.inspect.rules.evidence import Evidence
from tapewalk.inspect.rules.rule import Rule


class KeptBetweenSteps(Rule):
    """A graph that began before the call, as with a hidden state that kept its history."""

    kind = "kept_between_steps"
    urgency = 300
    topic = "history"
    confidence = "error"
    cause = {
        "en": "{older} of {all} operations of the graph were recorded before this step: the graph "
        "grows with every step.",
        "es": "{older} de {all} operaciones del grafo se grabaron antes de este paso: el "
        "grafo crece con cada paso.",
    }
    fix = {
        "en": "state = state.detach() between steps.",
        "es": "state = state.detach() entre pasos.",
    }
    false_alarms = {
        "en": "backpropagation through several steps with retain_graph=True",
        "es": "retropropagación a través de varios pasos con retain_graph=True",
    }
    example = "self.state = self.cell(x, self.state)"

    def find(self, evidence: Evidence) -> Iterator[Finding]:
        if evidence.older:
            operations = [node for node in evidence.nodes if not node.is_leaf]
            first = next((o for o in evidence.operations if o.older), None)
            module, place = (first.module, first.place) if first else ("", None)
            if evidence.recorded is not None and evidence.model is not None:
                from tapewalk.inspect.operations import where_kept

                module, place = where_kept(evidence.model) or (module, place)
            yield self.found(module, place, older=evidence.older, all=len(operations))
        elif evidence.recorded is not None and evidence.model is not None:
            from tapewalk.inspect.operations import where_history_grows

            for module, place, older in where_history_grows(evidence.model, evidence.recorded):
                yield self.found(module, place, older=older, all=older + len(evidence.nodes))
