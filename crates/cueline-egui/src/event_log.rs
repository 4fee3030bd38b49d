//! What happened, when it was due and how late it was.

use std::collections::VecDeque;

use cueline::{
    event::{Event, EventKind, Reason},
    time::Time,
};
use egui::{Color32, Label, RichText, ScrollArea, Sense, Ui};

/// One event in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    /// What the game calls the thing that reported it.
    pub name: String,
    /// `started`, `ended`, ...
    pub what: String,
    /// The event without its item.
    pub event: Event<()>,
}

/// The last events, newest first.
///
/// # Examples
///
/// ```
/// use cueline::prelude::*;
/// use cueline_egui::EventLog;
///
/// let mut queue = Sequencer::new();
/// let lunge = queue.enqueue(ms(300), "lunge");
/// queue.advance(ms(500), |_, _| {})?;
/// let mut log = EventLog::new(100);
/// for event in queue.events() {
///     log.push(if event.id == lunge { "lunge" } else { "?" }, event);
/// }
/// let lines: Vec<_> = log.lines().map(|line| format!("{} {}", line.name, line.what)).collect();
/// assert_eq!(lines, ["lunge ended", "lunge started"]);
/// # Ok::<(), cueline::sequencer::AdvanceError>(())
/// ```
#[derive(Clone, Debug)]
pub struct EventLog {
    lines: VecDeque<LogLine>,
    capacity: usize,
    filter: String,
}

impl EventLog {
    /// A log of the last `capacity` events, at least one.
    #[must_use]
    pub fn new(capacity: usize) -> Self {
        Self { lines: VecDeque::new(), capacity: capacity.max(1), filter: String::new() }
    }

    /// Adds an event under the name that the game gives to what reported it.
    pub fn push<Id>(&mut self, name: impl Into<String>, event: &Event<Id>) {
        let Event { due, lateness, kind, reason, direction, loop_index, id: _ } = *event;
        let event = Event { due, lateness, id: (), kind, reason, direction, loop_index };
        self.push_line(LogLine { name: name.into(), what: words(&event), event });
    }

    /// Adds a line in words of the program's own, such as the name of a cue.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::prelude::*;
    /// use cueline_egui::{EventLog, LogLine};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(ms(300), "lunge");
    /// queue.advance(ms(500), |_, _| {})?;
    /// let mut log = EventLog::new(100);
    /// for &Event { due, lateness, kind, reason, direction, loop_index, .. } in queue.events() {
    ///     let event = Event { due, lateness, id: (), kind, reason, direction, loop_index };
    ///     log.push_line(LogLine { name: "knight".into(), what: "lunges".into(), event });
    /// }
    /// assert!(log.lines().all(|line| line.name == "knight" && line.what == "lunges"));
    /// assert_eq!(log.lines().count(), 2);
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    pub fn push_line(&mut self, line: LogLine) {
        if self.lines.len() == self.capacity {
            self.lines.pop_back();
        }
        self.lines.push_front(line);
    }

    /// The events that the filter lets through, newest first.
    pub fn lines(&self) -> impl Iterator<Item = &LogLine> {
        let passes =
            |line: &&LogLine| line.name.contains(&self.filter) || line.what.contains(&self.filter);
        self.lines.iter().filter(passes)
    }

    /// Shows only lines that contain this.
    pub fn set_filter(&mut self, filter: impl Into<String>) {
        self.filter = filter.into();
    }

    /// Draws the log with its filter. Returns the time at which the event of a clicked line was due.
    pub fn ui(&mut self, ui: &mut Ui) -> Option<Time> {
        ui.horizontal(|ui| {
            let label = ui.label("Filter");
            ui.text_edit_singleline(&mut self.filter).labelled_by(label.id);
        });
        let mut clicked = None;
        // As narrow as its words allow, so that it fits beside a picture.
        let widest = |words: fn(&LogLine) -> &String| {
            self.lines().map(|line| words(line).chars().count()).max()
        };
        let (names, kinds) = (widest(|line| &line.name), widest(|line| &line.what));
        let (names, kinds) = (names.unwrap_or_default(), kinds.unwrap_or_default());
        ScrollArea::both().auto_shrink([false, true]).show(ui, |ui| {
            let head = format!("{:>9}  {:names$} {:kinds$} {:>8}", "due", "", "", "late");
            ui.add(Label::new(RichText::new(head).monospace().weak()).extend());
            for line in self.lines() {
                let due = (line.event.due - Time::ZERO).as_secs_f64();
                let late = line.event.lateness.as_secs_f64() * 1000.0;
                let (name, what, why) = (&line.name, &line.what, why(line.event.reason));
                let text = format!("{due:7.3} s  {name:names$} {what:kinds$} {late:5.1} ms{why}");
                let text = RichText::new(text).monospace().color(color(line.event.reason));
                if ui.add(Label::new(text).extend().sense(Sense::click())).clicked() {
                    clicked = Some(line.event.due);
                }
            }
        });
        clicked
    }
}

fn words(event: &Event<()>) -> String {
    match event.kind {
        EventKind::Start => "started".into(),
        EventKind::Cue(cue) => format!("cue {cue}"),
        EventKind::Loop => format!("loop {}", event.loop_index),
        EventKind::End if event.reason == Reason::Cancelled => "dropped".into(),
        EventKind::End => "ended".into(),
    }
}

/// What is said of an event that did not just fall due.
fn why(reason: Reason) -> &'static str {
    match reason {
        Reason::Played | Reason::Cancelled => "",
        Reason::Skipped => ", skipped",
        Reason::Sought => ", sought",
        Reason::Resimulated => ", re-simulated",
        Reason::Muted => ", without weight",
    }
}

fn color(reason: Reason) -> Color32 {
    match reason {
        Reason::Played => Color32::LIGHT_GRAY,
        Reason::Skipped => Color32::from_rgb(220, 180, 90),
        _ => Color32::from_rgb(140, 160, 210),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cueline::prelude::*;

    fn log() -> EventLog {
        let mut queue = Sequencer::new();
        queue.enqueue(ms(100), "a");
        queue.enqueue(ms(100), "b");
        queue.advance(ms(500), |_, _| {}).expect("a step forward");
        let mut log = EventLog::new(3);
        for event in queue.events() {
            log.push(format!("entry {}", event.id.number()), event);
        }
        log
    }

    #[test]
    fn the_log_forgets_its_oldest_line() {
        assert_eq!(log().lines().count(), 3, "of four events");
    }

    #[test]
    fn the_filter_reads_names_and_kinds() {
        let mut log = log();
        log.set_filter("ended");
        assert_eq!(log.lines().count(), 2);
        log.set_filter("entry 1");
        assert_eq!(log.lines().count(), 2);
    }

    #[test]
    fn a_line_says_why_and_a_click_on_it_gives_its_time() {
        use egui_kittest::{Harness, kittest::Queryable};
        let mut queue = Sequencer::new();
        queue.enqueue(ms(100), "a");
        queue.finish(|_, _| {}).expect("it ends");
        let mut log = EventLog::new(3);
        queue.events().iter().for_each(|event| log.push("a", event));
        let clicked: Option<Time> = None;
        let mut harness = Harness::new_ui_state(
            move |ui, clicked: &mut Option<Time>| *clicked = log.ui(ui).or(*clicked),
            clicked,
        );
        harness.run();
        harness.get_by_label_contains("ended").click();
        harness.run();
        assert_eq!(harness.query_all_by_label_contains("ms, skipped").count(), 2);
        assert_eq!(*harness.state(), Some(Time::from_millis(100)));
    }

    #[test]
    fn what_is_typed_into_the_filter_leaves_the_lines_that_contain_it() {
        use egui::accesskit::Role;
        use egui_kittest::{Harness, kittest::Queryable};
        let mut harness = Harness::new_ui_state(|ui, log: &mut EventLog| _ = log.ui(ui), log());
        harness.run();
        assert_eq!(harness.query_all_by_label_contains("entry").count(), 3);
        harness.get_by_role_and_label(Role::TextInput, "Filter").focus();
        harness.run();
        harness.get_by_role_and_label(Role::TextInput, "Filter").type_text("started");
        harness.run();
        assert_eq!(harness.query_all_by_label_contains("entry").count(), 1);
        assert_eq!(harness.query_all_by_label_contains("ended").count(), 0);
    }
}
