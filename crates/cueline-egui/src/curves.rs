//! The tracks of a clip as curves, with keys and tangents to drag.

mod curve;

use std::collections::BTreeSet;

use cueline::{
    clip::{Channel, Clip},
    time::Span,
};
use egui::{
    Align2, Color32, FontId, Painter, Pos2, Rect, Response, Sense, Stroke, Ui, WidgetInfo,
    WidgetType, pos2, vec2,
};

use self::curve::curves_of;
pub use self::curve::{Curve, CurveKey, numbers};
use crate::stretch::{Scale, Stretch};

/// The distance of a tangent's handle from its key.
const ARM: f32 = 42.0;
/// The most keys that can be dragged at once on screen; with more, the user zooms in.
const MOST_KEYS: usize = 200;
const COLORS: [Color32; 6] = [
    Color32::from_rgb(108, 168, 255),
    Color32::from_rgb(255, 140, 110),
    Color32::from_rgb(120, 210, 150),
    Color32::from_rgb(190, 150, 250),
    Color32::from_rgb(236, 130, 170),
    Color32::from_rgb(120, 210, 220),
];

/// The side of a key on which a tangent lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Before the key: `tangent_in`.
    In,
    /// After the key: `tangent_out`.
    Out,
}

/// An action of the user in [`Curves`].
#[derive(Clone, Debug, PartialEq)]
pub enum CurveAction {
    /// Seek to this time.
    Seek(Span),
    /// Select a key.
    Select {
        /// The path of the track.
        track: String,
        /// The index of the key, from 0.
        key: usize,
    },
    /// Move a key. The last report of a drag has `done` set.
    Move {
        /// The path of the track.
        track: String,
        /// The index of the key, from 0.
        key: usize,
        /// The place of the number in the track's value.
        component: usize,
        /// The new time; `None` if it stays.
        at: Option<Span>,
        /// The new value; `None` if it stays.
        value: Option<f64>,
        /// Whether the drag is over.
        done: bool,
    },
    /// Turn a tangent. The last report of a drag has `done` set.
    Tangent {
        /// The path of the track.
        track: String,
        /// The index of the key, from 0.
        key: usize,
        /// The place of the number in the track's value.
        component: usize,
        /// Before or after the key.
        side: Side,
        /// The new slope, in change per second.
        slope: f64,
        /// Whether the drag is over.
        done: bool,
    },
    /// Add a key on the curve at this time.
    Add {
        /// The path of the track.
        track: String,
        /// The time.
        at: Span,
    },
    /// Remove a key.
    Remove {
        /// The path of the track.
        track: String,
        /// The index of the key, from 0.
        key: usize,
    },
}

/// The curves of a clip. Control and the mouse wheel zoom, and a click seeks. A double click on a curve asks to add a
/// key there; Delete asks to remove the selected key.
///
/// # Examples
///
/// ```
/// use cueline::{clip::{ClipBuilder, Keyframe}, prelude::*};
/// use cueline_egui::Curves;
///
/// let keys = [Keyframe::linear(ms(0), 0.0_f32), Keyframe::linear(ms(400), 8.0)];
/// let hop = ClipBuilder::new("hop").track("y", keys).build()?;
/// let curves = Curves::of(&hop);
/// assert_eq!(curves.curves()[0].keys[1].value, 8.0);
/// // In your frame: if let Some(action) = curves.ui(ui, &hop, now) { .. }
/// # Ok::<(), cueline::clip::ContentError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Curves {
    curves: Vec<Curve>,
    hidden: BTreeSet<String>,
    selected: Option<(String, usize)>,
    stretch: Stretch,
    drag: Option<Drag>,
    /// The values at the lower and upper border, fixed during a drag.
    range: (f64, f64),
    /// The duration of the clip, fixed during a drag.
    duration: Span,
}

/// A drag of a key or tangent.
#[derive(Clone, Copy, Debug)]
struct Drag {
    curve: usize,
    key: usize,
    handle: Handle,
    at: Span,
    value: f64,
    /// The movement of the pointer since the start of the drag.
    delta: egui::Vec2,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Handle {
    Key,
    Tangent(Side),
}

/// The map from times and values to pixels.
#[derive(Clone, Copy, Debug)]
struct Map {
    time: Scale,
    area: Rect,
    low: f64,
    high: f64,
}

impl Map {
    #[expect(clippy::cast_possible_truncation, reason = "a place on the screen")]
    fn y(&self, value: f64) -> f32 {
        let progress = ((value - self.low) / (self.high - self.low)).clamp(-1e4, 1e4);
        self.area.bottom() - progress as f32 * self.area.height()
    }

    fn value(&self, y: f32) -> f64 {
        let progress = f64::from((self.area.bottom() - y) / self.area.height().max(1.0));
        self.low + progress * (self.high - self.low)
    }

    fn point(&self, at: Span, value: f64) -> Pos2 {
        pos2(self.time.x(at), self.y(value))
    }

    /// A value, rounded to digits that are worth at least a quarter of a pixel.
    fn rounded(&self, value: f64) -> f64 {
        let pixel = (self.high - self.low) / f64::from(self.area.height().max(1.0)) / 4.0;
        let unit = power_of_ten(pixel);
        let rounded = (value / unit).round() * unit;
        // A sum of decimal fractions has more digits than the intended fraction.
        format!("{rounded:.12}").parse().unwrap_or(rounded)
    }
}

/// The largest power of ten that is at most a number, and at least 1e-12.
fn power_of_ten(number: f64) -> f64 {
    let number = number.clamp(1e-12, 1e12);
    let mut power = 1.0;
    while power > number {
        power /= 10.0;
    }
    while power * 10.0 <= number {
        power *= 10.0;
    }
    power
}

impl Curves {
    /// The curves of a clip.
    #[must_use]
    pub fn of(clip: &Clip) -> Self {
        let mut curves = Self::default();
        curves.set(clip);
        curves
    }

    /// Takes a new version of the clip. Selection, zoom and hidden tracks stay.
    pub fn set(&mut self, clip: &Clip) {
        self.curves =
            clip.channels().flat_map(|(path, channel)| curves_of(path, channel, clip)).collect();
        let kept = self.selected.take().filter(|(track, key)| {
            self.curves.iter().any(|curve| curve.track == *track && curve.keys.len() > *key)
        });
        self.selected = kept;
        if self.drag.is_none() {
            self.fit();
        }
    }

    /// All curves, in the order of the tracks.
    #[must_use]
    pub fn curves(&self) -> &[Curve] {
        &self.curves
    }

    /// The selected key: the path of the track, and the index.
    #[must_use]
    pub fn selected(&self) -> Option<(&str, usize)> {
        self.selected.as_ref().map(|(track, key)| (track.as_str(), *key))
    }

    /// Selects a key.
    pub fn select(&mut self, key: Option<(&str, usize)>) {
        self.selected = key.map(|(track, key)| (track.to_owned(), key));
    }

    fn fit(&mut self) {
        let shown = self.curves.iter().filter(|curve| !self.hidden.contains(&curve.track));
        let (low, high) = shown.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), curve| {
            (low.min(curve.range.0), high.max(curve.range.1))
        });
        let (low, high) = if low <= high { (low, high) } else { (0.0, 1.0) };
        let margin = ((high - low) * 0.12).max(1e-6).max(high.abs().max(low.abs()) * 1e-6);
        let margin = if low == high { margin.max(0.5) } else { margin };
        self.range = (low - margin, high + margin);
    }

    /// Draws the curves of a clip, with keys and tangents to drag. Returns the action of the user in this frame.
    ///
    /// `clip` must be the clip that was last [`set`](Self::set).
    pub fn ui(&mut self, ui: &mut Ui, clip: &Clip, now: Span) -> Option<CurveAction> {
        self.legend(ui);
        if self.drag.is_none() {
            self.duration = clip.duration();
        }
        let size = vec2(ui.available_width(), ui.available_height().max(60.0));
        let (response, painter) = ui.allocate_painter(size, Sense::click());
        let area = response.rect;
        self.stretch.steer(ui, area, self.duration);
        let inner = area.shrink2(vec2(10.0, 4.0));
        let time = self.stretch.scale(inner, self.duration);
        let map = Map { time, area: inner, low: self.range.0, high: self.range.1 };
        painter.rect_filled(area, 2.0, ui.visuals().extreme_bg_color);
        grid(&painter, &map, ui.visuals().weak_text_color());
        let mut action = None;
        let channels: Vec<(&str, &Channel)> = clip.channels().collect();
        let mut room = MOST_KEYS;
        for index in 0..self.curves.len() {
            let curve = &self.curves[index];
            if self.hidden.contains(&curve.track) {
                continue;
            }
            let Some((_, channel)) = channels.iter().find(|(path, _)| *path == curve.track) else {
                continue;
            };
            let color = COLORS[index % COLORS.len()];
            line(&painter, &map, channel, curve.component, color);
            self.keys(ui, &painter, index, &map, color, &mut room, &mut action);
        }
        painter.vline(
            time.x(now),
            area.y_range(),
            Stroke::new(2.0, Color32::from_rgb(255, 196, 80)),
        );
        self.ghost(&painter, &map);
        if action.is_none() {
            action = self.background(ui, &response, &map, clip, &channels);
        }
        action
    }

    /// A switch for each track.
    fn legend(&mut self, ui: &mut Ui) {
        let mut changed = false;
        ui.horizontal_wrapped(|ui| {
            let mut shown = BTreeSet::new();
            for (index, curve) in self.curves.iter().enumerate() {
                if !shown.insert(&curve.track) || shown.len() > 40 {
                    continue;
                }
                let mut on = !self.hidden.contains(&curve.track);
                let text = egui::RichText::new(&curve.track).color(COLORS[index % COLORS.len()]);
                if ui.checkbox(&mut on, text).changed() {
                    changed = true;
                    if on {
                        self.hidden.remove(&curve.track);
                    } else {
                        self.hidden.insert(curve.track.clone());
                    }
                }
            }
        });
        if changed {
            self.fit();
        }
    }

    /// The keys of a curve in the visible range, and the tangents of the selected key.
    #[expect(clippy::too_many_arguments, reason = "one curve of the widget, in parts for reading")]
    fn keys(
        &mut self,
        ui: &Ui,
        painter: &Painter,
        index: usize,
        map: &Map,
        color: Color32,
        room: &mut usize,
        action: &mut Option<CurveAction>,
    ) {
        let (left, right) =
            (map.time.span(map.area.left() - 8.0), map.time.span(map.area.right() + 8.0));
        let keys = &self.curves[index].keys;
        let first = keys.partition_point(|key| key.at < left);
        let last = keys.partition_point(|key| key.at <= right);
        let crowded = last - first > *room;
        *room -= (last - first).min(*room);
        let parts =
            self.curves.iter().filter(|curve| curve.track == self.curves[index].track).count();
        let mut drawn = f32::NEG_INFINITY;
        // One mesh: turning a thousand circles into triangles would take longer than everything else.
        let mut dots = egui::Mesh::default();
        let mut key = first;
        while key < last {
            let CurveKey { at, value, .. } = self.curves[index].keys[key];
            let place = map.point(at, value);
            let selected = self.selected.as_ref().is_some_and(|(track, selected)| {
                *selected == key && *track == self.curves[index].track
            });
            if crowded && !selected {
                if place.x - drawn < 3.0 {
                    // At most one dot in three pixels: skip to the next key that needs one.
                    let next = map.time.span(drawn + 3.0);
                    let ahead =
                        self.curves[index].keys[key + 1..last].partition_point(|key| key.at < next);
                    key += 1 + ahead;
                    continue;
                }
                let dot = Rect::from_center_size(place, vec2(3.0, 3.0));
                dots.add_colored_rect(dot, color);
                drawn = place.x;
                key += 1;
                continue;
            }
            self.key(ui, painter, (index, key), place, map, color, parts, selected, action);
            key += 1;
        }
        painter.add(dots);
    }

    #[expect(clippy::too_many_arguments, reason = "one key of the widget, in parts for reading")]
    fn key(
        &mut self,
        ui: &Ui,
        painter: &Painter,
        (index, key): (usize, usize),
        place: Pos2,
        map: &Map,
        color: Color32,
        parts: usize,
        selected: bool,
        action: &mut Option<CurveAction>,
    ) {
        let curve = &self.curves[index];
        let CurveKey { at, value, tangent_in, tangent_out, .. } = curve.keys[key];
        let (radius, fill) =
            if selected { (5.5, Color32::from_rgb(255, 196, 80)) } else { (4.0, color) };
        painter.circle(place, radius, fill, Stroke::new(1.0, Color32::from_black_alpha(160)));
        let millis = at.as_secs_f64() * 1000.0;
        let label = format!("{} key {key} at {millis:.1} ms", curve.name(parts));
        let grip = Rect::from_center_size(place, vec2(13.0, 13.0)).intersect(map.area.expand(10.0));
        if grip.is_positive() {
            let id = ui.id().with(("curve key", index, key));
            let response = ui.interact(grip, id, Sense::click_and_drag());
            response.widget_info(|| WidgetInfo::labeled(WidgetType::Other, true, &label));
            if response.clicked() {
                let track = self.curves[index].track.clone();
                self.selected = Some((track.clone(), key));
                *action = Some(CurveAction::Select { track, key });
            }
            let drag =
                Drag { curve: index, key, handle: Handle::Key, at, value, delta: vec2(0.0, 0.0) };
            self.grab(&response, drag, map, action);
            if response.hovered() && self.drag.is_none() {
                response.on_hover_text(format!("{label}: {value:.4}"));
            }
        }
        if !selected {
            return;
        }
        for (side, slope) in [(Side::In, tangent_in), (Side::Out, tangent_out)] {
            let Some(slope) = slope else { continue };
            let toward = if side == Side::In { -ARM } else { ARM };
            let seconds = map.time.duration(toward).as_secs_f64();
            let direction =
                (pos2(place.x + toward, map.y(value + slope * seconds)) - place).normalized();
            let end = place + direction * ARM;
            painter.line_segment([place, end], Stroke::new(1.5, Color32::from_white_alpha(170)));
            painter.circle_filled(end, 4.0, Color32::WHITE);
            let id = ui.id().with(("curve tangent", index, key, side == Side::In));
            let response =
                ui.interact(Rect::from_center_size(end, vec2(14.0, 14.0)), id, Sense::drag());
            let word = if side == Side::In { "in" } else { "out" };
            let label = format!("{} key {key} tangent {word}", self.curves[index].name(parts));
            response.widget_info(|| WidgetInfo::labeled(WidgetType::Other, true, &label));
            let drag = Drag {
                curve: index,
                key,
                handle: Handle::Tangent(side),
                at,
                value,
                delta: vec2(0.0, 0.0),
            };
            self.grab(&response, drag, map, action);
        }
    }

    /// Begins, continues or ends a drag of a key or tangent.
    fn grab(
        &mut self,
        response: &Response,
        begun: Drag,
        map: &Map,
        action: &mut Option<CurveAction>,
    ) {
        // A finger of two zooms.
        if response.drag_started() && response.ctx.multi_touch().is_none() {
            let curve = &self.curves[begun.curve];
            self.selected = Some((curve.track.clone(), begun.key));
            self.drag = Some(begun);
        }
        let Some(mut drag) = self.drag else { return };
        if (drag.curve, drag.key, drag.handle) != (begun.curve, begun.key, begun.handle) {
            return;
        }
        let done = response.drag_stopped();
        if !response.dragged() && !done {
            return;
        }
        if let (Some(place), Some(curve)) =
            (response.interact_pointer_pos(), self.curves.get(drag.curve))
        {
            let (track, key, component) = (curve.track.clone(), drag.key, curve.component);
            drag.delta = response.total_drag_delta().unwrap_or(drag.delta);
            self.drag = Some(drag);
            *action = Some(match drag.handle {
                Handle::Key => {
                    // A vertical drag keeps the time, a horizontal drag keeps the value.
                    let at =
                        (drag.delta.x.abs() >= 3.0).then(|| map.time.span(place.x).max(Span::ZERO));
                    let value =
                        (drag.delta.y.abs() >= 3.0).then(|| map.rounded(map.value(place.y)));
                    CurveAction::Move { track, key, component, at, value, done }
                }
                Handle::Tangent(side) => {
                    let seconds = map.time.seconds(place.x) - drag.at.as_secs_f64();
                    let least = map.time.duration(3.0).as_secs_f64().max(1e-9);
                    let seconds =
                        if side == Side::In { seconds.min(-least) } else { seconds.max(least) };
                    let slope = (map.value(place.y) - drag.value) / seconds;
                    let slope = (slope * 1000.0).round() / 1000.0;
                    CurveAction::Tangent { track, key, component, side, slope, done }
                }
            });
        }
        if done {
            self.drag = None;
            self.fit();
        }
    }

    /// The new time and value of a dragged key.
    fn ghost(&self, painter: &Painter, map: &Map) {
        let Some(drag) = self.drag.filter(|drag| drag.handle == Handle::Key) else { return };
        let Some(pointer) = painter.ctx().pointer_interact_pos() else { return };
        let faint = Stroke::new(1.0, Color32::from_white_alpha(120));
        painter.circle_stroke(pointer, 6.0, faint);
        let Some(curve) = self.curves.get(drag.curve) else { return };
        let around = [drag.key.checked_sub(1), drag.key.checked_add(1)];
        for key in around.into_iter().flatten().filter_map(|key| curve.keys.get(key)) {
            painter.line_segment([map.point(key.at, key.value), pointer], faint);
        }
    }

    fn background(
        &self,
        ui: &Ui,
        response: &Response,
        map: &Map,
        clip: &Clip,
        channels: &[(&str, &Channel)],
    ) -> Option<CurveAction> {
        if let Some((track, key)) = &self.selected
            && !ui.ctx().egui_wants_keyboard_input()
            && ui.input(|input| input.key_pressed(egui::Key::Delete))
        {
            return Some(CurveAction::Remove { track: track.clone(), key: *key });
        }
        let place = response.interact_pointer_pos()?;
        let at = map.time.span(place.x).max(Span::ZERO).min(clip.duration());
        if response.double_clicked() {
            let near = |curve: &&Curve| {
                let channel = channels.iter().find(|(path, _)| *path == curve.track);
                let numbers = channel.map(|(_, channel)| numbers(&channel.sample(at)));
                let value = numbers.and_then(|numbers| numbers.get(curve.component).copied());
                value.is_some_and(|value| (map.y(value) - place.y).abs() < 12.0)
            };
            let shown = self.curves.iter().filter(|curve| !self.hidden.contains(&curve.track));
            if let Some(curve) = shown.clone().find(near) {
                return Some(CurveAction::Add { track: curve.track.clone(), at });
            }
        }
        response.clicked().then_some(CurveAction::Seek(at))
    }
}

/// Labels for a few values and times.
fn grid(painter: &Painter, map: &Map, ink: Color32) {
    let faint = Stroke::new(1.0, Color32::from_white_alpha(14));
    for (value, label) in round_steps(map.low, map.high, map.area.height() / 44.0) {
        let y = map.y(value);
        painter.hline(map.area.x_range(), y, faint);
        if y > map.area.bottom() - 12.0 {
            continue; // the times are there
        }
        let at = pos2(map.area.left(), y - 1.0);
        painter.text(at, Align2::LEFT_BOTTOM, label, FontId::monospace(10.0), ink);
    }
    let (from, to) = (map.time.seconds(map.area.left()), map.time.seconds(map.area.right()));
    for (seconds, label) in round_steps(from, to, map.area.width() / 90.0) {
        let x = map.time.x(Span::from_secs_f64(seconds).unwrap_or(Span::ZERO));
        painter.vline(x, map.area.y_range(), faint);
        let at = pos2(x + 2.0, map.area.bottom());
        painter.text(at, Align2::LEFT_BOTTOM, format!("{label} s"), FontId::monospace(10.0), ink);
    }
}

/// Round numbers in a range, about `count` of them.
fn round_steps(low: f64, high: f64, count: f32) -> Vec<(f64, String)> {
    let width = (high - low) / f64::from(count.max(1.0));
    if !width.is_finite() || width <= 0.0 {
        return Vec::new();
    }
    let unit = power_of_ten(width);
    let step =
        [1.0, 2.0, 5.0, 10.0].into_iter().map(|factor| factor * unit).find(|step| *step >= width);
    let step = step.unwrap_or(unit * 10.0);
    let digits =
        (0..12).find(|digits| step * f64::from(10_u32.pow((*digits).min(9))) >= 0.999).unwrap_or(9);
    let digits = digits as usize;
    let first = (low / step).ceil();
    let numbers = (0..100_u32).map(|n| (first + f64::from(n)) * step);
    let numbers = numbers.take_while(|number| *number <= high);
    numbers.map(|number| (number, format!("{:.digits$}", number + 0.0))).collect()
}

/// The curve itself: one sample every two pixels.
fn line(painter: &Painter, map: &Map, channel: &Channel, component: usize, color: Color32) {
    let mut points = Vec::new();
    let mut x = map.area.left();
    while x <= map.area.right() {
        let at = map.time.span(x);
        if let Some(value) = numbers(&channel.sample(at)).get(component) {
            points.push(pos2(x, map.y(*value)));
        }
        x += 2.0;
    }
    painter
        .with_clip_rect(map.area.expand(6.0).intersect(painter.clip_rect()))
        .line(points, Stroke::new(1.8, color));
}

#[cfg(test)]
mod tests;
