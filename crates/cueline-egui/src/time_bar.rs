//! Play, pause, step, speed, and a bar to scrub.

use cueline::time::{Span, Time};
use egui::{Color32, Label, Pos2, Rect, RichText, Sense, Stroke, Ui, WidgetInfo, vec2};

/// With less room than this, in points, the bar is below the buttons.
const NARROW: f32 = 440.0;

/// An action of the user in a [`TimeBar`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TimeBarAction {
    /// Pause, or play on.
    TogglePlay,
    /// Go forward by this number of frames, or back if it is negative.
    Step(i32),
    /// Go to this time.
    Seek(Time),
    /// Play at this speed: 1 is as fast as real time, below 0 backwards.
    Speed(f32),
}

/// A named moment on a time bar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marker {
    /// Where it stands.
    pub at: Time,
    /// What shows when the pointer is on it.
    pub name: String,
}

/// A bar over `start..=end` with the present on it.
///
/// # Examples
///
/// ```no_run
/// # fn frame(ui: &mut egui::Ui, playing: &mut bool, now: &mut cueline::time::Time) {
/// use cueline::prelude::*;
/// use cueline_egui::{TimeBar, TimeBarAction};
///
/// let bar = TimeBar::new(Time::ZERO, Time::from_secs(8), *now).playing(*playing);
/// match bar.ui(ui) {
///     Some(TimeBarAction::TogglePlay) => *playing = !*playing,
///     Some(TimeBarAction::Seek(time)) => *now = time,
///     _ => {}
/// }
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct TimeBar {
    start: Time,
    end: Time,
    now: Time,
    playing: bool,
    speed: Option<f32>,
    markers: Vec<Marker>,
}

impl TimeBar {
    /// A bar from `start` to `end`, which is not before it, at `now`.
    #[must_use]
    pub fn new(start: Time, end: Time, now: Time) -> Self {
        Self { start, end: end.max(start), now, playing: false, speed: None, markers: Vec::new() }
    }

    /// Whether the button offers to pause.
    #[must_use]
    pub fn playing(self, playing: bool) -> Self {
        Self { playing, ..self }
    }

    /// Offers speeds; this one is in force.
    #[must_use]
    pub fn speed(self, speed: f32) -> Self {
        Self { speed: Some(speed), ..self }
    }

    /// Named moments.
    #[must_use]
    pub fn markers(self, markers: Vec<Marker>) -> Self {
        Self { markers, ..self }
    }

    /// Draws the bar, below its buttons if there is little room. Returns the action of the user in this frame.
    pub fn ui(self, ui: &mut Ui) -> Option<TimeBarAction> {
        if ui.available_width() < NARROW {
            let both = ui.vertical(|ui| {
                let pressed = ui.horizontal_wrapped(|ui| self.buttons(ui)).inner;
                self.bar(ui).map(TimeBarAction::Seek).or(pressed)
            });
            return both.inner;
        }
        ui.horizontal(|ui| {
            let pressed = self.buttons(ui);
            self.bar(ui).map(TimeBarAction::Seek).or(pressed)
        })
        .inner
    }

    fn buttons(&self, ui: &mut Ui) -> Option<TimeBarAction> {
        let mut action = None;
        if ui.button("|◀").on_hover_text("To the start").clicked() {
            action = Some(TimeBarAction::Seek(self.start));
        }
        if ui.button("-1").on_hover_text("One frame back").clicked() {
            action = Some(TimeBarAction::Step(-1));
        }
        let label = if self.playing { "Pause" } else { "Play" };
        if ui.button(label).clicked() {
            action = Some(TimeBarAction::TogglePlay);
        }
        if ui.button("+1").on_hover_text("One frame on").clicked() {
            action = Some(TimeBarAction::Step(1));
        }
        for (speed, label) in [(-1.0, "-1x"), (0.25, "¼x"), (1.0, "1x"), (4.0, "4x")] {
            if let Some(current) = self.speed
                && ui.selectable_label(current == speed, label).clicked()
            {
                action = Some(TimeBarAction::Speed(speed));
            }
        }
        let now = format!("{:7.3} s", (self.now - Time::ZERO).as_secs_f64());
        // In a row that wraps, the unit stays with its number.
        ui.add(Label::new(RichText::new(now).monospace()).extend());
        action
    }

    fn bar(&self, ui: &mut Ui) -> Option<Time> {
        let size = vec2(ui.available_width().max(60.0), 18.0);
        let (response, painter) = ui.allocate_painter(size, Sense::click_and_drag());
        let seconds = (self.now - self.start).as_secs_f64();
        response.widget_info(|| WidgetInfo::slider(true, seconds, "Time in seconds"));
        let rect = response.rect.shrink2(vec2(6.0, 0.0));
        let whole = (self.end - self.start).max(Span::from_flicks(1));
        #[expect(clippy::cast_possible_truncation, reason = "a place on the screen")]
        let x = |time: Time| {
            rect.left() + (time - self.start).ratio(whole).clamp(0.0, 1.0) as f32 * rect.width()
        };
        let middle = rect.center().y;
        let groove = Rect::from_min_max(
            Pos2::new(rect.left(), middle - 3.0),
            Pos2::new(rect.right(), middle + 3.0),
        );
        painter.rect_filled(groove, 3.0, ui.visuals().extreme_bg_color);
        let past = Rect::from_min_max(groove.min, Pos2::new(x(self.now), groove.max.y));
        painter.rect_filled(past, 3.0, Color32::from_rgb(76, 104, 156));
        for marker in &self.markers {
            let at = x(marker.at);
            let stroke = Stroke::new(2.0, Color32::from_rgb(150, 190, 150));
            painter.vline(at, rect.y_range(), stroke);
            if response.hover_pos().is_some_and(|pointer| (pointer.x - at).abs() < 4.0) {
                response.clone().on_hover_text(&marker.name);
            }
        }
        painter.circle_filled(Pos2::new(x(self.now), middle), 6.0, Color32::from_rgb(255, 196, 80));
        let pressed = response.clicked() || response.dragged();
        let at = response.interact_pointer_pos().filter(|_| pressed)?;
        let place = f64::from((at.x - rect.left()) / rect.width().max(1.0)).clamp(0.0, 1.0);
        Some(self.start + Span::from_secs_f64(whole.as_secs_f64() * place).unwrap_or(Span::ZERO))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui_kittest::{Harness, kittest::Queryable};

    fn harness() -> Harness<'static, Vec<TimeBarAction>> {
        let bar = TimeBar::new(Time::ZERO, Time::from_secs(8), Time::from_secs(2)).speed(1.0);
        Harness::new_ui_state(
            move |ui, actions: &mut Vec<TimeBarAction>| actions.extend(bar.clone().ui(ui)),
            Vec::new(),
        )
    }

    #[test]
    fn a_click_on_a_button_is_one_action() {
        for (label, action) in [
            ("Play", TimeBarAction::TogglePlay),
            ("+1", TimeBarAction::Step(1)),
            ("-1", TimeBarAction::Step(-1)),
            ("|◀", TimeBarAction::Seek(Time::ZERO)),
            ("-1x", TimeBarAction::Speed(-1.0)),
        ] {
            let mut harness = harness();
            harness.run();
            harness.get_by_label(label).click();
            harness.run();
            assert_eq!(*harness.state(), [action], "{label}");
        }
    }

    #[test]
    fn a_narrow_bar_is_below_its_buttons_and_as_wide_as_there_is_room() {
        let bar = TimeBar::new(Time::ZERO, Time::from_secs(8), Time::from_secs(2)).speed(1.0);
        let mut harness = Harness::builder().with_size([260.0, 120.0]).build_ui_state(
            move |ui, actions: &mut Vec<TimeBarAction>| {
                ui.horizontal(|ui| actions.extend(bar.clone().ui(ui)));
            },
            Vec::new(),
        );
        harness.run();
        let buttons = harness.get_by_label("|◀").rect();
        let speed = harness.get_by_label("4x").rect();
        assert!(speed.right() <= 260.0, "{speed}");
        // Right below the first button: the start of the bar.
        let below = speed.bottom().max(buttons.bottom());
        let seeks = |harness: &mut Harness<'_, Vec<TimeBarAction>>, x: f32| {
            (0..12_u8).any(|row| {
                harness.drag_at(egui::pos2(x, below + 4.0 + 4.0 * f32::from(row)));
                harness.run();
                harness.drop_at(egui::pos2(x, below + 4.0 + 4.0 * f32::from(row)));
                harness.run();
                harness.state().iter().any(|action| matches!(action, TimeBarAction::Seek(_)))
            })
        };
        assert!(seeks(&mut harness, buttons.left() + 8.0), "{:?}", harness.state());
    }

    #[test]
    fn a_drag_to_the_right_end_seeks_to_the_end() {
        let mut harness = harness();
        harness.run();
        let right = harness.ctx.content_rect().right() - 10.0;
        harness.drag_at(egui::pos2(right - 40.0, 16.0));
        harness.run();
        harness.hover_at(egui::pos2(right + 4.0, 16.0));
        harness.run();
        let last = *harness.state().last().expect("the drag is on the bar");
        let TimeBarAction::Seek(time) = last else { panic!("a seek, not {last:?}") };
        assert!(time > Time::from_secs(7) && time <= Time::from_secs(8), "{time}");
    }
}
