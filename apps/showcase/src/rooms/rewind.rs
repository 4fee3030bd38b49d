//! Rewind: a scene is a function of time, so a jump costs nothing and the picture at a moment is always the same.

use cueline::{
    digest::digest,
    prelude::*,
    timeline::{Stagger, TimelineError, from_to, to},
};
use cueline_picture::{Picture, Rect, Shape};

use super::SIZE;
use crate::{
    Claim, Control, Room,
    room::strip,
    scene::{FAINT, INK, INKS, disc, label, panel, px},
};

const BALLS: usize = 12;
/// The scene lasts five minutes.
const WHOLE: Span = Span::from_secs(300);

// code
fn scene() -> Result<Timeline<String>, TimelineError> {
    let ball = |i: usize| {
        let bounce = to(format!("{i}.y"), 260.0).duration(ms(900)).eased(Easing::OUT_BOUNCE);
        bounce.ping_pong().forever().named(format!("ball {i}"))
    };
    let balls = (0..BALLS).map(|i| format!("{i}.y"));
    let rest = balls.fold(TimelineBuilder::new("rewind"), |scene, key| scene.start(key, 0.0));
    rest.staggered(&Stagger::each(ms(130)), (0..BALLS).map(ball))
        .at(Span::ZERO, from_to("sun".to_string(), 0.0, 1.0).duration(WHOLE))
        .build()
}
// end

/// The room.
#[derive(Debug)]
pub(super) struct Rewind {
    scene: Option<Timeline<String>>,
    /// Where in the scene the display is.
    at: Span,
    speed: i64,
    naive: bool,
    /// The naive copy: positions and velocities that are integrated.
    balls: [(f32, f32); BALLS],
    /// The digest of the picture when the visitor first came by 2 s, and now.
    first: Option<u64>,
    again: Option<u64>,
}

const MARK: Span = Span::from_secs(2);

impl Default for Rewind {
    fn default() -> Self {
        Self {
            scene: scene().ok(),
            at: Span::ZERO,
            speed: 1,
            naive: false,
            balls: [(0.0, 0.0); BALLS],
            first: None,
            again: None,
        }
    }
}

impl Rewind {
    fn heights(&self, at: Span) -> [f64; BALLS] {
        let mut heights = [0.0; BALLS];
        if let Some(scene) = &self.scene {
            for (i, height) in heights.iter_mut().enumerate() {
                *height = scene.sample(&format!("{i}.y"), at).unwrap_or(0.0);
            }
        }
        heights
    }

    fn picture_at(&self, at: Span) -> u64 {
        if self.naive {
            return digest(&self.balls.map(|(y, v)| (y.to_bits(), v.to_bits())));
        }
        digest(&self.heights(at).map(f64::to_bits))
    }

    /// Goes to a moment of the scene, in one step of the naive copy.
    fn go_to(&mut self, to: Span) {
        let to = to.clamp(Span::ZERO, WHOLE);
        let dt = px((to - self.at).as_secs_f64());
        for (i, (y, v)) in (0_u8..).zip(&mut self.balls) {
            *v += 600.0 * dt;
            *y += *v * dt;
            if *y > 260.0 {
                (*y, *v) = (260.0, -(0.7 + 0.02 * f32::from(i)) * *v);
            }
        }
        let passed = |mark: Span| (self.at < mark) != (to < mark) || to == mark;
        let at_mark = passed(MARK);
        self.at = to;
        if at_mark {
            let picture = self.picture_at(MARK);
            if self.first.is_none() {
                self.first = Some(picture)
            } else {
                self.again = Some(picture)
            }
        }
    }
}

impl Room for Rewind {
    fn title(&self) -> &'static str {
        "Rewind"
    }

    fn idea(&self) -> &'static str {
        "State is data and a picture is a function of time: jump five minutes back, play backwards, and all is as it was."
    }

    fn code(&self) -> String {
        strip(include_str!("rewind.rs"))
    }

    fn controls(&self) -> Vec<Control> {
        vec![
            Control::switch("Backwards", self.speed < 0),
            Control::switch("8x", self.speed.abs() == 8),
            Control::button("To the end"),
            Control::button("To the start"),
            Control::breaks("Integrate positions instead", self.naive),
        ]
    }

    fn press(&mut self, name: &str) {
        match name {
            "Backwards" => self.speed = -self.speed,
            "8x" => {
                self.speed = if self.speed.abs() == 8 { self.speed / 8 } else { self.speed * 8 }
            }
            "To the end" => self.go_to(WHOLE),
            "To the start" => self.go_to(Span::ZERO),
            "Integrate positions instead" => {
                self.naive = !self.naive;
                (self.first, self.again) = (None, None);
            }
            _ => {}
        }
    }

    fn position(&self) -> Option<(Span, Span)> {
        Some((self.at, WHOLE))
    }

    fn seek(&mut self, to: Span) {
        self.go_to(to);
    }

    fn frame(&mut self, by: Span) {
        self.go_to(self.at + by * self.speed);
    }

    fn visit(&mut self, second: u32) {
        match second {
            3 => self.press("To the end"),
            4 => self.press("Backwards"),
            5 => self.press("To the start"),
            6 => self.press("Backwards"),
            _ => {}
        }
    }

    fn claims(&self) -> Vec<Claim> {
        let figures = |digest: Option<u64>| digest.map_or("-".into(), |d| format!("{d:016x}"));
        vec![Claim {
            sentence: "The picture at 2 s is the same, from whichever side and by whichever jump one comes.",
            holds: self.again.is_none() || self.again == self.first,
            figures: format!("first {}, again {}", figures(self.first), figures(self.again)),
        }]
    }

    fn digest(&self) -> u64 {
        digest(&(self.at, self.picture_at(self.at), self.first, self.again))
    }

    fn draw(&self, picture: &mut Picture<()>) {
        panel(picture, Rect::new(0.0, 0.0, SIZE.0, SIZE.1).grown(-16.0));
        let sun = px(self.at.ratio(WHOLE));
        let (x, y) = (60.0 + 840.0 * sun, 190.0 - 560.0 * sun * (1.0 - sun));
        disc(picture, x, y, 26.0, INKS[0]);
        let heights = self.heights(self.at);
        for (i, height) in heights.iter().enumerate() {
            let y = if self.naive { self.balls[i].0 } else { px(*height) };
            let x = 80.0 + 73.0 * px(i as f64);
            disc(picture, x, 60.0 + y, 18.0, INKS[i % INKS.len()]);
        }
        picture.fill(Rect::new(40.0, 336.0, SIZE.0 - 80.0, 3.0), FAINT);
        let groove = Rect::new(40.0, SIZE.1 - 46.0, SIZE.0 - 80.0, 6.0);
        picture.fill(Shape::rounded(groove, 3.0), FAINT.with_opacity(0.4));
        disc(picture, 40.0 + (SIZE.0 - 80.0) * sun, SIZE.1 - 43.0, 9.0, INK);
        let secs = self.at.as_secs_f64();
        label(picture, SIZE.0 / 2.0, SIZE.1 - 64.0, 16.0, &format!("{secs:.2} s of 300 s"), INK);
    }
}
