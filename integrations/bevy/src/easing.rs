//! Easings in the words of Bevy.

use cueline::value::{CubicBezier, Curve, Easing, EasingError, EasingPath, Jump, Steps};

use self::bevy::{Curve as BevyCurve, EaseFunction, JumpAt};

/// The curves of Bevy, which are in another crate in each of its versions.
pub mod bevy {
    include!(concat!(env!("CARGO_MANIFEST_DIR"), "/curve.rs"));
}

/// An easing as motions take it: an [`Easing`], or an `EaseFunction` of Bevy.
///
/// Most of Bevy's functions are the same curves. These are the nearest ones: `SmootherStep` and its halves, within 0.02;
/// `BounceIn`, `BounceOut` and `BounceInOut`, whose later bounces are flatter by up to 0.05; and `Elastic(omega)`, which
/// swings about as often.
///
/// ```
/// use bevy_cueline::prelude::*;
/// use bevy_ecs::prelude::*;
/// use bevy_math::Vec3;
/// # use bevy_cueline::bevy_curves::EaseFunction;
///
/// fn arrive(entity: Entity, mut commands: Commands) {
///     commands.entity(entity).tween_to::<Translation>(Vec3::X, ms(300), EaseFunction::CubicOut);
/// }
/// assert_eq!(EaseFunction::CubicOut.into_easing(), Easing::OUT_CUBIC);
/// ```
pub trait IntoEasing {
    /// The easing.
    #[must_use]
    fn into_easing(self) -> Easing;
}

impl IntoEasing for Easing {
    fn into_easing(self) -> Easing {
        self
    }
}

impl IntoEasing for EaseFunction {
    fn into_easing(self) -> Easing {
        // 2^(10 t), moved so that it goes through both corners.
        const EXPONENTIAL: Curve = Curve::Exponential { exponent: 10.0 * core::f64::consts::LN_2 };
        // Penner multiplies by 1.525, and Bevy adds it.
        const BACK_BOTH: Curve = Curve::Back { overshoot: 1.70158 + 1.525 };
        match self {
            Self::Linear => Easing::Linear,
            Self::QuadraticIn => Easing::IN_QUAD,
            Self::QuadraticOut => Easing::OUT_QUAD,
            Self::QuadraticInOut => Easing::IN_OUT_QUAD,
            Self::CubicIn => Easing::IN_CUBIC,
            Self::CubicOut => Easing::OUT_CUBIC,
            Self::CubicInOut => Easing::IN_OUT_CUBIC,
            Self::QuarticIn => Easing::IN_QUART,
            Self::QuarticOut => Easing::OUT_QUART,
            Self::QuarticInOut => Easing::IN_OUT_QUART,
            Self::QuinticIn => Easing::IN_QUINT,
            Self::QuinticOut => Easing::OUT_QUINT,
            Self::QuinticInOut => Easing::IN_OUT_QUINT,
            // Handles at a third and two thirds: the curve is the cubic polynomial itself.
            Self::SmoothStepIn => bezier([1.0 / 3.0, 0.0, 2.0 / 3.0, 0.5], Easing::In),
            Self::SmoothStepOut => bezier([1.0 / 3.0, 0.5, 2.0 / 3.0, 1.0], Easing::In),
            Self::SmoothStep => bezier([1.0 / 3.0, 0.0, 2.0 / 3.0, 1.0], Easing::In),
            Self::SmootherStepIn => bezier(SMOOTHER, Easing::In),
            Self::SmootherStepOut => bezier(SMOOTHER, Easing::Out),
            Self::SmootherStep => bezier(SMOOTHER, Easing::InOut),
            Self::SineIn => Easing::IN_SINE,
            Self::SineOut => Easing::OUT_SINE,
            Self::SineInOut => Easing::IN_OUT_SINE,
            Self::CircularIn => Easing::IN_CIRC,
            Self::CircularOut => Easing::OUT_CIRC,
            Self::CircularInOut => Easing::IN_OUT_CIRC,
            Self::ExponentialIn => Easing::In(EXPONENTIAL),
            Self::ExponentialOut => Easing::Out(EXPONENTIAL),
            Self::ExponentialInOut => Easing::InOut(EXPONENTIAL),
            Self::ElasticIn => Easing::IN_ELASTIC,
            Self::ElasticOut => Easing::OUT_ELASTIC,
            Self::ElasticInOut => Easing::IN_OUT_ELASTIC,
            Self::BackIn => Easing::IN_BACK,
            Self::BackOut => Easing::OUT_BACK,
            Self::BackInOut => Easing::InOut(BACK_BOTH),
            Self::BounceIn => Easing::IN_BOUNCE,
            Self::BounceOut => Easing::OUT_BOUNCE,
            Self::BounceInOut => Easing::IN_OUT_BOUNCE,
            Self::Steps(count, jump) => steps(count, jump),
            Self::Elastic(omega) => swings(omega.into()),
            // What is new in a later version of Bevy.
            _ => Easing::Linear,
        }
    }
}

/// The handles of the curve that is nearest to the first half of a smoother step.
const SMOOTHER: [f64; 4] = [0.527, 0.0, 0.7984, 0.5984];

fn bezier([x1, y1, x2, y2]: [f64; 4], mode: fn(Curve) -> Easing) -> Easing {
    CubicBezier::new(x1, y1, x2, y2).map_or(Easing::Linear, |curve| mode(Curve::Bezier(curve)))
}

fn steps(count: usize, jump: JumpAt) -> Easing {
    let jump = match jump {
        JumpAt::Start => Jump::Start,
        JumpAt::End => Jump::End,
        JumpAt::None => Jump::None,
        JumpAt::Both => Jump::Both,
    };
    let count = u32::try_from(count).unwrap_or(u32::MAX);
    Steps::new(count, jump).map_or(Easing::STEP_END, Easing::Steps)
}

/// A whole number of swings and a quarter, so that it starts at 0, as quickly as `omega` says.
fn swings(omega: f64) -> Easing {
    use core::f64::consts::{FRAC_PI_2, TAU};

    let swings = (omega.abs() - FRAC_PI_2) / TAU;
    let oscillations = if swings.is_finite() { swings.max(0.0).round() } else { 0.0 };
    Easing::Out(Curve::Springy { oscillations, springiness: 2.0 })
}

/// Any curve of Bevy as the easing of keyframes and of items of timelines. It has the values of the curve at 256 equal steps
/// of its domain, and lines between them.
///
/// ```
/// use bevy_cueline::{cueline::clip::Track, prelude::*};
/// # use bevy_cueline::bevy_curves::{FunctionCurve, Interval};
///
/// let dip = FunctionCurve::new(Interval::UNIT, |t: f32| t - 0.5 * (t * core::f32::consts::PI).sin());
/// let dip = easing_path(&dip)?;
/// let track = Track::new([Keyframe::eased(ms(0), 0.0_f32, dip), Keyframe::hold(ms(400), 8.0)])?;
/// assert!(track.sample(ms(200)).abs() < 1e-3);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`EasingError`] where the domain of the curve has no end, or a value is not finite.
pub fn easing_path(curve: &impl BevyCurve<f32>) -> Result<EasingPath, EasingError> {
    const STEPS: u16 = 256;
    let (start, end) = (curve.domain().start(), curve.domain().end());
    EasingPath::linear((0..=STEPS).map(|step| {
        let part = f32::from(step) / f32::from(STEPS);
        // Neither end is beyond the domain, also where it is rounded.
        let value = curve.sample_clamped(start + (end - start) * part);
        let is_bounded = start.is_finite() && end.is_finite();
        (part.into(), if is_bounded { value.into() } else { f64::NAN })
    }))
}
