def diagnose(report):
    by_status = {"frozen": "frozen", "unused": "unused", "inside": "data", "after": "detached"}
    by_mark = {"nan": "overflow", "zero": "zeroed"}
    for parameter in report.missing:
        if parameter.status in by_status:
            return by_status[parameter.status]
    if any(parameter.also for parameter in report.parameters):
        return "tied"
    if not all(core.fused for core in report.attention):
        return "unfused"
    marks = {parameter.gradient.mark for parameter in report.marked}
    for mark in ("nan", "zero", "exploding", "vanishing"):
        if mark in marks:
            return by_mark.get(mark, mark)
    return "healthy"
