"""Sick models for images: classifiers, segmentation, detection."""

import torch
import torch.nn.functional as F  # noqa: N812
from torch import nn

from bench.sick_models.cases import call, sick


class BasicBlock(nn.Module):
    def __init__(self, width_in, width_out, stride=1):
        super().__init__()
        self.conv1 = nn.Conv2d(width_in, width_out, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(width_out)
        self.conv2 = nn.Conv2d(width_out, width_out, 3, 1, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(width_out)
        self.shortcut = nn.Sequential()
        if stride != 1 or width_in != width_out:
            self.shortcut = nn.Sequential(
                nn.Conv2d(width_in, width_out, 1, stride, bias=False), nn.BatchNorm2d(width_out)
            )

    def forward(self, x):
        out = F.relu(self.bn1(self.conv1(x)))
        out = self.bn2(self.conv2(out))
        return F.relu(out + self.shortcut(x))


class LeNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 6, 5, padding=2)
        self.conv2 = nn.Conv2d(6, 16, 5)
        self.fc1 = nn.Linear(16 * 4 * 4, 60)
        self.fc2 = nn.Linear(60, 10)
        self.drop = nn.Dropout(0.2)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.conv1(x)), 2)
        x = F.max_pool2d(F.relu(self.conv2(x)), 2)
        x = self.drop(F.relu(self.fc1(x.flatten(1))))
        return F.softmax(self.fc2(x), dim=1)


@sick("double softmax", "F.softmax(self.fc2(x), dim=1)")
def lenet_probabilities():
    model = LeNet()
    criterion = nn.CrossEntropyLoss()
    target = torch.randint(0, 10, (8,))
    return call(model, torch.randn(8, 1, 24, 24), loss_fn=lambda out: criterion(out, target))


def double_conv(width_in, width_out):
    return nn.Sequential(
        nn.Conv2d(width_in, width_out, 3, padding=1),
        nn.BatchNorm2d(width_out),
        nn.ReLU(),
        nn.Conv2d(width_out, width_out, 3, padding=1),
        nn.BatchNorm2d(width_out),
        nn.ReLU(),
    )


class UNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.down1 = double_conv(1, 8)
        self.down2 = double_conv(8, 16)
        self.middle = double_conv(16, 16)
        self.up = nn.ConvTranspose2d(16, 8, 2, 2)
        self.merge = double_conv(16, 8)
        self.out = nn.Conv2d(8, 1, 1)

    def forward(self, x):
        skip = self.down1(x)
        x = self.middle(self.down2(F.max_pool2d(skip, 2)))
        x = self.merge(torch.cat([self.up(x), skip], 1))
        return torch.sigmoid(self.out(x))


@sick("sigmoid twice", "torch.sigmoid(self.out(x))")
def unet_mask():
    model = UNet()
    mask = (torch.rand(2, 1, 16, 16) > 0.7).float()
    criterion = nn.BCEWithLogitsLoss(pos_weight=torch.tensor(2.0))
    return call(model, torch.randn(2, 1, 16, 16), loss_fn=lambda out: criterion(out, mask))


class ChannelsLastNet(nn.Module):
    """Ported from another framework: the layout is turned around every convolution."""

    def __init__(self, width=16, depth=4):
        super().__init__()
        self.stem = nn.Linear(3, width)
        self.mix = nn.ModuleList(
            nn.Conv2d(width, width, 3, 1, 1, groups=width) for _ in range(depth)
        )
        self.norm = nn.LayerNorm(width)
        self.head = nn.Linear(width, 10)

    def forward(self, x):
        x = self.stem(x)
        for conv in self.mix:
            y = x.permute(0, 3, 1, 2).contiguous()
            y = F.gelu(conv(y))
            y = y.permute(0, 2, 3, 1).contiguous()
            y = y.contiguous().clone()
            x = x + y
        return self.head(self.norm(x).mean((1, 2)))


@sick("copies", ".contiguous()")
def channels_last():
    model = ChannelsLastNet()
    target = torch.randint(0, 10, (2,))
    return call(
        model,
        torch.randn(2, 16, 16, 3),
        loss_fn=lambda logits: F.cross_entropy(logits, target),
    )


class PreActBlock(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm1, self.norm2 = nn.GroupNorm(4, width), nn.GroupNorm(4, width)
        self.conv1 = nn.Conv2d(width, width, 3, 1, 1)
        self.conv2 = nn.Conv2d(width, width, 3, 1, 1)

    def forward(self, x):
        out = self.conv1(F.relu(self.norm1(x)))
        out = torch.sigmoid(self.norm2(out))
        gate = out * self.conv2(out)
        out += x
        return out + gate


@sick("in-place", "out += x")
def gated_residual():
    model = nn.Sequential(
        nn.Conv2d(3, 8, 3, 1, 1), PreActBlock(8), nn.AdaptiveAvgPool2d(1), nn.Flatten()
    )
    model.append(nn.Linear(8, 10))
    target = torch.randint(0, 10, (2,))
    return call(
        model,
        torch.randn(2, 3, 8, 8),
        loss_fn=lambda logits: F.cross_entropy(logits, target),
    )
