//! Passes that each start where the one before has ended.

use cueline::{
    clip::Value,
    playback::{PlayheadPosition, Playing, RepeatMode},
    time::{Span, Time},
    value::Lerp,
};

/// The passes before the present one, where each has moved the value on by the way from one end of the range to the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passes {
    /// The places in the clip at which a pass starts and ends.
    pub(crate) ends: [Span; 2],
    /// Below zero for a pass before the first.
    count: i64,
}

impl Passes {
    /// None where the value is that of the first pass.
    pub(crate) fn before(playing: &Playing, at: &PlayheadPosition) -> Option<Self> {
        let head = playing.playhead();
        let (from, to) = head.range();
        let adds_up = head.repeat() == RepeatMode::Relative && at.pass != 0;
        adds_up.then_some(Self { ends: [from, to], count: at.pass })
    }

    /// Whether there are some at `now`.
    pub(crate) fn add_up(playing: &Playing, now: Time) -> bool {
        let adds_up = playing.playhead().repeat() == RepeatMode::Relative;
        adds_up && playing.at(now).pass != 0
    }

    /// A value of the present pass, moved on. `ends` are the values at [`ends`](Self::ends).
    pub(crate) fn moved(self, value: Value, ends: [Value; 2]) -> Value {
        let Self { count, .. } = self;
        macro_rules! by {
            ($($kind:ident)*) => {
                match (value, ends) {
                    $((Value::$kind(value), [Value::$kind(from), Value::$kind(to)]) => {
                        Value::$kind(value.repeated(&from, &to, count))
                    })*
                    (value, _) => value,
                }
            };
        }
        by!(F32 F64 I32 I64 Bool Vec2 Vec3 Vec4 Rotation Matrix Transform Color Oklab Text)
    }
}
