//! A transport in a window: its bar and its keys.

use cueline::time::{Span, Time};
use cueline_egui::{Marker, TimeBar, TimeBarAction};
use eframe::egui::{self, Key, Modifiers};

use super::{Command, Transport};

impl Transport {
    /// Draws the bar, with the button that loops, and does what the user asks for.
    pub(crate) fn bar(&mut self, ui: &mut egui::Ui, markers: Vec<Marker>) {
        ui.horizontal(|ui| {
            if ui.selectable_label(self.is_looped(), "Loop").clicked() {
                self.command(Command::Loop);
            }
            let bar = TimeBar::new(Time::ZERO, Time::ZERO + self.length(), Time::ZERO + self.at())
                .playing(self.is_playing())
                .speed(self.factor())
                .markers(markers);
            match bar.ui(ui) {
                Some(TimeBarAction::TogglePlay) => self.command(Command::Toggle),
                Some(TimeBarAction::Step(frames)) => self.command(Command::Step(frames.into())),
                Some(TimeBarAction::Seek(to)) => self.command(Command::Seek(to - Time::ZERO)),
                Some(TimeBarAction::Speed(factor)) => self.set_factor(factor),
                None => {}
            }
        });
    }

    /// Takes the keys of the transport.
    pub(crate) fn keys(&mut self, ctx: &egui::Context) {
        for (key, command) in [
            (Key::Space, Command::Toggle),
            (Key::Period, Command::Step(1)),
            (Key::Comma, Command::Step(-1)),
            (Key::Home, Command::Seek(Span::ZERO)),
            (Key::End, Command::Seek(Span::MAX)),
        ] {
            if ctx.input_mut(|input| input.consume_key(Modifiers::NONE, key)) {
                self.command(command);
            }
        }
    }
}
