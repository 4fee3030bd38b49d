//! Rotations: the short way for an orientation, every turn for an angle.

use std::f64::consts::TAU;

use cueline::{
    clip::Track,
    value::{Quat, Vec3},
};

use super::*;

const UP: Vec3<f64> = Vec3 { x: 0.0, y: 0.0, z: 1.0 };

fn turned(degrees: f64) -> Quat<f64> {
    Quat::about(UP, degrees / 360.0 * TAU)
}

fn flipped(of: Quat<f64>) -> Quat<f64> {
    Quat::new(-of.x, -of.y, -of.z, -of.w)
}

/// Whether a rotation turns to `degrees`, at most a millionth of a turn off.
fn assert_turns_to(of: Quat<f64>, degrees: f64) {
    let [x, expected] = [of, turned(degrees)].map(|of| of.rotate(Vec3 { x: 1.0, y: 0.0, z: 0.0 }));
    let (across, up) = (x.x - expected.x, x.y - expected.y);
    let off = (across * across + up * up).sqrt();
    assert!(off < 1e-6, "{x:?} is not at {degrees} degrees");
}

#[test]
fn three_650_a_slerp_takes_the_short_way() {
    assert_turns_to(turned(10.0).slerp(turned(350.0), 0.5), 0.0);
    assert_turns_to(turned(350.0).slerp(turned(10.0), 0.25), 355.0);
}

#[test]
fn ultraviolet_152_both_signs_of_a_rotation_are_one_rotation() {
    let (from, to) = (turned(20.0), turned(100.0));
    for pair in [(from, to), (flipped(from), to), (from, flipped(to))] {
        assert_turns_to(pair.0.slerp(pair.1, 0.5), 60.0);
    }
}

#[test]
fn reone_37_the_cheaper_blend_takes_the_short_way_too() {
    assert_turns_to(turned(350.0).nlerp(flipped(turned(10.0)), 0.5), 0.0);
}

#[test]
fn decentraland_2632_the_last_quarter_turn_of_a_loop_goes_forward() -> Tested {
    let keys =
        (0..5).map(|quarter| Keyframe::linear(ms(100 * quarter), turned(90.0 * quarter as f64)));
    let spin = Track::new(keys)?;
    for now in [50, 150, 250, 350] {
        assert_turns_to(spin.sample(ms(now)), now as f64 * 0.9);
    }
    Ok(())
}

#[test]
fn godot_18049_from_minus_350_to_10_is_no_turn() {
    for progress in [0.0, 0.25, 0.5, 1.0] {
        assert_turns_to(turned(-350.0).lerp(&turned(10.0), progress), 10.0);
    }
}

#[test]
fn godot_93163_an_angle_from_0_to_360_turns_once() -> Tested {
    let angle = Track::new([Keyframe::linear(ms(0), 0.0), Keyframe::linear(ms(500), 360.0)])?;
    assert_eq!([125, 250, 375, 500].map(|now| angle.sample(ms(now))), [90.0, 180.0, 270.0, 360.0]);
    Ok(())
}
