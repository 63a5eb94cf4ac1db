"""Traces of Value graphs against `backward`, the schema, and sums done by hand."""

import copy
import json
import math
import random
import sys

import pytest
from jsonschema import Draft202012Validator

from tapewalk import Value, publish, tape, trace, validate
from tapewalk.trace.validate import schema
from tests.each import each


def chain():
    x = Value(2.0, label="x")
    a = 3 * x
    b = a + 1
    c = b**2
    return trace(c, labels={"a": a, "b": b, "c": c})


def decoded(number):
    return float(number) if isinstance(number, str) else number


def test_trace_of_the_first_lesson():
    walk = chain()
    assert [node["label"] for node in walk["nodes"]] == ["x", "a", "b", "c"]
    assert [node["value"] for node in walk["nodes"]] == [2.0, 6.0, 7.0, 49.0]
    assert [event["grad"] for event in walk["backward"]] == [1.0, 14.0, 14.0]
    assert (walk["grads"], walk["engine"]) == ({"0": 42.0}, "value")
    assert walk["nodes"][1]["constants"] == [{"slot": 0, "value": 3.0}]
    assert walk["edges"][0] == {"from": 0, "to": 1, "slot": 1, "local": 3.0}


def test_one_use_one_edge_and_totals_add_up():
    a = Value(3.0, label="a")
    walk = trace(a * a)
    assert [(e["from"], e["to"], e["slot"]) for e in walk["edges"]] == [(0, 1, 0), (0, 1, 1)]
    assert [sent["total"] for sent in walk["backward"][0]["sends"]] == [3.0, 6.0]


def random_root(seed):
    rng = random.Random(seed)
    pool = [Value(rng.uniform(-2, 2), label=f"x{i}") for i in range(3)]
    for _ in range(25):
        a, b = rng.choice(pool), rng.choice(pool)
        made = [a + b, a * b, 1 - a, a / (b * b + 1), a.tanh(), 2 ** a.tanh(), b.relu()]
        pool.append(rng.choice(made))
    return sum(pool)


@each("seed", range(30))
def test_trace_equals_backward(seed):
    root = random_root(seed)
    walk = trace(root)
    root.backward()
    values = tape(root)
    for position, value in enumerate(values):
        assert walk["nodes"][position]["value"] == value.data
    for event in walk["backward"]:
        assert event["grad"] == values[event["node"]].grad
    for position, gradient in walk["grads"].items():
        assert gradient == values[int(position)].grad


@each("seed", range(10))
def test_traces_are_valid_and_deterministic(seed):
    walk = trace(random_root(seed))
    Draft202012Validator(schema()).validate(walk)
    validate(walk)
    assert json.dumps(walk) == json.dumps(trace(random_root(seed)))


def test_tracing_leaves_the_graph_as_it_was():
    x = Value(2.0)
    y = x * x
    y.backward()
    trace(y)
    assert (x.grad, y.grad) == (4.0, 1.0)


def test_leaf_alone_can_be_traced():
    walk = trace(Value(2.0, label="x"))
    assert (walk["forward"], walk["backward"], walk["grads"]) == ([], [], {"0": 1.0})
    validate(walk)


def test_non_finite_numbers_are_named():
    walk = trace(Value(800.0).exp() * math.nan + Value(0.0).sqrt())
    assert {"NaN", "Infinity"} <= {n["value"] for n in walk["nodes"] if isinstance(n["value"], str)}
    json.dumps(walk, allow_nan=False)
    validate(walk)
    assert math.isnan(decoded(walk["nodes"][-1]["value"]))


@pytest.mark.parametrize("wrong", [3.0, None, "loss", [Value(1.0)]])
def test_only_a_value_can_be_traced(wrong):
    with pytest.raises(TypeError, match="reads the graph behind a Value or a tensor, got"):
        trace(wrong)


def test_labels_must_name_values_of_the_graph():
    x = Value(1.0)
    with pytest.raises(TypeError, match="labels name Values, but 'k' is 3"):
        trace(x + 1, labels={"k": 3})
    with pytest.raises(ValueError, match="the label 'y' names .* does not depend on"):
        trace(x + 1, labels={"y": x * 2})


def broken(change):
    walk = copy.deepcopy(chain())
    change(walk)
    return walk


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (lambda w: w.update(schema=2), "schema, 1 was expected"),
        (lambda w: w.pop("edges"), "'edges' is a required property"),
        (lambda w: w["nodes"][1].update(value="six"), r"nodes\[1\].value"),
        (lambda w: w["nodes"][2].update(id=7), r"nodes\[2\].id, 7 should be the position, 2"),
        (lambda w: w["edges"][1].update(to=9), r"edges\[1\], it should lead from an older"),
        (lambda w: w["edges"][1].update({"from": 3}), r"edges\[1\], it should lead"),
        (lambda w: w["forward"].append(4), r"forward\[3\], 4 is not one of the 4 nodes"),
        (lambda w: w["backward"][0].update(node=8), r"backward\[0\].node, 8 is not one"),
        (lambda w: w["backward"][0]["sends"][0].update(edge=0), r"sends\[0\].edge, 0 is not"),
        (lambda w: w["grads"].update({"12": 1.0}), r"grads.12, 12 is not one of the 4 nodes"),
    ],
)
def test_invalid_trace_is_refused_with_its_place(change, place):
    with pytest.raises(ValueError, match=rf"not a trace: at .*{place}"):
        validate(broken(change))


def test_validate_without_jsonschema_names_the_remedy(monkeypatch):
    monkeypatch.setitem(sys.modules, "jsonschema", None)
    with pytest.raises(ModuleNotFoundError, match=r'pip install "tapewalk\[validate\]"'):
        validate(chain())


def published(capsys):
    fence, script, end = capsys.readouterr().out.strip().split("\n")
    assert (fence, end) == ("```{=html}", "```")
    return json.loads(script.removeprefix('<script type="ojs-define">').removesuffix("</script>"))


def test_publish_prints_the_block_that_pages_read(capsys):
    publish(square=chain(), losses=[1.0, math.inf])
    contents = published(capsys)["contents"]
    assert contents[0] == {"name": "square", "value": chain()}
    assert contents[1] == {"name": "losses", "value": [1.0, "Infinity"]}


def test_label_cannot_end_the_block_early(capsys):
    publish(t=trace(Value(1.0, label="</script>") * 2))
    assert published(capsys)["contents"][0]["value"]["nodes"][0]["label"] == "</script>"


def test_publish_refuses_a_broken_trace():
    with pytest.raises(ValueError, match="not a trace"):
        publish(t=broken(lambda w: w.update(schema=2)))
