//! What the widgets draw, shape by shape, and what they say: compared with `tests/drawn.txt`, so that no place or colour
//! changes unnoticed. `WRITE_DRAWN=1 cargo test -p cueline-egui drawn` writes the file, also after an update of egui.

use std::{fmt::Write as _, fs, path::Path};

use cueline::{
    clip::{Clip, ClipBuilder, Keyframe},
    event::{Event, EventKind, Reason},
    sequencer::{Enqueue, Sequencer},
    time::{Span, Time, ms, secs},
};
use egui::{
    Color32, CornerRadius, Event as Input, Modifiers, MouseWheelUnit, Pos2, Rect, Shape, Stroke,
    TouchPhase, Ui, Vec2, pos2, vec2,
};
use egui_kittest::{Harness, kittest::Queryable};

use crate::{
    Bar, CurveAction, Curves, EditorAction, EditorRow, EventLog, Lanes, LanesResponse, Marker,
    State, TimeBar, TimelineEditor,
};

/// All shapes of the last frame, a line each, in a tenth of a point.
fn shapes<S>(harness: &Harness<'_, S>) -> String {
    let (mut text, mut clip) = (String::new(), Rect::NOTHING);
    for shape in &harness.output().shapes {
        if shape.clip_rect != clip {
            clip = shape.clip_rect;
            writeln!(text, "within {}", rect(clip)).unwrap();
        }
        write(&shape.shape, &mut text);
    }
    text
}

fn write(shape: &Shape, text: &mut String) {
    match shape {
        Shape::Noop => {}
        Shape::Vec(all) => all.iter().for_each(|shape| write(shape, text)),
        Shape::Circle(it) => {
            let (at, fill, edge) = (point(it.center), color(it.fill), stroke(it.stroke));
            writeln!(text, "circle {at} {:.1}{fill}{edge}", it.radius).unwrap();
        }
        Shape::Rect(it) => {
            let CornerRadius { nw, .. } = it.corner_radius;
            let (at, fill, edge) = (rect(it.rect), color(it.fill), stroke(it.stroke));
            writeln!(text, "rect {at} round {nw}{fill}{edge}").unwrap();
        }
        Shape::LineSegment { points: [from, to], stroke: edge } => {
            writeln!(text, "line {} to {}{}", point(*from), point(*to), stroke(*edge)).unwrap();
        }
        Shape::Path(it) => {
            let points: Vec<_> = it.points.iter().copied().map(point).collect();
            writeln!(text, "path{} {:.1} {}", color(it.fill), it.stroke.width, points.join(" "))
                .unwrap();
        }
        Shape::Text(it) => {
            let ink = it.override_text_color.unwrap_or(it.fallback_color);
            let inks = it.galley.job.sections.iter().map(|part| color(part.format.color));
            let (words, inks) = (it.galley.text().trim_end(), inks.collect::<String>());
            writeln!(text, "text {} {words:?}{}{inks}", point(it.pos), color(ink)).unwrap();
        }
        Shape::Mesh(mesh) => {
            let places = mesh.vertices.iter().map(|vertex| point(vertex.pos));
            writeln!(text, "mesh {}", places.collect::<Vec<_>>().join(" ")).unwrap();
        }
        other => writeln!(text, "{other:?}").unwrap(),
    }
}

/// Never -0.
fn number(number: f32) -> String {
    format!("{:.1}", (number * 10.0).round() / 10.0 + 0.0)
}

fn point(at: Pos2) -> String {
    format!("{},{}", number(at.x), number(at.y))
}

fn rect(rect: Rect) -> String {
    format!("{} {}", point(rect.min), point(rect.max))
}

fn color(color: Color32) -> String {
    let [r, g, b, a] = color.to_array();
    format!(" #{r:02x}{g:02x}{b:02x}{a:02x}")
}

fn stroke(stroke: Stroke) -> String {
    if stroke.is_empty() {
        String::new()
    } else {
        format!(" edge {:.1}{}", stroke.width, color(stroke.color))
    }
}

/// The frames of all widgets.
#[derive(Default)]
struct Frames(String);

impl Frames {
    fn add<S>(&mut self, name: &str, harness: &Harness<'_, S>) {
        writeln!(self.0, "# {name}\n{}", shapes(harness)).unwrap();
    }
}

fn harness<'a, S>(
    size: [f32; 2],
    app: impl FnMut(&mut Ui, &mut S) + 'a,
    state: S,
) -> Harness<'a, S> {
    let mut harness = Harness::builder().with_size(size).build_ui_state(app, state);
    harness.run();
    harness
}

/// Control and the wheel, or the wheel alone, as a mouse does it: at a position, by some points.
fn wheel<S>(harness: &mut Harness<'_, S>, at: Pos2, by: Vec2, modifiers: Modifiers) {
    harness.hover_at(at);
    harness.step();
    let (unit, phase) = (MouseWheelUnit::Point, egui::TouchPhase::Move);
    harness.event(Input::MouseWheel { unit, delta: by, modifiers, phase });
    harness.run_steps(20); // egui smooths the way
}

fn lanes(frames: &mut Frames) {
    let mut queue = Sequencer::starting_at(Time::from_secs(10));
    queue.enqueue(ms(300), "swap");
    queue.concurrently(ms(900), "shake");
    queue.background(ms(1900), "a toast of many words");
    queue.enqueue(ms(500), "fall");
    queue.enqueue(Span::ZERO, "score");
    let mut lanes = Lanes::default().with_window(secs(1.0), secs(2.0)).with_height(90.0);
    lanes.observe(&queue, |payload| (*payload).to_owned());
    queue.advance(ms(400), |_, _| {}).unwrap();
    lanes.observe(&queue, |payload| (*payload).to_owned());
    let app = |lanes: Lanes| {
        move |ui: &mut Ui, last: &mut LanesResponse| {
            let now = lanes.ui(ui);
            *last = LanesResponse { clicked: now.clicked.or(last.clicked), ..now };
        }
    };
    let mut wide = harness([700.0, 180.0], app(lanes.clone()), LanesResponse::default());
    frames.add("lanes of a queue", &wide);
    wide.hover_at(wide.get_by_label("fall").rect().center());
    wide.run_steps(3);
    frames.add("lanes with the pointer on a bar", &wide);
    frames.add("narrow lanes", &harness([250.0, 180.0], app(lanes), LanesResponse::default()));
    let mut shown = Lanes::default();
    let bar = |start, end: Option<i64>| {
        Bar::new("card", Time::from_millis(start), end.map(Time::from_millis))
    };
    shown.show(
        Time::from_millis(500),
        (1..).zip([bar(0, Some(400)), bar(100, None), bar(900, Some(901))]),
    );
    frames.add("lanes of bars", &harness([400.0, 120.0], app(shown), LanesResponse::default()));
}

fn time_bar(frames: &mut Frames) {
    let at = |millis| Time::from_millis(millis);
    let markers = [(1000, "jump"), (7000, "land")]
        .map(|(millis, name)| Marker { at: at(millis), name: name.into() });
    let bar = TimeBar::new(at(-500), at(8000), at(2250)).speed(0.25).markers(markers.into());
    let app = |bar: TimeBar| move |ui: &mut Ui, (): &mut ()| _ = bar.clone().ui(ui);
    frames.add("a time bar", &harness([700.0, 60.0], app(bar.clone()), ()));
    frames
        .add("a narrow time bar that plays", &harness([300.0, 120.0], app(bar.playing(true)), ()));
    let still = TimeBar::new(at(1000), at(1000), at(1000));
    frames.add("a time bar of no time", &harness([700.0, 60.0], app(still), ()));
}

fn event_log(frames: &mut Frames) {
    let reasons = [
        (EventKind::Start, Reason::Played),
        (EventKind::Cue(3), Reason::Skipped),
        (EventKind::Loop, Reason::Sought),
        (EventKind::End, Reason::Cancelled),
        (EventKind::End, Reason::Muted),
        (EventKind::End, Reason::Resimulated),
    ];
    let mut queue = Sequencer::new();
    queue.enqueue(ms(300), "a");
    queue.advance(ms(416), |_, _| {}).unwrap();
    let mut log = EventLog::new(9);
    let Event { direction, .. } = queue.events()[0];
    for (loop_index, (kind, reason)) in (1..).zip(reasons) {
        let (due, lateness) = (Time::from_millis(1250), ms(16));
        log.push(
            format!("entry {loop_index}"),
            &Event { due, lateness, id: (), kind, reason, direction, loop_index },
        );
    }
    frames.add(
        "an event log",
        &harness([520.0, 220.0], |ui, log: &mut EventLog| _ = log.ui(ui), log),
    );
}

fn state(frames: &mut Frames) {
    let state = State::new(Time::from_millis(2500), 0x1f0a).dropped(ms(17)).count("tweens", 12);
    frames.add("a state", &harness([520.0, 40.0], |ui, state: &mut State| state.ui(ui), state));
}

fn editor(frames: &mut Frames) {
    let row = |label: &str, depth, start, end: Option<i64>, marks: &[i64]| EditorRow {
        label: label.into(),
        depth,
        start: ms(start),
        end: end.map(ms),
        marks: marks.iter().copied().map(ms).collect(),
        can_move: true,
        can_trim: true,
        is_wrong: label == "wrong",
    };
    let rows = [
        row("slide", 0, 100, Some(300), &[100, 101, 200, 300]),
        row("inner", 1, 150, Some(250), &[]),
        row("deep", 2, 160, None, &[]),
        row("call", 0, 400, Some(400), &[]),
        row("wrong", 0, 500, Some(900), &[]),
        row("short", 0, 950, Some(951), &[950]),
    ];
    type Both = (TimelineEditor, Vec<EditorAction>);
    let app = |ui: &mut Ui, (editor, actions): &mut Both| {
        actions.extend(editor.ui(ui, &rows, secs(1.0), ms(220)));
    };
    let mut harness = harness([762.0, 200.0], app, Both::default());
    frames.add("an editor", &harness);
    harness.state_mut().0.select(Some(0));
    harness.run();
    frames.add("an editor with a selected row", &harness);
    let middle = harness.get_by_label("wrong").rect().center();
    wheel(&mut harness, middle, vec2(0.0, 80.0), Modifiers::CTRL);
    frames.add("an editor zoomed in", &harness);
    wheel(&mut harness, middle, vec2(90.0, 0.0), Modifiers::NONE);
    frames.add("an editor scrolled back", &harness);
    wheel(&mut harness, middle, vec2(-9000.0, 0.0), Modifiers::NONE);
    frames.add("an editor scrolled to the end", &harness);
    wheel(&mut harness, middle, vec2(0.0, -9000.0), Modifiers::CTRL);
    frames.add("an editor zoomed out", &harness);
    let end = harness.get_by_label("end of slide").rect().center();
    harness.hover_at(end);
    harness.step();
    harness.drag_at(end);
    harness.step();
    harness.hover_at(end + vec2(33.0, 0.0));
    harness.run_steps(3);
    frames.add("an editor while an end is dragged", &harness);
    writeln!(frames.0, "# the actions of the editor\n{:?}\n", harness.state().1).unwrap();
}

fn hop() -> Clip {
    let keys = [
        Keyframe::hermite(ms(0), 0.0_f32, 0.0, 20.0),
        Keyframe::hermite(ms(400), 8.0, 0.0, -3.0),
        Keyframe::linear(ms(1000), 0.0),
    ];
    let turn = [Keyframe::linear(ms(0), -4.0_f32), Keyframe::linear(ms(700), 2.5)];
    ClipBuilder::new("hop").track("y", keys).track("turn", turn).build().unwrap()
}

fn curves(frames: &mut Frames) {
    type Both = (Curves, Vec<CurveAction>);
    let app = |ui: &mut Ui, (curves, actions): &mut Both| {
        actions.extend(curves.ui(ui, &hop(), ms(250)));
    };
    let mut harness = harness([420.0, 240.0], app, (Curves::of(&hop()), Vec::new()));
    frames.add("curves", &harness);
    harness.state_mut().0.select(Some(("y", 1)));
    harness.run();
    frames.add("curves with a selected key", &harness);
    let key = harness.get_by_label("y key 1 at 400.0 ms").rect().center();
    wheel(&mut harness, key + vec2(30.0, 0.0), vec2(0.0, 60.0), Modifiers::CTRL);
    frames.add("curves zoomed in", &harness);
    let key = harness.get_by_label("y key 1 at 400.0 ms").rect().center();
    harness.hover_at(key);
    harness.step();
    harness.drag_at(key);
    harness.step();
    harness.hover_at(key + vec2(-21.0, 34.0));
    harness.run_steps(3);
    frames.add("curves while a key is dragged", &harness);
    harness.drop_at(key + vec2(-21.0, 34.0));
    harness.run();
    let arm = harness.get_by_label("y key 1 tangent out").rect().center();
    crate::pointer::drag(&mut harness, arm, arm + vec2(-9.0, 27.0));
    harness.get_by_label("turn").click();
    harness.run();
    frames.add("curves with a hidden track", &harness);
    let place = pos2(300.0, 150.0);
    crate::pointer::touch(&mut harness, 0, TouchPhase::Start, place);
    crate::pointer::touch(&mut harness, 0, TouchPhase::End, place);
    writeln!(frames.0, "# the actions of the curves\n{:?}\n", harness.state().1).unwrap();
    let many = (0..3000).map(|n| Keyframe::linear(ms(n * 10), (n % 7) as f32));
    let many = ClipBuilder::new("many").track("y", many).build().unwrap();
    let state = (Curves::of(&many), Vec::new());
    let app = |ui: &mut Ui, (curves, actions): &mut Both| {
        actions.extend(curves.ui(ui, &many, ms(250)));
    };
    frames.add("curves with very many keys", &self::harness([300.0, 120.0], app, state));
}

#[test]
fn what_is_drawn_is_what_was_drawn() {
    let mut frames = Frames::default();
    for widget in [lanes, time_bar, event_log, state, editor, curves] {
        widget(&mut frames);
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/drawn.txt");
    if std::env::var_os("WRITE_DRAWN").is_some() {
        fs::write(&path, &frames.0).unwrap();
    }
    let written = fs::read_to_string(&path).unwrap();
    let mut frame = "";
    for (index, (drawn, written)) in frames.0.lines().zip(written.lines()).enumerate() {
        frame = if drawn.starts_with('#') { drawn } else { frame };
        assert_eq!(drawn, written, "line {} of tests/drawn.txt, in {frame}", index + 1);
    }
    assert_eq!(frames.0.lines().count(), written.lines().count());
}
