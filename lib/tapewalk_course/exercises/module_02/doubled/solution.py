def doubled_step(up, down, optimizer, x, y):
    optimizer.zero_grad()
    rows = up(x).tanh()
    rows = rows * 2
    loss = ((down(rows) - y) ** 2).mean()
    loss.backward()
    optimizer.step()
    return loss.item()
