//! Times in files: frames of the clip's own rate, or spans that are the same at any rate.

use cueline::time::{Span, TickRate};

/// A time or a length in a file.
///
/// Frames stay frames until the clip is built, so nothing drifts and a file made at 24 frames per
/// second reads that way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum When {
    /// That many frames of the clip's rate. In a file: a whole number, such as `12`.
    Frames(i64),
    /// A span. In a file: text with a unit, such as `"400ms"`, `"1.5s"` or `"1/3s"`.
    Span(Span),
}

impl When {
    /// The clip's start.
    pub const ZERO: Self = Self::Frames(0);

    /// The span it stands for in a clip of that rate, to the nearest flick that is not before it; saturates.
    #[must_use]
    pub fn span(self, rate: TickRate) -> Span {
        match self {
            Self::Frames(frames) => rate.span_of(frames),
            Self::Span(span) => span,
        }
    }
}

impl Default for When {
    fn default() -> Self {
        Self::ZERO
    }
}

impl From<Span> for When {
    fn from(span: Span) -> Self {
        Self::Span(span)
    }
}
