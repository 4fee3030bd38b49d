//! A frame loop in a window of eframe: each click deals a card to where it was clicked. The queue shows one deal after the
//! other. `cargo run -p checkers --example window_loop`

use std::time::Instant;

use cueline::{prelude::*, sequencer::Update, value::Easing};
use eframe::egui::{self, Color32, Rect};

#[derive(Clone, Copy)]
struct Deal {
    to: [f32; 2],
}

/// What is drawn: apart from the queue, so that both can be borrowed at once.
#[derive(Default)]
struct View {
    dealt: Vec<[f32; 2]>,
    flying: Option<[f32; 2]>,
}

impl View {
    fn show(&mut self, update: &Update<'_, Deal>) {
        let deck = [20.0, 20.0];
        let at = deck.lerp(&update.payload.to, f64::from(update.eased(Easing::OUT_CUBIC)));
        self.flying = Some(at);
        if update.ended {
            self.dealt.push(at);
            self.flying = None;
        }
    }

    fn draw(&self, painter: &egui::Painter) {
        painter.rect_filled(painter.clip_rect(), 0.0, Color32::DARK_GREEN);
        for &[x, y] in self.dealt.iter().chain(&self.flying) {
            let card = Rect::from_min_size(egui::pos2(x, y), egui::vec2(40.0, 60.0));
            painter.rect_filled(card, 4.0, Color32::WHITE);
        }
    }
}

#[derive(Default)]
struct Table {
    queue: Sequencer<Deal>,
    view: View,
    /// The last frame, while something moves.
    last: Option<Instant>,
}

impl eframe::App for Table {
    fn ui(&mut self, ui: &mut egui::Ui, _: &mut eframe::Frame) {
        let (now, Self { queue, view, last }) = (Instant::now(), self);
        let pressed = ui.input(|input| {
            input.pointer.interact_pos().filter(|_| input.pointer.primary_pressed())
        });
        if let Some(at) = pressed {
            queue.enqueue(ms(300), Deal { to: at.into() });
        }
        let passed = last.map_or(Span::ZERO, |last| Span::from_duration(now - last));
        if let Err(error) = queue.advance(passed, |update, _| view.show(&update)) {
            eprintln!("{error}");
        }
        view.draw(ui.painter());
        // A table at rest is not drawn again.
        *last = (!queue.is_empty()).then_some(now);
        if last.is_some() {
            ui.ctx().request_repaint();
        }
    }
}

fn main() -> eframe::Result {
    let table =
        |_: &eframe::CreationContext<'_>| Ok(Box::new(Table::default()) as Box<dyn eframe::App>);
    // For `eframe` without its Wayland, as in this repository. With it, leave this out.
    let event_loop_builder: Option<eframe::EventLoopBuilderHook> =
        Some(Box::new(cueline_picture::through_x));
    let options = eframe::NativeOptions { event_loop_builder, ..Default::default() };
    eframe::run_native("cards", options, Box::new(table))
}
