//! The visible stretch of time of a widget: zoom and pan.

use cueline::time::Span;
use egui::{Pos2, Rect, Ui};

/// The visible part of `0..=duration`, in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stretch {
    from: f64,
    /// Width in seconds; `None` for all of the duration.
    width: Option<f64>,
}

impl Default for Stretch {
    fn default() -> Self {
        Self { from: 0.0, width: None }
    }
}

/// The map between time and the horizontal axis of a rectangle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scale {
    area: Rect,
    from: f64,
    width: f64,
}

/// By which factor the visitor zooms in on `area` in this frame, with control and the wheel or with two fingers, and on
/// which position: what is there stays there. A factor below 1 zooms out; `None` without zoom.
#[must_use]
pub fn zoom(ui: &Ui, area: Rect) -> Option<(Pos2, f32)> {
    let by = ui.input(|input| input.zoom_delta());
    pointer_in(ui, area).map(|at| (at, by)).filter(|(_, by)| *by != 1.0)
}

/// The pointer, or the middle of the fingers, if it is in the visible part of `area`.
fn pointer_in(ui: &Ui, area: Rect) -> Option<Pos2> {
    let fingers = ui.input(|input| input.multi_touch()).map(|fingers| fingers.center_pos);
    let at = fingers.or_else(|| ui.input(|input| input.pointer.hover_pos()))?;
    (area.intersect(ui.clip_rect()).contains(at)).then_some(at)
}

impl Stretch {
    /// Takes zoom (control and wheel, or two fingers) and horizontal scroll over `area`.
    pub(crate) fn steer(&mut self, ui: &Ui, area: Rect, duration: Span) {
        let whole = duration.as_secs_f64().max(1e-3);
        let Some(pointer) = pointer_in(ui, area) else { return };
        let (zoom, scroll) = ui.input(|input| (input.zoom_delta(), input.smooth_scroll_delta().x));
        if zoom == 1.0 && scroll == 0.0 {
            return;
        }
        let scale = self.scale(area, duration);
        let at = scale.seconds(pointer.x);
        let width = (scale.width / f64::from(zoom)).clamp(1e-3, whole);
        let fraction = f64::from((pointer.x - area.left()) / area.width().max(1.0));
        let moved = f64::from(scroll / area.width().max(1.0)) * width;
        self.from = (at - fraction * width - moved).clamp(0.0, (whole - width).max(0.0));
        self.width = (width < whole).then_some(width);
    }

    /// The map for a rectangle.
    pub(crate) fn scale(&self, area: Rect, duration: Span) -> Scale {
        let whole = duration.as_secs_f64().max(1e-3);
        let width = self.width.unwrap_or(whole).min(whole);
        Scale { area, from: self.from.min(whole - width), width }
    }
}

impl Scale {
    /// The horizontal place of a time.
    #[expect(clippy::cast_possible_truncation, reason = "a place on the screen")]
    pub(crate) fn x(&self, at: Span) -> f32 {
        let progress = (at.as_secs_f64() - self.from) / self.width;
        self.area.left() + progress.clamp(-1e4, 1e4) as f32 * self.area.width()
    }

    /// The time under a horizontal place, in seconds.
    pub(crate) fn seconds(&self, x: f32) -> f64 {
        let progress = f64::from(x - self.area.left()) / f64::from(self.area.width().max(1.0));
        self.from + progress * self.width
    }

    /// The time under a horizontal place.
    pub(crate) fn span(&self, x: f32) -> Span {
        Span::from_secs_f64(self.seconds(x)).unwrap_or(Span::ZERO)
    }

    /// The duration of a width.
    pub(crate) fn duration(&self, width: f32) -> Span {
        let seconds = f64::from(width) / f64::from(self.area.width().max(1.0)) * self.width;
        Span::from_secs_f64(seconds).unwrap_or(Span::ZERO)
    }
}
