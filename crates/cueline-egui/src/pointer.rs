//! Pointer gestures for the tests of the widgets.

use egui::Pos2;
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
