import re

from tapewalk.inspect.rules import Rule


def repair(source):
    name, made = re.search(r"(\w+) = (torch\.optim\.\w+)", source).groups()
    settings = re.search(r"parameters\(\)(.*)", source)[1]
    loss = re.search(r"losses\.append\((\w+)", source)[1]
    start, body = [], []
    lines = source.splitlines()
    for number, line in enumerate(lines):
        if "no_grad" in line and "model." in lines[number + 1]:
            continue
        if re.search(r"optim|zero_grad|backward|step\(\)|item\(\)|losses", line):
            continue
        if "model." in line:
            line = " " * 8 + line.strip().replace(".detach()", "").replace(".data", "")
        (body if line.startswith(" " * 8) else start).append(line)
    define, loop = start
    update = [f"{name}.zero_grad()", f"{loss}.backward()", f"{name}.step()"]
    return "\n".join(
        [
            define,
            "    losses = []",
            f"    {name} = {made}(model.parameters(){settings}",
            loop,
            *body,
            *(" " * 8 + line for line in update),
            f"        losses.append({loss}.detach())",
            "    return losses",
        ]
    )


class UselessBias(Rule):
    kind = "useless_bias"
    urgency = 345
    topic = "batch_norm"
    cause = {"en": "the batch norm that follows subtracts the bias of this layer again."}
    fix = {"en": "leave the bias out: bias=False."}

    def find(self, evidence):
        for norm in evidence.named("batch_norm"):
            layer = evidence.made_by(norm)
            if layer is None or layer.name not in ("linear", "conv2d"):
                continue
            place = evidence.operations.index(layer)
            uses = sum(place in other.sources for other in evidence.operations)
            has_bias = len(layer.shapes) == 3
            if has_bias and uses == 1 and norm.settings.get("training"):
                yield self.found_at(layer)
