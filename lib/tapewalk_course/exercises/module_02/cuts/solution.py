from tapewalk import no_grad


def centred_step(up, down, optimizer, x, y):
    rows = up(x).tanh()
    rows = rows - rows.mean(0).detach()
    loss = ((down(rows) - y) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


def taught_step(student, teacher, optimizer, x):
    with no_grad():
        targets = teacher(x).tanh()
    loss = ((student(x).tanh() - targets) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()
