"""The categories of operations: ours name their own, a table has those of PyTorch's nodes.

The table was looked up: it has the nodes that PyTorch 2.13 and 2.15 register, on all devices
(`torch._C._functions`), except those of its tests and errors. All other names are unknown, and the
report says so. If a name alone does not decide, `tapewalk.inspect.structure` looks at the graph.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tapewalk.engine.function import Function

CATEGORIES: Final = (
    *("compute", "fused_attention", "normalisation", "activation", "layout_free", "layout_copy"),
    *("residual", "dtype_copy", "loss", "accumulate", "custom", "unknown"),
)

# `layout_free` need not move a number, neither forward nor backward; `layout_copy` does in one of
# them: the backward pass of a select fills a tensor with zeros and copies a part into it. That of a
# view reshapes, which copies a gradient if it lies in another order: no graph shows that. What adds
# in its backward pass, as an embedding does, computes.
_NAMES: Final = {
    "layout_free": """
        Alias Conj LazyClone Lift LiftFresh NegView NestedGetValues NestedViewFromBuffer
        NestedViewFromJagged Permute ReshapeAlias Squeeze T Transpose UnsafeView Unsqueeze Values
        View ViewAsComplex ViewAsReal
    """,
    "layout_copy": """
        AsStrided AsStridedScatter BlockDiag Cat ChannelShuffle Chunk Clone ConstantPadNd CopySlices
        DiagEmbed Diagonal DiagonalScatter Flip Im2Col MkldnnReshape NarrowCopy NestedFromPadded
        NestedFromPaddedTensor NestedTensorFromMask NestedTensorFromTensorList PackPaddedSequence
        PinMemory PixelShuffle PixelUnshuffle ReflectionPad1D ReflectionPad2D ReflectionPad3D Repeat
        ReplicationPad1D ReplicationPad2D ReplicationPad3D ReshapeCopy Roll Rot90 Select
        SelectScatter Slice SliceScatter Split SplitWithSizes Stack ToDense ToMkldnn ToPaddedTensor
        ToSparse ToSparseBsc ToSparseBsr ToSparseCsc ToSparseCsr Unbind Unfold UnsafeSplit
        UnsafeSplitWithSizes
    """,
    "dtype_copy": """
        CopyBackwards ToCopy
    """,
    "fused_attention": """
        CudnnAttention EfficientAttention FlashAttention
    """,
    "normalisation": """
        BatchNorm BatchNormNoUpdate BatchNormWithUpdate CudnnBatchNorm FusedRmsNorm MiopenBatchNorm
        NativeBatchNorm NativeBatchNormLegit NativeBatchNormLegitNoTraining NativeGroupNorm
        NativeLayerNorm WeightNormInterface
    """,
    "activation": """
        Celu Elu Gelu Glu Hardshrink Hardsigmoid Hardswish Hardtanh LeakyRelu LogSigmoid LogSoftmax
        MaskedSoftmax Mish PreluKernel Relu RreluWithNoise RreluWithNoiseFunctional SafeSoftmax
        Sigmoid Silu Softmax Softplus Softshrink SparseLogSoftmax SparseSoftmax Tanh Threshold
    """,
    "loss": """
        BinaryCrossEntropy BinaryCrossEntropyWithLogits CtcLoss CudnnCtcLoss HuberLoss MiopenCtcLoss
        MseLoss MultilabelMarginLoss MultiMarginLoss NllLoss NllLoss2D SmoothL1Loss SoftMarginLoss
    """,
    "compute": """
        Abs Acos Acosh AdaptiveAvgPool2D AdaptiveAvgPool3D AdaptiveMaxPool2D AdaptiveMaxPool3D Add
        Addbmm Addcdiv Addcmul Addmm Addmv Addr AffineGridGenerator Amax Amin Aminmax Angle Asin
        Asinh Atan Atan2 Atanh AvgPool2D AvgPool3D Baddbmm Bernoulli Bmm Cauchy Cdist Ceil
        Checkpoint Cholesky CholeskyInverse CholeskySolve Clamp ClampMax ClampMin Coalesce Col2Im
        Complex ConjPhysical ConvDepthwise2D ConvDepthwise3D Convolution
        ConvolutionBackwardOverrideable ConvolutionOverrideable ConvTbc Copysign Cos Cosh
        CudnnAffineGridGenerator CudnnConvolution CudnnConvolutionTranspose CudnnGridSampler
        CudnnRnn Cummax Cummin Cumprod Cumsum Deg2Rad Digamma Dist Div Dot Embedding EmbeddingBag
        EmbeddingBagDense EmbeddingDense EmbeddingRenorm Eq Erf Erfc Erfinv EuclideanDist Exp Exp2
        Expm1 Exponential FakeQuantizeLearnablePerChannelAffine FakeQuantizeLearnablePerTensorAffine
        FakeQuantizePerChannelAffineCachemask FakeQuantizePerTensorAffineCachemask
        FakeQuantizePerTensorAffineCachemaskTensorQparams FftC2C FftC2R FftR2C Fill Floor Fmax Fmin
        Fmod ForeachDiv ForeachMaximum ForeachMinimum ForeachMm ForeachNorm ForeachPow Frac
        FractionalMaxPool2D FractionalMaxPool3D Frexp FusedDropout FusedMovingAvgObsFqHelper Gather
        Ge Geometric Geqrf GridSampler2D GridSampler2DCpuFallback GridSampler3D GroupedMm Gt Hypot
        I0 Igamma Igammac Index IndexAdd IndexCopy IndexFill IndexPut IndexPutImpl IndexReduce
        IndexSelect Kthvalue Ldexp Le Lerp Lgamma LinalgCholeskyEx LinalgCross LinalgDet LinalgEig
        LinalgEigh LinalgHouseholderProduct LinalgInvEx LinalgLstsq LinalgLu LinalgLuFactorEx
        LinalgLuSolve LinalgMatrixExp LinalgMatrixSqrth LinalgPinv LinalgPolar LinalgQr
        LinalgSlogdet LinalgSolveEx LinalgSolveTriangular LinalgSvd LinalgVectorNorm Linear Log
        Log10 Log1P Log2 Logaddexp Logaddexp2 Logcumsumexp Logit LogNormal LogSoftmaxBackwardData
        Logsumexp LstmMps Lt LuUnpack MaskedFill MaskedScatter MaskedSelect Matmul Max Maximum
        MaxPool2D MaxPool2DWithIndices MaxPool3DWithIndices MaxUnpool2D MaxUnpool3D Mean Median Min
        Minimum MiopenConvolution MiopenConvolutionTranspose MiopenDepthwiseConvolution MiopenRnn
        MkldnnAdaptiveAvgPool2D MkldnnConvolution MkldnnLinear MkldnnMaxPool2D MkldnnMaxPool3D
        MkldnnRnnLayer Mm Mode MpsConvolution MpsConvolutionTranspose Mul Mv Mvlgamma Nanmedian
        Nansum NanToNum NativeDropout Ne Neg Nextafter NnpackSpatialConvolution Norm Normal Ormqr
        Pdist Poisson Polar Polygamma Pow Prod Put Rad2Deg Random Reciprocal Remainder Renorm Round
        Rsqrt Rsub Scatter ScatterAdd ScatterReduce SegmentReduce Sgn Sign Sin Sinc Sinh
        SliceInverse SlowConv2D SlowConv3D SlowConvDilated2D SlowConvDilated3D SlowConvTranspose2D
        SlowConvTranspose3D SoftmaxBackwardData Sort SparseAddmm SparseCompressedTensor
        SparseCooTensorWithDimsAndTensors SparseMask SparseMmReduceImpl SparseSampledAddmm
        SparseSparseMatmul SparseSum SpecialBesselJ0 SpecialBesselJ1 SpecialBesselY0 SpecialBesselY1
        SpecialEntr SpecialErfcx SpecialI0E SpecialI1 SpecialI1E SpecialLogNdtr
        SpecialModifiedBesselI0 SpecialModifiedBesselI1 SpecialModifiedBesselK0
        SpecialModifiedBesselK1 SpecialNdtri SpecialXlog1Py SpecialZeta Sqrt StandardGamma
        StandardGammaGrad Std StdMean Sub Sum Take Tan ThnnFusedGruCell ThnnFusedLstmCell Topk Trace
        TriangularSolve Tril Trilinear Triu Trunc Uniform Unique Unique2 UniqueConsecutive UniqueDim
        UniqueDimConsecutive UnsafeIndex UnsafeIndexPut UnsafeMaskedIndex
        UnsafeMaskedIndexPutAccumulate UpsampleBicubic2D UpsampleBicubic2DAa UpsampleBilinear2D
        UpsampleBilinear2DAa UpsampleLanczos2DAa UpsampleLinear1D UpsampleNearest1D
        UpsampleNearest2D UpsampleNearest3D UpsampleNearestExact1D UpsampleNearestExact2D
        UpsampleNearestExact3D UpsampleTrilinear3D Var VarMean Vdot Where Xlogy Zero
    """,
}

TABLE: Final = {name: category for category, names in _NAMES.items() for name in names.split()}


def category_of(op: str) -> str:
    """Return the category of an operation by its name alone, "unknown" if nothing names it.

    Args:
        op: The `op` of a node, "Addmm" for instance.

    Example:
        >>> category_of("Addmm"), category_of("SelectBackward"), category_of("Frobnicate")
        ('compute', 'layout_copy', 'unknown')
    """
    if op.startswith("ScaledDotProduct"):  # one name for each device and backend
        return "fused_attention"
    if op.endswith("_copy"):  # `expand_copy` and its like: a view's values, copied
        return "layout_copy"
    base = op.partition("Backward")[0]  # nested tensors' views, and the node of a backward pass
    own = (kind.category for kind in _ours(Function) if kind.__name__ == op)
    return TABLE.get(op) or TABLE.get(base) or next(own, "unknown")


def _ours(kind: type[Function]) -> Iterator[type[Function]]:
    """Yield the operations of the library."""
    for each in kind.__subclasses__():
        if each.builtin:
            yield each
        yield from _ours(each)
