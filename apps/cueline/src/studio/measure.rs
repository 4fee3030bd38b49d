//! `cueline studio --measure`: the time of a frame while a long file is edited.

use std::{
    fmt::Write as _,
    fs,
    io::{self, Write as _},
    sync::OnceLock,
    time::{Duration, Instant},
};

use cueline::time::{Span, ms};
use eframe::egui::{self, Event, Key, Modifiers, Pos2};

use super::{
    app::Studio,
    edit::{Edit, timeline},
    model::Model,
};
use crate::failure::Failure;

/// Frames of a drag.
const FRAMES: i64 = 120;

pub(crate) fn run() -> Result<(), Failure> {
    let items = thousand_items();
    let middle = timeline("long").field("items").index(500);
    let drag = |n: i64| Edit::TrimItem { item: middle.clone(), duration: ms(100 + n) };
    measure("a timeline of 1,000 items, an item trimmed", &items, drag)?;
    by_hand("the same, a bar dragged by hand", &items, "p3")?;
    typed("the same, text typed", &items)?;
    let keys = ten_thousand_keys();
    let drag = |n: i64| Edit::MoveKey {
        clip: "long".to_owned(),
        track: "t4".to_owned(),
        key: 500,
        at: Some(Span::from_millis(5000) + Span::from_flicks(n * 7_056)),
        value: Some((0, 0.25)),
    };
    measure("a clip of 10,000 keys, a key moved", &keys, drag)?;
    typed("the same, text typed", &keys)
}

/// A timeline whose items each move one of ten properties.
pub(super) fn thousand_items() -> String {
    let mut text = String::from("(\n    version: 1,\n    timelines: {\"long\": (items: [\n");
    for n in 0..1000 {
        let property = n % 10;
        let _ = writeln!(
            text,
            "        (action: Tween({{\"p{property}\": (from: F64(0.0), to: F64({n}.0))}}), duration: \"100ms\", easing: \"out-quad\"), // {n}"
        );
    }
    text + "    ])},\n)\n"
}

/// Ten tracks of a thousand keys.
pub(super) fn ten_thousand_keys() -> String {
    let mut text = String::from("(\n    version: 1,\n    clips: {\"long\": (tracks: {\n");
    for track in 0..10 {
        let _ = writeln!(text, "        \"t{track}\": F32([");
        for n in 0..1000 {
            let at = n * 10;
            let value = (n * 37 + track * 11) % 100;
            let _ = writeln!(
                text,
                "            (at: \"{at}ms\", value: 0.{value:02}, interpolation: \"in-out-sine\"),"
            );
        }
        text.push_str("        ]),\n");
    }
    text + "    })},\n)\n"
}

/// A studio without a window, and the time that its frames take.
struct Bench {
    studio: Studio,
    ctx: egui::Context,
}

impl Bench {
    fn new(text: &str) -> Result<Self, Failure> {
        let mut model = Model::of("long.ron".into(), text.as_bytes().to_vec())?;
        model.check_in_background(|| {});
        let mut studio = Studio::of(model);
        studio.show(None, ms(100));
        let mut bench = Self { studio, ctx: egui::Context::default() };
        for _ in 0..10 {
            let _first = bench.frame(Vec::new(), None);
        }
        Ok(bench)
    }

    /// Draws a frame: an edit if any, the check, the layout and the triangles.
    fn frame(&mut self, events: Vec<Event>, edit: Option<(&Edit, bool)>) -> Duration {
        let size = egui::vec2(1360.0, 820.0);
        let screen_rect = Some(egui::Rect::from_min_size(Pos2::ZERO, size));
        let input = egui::RawInput { screen_rect, events, ..egui::RawInput::default() };
        let begun = worked();
        if let Some((edit, done)) = edit {
            self.studio.carry_out(edit, Some(done));
        }
        let mut output = self.ctx.run_ui(input, |ui| self.studio.ui(ui));
        output.textures_delta.clear(); // there is no graphics card
        let triangles = self.ctx.tessellate(output.shapes, output.pixels_per_point);
        std::hint::black_box(triangles);
        worked().saturating_sub(begun)
    }

    /// Where the widget of this label is.
    fn place(&mut self, label: &str) -> Result<Pos2, Failure> {
        self.ctx.enable_accesskit();
        let mut update = None;
        for _ in 0..3 {
            let input = egui::RawInput::default();
            let output = self.ctx.run_ui(input, |ui| self.studio.ui(ui));
            update = output.platform_output.accesskit_update.or(update);
        }
        self.ctx.disable_accesskit();
        let nodes = update.into_iter().flat_map(|update| update.nodes);
        let found = nodes.filter(|(_, node)| node.label() == Some(label));
        // Of a label and a bar of the same name it is the bar, which lies further to the right.
        let bounds =
            found.filter_map(|(_, node)| node.bounds()).max_by(|a, b| a.x0.total_cmp(&b.x0));
        #[expect(clippy::cast_possible_truncation, reason = "a place on the screen")]
        let place =
            bounds.map(|it| Pos2::new((it.x0 + it.x1) as f32 / 2.0, (it.y0 + it.y1) as f32 / 2.0));
        // A long text goes on beyond the window.
        let place = place.map(|at| at.clamp(Pos2::new(20.0, 100.0), Pos2::new(1300.0, 600.0)));
        place.ok_or_else(|| Failure::usage(format!("the window has no {label:?}")))
    }
}

/// The frames of a drag by the edits of its steps.
fn measure(what: &str, text: &str, drag: impl Fn(i64) -> Edit) -> Result<(), Failure> {
    let mut bench = Bench::new(text)?;
    let quiet = median((0..FRAMES).map(|_| bench.frame(Vec::new(), None)).collect());
    // The last step of each drag is an edit, whose check ends some frames later.
    let dragged = (1..=FRAMES).map(|n| bench.frame(Vec::new(), Some((&drag(n), n % 10 == 0))));
    say(what, dragged.collect(), Some(quiet))
}

/// The frames of drags by the pointer, each over ten frames.
fn by_hand(what: &str, text: &str, label: &str) -> Result<(), Failure> {
    let mut bench = Bench::new(text)?;
    let (at, mut times) = (bench.place(label)?, Vec::new());
    for n in 0..FRAMES / 10 {
        let at = at + egui::vec2(if n % 2 == 0 { 0.0 } else { 9.0 }, 0.0);
        let way = if n % 2 == 0 { 1.0 } else { -1.0 };
        times.push(bench.frame(vec![Event::PointerMoved(at)], None));
        times.push(bench.frame(vec![button(at, true)], None));
        let place = |step: u8| at + egui::vec2(way * f32::from(step), 0.0);
        times.extend((1..=9).map(|step| bench.frame(vec![Event::PointerMoved(place(step))], None)));
        times.push(bench.frame(vec![button(place(9), false)], None));
    }
    if !bench.studio.is_changed() {
        return Err(Failure::usage(format!("{what}: the hand has moved nothing")));
    }
    say(what, times, None)
}

/// The frames in which a letter is typed into the text.
fn typed(what: &str, text: &str) -> Result<(), Failure> {
    let mut bench = Bench::new(text)?;
    let at = bench.place("Source")?;
    for down in [true, false] {
        let _click = bench.frame(vec![Event::PointerMoved(at), button(at, down)], None);
    }
    let home = Event::Key {
        key: Key::Home,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: Modifiers::CTRL,
    };
    let _to_the_start = bench.frame(vec![home], None);
    let letters = "// a line of words, ".chars().cycle().map(|letter| Event::Text(letter.into()));
    let times =
        (0..FRAMES).zip(letters).map(|(_, letter)| bench.frame(vec![letter], None)).collect();
    if !bench.studio.is_changed() {
        return Err(Failure::usage(format!("{what}: nothing was typed")));
    }
    say(what, times, None)
}

fn button(pos: Pos2, pressed: bool) -> Event {
    let (button, modifiers) = (egui::PointerButton::Primary, Modifiers::NONE);
    Event::PointerButton { pos, button, pressed, modifiers }
}

fn say(what: &str, mut times: Vec<Duration>, quiet: Option<Duration>) -> Result<(), Failure> {
    times.sort();
    let worst = millis(times.last().copied().unwrap_or_default());
    let middle = millis(median(times));
    let quiet = quiet.map_or(String::new(), |it| format!("; without an edit {:.1} ms", millis(it)));
    let line = format!("{what}: {middle:.1} ms a frame, worst {worst:.1} ms{quiet}");
    Ok(writeln!(io::stdout(), "{line}")?)
}

/// The processor time of this thread, without the time of other programs; wall-clock time if the system does not report
/// it.
fn worked() -> Duration {
    static BEGUN: OnceLock<Instant> = OnceLock::new();
    let on_clock = BEGUN.get_or_init(Instant::now).elapsed();
    let line = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanos = line.split_whitespace().next().and_then(|nanos| nanos.parse().ok());
    nanos.map_or(on_clock, Duration::from_nanos)
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
