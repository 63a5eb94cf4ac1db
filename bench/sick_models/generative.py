"""Sick generators: GANs, autoencoders, flows, diffusion."""

import torch
import torch.nn.functional as F  # noqa: N812
from torch import nn

from bench.sick_models.cases import call, sick


class Generator(nn.Module):
    def __init__(self, noise=8):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(noise, 32), nn.BatchNorm1d(32), nn.ReLU(), nn.Linear(32, 64), nn.Tanh()
        )

    def forward(self, z):
        return self.net(z).view(-1, 1, 8, 8)


class Discriminator(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(
            nn.Conv2d(1, 8, 3, 2, 1), nn.LeakyReLU(0.2), nn.Flatten(), nn.Linear(128, 1)
        )

    def forward(self, x):
        return self.net(x)


class GAN(nn.Module):
    def __init__(self):
        super().__init__()
        self.generator = Generator()
        self.discriminator = Discriminator()


class VAE(nn.Module):
    def __init__(self, inside=64, latent=4):
        super().__init__()
        self.encode = nn.Sequential(nn.Linear(inside, 32), nn.ReLU())
        self.mean, self.log_var = nn.Linear(32, latent), nn.Linear(32, latent)
        self.decode = nn.Sequential(nn.Linear(latent, 32), nn.ReLU(), nn.Linear(32, inside))

    def forward(self, x):
        hidden = self.encode(x.flatten(1))
        mean, log_var = self.mean(hidden), self.log_var(hidden)
        latent = mean + torch.randn_like(mean) * torch.exp(0.5 * log_var)
        return self.decode(latent), mean, log_var


@sick("reduced twice", "divergence.mean() / len(x)")
def vae_divergence():
    """The divergence is averaged and then divided by the batch: it hardly counts."""
    model = VAE()
    x = torch.rand(32, 64)

    def loss_fn(out):
        again, mean, log_var = out
        divergence = -0.5 * (1 + log_var - mean**2 - log_var.exp()).sum(1)
        return F.mse_loss(again, x, reduction="sum") / len(x) + divergence.mean() / len(x)

    return call(model, x, loss_fn=loss_fn)


class VQVAE(nn.Module):
    """The nearest entry of the codebook, without the straight-through estimate."""

    def __init__(self, codes=16, width=8):
        super().__init__()
        self.encode = nn.Sequential(nn.Conv2d(1, 8, 4, 2, 1), nn.ReLU(), nn.Conv2d(8, width, 1))
        self.codebook = nn.Embedding(codes, width)
        self.decode = nn.Sequential(nn.ConvTranspose2d(width, 8, 2, 2), nn.Conv2d(8, 1, 1))

    def forward(self, x):
        z = self.encode(x).permute(0, 2, 3, 1)
        flat = z.reshape(-1, z.shape[-1])
        distance = torch.cdist(flat, self.codebook.weight)
        nearest = distance.argmin(1)
        quantised = self.codebook(nearest).view_as(z)
        return self.decode(quantised.permute(0, 3, 1, 2))


@sick("argmax", "nearest = distance.argmin(1)")
def vq_vae():
    model = VQVAE()
    x = torch.rand(3, 1, 8, 8)
    return call(model, x, loss_fn=lambda out: F.mse_loss(out, x))


class Denoiser(nn.Module):
    """The embedding of the time has a small network of its own."""

    def __init__(self, width=16):
        super().__init__()
        self.time = nn.Sequential(nn.Linear(8, 32), nn.SiLU(), nn.Linear(32, width))
        self.into = nn.Conv2d(1, width, 3, 1, 1)
        self.norm = nn.GroupNorm(4, width)
        self.middle = nn.Conv2d(width, width, 3, 1, 1)
        self.out = nn.Conv2d(width, 1, 3, 1, 1)

    @torch.no_grad()
    def embed(self, t):
        rates = torch.exp(torch.arange(4) * -1.5)
        angle = t[:, None] * rates
        return self.time(torch.cat([angle.sin(), angle.cos()], -1))

    def forward(self, x, t):
        h = self.into(x) + self.embed(t)[:, :, None, None]
        h = h + self.middle(F.silu(self.norm(h)))
        return self.out(F.silu(h))


@sick("no_grad", "self.time(torch.cat([angle.sin(), angle.cos()], -1))")
def diffusion_time():
    model = Denoiser()
    noise, t = torch.randn(4, 1, 8, 8), torch.randint(0, 1000, (4,)).float()
    kept = torch.cos(t / 1000 * 1.5)[:, None, None, None]
    x = kept * torch.rand(4, 1, 8, 8) + (1 - kept**2).sqrt() * noise
    return call(model, x, t, loss_fn=lambda out: F.mse_loss(out, noise))
