//! Past, present and future entries of a sequencer, or of anything else that starts and ends, as bars in stacked rows.

use std::collections::{BTreeMap, BTreeSet};

use cueline::{
    sequencer::{EntryDuration, Role, Sequencer},
    time::{Span, Time, ms, secs},
};
use egui::{
    Align2, Color32, FontId, Pos2, Rect, Sense, Stroke, StrokeKind, Ui, WidgetInfo, WidgetType,
    text::{LayoutJob, TextFormat, TextWrapping},
    vec2,
};

const ROW: f32 = 20.0;
/// The least width of a bar, so that an entry without duration is visible.
const LEAST: f32 = 3.0;
/// The width of the names of the rows.
const NAMES: f32 = 100.0;
/// With less room than this beside the names, there are none.
const LEAST_AXIS: f32 = 160.0;
/// The rows from the top, by what their bars do to the step that they belong to.
const ROLES: [(Role, &str, &str); 3] = [
    (Role::Holding, "blocking", "the next step waits for it"),
    (Role::Free, "non-blocking", "beside a step"),
    (Role::Background, "background", "nothing waits for it"),
];
/// With less room than this, a label that does not fit is left out, and otherwise cut.
const LEAST_TEXT: f32 = 32.0;

/// One entry of a sequencer on the lanes, or something else that starts and ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bar {
    /// The label from the game.
    pub label: String,
    /// The start; for an entry that waits, the expected start.
    pub start: Time,
    /// The end; `None` while it is unknown.
    pub end: Option<Time>,
    /// Whether it holds its epoch open, plays in the foreground, or in the background.
    pub role: Role,
    /// The entry has ended or was dropped.
    pub is_over: bool,
}

impl Bar {
    /// A bar in the foreground, over as soon as its end has come.
    #[must_use]
    pub fn new(label: impl Into<String>, start: Time, end: Option<Time>) -> Self {
        Self { label: label.into(), start, end, role: Role::Free, is_over: false }
    }

    /// Returns `true` if two bars overlap in time. A bar without duration occupies its moment.
    fn overlaps(&self, other: &Self) -> bool {
        let end =
            |bar: &Self| bar.end.map_or(Time::MAX, |end| end.max(bar.start + Span::from_flicks(1)));
        self.start < end(other) && other.start < end(self)
    }
}

/// The lanes of one sequencer: [`observe`](Self::observe) it after each step, then show it.
///
/// # Examples
///
/// ```
/// use cueline::prelude::*;
/// use cueline_egui::Lanes;
///
/// let mut queue = Sequencer::new();
/// queue.enqueue(ms(300), "lunge");
/// queue.concurrently(ms(200), "shake");
/// let mut lanes = Lanes::default();
/// lanes.observe(&queue, |payload| payload.to_string());
///
/// queue.advance(ms(250), |_, _| {})?;
/// lanes.observe(&queue, |payload| payload.to_string());
/// let over: Vec<_> = lanes.bars().filter(|bar| bar.is_over).map(|bar| &*bar.label).collect();
/// assert_eq!(over, ["shake"]);
/// # Ok::<(), cueline::sequencer::AdvanceError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Lanes {
    /// By key: the number of an entry, or what the game gives.
    bars: BTreeMap<u64, Bar>,
    now: Time,
    /// The visible parts of the past and of the future.
    before: Span,
    after: Span,
    /// The least height, in points.
    height: f32,
    /// Whether the bars are those of a queue: their rows have names then.
    is_queue: bool,
}

impl Default for Lanes {
    fn default() -> Self {
        let (before, after) = (secs(1.0), secs(3.0));
        let (now, height) = (Time::ZERO, 4.0 * ROW);
        Self { bars: BTreeMap::new(), now, before, after, height, is_queue: false }
    }
}

impl Lanes {
    /// Shows this much of the past and of the future, at least a millisecond each.
    #[must_use]
    pub fn with_window(self, before: Span, after: Span) -> Self {
        Self { before: before.max(ms(1)), after: after.max(ms(1)), ..self }
    }

    /// Is at least this high, in points; otherwise as high as four rows.
    #[must_use]
    pub fn with_height(self, height: f32) -> Self {
        Self { height, ..self }
    }

    /// Names the rows by what their bars do, and explains them below, as lanes do that [`observe`](Self::observe) a sequencer:
    /// for bars of a queue that are [shown](Self::show).
    #[must_use]
    pub fn of_queue(self) -> Self {
        Self { is_queue: true, ..self }
    }

    /// Reads the state of a sequencer: entries that play and entries that wait; bars of all other entries are over.
    pub fn observe<P>(&mut self, queue: &Sequencer<P>, label: impl Fn(&P) -> String) {
        (self.now, self.is_queue) = (queue.time(), true);
        for bar in self.bars.values_mut() {
            bar.is_over = true;
        }
        for entry in queue.agenda() {
            let Some(start) = entry.start else { continue };
            let end = entry.duration.and_then(EntryDuration::fixed).map(|length| start + length);
            let label = label(entry.payload);
            let bar = Bar { label, start, end, role: entry.role, is_over: false };
            self.bars.insert(entry.id.number(), bar);
        }
        for event in queue.events() {
            if event.kind == cueline::event::EventKind::End
                && let Some(bar) = self.bars.get_mut(&event.id.number())
            {
                bar.start = bar.start.min(event.due);
                bar.end = Some(event.due);
            }
        }
        let now = self.now;
        for bar in self.bars.values_mut().filter(|bar| bar.is_over) {
            bar.end = Some(bar.end.unwrap_or(now).min(now).max(bar.start));
        }
        let oldest = now - self.before;
        self.bars.retain(|_, bar| {
            !bar.is_over || (bar.end.is_none_or(|end| end >= oldest) && bar.start <= now)
        });
    }

    /// Shows these bars at a moment, and no others: for what a game knows without a sequencer. Each bar has a key of its own,
    /// and bars lie in the order of their keys. What ends at `now` or before it is over; what is outside of the window is
    /// left out.
    ///
    /// ```
    /// use cueline::prelude::*;
    /// use cueline_egui::{Bar, Lanes};
    ///
    /// let mut card = Moving::at(0.0_f32);
    /// card.tween_to(Time::ZERO, 1.0, ms(300), Easing::LINEAR);
    /// let mut lanes = Lanes::default();
    /// lanes.show(Time::from_millis(100), [(0, Bar::new("card", Time::ZERO, card.settles_at()))]);
    /// assert!(lanes.bars().all(|bar| !bar.is_over));
    /// ```
    pub fn show(&mut self, now: Time, bars: impl IntoIterator<Item = (u64, Bar)>) {
        self.now = now;
        let (oldest, newest) = (now - self.before, now + self.after);
        let is_inside = |bar: &Bar| bar.end.is_none_or(|end| end >= oldest) && bar.start <= newest;
        self.bars = bars.into_iter().filter(|(_, bar)| is_inside(bar)).collect();
        for bar in self.bars.values_mut() {
            bar.is_over |= bar.end.is_some_and(|end| end <= now && bar.start < now);
        }
    }

    /// Forgets all bars, as after a seek.
    pub fn clear(&mut self) {
        self.bars.clear();
    }

    /// The moment at which the lanes stand.
    #[must_use]
    pub fn now(&self) -> Time {
        self.now
    }

    /// All bars, in the order in which the game queued them.
    pub fn bars(&self) -> impl Iterator<Item = &Bar> {
        self.bars.values()
    }

    /// The row of each bar, from 0 at the top: what blocks, what does not, and the background. Bars that overlap in time
    /// have different rows.
    #[must_use]
    pub fn rows(&self) -> Vec<(usize, &Bar)> {
        self.placed().into_iter().map(|(row, _, bar)| (row, bar)).collect()
    }

    /// The row of each bar, with its key.
    fn placed(&self) -> Vec<(usize, u64, &Bar)> {
        let mut rows: Vec<Vec<&Bar>> = Vec::new();
        let mut placed = Vec::new();
        let mut first = 0;
        for (role, ..) in ROLES {
            for (key, bar) in self.bars.iter().filter(|(_, bar)| bar.role == role) {
                let free = (first..rows.len())
                    .find(|row| rows[*row].iter().all(|other| !bar.overlaps(other)));
                let row = free.unwrap_or_else(|| {
                    rows.push(Vec::new());
                    rows.len() - 1
                });
                rows[row].push(bar);
                placed.push((row, *key, bar));
            }
            first = rows.len();
        }
        placed
    }

    /// Where the visible epochs begin: with entries that hold theirs open.
    fn epochs(&self) -> BTreeSet<Time> {
        let visible = self.now - self.before..=self.now + self.after;
        let holding = self.bars.values().filter(|bar| bar.role == Role::Holding);
        holding.map(|bar| bar.start).filter(|start| visible.contains(start)).collect()
    }

    /// Draws the lanes over the available width, and says what the pointer does on them. A bar under the pointer says its
    /// label, start and duration.
    pub fn ui(&self, ui: &mut Ui) -> LanesResponse {
        let rows = self.placed();
        let count = rows.iter().map(|(row, ..)| row + 1).max().unwrap_or(1);
        let height = self.height.max(ROW * count as f32);
        let (response, painter) =
            ui.allocate_painter(vec2(ui.available_width(), height), Sense::click());
        let area = response.rect;
        let visuals = ui.visuals();
        painter.rect_filled(area, 4.0, visuals.extreme_bg_color);
        let ink = visuals.text_color();
        let named = self.is_queue && area.width() >= NAMES + LEAST_AXIS;
        if named {
            for (row, role, name) in names(&rows) {
                let at = Pos2::new(area.left() + 6.0, area.top() + ROW * (row as f32 + 0.5));
                painter.circle_filled(at + vec2(3.0, 0.0), 4.0, base(role));
                let font = FontId::proportional(12.0);
                painter.text(at + vec2(12.0, 0.0), Align2::LEFT_CENTER, name, font, ink);
            }
        }
        let area =
            Rect::from_min_max(area.min + vec2(if named { NAMES } else { 0.0 }, 0.0), area.max);
        let (from, whole) = (self.now - self.before, self.before + self.after);
        let x = |time: Time| {
            #[expect(clippy::cast_possible_truncation, reason = "a place on the screen")]
            let progress = (time - from).ratio(whole) as f32;
            area.left() + progress.clamp(-0.01, 1.01) * area.width()
        };
        for start in self.epochs() {
            painter.vline(
                x(start),
                area.y_range(),
                Stroke::new(1.0, Color32::from_white_alpha(28)),
            );
        }
        let mut hovered = None;
        for (row, key, bar) in rows {
            let (left, right) = (x(bar.start), bar.end.map_or(area.right(), x));
            if right < area.left() || left > area.right() {
                continue;
            }
            let top = area.top() + ROW * row as f32;
            let rect = Rect::from_min_max(
                Pos2::new(left, top + 2.0),
                Pos2::new(right.max(left + LEAST), top + ROW - 2.0),
            );
            let color = color(bar, self.now);
            painter.rect_filled(rect, 3.0, color);
            if bar.role == Role::Holding && !bar.is_over {
                let edge = Stroke::new(1.0, Color32::from_white_alpha(70));
                painter.rect_stroke(rect, 3.0, edge, StrokeKind::Inside);
            }
            let room = rect.intersect(area);
            let hover = ui.interact(room, response.id.with(key), Sense::hover());
            hover.widget_info(|| WidgetInfo::labeled(WidgetType::Other, true, &bar.label));
            if hover.hovered() {
                hovered = Some(key);
                let bright = Stroke::new(1.5, Color32::from_white_alpha(200));
                painter.rect_stroke(rect, 3.0, bright, StrokeKind::Outside);
                hover.on_hover_text(words(bar));
            }
            let width = room.width() - 6.0;
            if width > 0.0 {
                let ink = Color32::from_white_alpha(if bar.is_over { 150 } else { 240 });
                let font = FontId::proportional(12.0);
                let mut job = LayoutJob::simple_singleline(bar.label.clone(), font, ink);
                job.wrap = TextWrapping::truncate_at_width(width);
                let text = painter.layout_job(job);
                if text.elided && width < LEAST_TEXT {
                    continue;
                }
                let at = Align2::LEFT_CENTER
                    .anchor_size(room.left_center() + vec2(4.0, 0.0), text.size());
                painter.galley(at.min, text, ink);
            }
        }
        let now = x(self.now);
        painter.vline(now, area.y_range(), Stroke::new(2.0, NOW));
        if named {
            legend(ui);
        }
        response.widget_info(|| WidgetInfo::labeled(WidgetType::Other, true, "Lanes"));
        let at = response.interact_pointer_pos().filter(|_| response.clicked());
        let clicked = at.map(|at| {
            let progress = f64::from((at.x - area.left()) / area.width().max(1.0)).clamp(0.0, 1.0);
            from + Span::from_secs_f64(whole.as_secs_f64() * progress).unwrap_or(Span::ZERO)
        });
        LanesResponse { clicked, hovered }
    }
}

/// What the pointer does on lanes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LanesResponse {
    /// The time under a click.
    pub clicked: Option<Time>,
    /// The key of the bar under the pointer, so that the game can light up what the bar moves: the
    /// [number](cueline::sequencer::EntryId::number) of an observed entry, or the key from [`Lanes::show`].
    pub hovered: Option<u64>,
}

/// A bar's label, start and duration, in milliseconds.
fn words(bar: &Bar) -> String {
    let millis = |span: Span| span.as_secs_f64() * 1000.0;
    let start = millis(bar.start - Time::ZERO);
    match bar.end {
        Some(end) => {
            format!("{}: at {start:.1} ms, for {:.1} ms", bar.label, millis(end - bar.start))
        }
        None => format!("{}: at {start:.1} ms, its end is not known", bar.label),
    }
}

/// The name of each role that has bars, with the first row of these bars.
fn names(rows: &[(usize, u64, &Bar)]) -> Vec<(usize, Role, &'static str)> {
    let named = ROLES.into_iter().filter_map(|(role, name, _)| {
        let of_role = rows.iter().filter(|(.., bar)| bar.role == role);
        Some((of_role.map(|(row, ..)| *row).min()?, role, name))
    });
    named.collect()
}

/// The line of the present.
const NOW: Color32 = Color32::from_rgb(255, 196, 80);

/// What the colours and the lines mean, in a line or two.
fn legend(ui: &mut Ui) {
    let (ink, strong) = (ui.visuals().text_color(), ui.visuals().strong_text_color());
    let format = |color| TextFormat::simple(FontId::proportional(12.0), color);
    // A sign stays with its first word.
    let entry = |ui: &mut Ui, sign: &str, color, words: &str| {
        let mut job = LayoutJob::default();
        job.append(sign, 0.0, format(color));
        job.append(&format!("\u{A0}{words} "), 0.0, format(ink));
        ui.label(job);
    };
    ui.horizontal_wrapped(|ui| {
        for (role, name, meaning) in ROLES {
            entry(ui, "\u{25CF}", base(role), &format!("{name}: {meaning}."));
        }
        entry(ui, "|", strong, "a step begins.");
        entry(ui, "|", NOW, "now; what is right of it is decided and not shown yet.");
    });
}

fn base(role: Role) -> Color32 {
    match role {
        Role::Holding => Color32::from_rgb(150, 95, 36),
        Role::Free => Color32::from_rgb(66, 100, 170),
        Role::Background => Color32::from_rgb(62, 118, 76),
    }
}

fn color(bar: &Bar, now: Time) -> Color32 {
    let base = base(bar.role);
    match (bar.is_over, bar.start > now) {
        (true, _) => base.gamma_multiply(0.35),
        (false, true) => base.gamma_multiply(0.65),
        (false, false) => base,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cueline::sequencer::Enqueue;

    fn observed(queue: &Sequencer<&'static str>) -> Lanes {
        let mut lanes = Lanes::default();
        lanes.observe(queue, |payload| (*payload).to_string());
        lanes
    }

    #[test]
    fn bars_that_overlap_in_time_never_share_a_row() {
        let mut queue = Sequencer::new();
        queue.enqueue(ms(300), "swap");
        queue.concurrently(ms(200), "shake");
        queue.enqueue(ms(100), "drop");
        queue.background(ms(900), "toast");
        queue.enqueue(Span::ZERO, "score");
        let lanes = observed(&queue);
        let rows = lanes.rows();
        assert_eq!(rows.len(), 5);
        for (place, (row, bar)) in rows.iter().enumerate() {
            for (other_row, other) in &rows[..place] {
                assert!(
                    row != other_row || !bar.overlaps(other),
                    "{} on {}",
                    bar.label,
                    other.label
                );
            }
        }
        let shared = rows.iter().filter(|(row, _)| *row == 0).count();
        assert!(shared >= 2, "what follows in time shares a row");
    }

    #[test]
    fn the_background_lies_below_the_foreground() {
        let mut queue = Sequencer::new();
        queue.background(ms(900), "toast");
        queue.enqueue(ms(300), "swap");
        let lanes = observed(&queue);
        let row =
            |label| lanes.rows().iter().find(|(_, bar)| bar.label == label).map(|(row, _)| *row);
        assert!(row("swap") < row("toast"), "{:?}", lanes.rows());
    }

    #[test]
    fn rows_of_a_queue_are_named_and_explained_and_bars_of_a_game_are_not() {
        use egui_kittest::{Harness, kittest::Queryable};
        let mut queue = Sequencer::new();
        queue.background(ms(900), "toast");
        queue.enqueue(ms(300), "swap");
        let observed = observed(&queue);
        let mut shown = Lanes::default();
        shown.show(Time::ZERO, [(0, Bar::new("card", Time::ZERO, None))]);
        for (lanes, named) in [(observed, true), (shown.clone(), false), (shown.of_queue(), true)] {
            let mut harness = Harness::new_ui(move |ui| _ = lanes.ui(ui));
            harness.run();
            for (_, name, meaning) in ROLES {
                let words = format!("{name}: {meaning}.");
                assert_eq!(harness.query_by_label_contains(&words).is_some(), named, "{words}");
            }
        }
    }

    #[test]
    fn a_name_stands_beside_a_bar_of_its_own_and_nowhere_else() {
        let names_of = |queue: &Sequencer<&'static str>| names(&observed(queue).placed());
        let mut queue = Sequencer::new();
        queue.background(ms(900), "toast");
        queue.background(ms(900), "rain");
        assert_eq!(names_of(&queue), [(0, Role::Background, "background")]);
        queue.enqueue(ms(300), "swap");
        queue.enqueue(ms(300), "fall");
        let named = [(0, Role::Holding, "blocking"), (1, Role::Background, "background")];
        assert_eq!(names_of(&queue), named);
        assert_eq!(names_of(&Sequencer::new()), []);
    }

    #[test]
    fn an_entry_ends_where_its_event_was_due() {
        let mut queue = Sequencer::new();
        queue.enqueue(ms(300), "swap");
        let mut lanes = observed(&queue);
        queue.advance(ms(800), |_, _| {}).expect("a step forward");
        lanes.observe(&queue, |payload| (*payload).to_string());
        let bar = lanes.bars().next().expect("it stays for a second");
        assert_eq!((bar.is_over, bar.end), (true, Some(Time::from_millis(300))));
        queue.advance(ms(600), |_, _| {}).expect("a step forward");
        lanes.observe(&queue, |payload| (*payload).to_string());
        assert_eq!(lanes.bars().count(), 0, "older than the window");
    }

    #[test]
    fn an_epoch_begins_where_an_entry_holds_it_open() {
        let mut queue = Sequencer::new();
        queue.enqueue(ms(300), "swap");
        queue.concurrently(ms(200), "shake");
        queue.background(ms(900), "toast");
        queue.enqueue(ms(300), "fall");
        queue.enqueue(secs(9.0), "rest");
        queue.enqueue(ms(100), "too late to show");
        let starts = [0, 300, 600].map(Time::from_millis);
        assert_eq!(observed(&queue).epochs(), starts.into());
    }

    #[test]
    fn a_click_on_a_bar_gives_the_time_under_it() {
        use egui_kittest::{Harness, kittest::Queryable};
        let mut queue = Sequencer::starting_at(Time::from_secs(10));
        queue.enqueue(ms(2000), "swap");
        let lanes = observed(&queue);
        let mut harness = Harness::new_ui_state(
            move |ui, clicked: &mut Option<Time>| *clicked = lanes.ui(ui).clicked.or(*clicked),
            None,
        );
        harness.run();
        let middle = harness.get_by_label("swap").rect().center();
        for touch in [false, true] {
            *harness.state_mut() = None;
            if touch {
                crate::pointer::tap(&mut harness, middle);
            } else {
                harness.drag_at(middle);
                harness.run();
                harness.drop_at(middle);
                harness.run();
            }
            let time = harness.state().expect("the click is on the lanes");
            let off = (time - Time::from_secs(11)).as_secs_f64();
            assert!(off.abs() < 0.1, "touch: {touch}, the middle of 10 s to 12 s, not {time}");
        }
    }

    #[test]
    fn a_click_gives_the_time_under_it() {
        use egui_kittest::{Harness, kittest::Queryable};
        let mut queue = Sequencer::starting_at(Time::from_secs(10));
        queue.enqueue(ms(300), "swap");
        let lanes = observed(&queue);
        let clicked: Option<Time> = None;
        let mut harness = Harness::new_ui_state(
            move |ui, clicked: &mut Option<Time>| {
                if let Some(time) = lanes.ui(ui).clicked {
                    *clicked = Some(time);
                }
            },
            clicked,
        );
        harness.run();
        // The time axis lies right of the names.
        let lanes = harness.get_by_label("Lanes").rect();
        let middle = (lanes.left() + NAMES + lanes.right()) / 2.0;
        harness.drag_at(egui::pos2(middle, 20.0));
        harness.run();
        harness.drop_at(egui::pos2(middle, 20.0));
        harness.run();
        let time = harness.state().expect("the click is on the lanes");
        let off = (time - Time::from_secs(11)).as_secs_f64();
        assert!(off.abs() < 0.1, "the middle of 9 s to 13 s, not {time}");
    }

    #[test]
    fn every_bar_in_the_window_has_its_label_and_says_more_under_the_pointer() {
        use egui_kittest::{Harness, kittest::Queryable};
        let mut queue = Sequencer::starting_at(Time::from_secs(10));
        queue.enqueue(ms(1500), "swap");
        queue.enqueue(ms(400), "fall");
        queue.enqueue(ms(9000), "rest");
        queue.enqueue(ms(400), "too late to show");
        let lanes = observed(&queue);
        let mut harness = Harness::new_ui(move |ui| _ = lanes.ui(ui));
        harness.run();
        let width = |label: &str| harness.get_by_label(label).rect().width();
        assert!(width("swap") > 3.0 * width("fall"), "1500 ms and 400 ms");
        assert!(harness.query_by_label("too late to show").is_none());
        harness.get_by_label("fall").hover();
        harness.run_steps(60);
        assert!(
            harness.query_by_label("fall: at 11500.0 ms, for 400.0 ms").is_some(),
            "what the pointer is on"
        );
    }

    #[test]
    fn the_bar_under_the_pointer_has_its_key() {
        use egui_kittest::{Harness, kittest::Queryable};
        let mut queue = Sequencer::new();
        queue.enqueue(ms(900), "swap");
        let fall = queue.enqueue(ms(900), "fall");
        let lanes = observed(&queue);
        let mut harness = Harness::new_ui_state(
            move |ui, hovered: &mut Option<u64>| *hovered = lanes.ui(ui).hovered,
            Some(99),
        );
        harness.run();
        assert_eq!(*harness.state(), None);
        harness.get_by_label("fall").hover();
        harness.run_steps(3);
        assert_eq!(*harness.state(), Some(fall.number()));
    }

    #[test]
    fn bars_of_the_game_are_over_at_their_end_and_kept_inside_the_window() {
        let bar = |start, end: Option<i64>| {
            Bar::new("card", Time::from_millis(start), end.map(Time::from_millis))
        };
        let mut lanes = Lanes::default().with_window(ms(500), ms(500));
        let bars = [bar(0, Some(100)), bar(600, Some(900)), bar(900, None), bar(2000, None)];
        lanes.show(Time::from_millis(1000), (0..).zip(bars));
        let shown: Vec<_> = lanes.bars().map(|bar| (bar.start, bar.is_over)).collect();
        let expected = [(600, true), (900, false)];
        assert_eq!(shown, expected.map(|(start, over)| (Time::from_millis(start), over)));
    }
}
