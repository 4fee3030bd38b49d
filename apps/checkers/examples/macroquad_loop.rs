//! A frame loop of macroquad: each click deals a card to where it was clicked. The queue shows one deal after the other.
//! `cargo run -p checkers --example macroquad_loop`

use cueline::{prelude::*, sequencer::Update};
use macroquad::prelude::*;

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
        let at = deck
            .lerp(&update.payload.to, f64::from(update.eased(cueline::value::Easing::OUT_CUBIC)));
        self.flying = Some(at);
        if update.ended {
            self.dealt.push(at);
            self.flying = None;
        }
    }

    fn draw(&self) {
        clear_background(DARKGREEN);
        for [x, y] in self.dealt.iter().chain(&self.flying) {
            draw_rectangle(*x, *y, 40.0, 60.0, WHITE);
        }
    }
}

#[macroquad::main("cards")]
async fn main() {
    let (mut queue, mut view) = (Sequencer::new(), View::default());
    loop {
        if is_mouse_button_pressed(MouseButton::Left) {
            queue.enqueue(ms(300), Deal { to: mouse_position().into() });
        }
        // `get_frame_time()` is in seconds, as an f32: `advance` takes that as it is.
        if let Err(error) = queue.advance(get_frame_time(), |update, _| view.show(&update)) {
            eprintln!("{error}");
        }
        view.draw();
        next_frame().await;
    }
}
