"""02.8: the reference, and what learners write instead."""

from tapewalk import enable_grad, no_grad, set_grad_enabled
from tapewalk_course.solutions.module_02 import centred_step, taught_step


def _step(optimizer, loss):
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


def _centred(between):
    def step(up, down, optimizer, x, y):
        return _step(optimizer, ((down(between(up(x).tanh())) - y) ** 2).mean())

    return step, taught_step


def _taught(loss_of):
    return centred_step, lambda student, teacher, optimizer, x: _step(
        optimizer, loss_of(student, teacher, x)
    )


def all_recorded(student, teacher, x):
    return ((student(x).tanh() - teacher(x).tanh()) ** 2).mean()


def nothing_recorded(student, teacher, x):
    with no_grad():
        return all_recorded(student, teacher, x)


def student_unrecorded(student, teacher, x):
    with no_grad():
        rows = student(x).tanh()
    return ((rows - teacher(x).tanh()) ** 2).mean()


def teacher_detached(student, teacher, x):
    return ((student(x).tanh() - teacher(x).tanh().detach()) ** 2).mean()


def under_no_grad(up, down, optimizer, x, y):
    with no_grad():
        rows = up(x).tanh()
        loss = ((down(rows - rows.mean(0)) - y) ** 2).mean()
    return _step(optimizer, loss)


def cleared_teacher(student, teacher, optimizer, x):
    optimizer.zero_grad()
    loss = all_recorded(student, teacher, x)
    loss.backward()
    for p in teacher.parameters():
        p.grad = None
    optimizer.step()
    return loss.item()


def frozen_for_good(student, teacher, optimizer, x):
    for p in teacher.parameters():
        p.requires_grad = False
    return _step(optimizer, ((student(x).tanh() - teacher(x).tanh()) ** 2).mean())


def off_for_good(student, teacher, optimizer, x):
    set_grad_enabled(False)
    targets = teacher(x).tanh()
    with enable_grad():
        return _step(optimizer, ((student(x).tanh() - targets) ** 2).mean())


REFERENCE = (centred_step, taught_step)
ALSO_RIGHT = [_taught(teacher_detached), _centred(lambda rows: rows - rows.detach().mean(0))]
WRONG = [
    ("history", _taught(nothing_recorded)),
    ("history", (under_no_grad, taught_step)),
    ("cut", _centred(lambda rows: rows.detach() - rows.detach().mean(0))),
    ("through", _centred(lambda rows: rows - rows.mean(0))),
    ("wrong_side", _centred(lambda rows: rows.detach() - rows.mean(0))),
    ("uncentred", _centred(lambda rows: rows)),
    ("mean", _centred(lambda rows: rows - rows.mean().detach())),
    ("teacher", (centred_step, cleared_teacher)),
    ("teacher", _taught(all_recorded)),
    ("forced", _taught(lambda *given: nothing_recorded(*given).requires_grad_())),
    ("student", _taught(student_unrecorded)),
]
GENERIC = [
    ("switched", (centred_step, frozen_for_good)),
    ("switched", (centred_step, off_for_good)),
    ("none", (centred_step, lambda *given: taught_step(*given) and None)),
    ("type", (lambda *given: str(centred_step(*given)), taught_step)),
    ("numbers", _centred(lambda rows: rows + rows.mean(0).detach())),
]
