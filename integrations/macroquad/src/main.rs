//! A whole game on macroquad: the rules run 60 times a second, the picture is drawn at any frame rate.

use cueline::prelude::*;
use macroquad::prelude::*;

const RATE: TickRate = TickRate::HZ_60;

struct Game {
    place: f32, // of the hero, for the rules
    hero: Moving<f32>,
    height: Moving<f32>,
    camera: Moving<f32>,
    words: Sequencer<&'static str>,
}

impl Game {
    fn new() -> Self {
        let [hero, height, camera] = [0.0; 3].map(Moving::at);
        let mut words = Sequencer::new();
        words.enqueue(ms(1500), "Left and right: go");
        words.enqueue(ms(1500), "Space: jump");
        Self { place: 0.0, hero, height, camera, words }
    }

    /// The rules, and where things go from here.
    fn tick(&mut self, tick: Tick, way: f32, jumps: bool) -> Result<(), AdvanceError> {
        let (now, one_tick) = (RATE.time_of(tick), Span::from_frames(1, RATE));
        self.words.advance_to(now, |_, _| ())?;
        self.place += way * 4.0;
        self.hero.tween_to(now, self.place, one_tick, Easing::Linear);
        self.camera.spring_to(now, self.place, Spring::smooth(ms(400)));
        if jumps && self.height.is_settled(now) {
            self.height.tween_to(now, 120.0, ms(300), Easing::OUT_QUAD);
            self.height.then_tween_to(now, 0.0, ms(300), Easing::IN_QUAD);
            self.words.concurrently(ms(600), "Hop!");
        }
        Ok(())
    }

    /// Where things are at a time between the last two ticks. It changes nothing.
    fn draw(&self, at: Time) {
        clear_background(Color::from_hex(0x001b_1e26));
        let middle = (screen_width() / 2.0, screen_height() * 0.7);
        let x = |place: f32| middle.0 + place - self.camera.value(at);
        for post in -50..50_i16 {
            draw_rectangle(x(f32::from(post) * 100.0), middle.1, 4.0, 20.0, DARKGRAY);
        }
        draw_circle(x(self.hero.value(at)), middle.1 - 20.0 - self.height.value(at), 20.0, GOLD);
        for (row, word) in self.words.sample(at).enumerate() {
            let y = 40.0 + 30.0 * row as f32;
            draw_text(word.payload, 20.0, y, 32.0, Color { a: 1.0 - word.alpha(), ..WHITE });
        }
    }
}

#[macroquad::main("Cueline on macroquad")]
async fn main() {
    let (mut game, mut steps, mut jumps) = (Game::new(), FixedStep::new(RATE), false);
    loop {
        jumps |= is_key_pressed(KeyCode::Space); // by one tick, once
        let way =
            f32::from(i8::from(is_key_down(KeyCode::Right)) - i8::from(is_key_down(KeyCode::Left)));
        // A frame time that is no time counts as none.
        let frame = Span::try_from(get_frame_time()).unwrap_or(Span::ZERO);
        for tick in steps.advance(frame).run() {
            game.tick(tick, way, std::mem::take(&mut jumps))
                .expect("no entry asks for its duration");
        }
        game.draw(steps.shown());
        next_frame().await;
    }
}
