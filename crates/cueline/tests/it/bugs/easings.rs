//! Curves: exact at their ends, and an end is a matter of time, not of the value.

use super::*;

#[test]
fn d3_ease_27_every_easing_is_0_at_0_and_1_at_1() {
    // Except for steps: a step at the start is 1 there.
    let curves = Easing::NAMED.iter().filter(|(_, easing)| !matches!(easing, Easing::Steps(_)));
    for (name, easing) in curves {
        assert_eq!((easing.at(0.0), easing.at(1.0)), (0.0, 1.0), "{name}");
    }
}

#[test]
fn osu_framework_3015_expo_and_elastic_reach_both_ends() {
    let expo = [Easing::IN_EXPO, Easing::OUT_EXPO, Easing::IN_OUT_EXPO];
    let elastic = [Easing::IN_ELASTIC, Easing::OUT_ELASTIC, Easing::IN_OUT_ELASTIC];
    for easing in expo.into_iter().chain(elastic) {
        assert_eq!((easing.at(0.0), easing.at(1.0)), (0.0, 1.0), "{easing:?}");
    }
}

#[test]
fn countup_3_a_count_ends_at_its_number() {
    let mut score = Moving::at(0_i64);
    score.tween_to(at(0), 1_000_000_007, ms(2000), Easing::OUT_EXPO);
    assert_eq!(score.value(at(2000)), 1_000_000_007);
}

#[test]
fn react_flow_6_an_overshoot_is_no_end() {
    for easing in [Easing::OUT_BACK, Easing::OUT_ELASTIC] {
        let mut x = Moving::at(0.0);
        x.tween_to(at(0), 1.0, ms(1000), easing);
        let beyond = (0..1000).find(|now| x.value(at(*now)) > 1.0).unwrap_or(1000);
        assert!(beyond < 1000 && !x.is_settled(at(beyond)) && x.is_settled(at(1000)));
    }
}

#[test]
fn react_native_navigation_7055_a_spring_as_an_easing_ends_at_1() {
    for bounce in [-0.5, 0.0, 0.15, 0.3, 0.6] {
        assert_eq!(Easing::spring(bounce).at(1.0), 1.0, "a bounce of {bounce}");
    }
}
