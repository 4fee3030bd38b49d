//! Bevy's easings: how near each of them is.

use bevy_app::App;
use bevy_cueline::{
    bevy_curves::{Curve, EaseFunction, FunctionCurve, Interval, JumpAt},
    cueline::clip::Track,
    prelude::*,
};
use bevy_transform::components::Transform;

use crate::{app, updates};

/// Each function, and how far it may be off.
fn functions() -> Vec<(EaseFunction, f64)> {
    use EaseFunction::*;
    let exact = [
        Linear,
        QuadraticIn,
        QuadraticOut,
        QuadraticInOut,
        CubicIn,
        CubicOut,
        CubicInOut,
        QuarticIn,
        QuarticOut,
        QuarticInOut,
        QuinticIn,
        QuinticOut,
        QuinticInOut,
        SmoothStepIn,
        SmoothStepOut,
        SmoothStep,
        SineIn,
        SineOut,
        SineInOut,
        CircularIn,
        CircularOut,
        CircularInOut,
        ExponentialIn,
        ExponentialOut,
        ExponentialInOut,
        ElasticIn,
        ElasticOut,
        ElasticInOut,
        BackIn,
        BackOut,
        BackInOut,
        Steps(1, JumpAt::Start),
        Steps(4, JumpAt::Start),
        Steps(5, JumpAt::End),
        Steps(4, JumpAt::None),
        Steps(1, JumpAt::None),
        Steps(7, JumpAt::Both),
    ];
    let mut all: Vec<_> = exact.map(|function| (function, 1e-4)).to_vec();
    all.extend([SmootherStepIn, SmootherStepOut, SmootherStep].map(|function| (function, 0.02)));
    all.extend([BounceIn, BounceOut, BounceInOut].map(|function| (function, 0.051)));
    all
}

#[test]
fn each_function_of_bevy_is_as_near_as_the_documentation_says() {
    for (function, near) in functions() {
        let easing = function.into_easing();
        for step in 0..1000 {
            // Beside the jumps of steps, where a rounding decides.
            let t = (f64::from(step) + 0.37) / 1000.37;
            let right = f64::from(function.sample_clamped(t as f32));
            let found = easing.at(t);
            assert!((found - right).abs() <= near, "{function:?} at {t}: {found}, not {right}");
        }
        assert!((easing.at(1.0) - 1.0).abs() < 1e-9, "{function:?}");
    }
}

#[test]
fn an_elastic_function_crosses_its_end_about_as_often_as_that_of_bevy() {
    for omega in [10.0_f32, 20.0, 50.0, 80.0] {
        let crossings = |at: &dyn Fn(f64) -> f64| {
            let beyond: Vec<bool> = (0..900).map(|t| at(f64::from(t) / 1000.0) > 1.0).collect();
            beyond.windows(2).filter(|pair| pair[0] != pair[1]).count()
        };
        let function = EaseFunction::Elastic(omega);
        let right = crossings(&|t| function.sample_clamped(t as f32).into());
        let found = crossings(&|t| function.into_easing().at(t));
        assert!(found.abs_diff(right) <= 2, "{omega}: {found} and {right}");
    }
    assert_eq!(EaseFunction::Elastic(f32::NAN).into_easing().at(1.0), 1.0);
}

#[test]
fn a_motion_goes_along_a_function_of_bevy() {
    let mut app = app(20);
    let entity = app.world_mut().spawn(Transform::default()).id();
    let mut commands = app.world_mut().commands();
    commands
        .entity(entity)
        .tween_to::<TranslationX>(10.0, ms(100), EaseFunction::QuadraticOut)
        .then_tween_to::<TranslationX>(0.0, ms(100), EaseFunction::Steps(2, JumpAt::End));
    let x = |app: &App| app.world().get::<Transform>(entity).unwrap().translation.x;
    updates(&mut app, 2);
    assert!((x(&app) - 6.4).abs() < 1e-5);
    updates(&mut app, 5);
    assert_eq!(x(&app), 10.0);
    updates(&mut app, 1);
    assert_eq!(x(&app), 5.0);
}

#[test]
fn any_curve_is_the_easing_of_a_keyframe() {
    let domain = Interval::new(2.0, 4.0).unwrap();
    let wave = FunctionCurve::new(domain, |t: f32| (t - 2.0) / 2.0 + (t * 9.0).sin() * 0.2);
    let path = easing_path(&wave).unwrap();
    let keys = [Keyframe::eased(ms(0), 0.0_f32, path), Keyframe::hold(ms(1000), 1.0)];
    let track = Track::new(keys).unwrap();
    for at in 0..1000_u16 {
        let right = wave.sample_clamped(2.0 + f32::from(at) / 500.0);
        let found = track.sample(ms(at.into()));
        assert!((found - right).abs() < 2e-3, "at {at}: {found}, not {right}");
    }
    for domain in [Interval::EVERYWHERE, Interval::new(0.0, f32::INFINITY).unwrap()] {
        assert!(easing_path(&FunctionCurve::new(domain, |_: f32| 0.0_f32)).is_err());
    }
    assert!(easing_path(&FunctionCurve::new(Interval::UNIT, |t: f32| 1.0 / t)).is_err());
}
