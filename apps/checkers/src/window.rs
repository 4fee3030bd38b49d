//! The window: reads the clock and the input devices, drives the show and paints it.

mod input;
// What a machine has and a page does not: files, sleep, a clock of the standard library.
#[cfg(not(target_arch = "wasm32"))]
mod machine;
#[cfg(target_arch = "wasm32")]
#[path = "window/page.rs"]
mod machine;

use core::time::Duration;

use macroquad::{
    Window,
    color::BLACK,
    conf::Conf,
    miniquad,
    window::{
        clear_background, next_frame, request_new_screen_size, screen_dpi_scale, screen_height,
        screen_width,
    },
};

use cueline::time::{FLICKS_PER_SECOND, Span};

use cueline_picture::{CALL_INDICES, CALL_VERTICES};

use crate::{
    control::Control,
    failure::Failure,
    layout::{Controls, Layout},
    palette,
    picture::{Picture, WindowPainter},
    screen::{Input, Meter, Show},
    sound::Speaker,
};
use input::Pointer;
use machine::{RESIZES, Stopwatch, report, rest};

pub use machine::Files;
#[cfg(target_arch = "wasm32")]
pub use machine::open_in_page;

/// The window's size to begin with, in logical pixels.
const WIDTH: u16 = 1120;
const HEIGHT: u16 = 760;
/// Frames that a window may take to get the size that was asked for; a window manager may refuse it.
const RESIZE: u32 = 20;

/// Shows `show` in a window until that is closed. F5 saves to `files`, F9 loads from there, F7 writes a replay there.
pub fn open(show: Box<dyn Show>, files: Files) {
    let miniquad_conf = miniquad::conf::Conf {
        window_title: "Cueline checkers".to_owned(),
        window_width: i32::from(WIDTH),
        window_height: i32::from(HEIGHT),
        high_dpi: true,
        sample_count: 4,
        platform: miniquad::conf::Platform {
            linux_backend: miniquad::conf::LinuxBackend::X11WithWaylandFallback,
            linux_wm_class: "cueline-checkers",
            // WebGL 1 has no smooth rendering into a texture, which keeps what stands still.
            webgl_version: miniquad::conf::WebGLVersion::WebGL2,
            ..Default::default()
        },
        ..Default::default()
    };
    let conf = Conf {
        miniquad_conf,
        draw_call_vertex_capacity: CALL_VERTICES,
        draw_call_index_capacity: CALL_INDICES,
        ..Default::default()
    };
    Window::from_config(conf, async move {
        if let Err(failure) = run(show, files).await {
            report(&failure);
        }
    });
}

async fn run(mut show: Box<dyn Show>, mut files: Files) -> Result<(), Failure> {
    let mut painter = WindowPainter::new().map_err(Failure::new)?;
    let mut speaker = Speaker::new();
    let mut pointer = Pointer::default();
    let mut picture = Picture::new(palette::ROOM);
    let mut meter = Meter { audible: speaker.is_audible(), ..Meter::default() };
    let mut rate = Rate::new();
    // X11 takes the size for physical pixels.
    if RESIZES && screen_dpi_scale() > 1.0 && screen_width() < f32::from(WIDTH) * 0.95 {
        request_new_screen_size(f32::from(WIDTH), f32::from(HEIGHT));
        // The window grows a few frames later; a picture of the old size would fill a part of it.
        for _ in 0..RESIZE {
            clear_background(BLACK);
            next_frame().await;
            if screen_width() >= f32::from(WIDTH) * 0.95 {
                break;
            }
        }
    }
    let start = Stopwatch::start();
    let mut shown = Span::ZERO;
    loop {
        let began = start.elapsed();
        for input in pointer.read(&picture).into_iter().chain(input::keys()) {
            match input {
                Input::Press(Control::Save) => {
                    let notice = written(show.save().and_then(|text| files.save(text)), "Saved");
                    show.input(Input::Notice(notice));
                }
                Input::Press(Control::Record) => {
                    let replay = show.replay().and_then(|text| files.record(text));
                    show.input(Input::Notice(written(replay, "Recorded")));
                }
                Input::Press(Control::Load) => {
                    let notice = loaded(&mut *show, &files);
                    show.input(Input::Notice(notice));
                }
                input => show.input(input),
            }
        }
        // Differences of one growing span: roundings never add up.
        let now = span(began);
        show.advance(now - shown);
        shown = now;
        show.take_sounds().into_iter().for_each(|sound| speaker.play(sound));

        meter.sounds = speaker.played();
        meter.frames += 1;
        meter.frames_per_second = rate.frame(began);
        let scale = screen_dpi_scale();
        let layout = Layout::new(screen_width(), screen_height(), scale, Controls::Shown);
        picture = show.picture(&layout, &meter);
        painter.paint(&picture, scale);
        rest(start.elapsed().saturating_sub(began));
        next_frame().await;
    }
}

fn span(real: Duration) -> Span {
    let flicks = real.as_nanos() * u128::from(FLICKS_PER_SECOND.unsigned_abs()) / 1_000_000_000;
    Span::from_flicks(i64::try_from(flicks).unwrap_or(i64::MAX))
}

fn written(result: Result<String, String>, done: &str) -> String {
    match result {
        Ok(place) => format!("{done} {place}"),
        Err(error) => format!("Nothing written: {error}"),
    }
}

fn loaded(show: &mut dyn Show, files: &Files) -> String {
    match files.load().and_then(|(text, place)| show.load(&text).map(|()| place)) {
        Ok(place) => format!("Loaded {place}"),
        Err(error) => format!("Not loaded: {error}"),
    }
}

/// Frames over the last half second.
struct Rate {
    since: Duration,
    frames: u32,
    per_second: f64,
}

impl Rate {
    fn new() -> Self {
        Self { since: Duration::ZERO, frames: 0, per_second: 0.0 }
    }

    fn frame(&mut self, now: Duration) -> f64 {
        self.frames += 1;
        let passed = now.saturating_sub(self.since).as_secs_f64();
        if passed >= 0.5 {
            self.per_second = f64::from(self.frames) / passed;
            (self.since, self.frames) = (now, 0);
        }
        self.per_second
    }
}
