//! `cueline studio --measure`: the time of a frame while a long file is edited.

use std::{
    fmt::Write as _,
    fs,
    io::{self, Write as _},
    sync::OnceLock,
    time::{Duration, Instant},
};

use cueline::time::{Span, ms};
use eframe::egui;

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
    let keys = ten_thousand_keys();
    let drag = |n: i64| Edit::MoveKey {
        clip: "long".to_owned(),
        track: "t4".to_owned(),
        key: 500,
        at: Some(Span::from_millis(5000) + Span::from_flicks(n * 7_056)),
        value: Some((0, 0.25)),
    };
    measure("a clip of 10,000 keys, a key moved", &keys, drag)
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

/// Draws frames without a window. Each frame has one step of a drag: the edit, the check, the layout and the triangles.
fn measure(what: &str, text: &str, drag: impl Fn(i64) -> Edit) -> Result<(), Failure> {
    let mut model = Model::of("long.ron".into(), text.as_bytes().to_vec())?;
    model.check_in_background(|| {});
    let mut studio = Studio::of(model);
    studio.show(None, ms(100));
    let ctx = egui::Context::default();
    let mut frame = |edit: Option<&Edit>, done: bool| {
        let size = egui::vec2(1360.0, 820.0);
        let screen_rect = Some(egui::Rect::from_min_size(egui::Pos2::ZERO, size));
        let input = egui::RawInput { screen_rect, ..egui::RawInput::default() };
        let begun = worked();
        if let Some(edit) = edit {
            studio.carry_out(edit, Some(done));
        }
        let mut output = ctx.run_ui(input, |ui| studio.ui(ui));
        output.textures_delta.clear(); // there is no graphics card
        let triangles = ctx.tessellate(output.shapes, output.pixels_per_point);
        std::hint::black_box(triangles);
        worked().saturating_sub(begun)
    };
    for _ in 0..10 {
        let _first = frame(None, false);
    }
    let quiet = median((0..FRAMES).map(|_| frame(None, false)).collect());
    // The last step of each drag is an edit, whose check ends some frames later.
    let mut dragged: Vec<Duration> =
        (1..=FRAMES).map(|n| frame(Some(&drag(n)), n % 10 == 0)).collect();
    dragged.sort();
    let worst = dragged.last().copied().unwrap_or_default();
    let middle = median(dragged);
    let line = format!(
        "{what}: {:.1} ms a frame, worst {:.1} ms; without an edit {:.1} ms",
        millis(middle),
        millis(worst),
        millis(quiet)
    );
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
