def train_on_chunks(cell, optimizer, chunks, state):
    losses = []
    for x, y in chunks:
        optimizer.zero_grad()
        state = (cell(x) + state.detach()).tanh()
        loss = ((state - y) ** 2).mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
