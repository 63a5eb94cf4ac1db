from tapewalk import no_grad


def training_step(parameters, loss_of, rate):
    for p in parameters:
        p.grad = None
    loss = loss_of()
    loss.backward()
    with no_grad():
        for p in parameters:
            p -= rate * p.grad
    return loss.item()
