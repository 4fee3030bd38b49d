//! Pointer gestures for the tests of the widgets.

use egui::{Event, Pos2, TouchDeviceId, TouchId, TouchPhase};
use egui_kittest::Harness;

/// Drags from one position to another, in three steps as a hand does.
pub(crate) fn drag<State>(harness: &mut Harness<'_, State>, from: Pos2, to: Pos2) {
    harness.hover_at(from);
    harness.step();
    harness.drag_at(from);
    harness.step();
    for part in [0.5, 1.0] {
        harness.hover_at(from + (to - from) * part);
        harness.step();
    }
    harness.drop_at(to);
    harness.run();
}

/// What a page reports when a finger touches it: the pointer, which follows the first finger, and the touch. No move
/// comes before the press.
pub(crate) fn touch<State>(
    harness: &mut Harness<'_, State>,
    finger: u64,
    phase: TouchPhase,
    pos: Pos2,
) {
    let (device_id, id) = (TouchDeviceId(0), TouchId(finger));
    if finger == 0 {
        let press = |pressed| Event::PointerButton {
            pos,
            button: egui::PointerButton::Primary,
            pressed,
            modifiers: egui::Modifiers::NONE,
        };
        match phase {
            TouchPhase::Start => harness.event(press(true)),
            TouchPhase::Move => harness.event(Event::PointerMoved(pos)),
            TouchPhase::End => {
                harness.event(press(false));
                harness.event(Event::PointerGone);
            }
            TouchPhase::Cancel => harness.event(Event::PointerGone),
        }
    }
    harness.event(Event::Touch { device_id, id, phase, pos, force: None });
    harness.step();
}

/// A short touch.
pub(crate) fn tap<State>(harness: &mut Harness<'_, State>, at: Pos2) {
    touch(harness, 0, TouchPhase::Start, at);
    touch(harness, 0, TouchPhase::End, at);
    harness.run();
}

/// Two fingers, first 20 points and then 20 times `zoom` points from `at` each, to the left and to the right of it.
pub(crate) fn pinch<State>(harness: &mut Harness<'_, State>, at: Pos2, zoom: f32) {
    let place = |finger: u64, zoom: f32| {
        at + egui::vec2(if finger == 0 { -20.0 } else { 20.0 } * zoom, 0.0)
    };
    for finger in [0, 1] {
        touch(harness, finger, TouchPhase::Start, place(finger, 1.0));
    }
    for part in [0.5, 1.0] {
        for finger in [0, 1] {
            touch(harness, finger, TouchPhase::Move, place(finger, 1.0 + (zoom - 1.0) * part));
        }
    }
    for finger in [1, 0] {
        touch(harness, finger, TouchPhase::End, place(finger, zoom));
    }
    harness.run();
}
