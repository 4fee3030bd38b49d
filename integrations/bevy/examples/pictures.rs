//! Draws what the other examples show: the pictures of the README, from their own runs.
//!
//! `cargo run --release --features late_join,ggrs,characters --example pictures -- pictures` writes seven SVG files into a
//! folder.

#![allow(clippy::duplicate_mod, reason = "each example has its stage as a module of its own")]

use std::{error::Error, fmt::Write as _, path::PathBuf, time::Duration};

use bevy_cueline::prelude::*;
use bevy_ecs::prelude::*;
use bevy_sprite::Sprite;
use bevy_transform::components::Transform;

#[cfg(not(feature = "window"))]
extern crate self as bevy;

#[path = "cards.rs"]
#[expect(dead_code, reason = "nothing calls `main`")]
mod cards;
#[path = "cutscene.rs"]
#[expect(dead_code, reason = "nothing calls `main`")]
mod cutscene;
#[expect(dead_code, reason = "the tests need more")]
mod headless;
#[path = "late_join.rs"]
mod late_join;
#[path = "rollback.rs"]
mod rollback;
#[path = "sprites.rs"]
#[expect(dead_code, reason = "nothing calls `main`")]
mod sprites;
#[path = "swarm.rs"]
#[expect(dead_code, reason = "nothing calls `main`")]
mod swarm;
#[path = "walker.rs"]
#[expect(dead_code, reason = "nothing calls `main`")]
mod walker;

#[cfg(not(feature = "window"))]
use headless::small::{camera, prelude, sprite};

const WIDTH: f32 = 720.0;
const HEIGHT: f32 = 240.0;
const COLORS: [&str; 8] =
    ["#2563eb", "#dc2626", "#16a34a", "#d97706", "#7c3aed", "#0891b2", "#db2777", "#4d7c0f"];

/// A picture whose axes are those of the values.
struct Picture {
    svg: String,
    x: (f32, f32),
    y: (f32, f32),
}

impl Picture {
    /// The ranges of the values, from left to right and from bottom to top.
    fn new(title: &str, x: (f32, f32), y: (f32, f32)) -> Self {
        let mut svg = format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">
<rect width="{WIDTH}" height="{HEIGHT}" fill="#fafaf9"/>
"##
        );
        svg += &format!(r##"<text x="12" y="20" fill="#1c1917">{title}</text>{}"##, '\n');
        Self { svg, x, y }
    }

    fn place(&self, x: f32, y: f32) -> (f32, f32) {
        let part = |value: f32, (from, to): (f32, f32)| (value - from) / (to - from);
        (40.0 + part(x, self.x) * (WIDTH - 60.0), HEIGHT - 24.0 - part(y, self.y) * (HEIGHT - 64.0))
    }

    fn line(&mut self, color: &str, points: impl IntoIterator<Item = (f32, f32)>) {
        let mut path = String::new();
        for (x, y) in points {
            let (x, y) = self.place(x, y);
            let _ = write!(path, "{x:.1},{y:.1} ");
        }
        let path = path.trim_end();
        self.svg += &format!(
            r##"<polyline points="{path}" fill="none" stroke="{color}" stroke-width="1.5"/>{}"##,
            '\n'
        );
    }

    fn dot(&mut self, color: &str, (x, y): (f32, f32), radius: f32) {
        let (x, y) = self.place(x, y);
        self.svg +=
            &format!(r##"<circle cx="{x:.1}" cy="{y:.1}" r="{radius}" fill="{color}"/>{}"##, '\n');
    }

    fn area(&mut self, color: &str, x: (f32, f32), y: (f32, f32)) {
        let ((left, bottom), (right, top)) = (self.place(x.0, y.0), self.place(x.1, y.1));
        let (width, height) = (right - left, bottom - top);
        self.svg += &format!(
            r##"<rect x="{left:.1}" y="{top:.1}" width="{width:.1}" height="{height:.1}" fill="{color}"/>{}"##,
            '\n'
        );
    }

    fn text(&mut self, (x, y): (f32, f32), text: &str) {
        let (x, y) = self.place(x, y);
        self.svg +=
            &format!(r##"<text x="{x:.1}" y="{y:.1}" fill="#57534e">{text}</text>{}"##, '\n');
    }
}

fn color(number: usize) -> &'static str {
    COLORS[number % COLORS.len()]
}

fn cards() -> Picture {
    let title = "cards: the rules deal at once, the display shows card after card (60 frames)";
    let mut picture = Picture::new(title, (0.0, 60.0), (-400.0, 420.0));
    let mut app = headless::app(60.0, Duration::from_millis(16), cards::game);
    let (mut ways, mut before) = (vec![Vec::new(); 5], 0);
    for frame in 1..=60_u16 {
        app.update();
        let frame = f32::from(frame);
        // All of them lie in one table, in the order in which they were spawned.
        let mut cards = app.world_mut().query_filtered::<&Transform, With<Motion<Translation>>>();
        for (way, card) in ways.iter_mut().zip(cards.iter(app.world())) {
            way.push((frame, card.translation.x));
        }
        let score = app.world().resource::<cards::Score>().shown;
        if score != before {
            picture.text((frame, 390.0), &format!("score {score}"));
        }
        before = score;
    }
    for (card, way) in ways.into_iter().enumerate() {
        picture.line(color(card), way);
    }
    picture
}

fn swarm() -> Picture {
    let title =
        "swarm: 2,000 springs after 2 s, each on its way from a spiral to its place in three rings";
    let mut picture = Picture::new(title, (-480.0, 480.0), (-270.0, 270.0));
    let mut app = headless::app(60.0, Duration::from_nanos(16_666_667), swarm::game);
    for _ in 0..=120 {
        app.update();
    }
    let mut sparks = app.world_mut().query_filtered::<&Transform, With<swarm::Spark>>();
    for (number, spark) in sparks.iter(app.world()).enumerate() {
        picture.dot(color(number / 250), (spark.translation.x, spark.translation.y), 1.5);
    }
    picture
}

fn cutscene() -> Picture {
    let title = "cutscene: x of the hero over 360 frames of 1/40 s; the grey part is wound back";
    let mut picture = Picture::new(title, (0.0, 360.0), (-600.0, 320.0));
    picture.area("#e7e5e4", (60.0, 100.0), (-600.0, 320.0));
    let record = headless::record::cutscene(360);
    picture.line(color(0), record.places.iter().map(|(frame, x, _)| (*frame as f32, *x)));
    for (frame, name) in &record.events {
        picture.text((*frame as f32, -580.0), name);
        picture.dot(color(1), (*frame as f32, -600.0), 3.0);
    }
    picture
}

fn sprites() -> Picture {
    let title = "sprites: the pictures of sixteen sprites over 60 frames; a colour is a picture";
    let mut picture = Picture::new(title, (0.0, 60.0), (0.0, 16.0));
    let mut app = headless::app(50.0, Duration::from_millis(20), sprites::game);
    for frame in 0..60_u16 {
        app.update();
        let x = f32::from(frame);
        let mut sprites = app.world_mut().query_filtered::<&Sprite, With<FlipbookPlayer>>();
        for (number, sprite) in sprites.iter(app.world()).enumerate() {
            let (y, shown) =
                (number as f32, sprite.texture_atlas.as_ref().map_or(0, |atlas| atlas.index));
            picture.area(color(shown), (x, x + 1.0), (y + 0.1, y + 0.9));
        }
    }
    picture
}

fn rollback() -> Picture {
    let title = "rollback: shots of two players over 200 ticks as each peer hears them; rings were retracted";
    let mut picture = Picture::new(title, (0.0, 200.0), (-0.5, 3.5));
    for (peer, outcome) in (0_u8..).zip(rollback::two_peers(240)) {
        let rows = |player: usize| f32::from(peer) * 2.0 + player as f32;
        for player in 0..2 {
            picture.text((-9.0, rows(player) + 0.2), &format!("peer {peer}, player {player}"));
        }
        for sound in outcome.sounds.iter().filter(|sound| sound.tick <= 200) {
            picture.dot(color(sound.player), (sound.tick as f32, rows(sound.player)), 4.0);
        }
        for sound in outcome.retracted.iter().filter(|sound| sound.tick <= 200) {
            picture.dot("#fafaf9", (sound.tick as f32, rows(sound.player)), 2.5);
        }
    }
    picture
}

fn late_join() -> Result<Picture, Box<dyn Error>> {
    let title =
        "late join: x of eight units; lines are the server, dots a client that joins at frame 150";
    let mut picture = Picture::new(title, (0.0, 300.0), (-20.0, 160.0));
    let [server, _, late] = late_join::run(300, 150)?;
    let x = |numbers: &[u32; 6]| f32::from_bits(numbers[0]);
    for unit in 0..8_u8 {
        let of = |frame: &Vec<(u8, [u32; 6])>| {
            frame.iter().find(|(number, _)| *number == unit).map(|(_, numbers)| x(numbers))
        };
        let points =
            server.frames.iter().filter_map(|(tick, frame)| Some((*tick as f32, of(frame)?)));
        picture.line(color(unit.into()), points);
        for (tick, frame) in late.frames.iter().filter(|(tick, _)| *tick % 4 == 0) {
            if let Some(x) = of(frame) {
                picture.dot(color(unit.into()), (*tick as f32, x), 2.0);
            }
        }
    }
    Ok(picture)
}

fn walker() -> Picture {
    let title = "walker: it stands, walks, turns and runs, on each 24th frame of 11 seconds";
    let mut picture = Picture::new(title, (-1.0, 18.0), (-0.3, 5.0));
    let record = headless::record::walking::walk(walker::WALKER, 660);
    for (number, bones) in record.sticks.iter().enumerate() {
        for bone in bones {
            // Seen from the side: it comes nearer while it walks ahead, and goes to the right when it has turned.
            let seen = bone.map(|at| (at.x + at.z * 0.9, at.y * 1.6 + 2.6 - at.z * 0.4));
            picture.line(color(number), seen);
        }
    }
    picture
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| "pictures".into()));
    std::fs::create_dir_all(&folder)?;
    let pictures = [
        ("cards", cards()),
        ("swarm", swarm()),
        ("cutscene", cutscene()),
        ("sprites", sprites()),
        ("rollback", rollback()),
        ("late_join", late_join()?),
        ("walker", walker()),
    ];
    for (name, picture) in pictures {
        let file = folder.join(name).with_extension("svg");
        std::fs::write(&file, picture.svg + "</svg>\n")?;
        println!("{}", file.display());
    }
    Ok(())
}
