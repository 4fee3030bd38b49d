//! Draws what the other examples show: the pictures of the README, from their own runs.
//!
//! `cargo run --release --features late_join,ggrs,characters --example pictures -- pictures` writes seven SVG files into a folder.

use std::{error::Error, fmt::Write as _, path::PathBuf, time::Duration};

use bevy_cueline::{Motion, Translation};
use bevy_ecs::prelude::*;
use bevy_transform::components::Transform;

#[path = "cards.rs"]
mod cards;
#[path = "cutscene.rs"]
mod cutscene;
#[path = "late_join.rs"]
mod late_join;
#[path = "rollback.rs"]
mod rollback;
#[path = "sprites.rs"]
mod sprites;
#[path = "swarm.rs"]
mod swarm;
#[path = "walker.rs"]
mod walker;

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
    let mut picture = Picture::new(title, (0.0, 60.0), (0.0, 250.0));
    let frames: Vec<_> =
        (1..=60_u16).map(|frame| (f32::from(frame), cards::run(frame.into()))).collect();
    for card in 0..5 {
        picture.line(color(card), frames.iter().map(|(x, (_, places))| (*x, places[card])));
    }
    let mut before = 0;
    for (x, (scores, _)) in &frames {
        let score = scores.last().copied().unwrap_or(0);
        if score != before {
            picture.text((*x, 235.0), &format!("score {score}"));
        }
        before = score;
    }
    picture
}

fn swarm() -> Picture {
    let title = "swarm: 1,000 leaves after 1.5 s, each on an easing of its own";
    let mut picture = Picture::new(title, (-100.0, 100.0), (-100.0, 100.0));
    let mut app = swarm::play(1000, 91, Duration::from_nanos(16_666_667));
    let mut leaves = app.world_mut().query_filtered::<&Transform, With<Motion<Translation>>>();
    for (number, leaf) in leaves.iter(app.world()).enumerate() {
        picture.dot(color(number % 4), (leaf.translation.x, leaf.translation.y), 1.5);
    }
    picture
}

fn cutscene() -> Picture {
    let title = "cutscene: x of the hero over 220 frames; the player scrubs back in the grey part";
    let mut picture = Picture::new(title, (0.0, 220.0), (-100.0, 100.0));
    picture.area("#e7e5e4", (40.0, 80.0), (-100.0, 100.0));
    let record = cutscene::run(220);
    picture.line(color(0), record.places.iter().map(|(frame, x, _)| (*frame as f32, *x)));
    for (frame, name) in &record.events {
        picture.text((*frame as f32, -95.0), name);
        picture.dot(color(1), (*frame as f32, -100.0), 3.0);
    }
    picture
}

fn sprites() -> Picture {
    let title = "sprites: the pictures of eleven sprites over 60 frames; a colour is a picture";
    let mut picture = Picture::new(title, (0.0, 60.0), (0.0, 11.0));
    for frame in 0..60_u16 {
        let x = f32::from(frame);
        for (sprite, shown) in sprites::run(frame.into()).pictures.into_iter().enumerate() {
            let y = sprite as f32;
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
    let record = walker::run(walker::WALKER, 660, Duration::from_nanos(16_666_667));
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
