use cueline::{
    clip::{ClipBuilder, Keyframe},
    time::ms,
};
use egui_kittest::{Harness, kittest::Queryable};

use super::*;
use crate::pointer::drag;

struct State {
    curves: Curves,
    clip: Clip,
    actions: Vec<CurveAction>,
}

fn hop() -> Clip {
    let keys = [
        Keyframe::hermite(ms(0), 0.0_f32, 0.0, 20.0),
        Keyframe::hermite(ms(400), 8.0, 0.0, 0.0),
        Keyframe::linear(ms(1000), 0.0),
    ];
    ClipBuilder::new("hop").track("y", keys).build().unwrap()
}

fn harness(clip: Clip) -> Harness<'static, State> {
    let state = State { curves: Curves::of(&clip), clip, actions: Vec::new() };
    let mut harness = Harness::builder().with_size([800.0, 400.0]).build_ui_state(
        |ui, state: &mut State| {
            state.actions.extend(state.curves.ui(ui, &state.clip, Span::ZERO));
        },
        state,
    );
    harness.run();
    harness
}

#[test]
fn a_dragged_key_asks_for_the_time_and_the_value_under_the_hand() {
    let mut harness = harness(hop());
    let middle = harness.get_by_label("y key 1 at 400.0 ms").rect().center();
    let low = harness.get_by_label("y key 2 at 1000.0 ms").rect().center();
    // Half of the distance to the time of the next key, and down to half of the height.
    drag(&mut harness, middle, middle + (low - middle) * 0.5);
    let last = harness.state().actions.last().cloned();
    let Some(CurveAction::Move { track, key: 1, component: 0, at, value, done: true }) = last
    else {
        panic!("{last:?}")
    };
    assert_eq!(track, "y");
    let (at, value) = (at.expect("it moves on"), value.expect("it moves down"));
    assert!((at.as_secs_f64() - 0.7).abs() < 0.01, "{at:?}");
    assert!((value - 4.0).abs() < 0.1, "{value}");
}

#[test]
fn a_key_dragged_straight_up_keeps_its_time_exactly() {
    let mut harness = harness(hop());
    let middle = harness.get_by_label("y key 1 at 400.0 ms").rect().center();
    drag(&mut harness, middle, middle + vec2(1.0, 80.0));
    let last = harness.state().actions.last().cloned();
    let Some(CurveAction::Move { at, value, .. }) = last else { panic!("{last:?}") };
    assert_eq!(at, None);
    assert!(value.is_some_and(|value| value < 7.0), "{value:?}");
}

#[test]
fn tangents_of_the_selected_key_can_be_turned() {
    let mut harness = harness(hop());
    assert!(harness.query_by_label("y key 0 tangent out").is_none(), "nothing is selected");
    harness.state_mut().curves.select(Some(("y", 0)));
    harness.run();
    assert!(harness.query_by_label("y key 0 tangent in").is_none(), "nothing comes before");
    let end = harness.get_by_label("y key 0 tangent out").rect().center();
    let key = harness.get_by_label("y key 0 at 0.0 ms").rect().center();
    drag(&mut harness, end, pos2(key.x + 80.0, key.y));
    let last = harness.state().actions.last().cloned();
    let Some(CurveAction::Tangent { side: Side::Out, slope, done: true, .. }) = last else {
        panic!("{last:?}")
    };
    assert!(slope.abs() < 0.5, "level, not {slope}");
}

#[test]
fn a_key_that_begins_no_cubic_has_no_tangent() {
    let curves = Curves::of(&hop());
    let keys = &curves.curves()[0].keys;
    let sides = |key: &CurveKey| (key.tangent_in.is_some(), key.tangent_out.is_some());
    assert_eq!(
        keys.iter().map(sides).collect::<Vec<_>>(),
        [(false, true), (true, true), (true, false)]
    );
}

#[test]
fn delete_asks_for_the_end_of_the_selected_key() {
    let mut harness = harness(hop());
    harness.get_by_label("y key 1 at 400.0 ms").click();
    harness.run();
    assert_eq!(harness.state().curves.selected(), Some(("y", 1)));
    harness.key_press(egui::Key::Delete);
    harness.run();
    let last = harness.state().actions.last().cloned();
    assert_eq!(last, Some(CurveAction::Remove { track: "y".into(), key: 1 }));
}

#[test]
fn a_hidden_track_has_no_keys_to_grab() {
    let mut harness = harness(hop());
    harness.get_by_label("y").click();
    harness.run();
    assert!(harness.query_by_label("y key 1 at 400.0 ms").is_none());
}

#[test]
fn ten_thousand_keys_are_dots_until_they_are_zoomed_to() {
    let keys = (0..10_000).map(|n| Keyframe::linear(ms(n * 10), (n % 7) as f32));
    let clip = ClipBuilder::new("long").track("y", keys).build().unwrap();
    let mut harness = harness(clip);
    assert_eq!(harness.query_all_by_label_contains("y key").count(), 0);
    harness.state_mut().curves.select(Some(("y", 5000)));
    harness.run();
    assert!(harness.query_by_label("y key 5000 at 50000.0 ms").is_some(), "the selected one");
}
