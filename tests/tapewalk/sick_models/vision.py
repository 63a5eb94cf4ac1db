"""Sick models for images: classifiers, segmentation, detection."""

import torch
import torch.nn.functional as F  # noqa: N812
from torch import nn

from tests.tapewalk.sick_models.cases import call, sick


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


class ResNetWithFeatures(nn.Module):
    """The features are also handed out for a t-SNE plot."""

    def __init__(self, classes=10):
        super().__init__()
        self.stem = nn.Conv2d(3, 8, 3, 1, 1, bias=False)
        self.bn = nn.BatchNorm2d(8)
        self.layer1 = BasicBlock(8, 8)
        self.layer2 = BasicBlock(8, 16, 2)
        self.fc = nn.Linear(16, classes)
        self.feats = None

    def forward(self, x):
        x = F.relu(self.bn(self.stem(x)))
        x = self.layer2(self.layer1(x))
        feats = F.adaptive_avg_pool2d(x, 1).flatten(1)
        feats = self.feats = feats.detach()
        return self.fc(feats)


@sick("detach", "feats.detach()")
def resnet_features():
    model = ResNetWithFeatures()
    target = torch.randint(0, 10, (4,))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    return call(
        model,
        torch.randn(4, 3, 16, 16),
        loss_fn=lambda logits: F.cross_entropy(logits, target),
        optimizer=optimizer,
    )


class Bottleneck(nn.Module):
    def __init__(self, width_in, width, stride):
        super().__init__()
        self.reduce = nn.Conv2d(width_in, width, 1, bias=False)
        self.conv = nn.Conv2d(width, width, 3, stride, 1, bias=False)
        self.expand = nn.Conv2d(width, 2 * width, 1, bias=False)
        self.norms = nn.ModuleList(nn.GroupNorm(4, w) for w in (width, width, 2 * width))
        self.downsample = nn.Sequential(
            nn.AvgPool2d(stride), nn.Conv2d(width_in, 2 * width, 1), nn.GroupNorm(4, 2 * width)
        )
        self.pool = nn.AvgPool2d(stride)

    def forward(self, x):
        out = F.relu(self.norms[0](self.reduce(x)))
        out = F.relu(self.norms[1](self.conv(out)))
        out = self.norms[2](self.expand(out))
        return F.relu(out + F.pad(self.pool(x), (0, 0, 0, 0, 0, out.shape[1] - x.shape[1])))


@sick("unused")
def bottleneck_shortcut():
    model = nn.Sequential(
        nn.Conv2d(3, 8, 3, 1, 1), Bottleneck(8, 8, 2), nn.AdaptiveAvgPool2d(1), nn.Flatten()
    )
    model.append(nn.Linear(16, 5))
    target = torch.randint(0, 5, (6,))
    return call(
        model,
        torch.randn(6, 3, 12, 12),
        loss_fn=lambda logits: F.cross_entropy(logits, target),
        optimizer=torch.optim.Adam(model.parameters(), lr=1e-3),
    )


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
    return call(
        model,
        torch.randn(8, 1, 24, 24),
        loss_fn=lambda out: criterion(out, target),
        optimizer=torch.optim.SGD(model.parameters(), lr=0.01),
    )


class Backbone(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer1 = nn.Conv2d(3, 8, 3, 2, 1)
        self.layer2 = nn.Conv2d(8, 16, 3, 2, 1)
        self.layer_out = nn.Linear(16, 1000)

    def forward(self, x):
        x = F.relu(self.layer1(x))
        x = F.relu(self.layer2(x))
        return self.layer_out(x.mean((2, 3)))


@sick("frozen by accident")
def transfer_learning():
    model = Backbone()
    model.layer_out = nn.Linear(16, 4)
    model.neck = nn.Linear(4, 4)
    model.register_forward_hook(lambda module, given, out: module.neck(out))
    for name, parameter in model.named_parameters():
        if name.startswith("layer"):
            parameter.requires_grad = False
    optimizer = torch.optim.Adam([*model.layer_out.parameters(), *model.neck.parameters()], lr=1e-3)
    target = torch.randint(0, 4, (4,))
    return call(
        model,
        torch.randn(4, 3, 16, 16),
        loss_fn=lambda logits: F.cross_entropy(logits, target),
        optimizer=optimizer,
    )


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
    return call(
        model,
        torch.randn(2, 1, 16, 16),
        loss_fn=lambda out: criterion(out, mask),
        optimizer=torch.optim.AdamW(model.parameters(), lr=3e-4),
    )


class FeaturePyramid(nn.Module):
    """The backbone's deepest stage was wrapped to save memory."""

    def __init__(self, classes=3):
        super().__init__()
        self.c2 = nn.Sequential(nn.Conv2d(3, 8, 3, 2, 1), nn.GroupNorm(2, 8), nn.ReLU())
        self.c3 = nn.Sequential(nn.Conv2d(8, 16, 3, 2, 1), nn.GroupNorm(4, 16), nn.ReLU())
        self.lateral2 = nn.Conv2d(8, 8, 1)
        self.lateral3 = nn.Conv2d(16, 8, 1)
        self.smooth = nn.Conv2d(8, 8, 3, 1, 1)
        self.head = nn.Conv2d(8, classes, 1)

    def forward(self, x):
        c2 = self.c2(x)
        with torch.no_grad():
            c3 = self.c3(c2)
        p3 = self.lateral3(c3)
        p2 = self.lateral2(c2) + F.interpolate(p3, scale_factor=2, mode="nearest")
        return self.head(self.smooth(p2))


@sick("no_grad", "c3 = self.c3(c2)")
def pyramid():
    model = FeaturePyramid()
    labels = torch.randint(0, 3, (2, 8, 8))
    return call(
        model,
        torch.randn(2, 3, 16, 16),
        loss_fn=lambda logits: F.cross_entropy(logits, labels, ignore_index=255),
        optimizer=torch.optim.SGD(model.parameters(), lr=0.01, weight_decay=1e-4),
    )


class ViT(nn.Module):
    def __init__(self, size=16, patch=4, width=32, depth=2, classes=10):
        super().__init__()
        self.to_patches = nn.Conv2d(3, width, patch, patch)
        self.cls = nn.Parameter(torch.randn(1, 1, width) * 0.02)
        self.pos = nn.Parameter(torch.randn(1, (size // patch) ** 2 + 1, width) * 0.02)
        layer = nn.TransformerEncoderLayer(
            width, 4, 64, dropout=0.0, batch_first=True, norm_first=True
        )
        self.blocks = nn.TransformerEncoder(layer, depth, enable_nested_tensor=False)
        self.head = nn.Linear(width, classes)

    def forward(self, x):
        x = self.to_patches(x).flatten(2).transpose(1, 2)
        x = torch.cat([self.cls.expand(len(x), -1, -1), x], 1)
        x = x + self.pos.data[:, : x.shape[1]]
        return self.head(self.blocks(x)[:, 0])


@sick("detach", "self.pos.data[:, : x.shape[1]]")
def vit_position():
    model = ViT()
    target = torch.randint(0, 10, (3,))
    return call(
        model,
        torch.randn(3, 3, 16, 16),
        loss_fn=lambda logits: F.cross_entropy(logits, target, label_smoothing=0.1),
        optimizer=torch.optim.AdamW(model.parameters(), lr=1e-3),
    )


class ASPP(nn.Module):
    """The image pooling branch of DeepLab: after it a channel has one value for each picture."""

    def __init__(self, width_in, width):
        super().__init__()
        self.near = nn.Sequential(nn.Conv2d(width_in, width, 1), nn.BatchNorm2d(width), nn.ReLU())
        self.far = nn.Conv2d(width_in, width, 3, padding=2, dilation=2)
        self.pooled = nn.Sequential(
            nn.AdaptiveAvgPool2d(1),
            nn.Conv2d(width_in, width, 1, bias=False),
            nn.BatchNorm2d(width),
            nn.ReLU(),
        )
        self.project = nn.Conv2d(3 * width, 4, 1)

    def forward(self, x):
        size = x.shape[-2:]
        pooled = F.interpolate(self.pooled(x), size=size, mode="nearest")
        return self.project(torch.cat([self.near(x), self.far(x), pooled], 1))


@sick("batch of one")
def deeplab_pooling():
    model = nn.Sequential(nn.Conv2d(3, 8, 3, 2, 1), nn.ReLU(), ASPP(8, 8))
    labels = torch.randint(0, 4, (1, 8, 8))
    return call(
        model,
        torch.randn(1, 3, 16, 16),
        loss_fn=lambda logits: F.cross_entropy(logits, labels),
        optimizer=torch.optim.SGD(model.parameters(), lr=0.01),
    )


class RetinaHead(nn.Module):
    """The prior of focal loss went to every convolution of the tower, not to the last alone."""

    def __init__(self, width=16, anchors=3, classes=4, prior=0.0001):
        super().__init__()
        self.tower = nn.Sequential(
            nn.Conv2d(8, width, 3, 1, 1), nn.ReLU(), nn.Conv2d(width, width, 3, 1, 1), nn.ReLU()
        )
        self.score = nn.Conv2d(width, anchors * classes, 3, 1, 1)
        bias = -torch.log(torch.tensor((1 - prior) / prior)).item()
        for module in self.modules():
            if isinstance(module, nn.Conv2d):
                nn.init.normal_(module.weight, std=0.01)
                nn.init.constant_(module.bias, bias)

    def forward(self, x):
        return self.score(self.tower(x))


def focal(logits, target, alpha=0.25, gamma=2.0):
    loss = F.binary_cross_entropy_with_logits(logits, target, reduction="none")
    right = torch.exp(-loss)
    return (alpha * (1 - right) ** gamma * loss).mean()


@sick("dead units")
def retina_prior():
    model = nn.Sequential(nn.Conv2d(3, 8, 3, 2, 1), nn.ReLU(), RetinaHead())
    target = (torch.rand(2, 12, 8, 8) > 0.95).float()
    return call(
        model,
        torch.randn(2, 3, 16, 16),
        loss_fn=lambda logits: focal(logits, target),
        optimizer=torch.optim.SGD(model.parameters(), lr=0.01),
    )


class SigmoidNet(nn.Module):
    """Twelve convolutions with the activation of the eighties."""

    def __init__(self, depth=12, width=8):
        super().__init__()
        layers = [nn.Conv2d(1, width, 3, 1, 1), nn.Sigmoid()]
        for _ in range(depth - 1):
            layers += [nn.Conv2d(width, width, 3, 1, 1), nn.Sigmoid()]
        self.features = nn.Sequential(*layers)
        self.classify = nn.Linear(width, 10)

    def forward(self, x):
        return self.classify(self.features(x).mean((2, 3)))


@sick("vanishing")
def sigmoid_net():
    model = SigmoidNet()
    target = torch.randint(0, 10, (4,))
    return call(
        model,
        torch.randn(4, 1, 12, 12),
        loss_fn=lambda logits: F.cross_entropy(logits, target),
        optimizer=torch.optim.SGD(model.parameters(), lr=0.1),
    )


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
        optimizer=torch.optim.AdamW(model.parameters(), lr=1e-3),
    )


class PreciseNet(nn.Module):
    """Somebody mistrusted the normalisation and computes it in double precision."""

    def __init__(self, width=16):
        super().__init__()
        self.conv1 = nn.Conv2d(3, width, 3, 1, 1)
        self.conv2 = nn.Conv2d(width, width, 3, 1, 1)
        self.gain = nn.Parameter(torch.ones(1, width, 1, 1))
        self.fc = nn.Linear(width, 10)

    def normalise(self, x):
        x = x.double()
        x = (x - x.mean((2, 3), keepdim=True)) / (x.std((2, 3), keepdim=True) + 1e-5)
        return self.gain * x.float()

    def forward(self, x):
        x = F.relu(self.normalise(self.conv1(x)))
        x = F.relu(self.normalise(self.conv2(x)))
        return self.fc(x.mean((2, 3)))


@sick("dtype round trip", "x = x.double()")
def precise_norm():
    model = PreciseNet()
    target = torch.randint(0, 10, (2,))
    return call(
        model,
        torch.randn(2, 3, 16, 16),
        loss_fn=lambda logits: F.cross_entropy(logits, target),
        optimizer=torch.optim.Adam(model.parameters()),
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
        optimizer=torch.optim.SGD(model.parameters(), lr=0.1),
    )


class SegmentationHead(nn.Module):
    def __init__(self):
        super().__init__()
        self.encode = nn.Sequential(nn.Conv2d(1, 8, 3, 2, 1), nn.GELU(), nn.Conv2d(8, 8, 3, 1, 1))
        self.decode = nn.ConvTranspose2d(8, 2, 2, 2)

    def forward(self, x):
        return self.decode(F.gelu(self.encode(x)))


def dice(logits, target):
    chance = logits.softmax(1)[:, 1] * (target > 0)
    overlap = 2 * (chance * target).sum((1, 2))
    union = chance.sum((1, 2)) + target.sum((1, 2))
    return 1 - (overlap / union).mean()


@sick("nan", "return 1 - (overlap / union).mean()")
def dice_of_nothing():
    model = SegmentationHead()
    target = torch.zeros(2, 16, 16)
    target[0, 4:9, 4:9] = 1.0
    return call(
        model,
        torch.randn(2, 1, 16, 16),
        loss_fn=lambda logits: dice(logits, target),
        optimizer=torch.optim.Adam(model.parameters(), lr=1e-3),
    )


class HalfClassifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(64, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU(), nn.Linear(128, 10)
        )

    def forward(self, x):
        return self.layers(x.flatten(1))


@sick("fp16 underflow")
def half_classifier():
    model = HalfClassifier().half()
    images = torch.randn(256, 1, 8, 8).half()
    target = torch.randint(0, 10, (256,))

    def loss_fn(logits):
        loss = F.cross_entropy(logits, target, reduction="sum")
        return loss / (len(target) * 4096)  # over many steps of accumulation

    return call(
        model, images, loss_fn=loss_fn, optimizer=torch.optim.SGD(model.parameters(), lr=0.1)
    )


class VolumeNet(nn.Module):
    """Volumes are so big that only one fits."""

    def __init__(self):
        super().__init__()
        self.conv = nn.Conv3d(1, 8, 3, 2, 1, bias=False)
        self.norm = nn.BatchNorm3d(8)
        self.deep = nn.Conv3d(8, 16, 3, 2, 1, bias=False)
        self.norm_deep = nn.BatchNorm3d(16)
        self.out = nn.Conv3d(16, 2, 1)

    def forward(self, x):
        x = F.relu(self.norm(self.conv(x)))
        x = F.relu(self.norm_deep(self.deep(x)))
        return F.interpolate(self.out(x), scale_factor=4, mode="nearest")


@sick("batch of one")
def volume_net():
    model = VolumeNet()
    target = torch.randint(0, 2, (1, 8, 8, 8))
    return call(
        model,
        torch.randn(1, 1, 8, 8, 8),
        loss_fn=lambda logits: F.cross_entropy(logits, target),
        optimizer=torch.optim.Adam(model.parameters()),
    )
