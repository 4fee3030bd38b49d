//! Everything larger in a larger window.

use egui::{Context, Id, Vec2};

/// The most that [`enlarge`] makes of everything.
const MOST: f32 = 3.0;

/// Draws everything larger in a window that is larger than the size, in points of the display, that it was designed for:
/// so many times as large, in steps of an eighth, at most three times, and at least `least` times.
///
/// Call it at the start of each frame. It asks again only when the window has another size, so a zoom that a person has
/// chosen with the keys of egui stays until then.
///
/// ```
/// fn frame(ui: &mut egui::Ui) {
///     cueline_egui::enlarge(ui.ctx(), egui::vec2(1120.0, 760.0), 1.0);
///     // ..
/// }
/// ```
pub fn enlarge(ctx: &Context, designed: Vec2, least: f32) {
    let size = ctx.content_rect().size() * ctx.zoom_factor();
    let id = Id::new("the size of the window when it was decided how large everything is");
    let last: Vec2 = ctx.data(|data| data.get_temp(id)).unwrap_or_default();
    if (size - last).abs().max_elem() > 1.0 {
        ctx.data_mut(|data| data.insert_temp(id, size));
        ctx.set_zoom_factor(times(size, designed).max(least));
    }
}

fn times(size: Vec2, designed: Vec2) -> f32 {
    let larger = (size.x / designed.x).min(size.y / designed.y);
    ((larger * 8.0).floor() / 8.0).clamp(1.0, MOST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::vec2;
    use egui_kittest::Harness;

    #[test]
    fn everything_grows_with_a_large_window_and_nothing_shrinks_with_a_small_one() {
        for (size, factor) in [
            (vec2(1120.0, 760.0), 1.0),
            (vec2(640.0, 420.0), 1.0),
            (vec2(2560.0, 760.0), 1.0),
            (vec2(1440.0, 900.0), 1.125),
            (vec2(2560.0, 1440.0), 1.875),
            (vec2(9000.0, 9000.0), 3.0),
        ] {
            assert!((times(size, vec2(1120.0, 760.0)) - factor).abs() < 1e-6, "{size:?}");
        }
    }

    #[test]
    fn a_window_of_another_size_is_asked_again() {
        let app = |ui: &mut egui::Ui| enlarge(ui.ctx(), vec2(400.0, 300.0), 1.25);
        let mut harness = Harness::builder().with_size(vec2(410.0, 310.0)).build_ui(app);
        assert!((harness.ctx.zoom_factor() - 1.25).abs() < 1e-6, "{}", harness.ctx.zoom_factor());
        harness.set_size(vec2(1000.0, 750.0));
        // It counts from the next frame on.
        harness.run_steps(3);
        let larger = harness.ctx.zoom_factor();
        assert!(larger >= 2.0, "{larger}");
    }
}
