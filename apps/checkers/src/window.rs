//! The window: reads the clock and the input devices, drives the show and paints it. While nothing moves it sleeps.

mod desk;
mod input;
// Where a person's games go: on a machine into files, in a page into its memory.
#[cfg(not(target_arch = "wasm32"))]
mod machine;
#[cfg(target_arch = "wasm32")]
#[path = "window/page.rs"]
mod machine;

use core::time::Duration;

use cueline::time::Span;
use cueline_picture::EguiPainter;
use eframe::egui;
use web_time::Instant;

use crate::{
    control::Control,
    layout::{Controls, Layout},
    palette,
    picture::Picture,
    screen::{Input, Meter, Show},
    sound::Speaker,
};
pub use machine::Files;
#[cfg(not(target_arch = "wasm32"))]
pub use machine::open;
#[cfg(target_arch = "wasm32")]
pub use machine::open_in_page;

/// The size of the window when it is opened, at which everything is drawn as large as it is.
const SIZE: [f32; 2] = [1120.0, 760.0];

/// A show in its window. F5 saves to the files, F9 loads from there, F7 writes a replay there.
struct Window {
    show: Box<dyn Show>,
    files: Files,
    painter: EguiPainter,
    speaker: Speaker,
    picture: Picture,
    hand: input::Hand,
    meter: Meter,
    rate: Rate,
    /// The last frame, while something moves.
    last: Option<Instant>,
}

impl Window {
    fn new(ctx: &egui::Context, show: Box<dyn Show>, files: Files) -> Self {
        desk::set_up(ctx);
        let mut speaker = Speaker::new();
        // A browser lets a page be heard only after a person has pressed something in it.
        if cfg!(not(target_arch = "wasm32")) {
            speaker.open();
        }
        Self {
            show,
            files,
            painter: EguiPainter::default(),
            speaker,
            picture: Picture::new(palette::ROOM),
            hand: input::Hand::default(),
            meter: Meter::default(),
            rate: Rate::default(),
            last: None,
        }
    }

    fn frame(&mut self, ui: &mut egui::Ui, now: Instant) {
        // The time of a sleep is not made up for.
        let passed = self.last.map_or(Duration::ZERO, |last| now - last);
        // But for the search of the menu the window takes all keys itself: a button that had the focus would take the space
        // bar, too.
        if self.show.desk().menu.is_none() {
            ui.memory_mut(|memory| {
                memory.focused().into_iter().for_each(|id| memory.surrender_focus(id));
            });
        }
        let events = ui.ctx().input(|input| input.events.clone());
        let mut inputs = input::read(&mut self.hand, &events, &self.picture, self.show.desk());
        inputs.extend(self.hand.point(ui.ctx().pointer_hover_pos(), &self.picture));
        full_screen(ui.ctx());
        inputs.into_iter().for_each(|input| self.take(input));
        self.show.advance(Span::from(passed));
        self.show.take_sounds().into_iter().for_each(|sound| self.speaker.play(sound));

        self.meter.sounds = self.speaker.played();
        self.meter.audible = self.speaker.is_audible();
        self.meter.frames += 1;
        self.meter.frames_per_second = self.rate.frame(passed);
        let inputs = egui::CentralPanel::no_frame().show(ui, |ui| self.paint(ui)).inner;
        let pressed = !inputs.is_empty();
        inputs.into_iter().for_each(|input| self.take(input));
        self.last = (!self.show.is_still()).then_some(now);
        if pressed || self.last.is_some() {
            ui.ctx().request_repaint();
        }
    }

    /// Draws the present moment and gives what was pressed in it.
    fn paint(&mut self, ui: &mut egui::Ui) -> Vec<Input> {
        let (area, painter) = ui.allocate_painter(ui.available_size(), egui::Sense::hover());
        let size = area.rect.size();
        let layout = Layout::new(size.x, size.y, ui.pixels_per_point(), Controls::Shown);
        self.picture = self.show.picture(&layout, &self.meter);
        self.painter.paint(&painter, area.rect.min, 1.0, &self.picture);
        if self.show.desk().pointed.is_some() {
            ui.ctx().set_cursor_icon(egui::CursorIcon::PointingHand);
        }
        desk::show(ui, area.rect.min, &layout, &self.picture.hot, self.show.desk())
    }

    fn take(&mut self, input: Input) {
        if cfg!(target_arch = "wasm32") && matches!(input, Input::Press(_)) {
            self.speaker.open();
        }
        let notice = match input {
            Input::Press(Control::Save) => {
                written(self.show.save().and_then(|text| self.files.save(text)), "Saved")
            }
            Input::Press(Control::Record) => {
                written(self.show.replay().and_then(|text| self.files.record(text)), "Recorded")
            }
            Input::Press(Control::Load) => loaded(&mut *self.show, &self.files),
            input => return self.show.input(input),
        };
        self.show.input(Input::Notice(notice));
    }
}

/// Fills the screen, or lets it go again, on F11. A page leaves that key to its browser.
fn full_screen(ctx: &egui::Context) {
    let (asked, is_full) = ctx.input(|input| {
        (input.key_pressed(egui::Key::F11), input.viewport().fullscreen.unwrap_or_default())
    });
    if asked && cfg!(not(target_arch = "wasm32")) {
        ctx.send_viewport_cmd(egui::ViewportCommand::Fullscreen(!is_full));
    }
}

impl eframe::App for Window {
    fn ui(&mut self, ui: &mut egui::Ui, _: &mut eframe::Frame) {
        cueline_egui::enlarge(ui.ctx(), SIZE.into(), 1.0);
        self.frame(ui, Instant::now());
    }
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

/// Frames over the last half second in which the window was awake.
#[derive(Default)]
struct Rate {
    passed: Duration,
    frames: u32,
    per_second: f64,
}

impl Rate {
    fn frame(&mut self, passed: Duration) -> f64 {
        self.frames += 1;
        self.passed += passed;
        let seconds = self.passed.as_secs_f64();
        if seconds >= 0.5 {
            *self = Self { per_second: f64::from(self.frames) / seconds, ..Self::default() };
        }
        self.per_second
    }
}

#[cfg(test)]
mod tests;
