//! The items of a timeline as bars to move and trim.

use cueline::time::Span;
use egui::{
    Align2, Color32, CursorIcon, FontId, Pos2, Rect, ScrollArea, Sense, Stroke, StrokeKind, Ui,
    WidgetInfo, WidgetType, pos2, vec2,
};

use crate::stretch::Stretch;

const ROW: f32 = 22.0;
/// The width of the names.
const NAMES: f32 = 150.0;
/// The width of the handles at the ends of a bar.
const HANDLE: f32 = 7.0;

/// A row of a [`TimelineEditor`]: an item, or a track.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EditorRow {
    /// The label.
    pub label: String,
    /// The depth of nesting, from 0.
    pub depth: usize,
    /// The start.
    pub start: Span,
    /// The end; equal to the start for a moment, `None` if there is none.
    pub end: Option<Span>,
    /// Moments on the bar: keys, starts of passes.
    pub marks: Vec<Span>,
    /// Whether the bar can be dragged.
    pub can_move: bool,
    /// Whether the ends of the bar can be dragged.
    pub can_trim: bool,
    /// Whether the item has a problem.
    pub is_wrong: bool,
}

/// An action of the user in a [`TimelineEditor`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditorAction {
    /// Seek to this time.
    Seek(Span),
    /// Select the item with this index.
    Select(usize),
    /// Move an item by this span, relative to its start when the drag began. The last report of a drag has `done` set.
    Move {
        /// The index of the item.
        item: usize,
        /// The span; negative moves the item to an earlier time.
        by: Span,
        /// Whether the drag is over.
        done: bool,
    },
    /// Move the end of an item to this time. The last report of a drag has `done` set.
    Trim {
        /// The index of the item.
        item: usize,
        /// The new end, not before the start.
        end: Span,
        /// Whether the drag is over.
        done: bool,
    },
    /// Move the start of an item to this time, and keep its end. The last report of a drag has `done` set.
    TrimStart {
        /// The index of the item.
        item: usize,
        /// The new start, not after the end.
        start: Span,
        /// The end, as it was when the drag began.
        end: Span,
        /// Whether the drag is over.
        done: bool,
    },
}

/// Rows of bars over time. Control and the mouse wheel zoom; a click between the bars seeks.
///
/// The editor keeps the selection and the drag. The caller passes the items in each frame.
///
/// # Examples
///
/// ```no_run
/// # fn frame(ui: &mut egui::Ui, editor: &mut cueline_egui::TimelineEditor) {
/// use cueline::prelude::*;
/// use cueline_egui::{EditorAction, EditorRow};
///
/// let slide = EditorRow { label: "slide".into(), end: Some(ms(300)), can_move: true, ..EditorRow::default() };
/// if let Some(EditorAction::Move { by, done: true, .. }) = editor.ui(ui, &[slide], secs(1.0), ms(120)) {
///     println!("slide starts {by:?} later");
/// }
/// # }
/// ```
#[derive(Clone, Debug, Default)]
pub struct TimelineEditor {
    selected: Option<usize>,
    stretch: Stretch,
    drag: Option<Drag>,
    /// The total duration before the drag.
    duration: Span,
    /// The drag that has ended in the last frame.
    dropped: Option<Drag>,
    /// The row that the next frame scrolls to.
    reveal: Option<usize>,
}

/// The part of a bar that is dragged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Grip {
    Whole,
    Start,
    End,
}

/// A drag of a bar, or of an end of a bar, with its time when the drag began.
#[derive(Clone, Copy, Debug)]
struct Drag {
    item: usize,
    grip: Grip,
    start: Span,
    end: Option<Span>,
    by: Span,
}

impl Drag {
    /// The start and the end under the hand.
    fn place(&self) -> (Span, Option<Span>) {
        let (start, end, by) = (self.start, self.end, self.by);
        match self.grip {
            Grip::Whole => (start + by, end.map(|end| end + by)),
            Grip::Start => (end.map_or(start + by, |end| end.min(start + by)), end),
            Grip::End => (start, end.map(|end| start.max(end + by))),
        }
    }
}

impl TimelineEditor {
    /// The index of the selected item.
    #[must_use]
    pub fn selected(&self) -> Option<usize> {
        self.selected
    }

    /// Selects an item, and scrolls to it.
    pub fn select(&mut self, item: Option<usize>) {
        if item != self.selected {
            self.reveal = item;
        }
        self.selected = item;
    }

    /// The start that the item of the last drag had when the drag began.
    #[must_use]
    pub fn drag_start(&self) -> Option<Span> {
        self.drag.or(self.dropped).map(|drag| drag.start)
    }

    /// Draws the rows over `0..=duration`. Returns the action of the user in this frame.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        items: &[EditorRow],
        duration: Span,
        now: Span,
    ) -> Option<EditorAction> {
        // The scale stays fixed during a drag, although the total duration may grow.
        if self.drag.is_none() {
            self.duration = duration;
        }
        let duration = self.duration;
        let area = ui.available_rect_before_wrap();
        let bars = Rect::from_min_max(pos2(area.left() + NAMES, area.top()), area.max);
        self.stretch.steer(ui, bars, duration);
        let mut scroll = ScrollArea::vertical().auto_shrink([false, false]);
        if let Some(row) = self.reveal.take() {
            #[expect(clippy::cast_precision_loss, reason = "a place on the screen")]
            let y = row as f32 * ROW - area.height() / 2.0;
            scroll = scroll.vertical_scroll_offset(y.max(0.0));
        }
        ui.spacing_mut().item_spacing.y = 0.0;
        self.dropped = None;
        let mut action = None;
        scroll.show_rows(ui, ROW, items.len().max(1), |ui, rows| {
            action = self.rows(ui, items, rows, duration, now);
        });
        if let Some(EditorAction::Select(item)) = action {
            self.selected = Some(item);
        }
        action
    }

    fn rows(
        &mut self,
        ui: &mut Ui,
        items: &[EditorRow],
        rows: std::ops::Range<usize>,
        duration: Span,
        now: Span,
    ) -> Option<EditorAction> {
        #[expect(clippy::cast_precision_loss, reason = "a place on the screen")]
        let height = ROW * rows.len() as f32;
        let (whole, painter) =
            ui.allocate_painter(vec2(ui.available_width(), height), Sense::click());
        let area = whole.rect;
        let bars = Rect::from_min_max(pos2(area.left() + NAMES, area.top()), area.max);
        let scale = self.stretch.scale(bars.shrink2(vec2(6.0, 0.0)), duration);
        painter.rect_filled(bars, 0.0, ui.visuals().extreme_bg_color);
        let clipped = painter.with_clip_rect(bars.intersect(painter.clip_rect()));
        let mut action = None;
        for (row, index) in rows.enumerate() {
            let Some(item) = items.get(index) else { continue };
            #[expect(clippy::cast_precision_loss, reason = "a place on the screen")]
            let top = area.top() + ROW * row as f32;
            let line = Rect::from_min_max(pos2(area.left(), top), pos2(area.right(), top + ROW));
            if self.selected == Some(index) {
                painter.rect_filled(line, 0.0, Color32::from_white_alpha(10));
            }
            self.name(ui, &painter, item, index, line, &mut action);
            let (mut start, mut end) = (item.start, item.end);
            if let Some(drag) = self.drag.filter(|drag| drag.item == index) {
                (start, end) = drag.place();
            }
            let (left, right) =
                (scale.x(start), end.map_or(bars.right() + 9.0, |end| scale.x(end)));
            let rect = Rect::from_min_max(
                Pos2::new(left, top + 3.0),
                Pos2::new(right.max(left + 3.0), top + ROW - 3.0),
            );
            let is_moment = end == Some(start) && item.marks.is_empty();
            let color = match (item.is_wrong, item.depth) {
                (true, _) => Color32::from_rgb(190, 74, 66),
                (false, 0) => Color32::from_rgb(76, 104, 156),
                (false, _) => Color32::from_rgb(84, 116, 124),
            };
            if is_moment {
                diamond(&clipped, pos2(left, line.center().y), 6.0, color.gamma_multiply(1.5));
            } else {
                clipped.rect_filled(rect, 3.0, color);
            }
            let mut last = f32::NEG_INFINITY;
            for mark in &item.marks {
                let x = scale.x(*mark);
                if x - last >= 3.0 {
                    diamond(
                        &clipped,
                        pos2(x, line.center().y),
                        3.5,
                        Color32::from_white_alpha(190),
                    );
                    last = x;
                }
            }
            if self.selected == Some(index) && !is_moment {
                let stroke = Stroke::new(1.5, Color32::from_rgb(255, 196, 80));
                clipped.rect_stroke(rect, 3.0, stroke, StrokeKind::Outside);
            }
            let grip = rect.expand2(vec2(if is_moment { 6.0 } else { 0.0 }, 0.0)).intersect(bars);
            if !grip.is_positive() {
                continue;
            }
            self.grips(ui, item, index, grip, end, &scale, &mut action);
        }
        let x = scale.x(now);
        clipped.vline(x, area.y_range(), Stroke::new(2.0, Color32::from_rgb(255, 196, 80)));
        if action.is_none()
            && whole.clicked()
            && let Some(at) = whole.interact_pointer_pos().filter(|at| bars.contains(*at))
        {
            action = Some(EditorAction::Seek(scale.span(at.x).max(Span::ZERO).min(duration)));
        }
        action
    }

    fn name(
        &self,
        ui: &Ui,
        painter: &egui::Painter,
        item: &EditorRow,
        index: usize,
        line: Rect,
        action: &mut Option<EditorAction>,
    ) {
        #[expect(clippy::cast_precision_loss, reason = "a place on the screen")]
        let indent = 4.0 + 12.0 * item.depth.min(8) as f32;
        let room = Rect::from_min_max(line.min, pos2(line.left() + NAMES - 6.0, line.bottom()));
        let color = if item.is_wrong {
            Color32::from_rgb(240, 120, 110)
        } else {
            ui.visuals().text_color()
        };
        painter.with_clip_rect(room.intersect(painter.clip_rect())).text(
            pos2(line.left() + indent, line.center().y),
            Align2::LEFT_CENTER,
            &item.label,
            FontId::proportional(13.0),
            color,
        );
        let id = ui.id().with(("editor name", index));
        if ui.interact(room, id, Sense::click()).clicked() {
            *action = Some(EditorAction::Select(index));
        }
    }

    /// Handles clicks and drags of the bar and of the handles at its ends.
    #[expect(clippy::too_many_arguments, reason = "one row of the editor, in parts for reading")]
    fn grips(
        &mut self,
        ui: &Ui,
        item: &EditorRow,
        index: usize,
        grip: Rect,
        end: Option<Span>,
        scale: &crate::stretch::Scale,
        action: &mut Option<EditorAction>,
    ) {
        let sense = if item.can_move { Sense::click_and_drag() } else { Sense::click() };
        let bar = ui.interact(grip, ui.id().with(("editor bar", index)), sense);
        bar.widget_info(|| WidgetInfo::labeled(WidgetType::Other, true, &item.label));
        let handle = |x: f32, name: &str| {
            let rect = Rect::from_x_y_ranges(x - HANDLE / 2.0..=x + HANDLE / 2.0, grip.y_range());
            let response = ui.interact(rect, ui.id().with(("editor", name, index)), Sense::drag());
            let label = format!("{name} of {}", item.label);
            response.widget_info(|| WidgetInfo::labeled(WidgetType::Other, true, &label));
            response
        };
        let trims = item.can_trim && end.is_some();
        // The end is above the start: of a short bar, and of one that begins at the left edge, the end can be dragged.
        let starts = trims && item.can_move;
        let first = starts.then(|| handle(grip.left(), "start"));
        let last = trims.then(|| handle(grip.right(), "end"));
        if bar.clicked() {
            *action = Some(EditorAction::Select(index));
        }
        let grips =
            [(Some(&bar), Grip::Whole), (first.as_ref(), Grip::Start), (last.as_ref(), Grip::End)];
        for (response, grip) in grips {
            let Some(response) = response else { continue };
            if grip != Grip::Whole && (response.hovered() || response.dragged()) {
                ui.ctx().set_cursor_icon(CursorIcon::ResizeHorizontal);
            }
            // A finger of two zooms.
            if response.drag_started() && ui.ctx().multi_touch().is_none() {
                self.selected = Some(index);
                let (start, end) = (item.start, item.end);
                self.drag = Some(Drag { item: index, grip, start, end, by: Span::ZERO });
            }
            let Some(mut drag) = self.drag.filter(|drag| drag.item == index && drag.grip == grip)
            else {
                continue;
            };
            if let Some(delta) = response.total_drag_delta() {
                drag.by = scale.duration(delta.x);
                self.drag = Some(drag);
            }
            let done = response.drag_stopped();
            if response.dragged() || done {
                let (item, (start, end)) = (index, drag.place());
                *action = Some(match (grip, end) {
                    (Grip::Start, Some(end)) => EditorAction::TrimStart { item, start, end, done },
                    (Grip::End, Some(end)) => EditorAction::Trim { item, end, done },
                    _ => EditorAction::Move { item, by: drag.by, done },
                });
            }
            if done {
                self.dropped = self.drag.take();
            } else {
                // The program may have rounded what was asked for.
                let (mut shown, begun) = (item.clone(), (drag.start, drag.end));
                if (item.start, item.end) == begun {
                    (shown.start, shown.end) = drag.place();
                }
                response.show_tooltip_text(words(&shown));
            }
        }
        if bar.hovered() && self.drag.is_none() {
            bar.on_hover_text(words(item));
        }
    }
}

/// A bar's label, start and duration, in milliseconds.
fn words(item: &EditorRow) -> String {
    let millis = |span: Span| span.as_secs_f64() * 1000.0;
    let start = millis(item.start);
    match item.end {
        Some(end) if end == item.start => format!("{}: at {start:.1} ms", item.label),
        Some(end) => {
            format!("{}: at {start:.1} ms, for {:.1} ms", item.label, millis(end - item.start))
        }
        None => format!("{}: at {start:.1} ms, without an end", item.label),
    }
}

fn diamond(painter: &egui::Painter, at: Pos2, radius: f32, color: Color32) {
    let corners = [vec2(0.0, -radius), vec2(radius, 0.0), vec2(0.0, radius), vec2(-radius, 0.0)];
    let points = corners.into_iter().map(|corner| at + corner).collect();
    painter.add(egui::Shape::convex_polygon(points, color, Stroke::NONE));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pointer::{drag, pinch, tap, touch};
    use cueline::time::{ms, secs};
    use egui::TouchPhase;
    use egui_kittest::{Harness, kittest::Queryable};

    type State = (TimelineEditor, Vec<EditorAction>);

    fn item(label: &str, start: i64, end: i64) -> EditorRow {
        let (start, end) = (ms(start), Some(ms(end)));
        let label = label.to_owned();
        EditorRow { label, start, end, can_move: true, can_trim: true, ..EditorRow::default() }
    }

    fn harness(items: Vec<EditorRow>) -> Harness<'static, State> {
        let mut harness = Harness::builder().with_size([762.0, 300.0]).build_ui_state(
            move |ui, (editor, actions): &mut State| {
                actions.extend(editor.ui(ui, &items, secs(1.0), Span::ZERO));
            },
            State::default(),
        );
        harness.run();
        harness
    }

    #[test]
    fn a_drag_of_a_bar_asks_for_a_move_by_the_time_under_the_hand() {
        let mut harness = harness(vec![item("slide", 100, 300), item("turn", 300, 500)]);
        let rect = harness.get_by_label("slide").rect();
        let width = rect.width(); // 200 ms
        drag(&mut harness, rect.center(), rect.center() + vec2(width / 2.0, 0.0));
        let last = harness.state().1.last().copied();
        let Some(EditorAction::Move { item: 0, by, done: true }) = last else { panic!("{last:?}") };
        assert!((by.as_secs_f64() - 0.1).abs() < 0.01, "half of 200 ms, not {by:?}");
        assert_eq!(harness.state().0.selected(), Some(0));
    }

    #[test]
    fn a_drag_says_where_the_bar_would_be() {
        let mut harness = harness(vec![item("slide", 100, 300)]);
        let rect = harness.get_by_label("slide").rect();
        harness.hover_at(rect.center());
        harness.step();
        harness.drag_at(rect.center());
        harness.step();
        harness.hover_at(rect.center() + vec2(rect.width(), 0.0));
        harness.run_steps(3);
        let said = harness.query_by_label("slide: at 300.0 ms, for 200.0 ms");
        assert!(said.is_some(), "{:?}", harness.state().1);
    }

    #[test]
    fn a_drag_of_the_end_asks_for_a_new_end_that_is_not_before_the_start() {
        let mut harness = harness(vec![item("slide", 100, 300)]);
        let end = harness.get_by_label("end of slide").rect().center();
        drag(&mut harness, end, end + vec2(100.0, 0.0));
        let last = harness.state().1.last().copied();
        let Some(EditorAction::Trim { item: 0, end: to, done: true }) = last else {
            panic!("{last:?}")
        };
        assert!(to > ms(400) && to < ms(520), "{to:?}");
        drag(&mut harness, end, end - vec2(500.0, 0.0));
        let last = harness.state().1.last().copied();
        assert_eq!(last, Some(EditorAction::Trim { item: 0, end: ms(100), done: true }));
    }

    #[test]
    fn a_drag_of_the_start_asks_for_a_new_start_that_is_not_after_the_end() {
        let mut harness = harness(vec![item("slide", 100, 300)]);
        let start = harness.get_by_label("start of slide").rect().center();
        drag(&mut harness, start, start + vec2(60.0, 0.0));
        let last = harness.state().1.last().copied();
        let Some(EditorAction::TrimStart { item: 0, start: to, end, done: true }) = last else {
            panic!("{last:?}")
        };
        assert!(to > ms(160) && to < ms(240), "{to:?}");
        assert_eq!(end, ms(300));
        drag(&mut harness, start, start + vec2(500.0, 0.0));
        let last = harness.state().1.last().copied();
        let (item, start, end, done) = (0, ms(300), ms(300), true);
        assert_eq!(last, Some(EditorAction::TrimStart { item, start, end, done }));
    }

    #[test]
    fn a_finger_moves_a_bar_and_two_fingers_zoom_in_on_what_is_between_them() {
        let mut harness = harness(vec![item("slide", 100, 300), item("turn", 300, 500)]);
        let rect = harness.get_by_label("slide").rect();
        let (at, width) = (rect.center(), rect.width());
        pinch(&mut harness, at, 2.0);
        assert_eq!(harness.state().1, [], "two fingers move nothing");
        let zoomed = harness.get_by_label("slide").rect();
        assert!((zoomed.width() / width - 2.0).abs() < 0.05, "{width}, then {}", zoomed.width());
        assert!((zoomed.center().x - at.x).abs() < 2.0, "{at}, then {}", zoomed.center());
        touch(&mut harness, 0, TouchPhase::Start, at);
        for part in [0.5, 1.0] {
            touch(&mut harness, 0, TouchPhase::Move, at + vec2(width * part, 0.0));
        }
        touch(&mut harness, 0, TouchPhase::End, at + vec2(width, 0.0));
        let last = harness.state().1.last().copied();
        let Some(EditorAction::Move { item: 0, by, done: true }) = last else { panic!("{last:?}") };
        assert!((by.as_secs_f64() - 0.1).abs() < 0.01, "half of 200 ms, not {by:?}");
        let turn = harness.get_by_label("turn").rect().center();
        tap(&mut harness, turn);
        assert_eq!(harness.state().0.selected(), Some(1));
    }

    #[test]
    fn a_bar_that_cannot_be_moved_stays() {
        let fixed = EditorRow { can_move: false, can_trim: false, ..item("track", 100, 300) };
        let mut harness = harness(vec![fixed]);
        assert!(harness.query_by_label("end of track").is_none());
        let middle = harness.get_by_label("track").rect().center();
        drag(&mut harness, middle, middle + vec2(90.0, 0.0));
        let moved = |action: &EditorAction| matches!(action, EditorAction::Move { .. });
        assert!(!harness.state().1.iter().any(moved), "{:?}", harness.state().1);
    }

    #[test]
    fn a_click_between_the_bars_seeks() {
        let mut harness = harness(vec![item("slide", 0, 300), item("turn", 300, 500)]);
        let slide = harness.get_by_label("slide").rect();
        let at = pos2(harness.get_by_label("turn").rect().right() + 80.0, slide.center().y);
        harness.hover_at(at);
        harness.step();
        harness.drag_at(at);
        harness.step();
        harness.drop_at(at);
        harness.run();
        let last = harness.state().1.last().copied();
        let Some(EditorAction::Seek(time)) = last else { panic!("{last:?}") };
        assert!(time > ms(580) && time < ms(680), "{time:?}");
    }

    #[test]
    fn a_thousand_rows_cost_the_visible_ones() {
        let items = (0..1000).map(|n| item(&format!("item {n}"), n, n + 10)).collect();
        let mut harness = harness(items);
        assert!(harness.query_by_label("item 3").is_some());
        assert!(harness.query_by_label("item 900").is_none());
        harness.state_mut().0.select(Some(900));
        harness.run();
        assert!(harness.query_by_label("item 900").is_some(), "selected, so scrolled to");
        assert!(harness.query_by_label("item 3").is_none());
    }
}
