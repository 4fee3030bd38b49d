//! A thousand characters between walking and running, each at its own speed.

use core::time::Duration;

use cueline::{
    clip::{Clip, ClipBuilder, ContentError, Keyframe},
    digest::digest,
    prelude::*,
    value::{Quat, Transform, Vec3},
};
use cueline_assets::{Node, Skeleton, Skin, rig::Rig};
use cueline_characters::{
    ClipIndex, Layer,
    crowd::{Crowd, CrowdBuilder, Layers, Scratch, Selection},
};
use web_time::Instant;

/// How many there are.
const COUNT: usize = 1000;
const FRAMES: u32 = 30;

/// The joints: name, parent, and where it lies from there, in metres.
const JOINTS: [(&str, &str, [f32; 2]); 15] = [
    ("hip", "", [0.0, 0.95]),
    ("chest", "hip", [0.0, 0.5]),
    ("head", "chest", [0.02, 0.3]),
    ("shoulder.L", "chest", [0.0, 0.0]),
    ("elbow.L", "shoulder.L", [0.0, -0.3]),
    ("hand.L", "elbow.L", [0.0, -0.28]),
    ("shoulder.R", "chest", [0.0, 0.0]),
    ("elbow.R", "shoulder.R", [0.0, -0.3]),
    ("hand.R", "elbow.R", [0.0, -0.28]),
    ("thigh.L", "hip", [0.0, 0.0]),
    ("knee.L", "thigh.L", [0.0, -0.46]),
    ("foot.L", "knee.L", [0.0, -0.46]),
    ("thigh.R", "hip", [0.0, 0.0]),
    ("knee.R", "thigh.R", [0.0, -0.46]),
    ("foot.R", "knee.R", [0.0, -0.46]),
];

fn skeleton() -> Skeleton {
    let (mut skeleton, mut skin) = (Skeleton::default(), Skin::default());
    for (name, parent, [x, y]) in JOINTS {
        let rest = Transform { translation: Vec3::new(x, y, 0.0), ..Transform::default() };
        let parent = Some(parent.to_owned()).filter(|parent| !parent.is_empty());
        skeleton.nodes.insert(name.into(), Node { parent, rest, ..Node::default() });
        skin.joints.push(name.into());
    }
    skeleton.skins.insert("body".into(), skin);
    skeleton
}

/// A cycle of two steps: how long it is, the amplitude of the legs, and how far knees and elbows bend.
fn cycle(name: &str, period: Span, amplitude: f64, bend: f64) -> Result<Clip, ContentError> {
    // The angle of each quarter of the cycle; the other side is half a cycle behind.
    let track = |of_a_leg: [f64; 4], behind: usize| {
        (0..=4).map(move |quarter| {
            let angle = of_a_leg[(quarter + behind) % 4];
            let turn = Quat::about(Vec3::new(0.0, 0.0, 1.0), angle);
            Keyframe::linear(period * quarter as i64 / 4, turn)
        })
    };
    let mut clip = ClipBuilder::new(name);
    for (side, behind) in [("L", 0), ("R", 2)] {
        let thigh = [amplitude, 0.0, -amplitude, 0.2 * amplitude];
        let knee = [-0.1, -0.2 * bend, -0.6 * bend, -bend];
        clip = clip
            .track(format!("thigh.{side}/rotation"), track(thigh, behind))
            .track(format!("knee.{side}/rotation"), track(knee, behind))
            .track(format!("shoulder.{side}/rotation"), track(thigh.map(|a| -a), behind))
            .track(format!("elbow.{side}/rotation"), track([bend; 4].map(|a| 0.6 * a), behind));
    }
    let lean = Quat::about(Vec3::new(0.0, 0.0, 1.0), -0.15 * amplitude);
    clip.track("chest/rotation", [Keyframe::linear(Span::ZERO, lean)]).build()
}

/// From 0, walking, to 100, running; no two neighbours alike.
fn percent(number: usize) -> u16 {
    u16::try_from((number * number * 37 + number * 11) % 101).unwrap_or(0)
}

fn speed(number: usize) -> f32 {
    f32::from(percent(number)) / 100.0
}

/// One cycle of a character.
fn period(number: usize) -> Span {
    ms(1000 - i64::from(percent(number)) * 4)
}

/// The layers of a character at a time. Both clips are at the same part of a step, so that the feet fall together.
fn layers_of(number: usize, elapsed: Span) -> [Layer; 2] {
    let cycle = period(number).flicks();
    let begun = elapsed.flicks() + ms(37).flicks() * i64::try_from(number).unwrap_or(0);
    let part = i128::from(begun.rem_euclid(cycle));
    let at = |duration: Span| {
        let at = i128::from(duration.flicks()) * part / i128::from(cycle);
        Span::from_flicks(i64::try_from(at).unwrap_or(0))
    };
    let run = speed(number);
    [
        Layer { weight: 1.0 - run, ..Layer::new(ClipIndex(0), at(WALK)) },
        Layer { weight: run, ..Layer::new(ClipIndex(1), at(RUN)) },
    ]
}

const WALK: Span = Span::from_millis(1000);
const RUN: Span = Span::from_millis(600);

/// The characters.
#[derive(Debug)]
pub(super) struct Walkers {
    crowd: Crowd,
    parents: Vec<Option<usize>>,
    layers: Layers,
    scratch: Scratch,
    palettes: Vec<[f32; 12]>,
    elapsed: Span,
    /// The same, added up as most games do it.
    added_up: f32,
    /// Whether each one, computed alone, was the same at the last whole second.
    pub(super) holds: bool,
    cost: Duration,
    frames: u32,
    shown: Option<f64>,
}

impl Walkers {
    pub(super) fn new() -> Option<Self> {
        let rig = Rig::new(&skeleton()).ok()?;
        let (walk, run) = (cycle("walk", WALK, 0.45, 0.5).ok()?, cycle("run", RUN, 0.8, 1.4).ok()?);
        let crowd = CrowdBuilder::new(&rig, "body").clip(&walk).clip(&run).build().ok()?;
        let place = |parent: &str| JOINTS.iter().position(|(name, ..)| *name == parent);
        let mut walkers = Self {
            crowd,
            parents: JOINTS.iter().map(|(_, parent, _)| place(parent)).collect(),
            layers: Layers::default(),
            scratch: Scratch::default(),
            palettes: Vec::new(),
            elapsed: Span::ZERO,
            added_up: 0.0,
            holds: true,
            cost: Duration::ZERO,
            frames: 0,
            shown: None,
        };
        walkers.compute(Span::ZERO);
        Some(walkers)
    }

    fn compute(&mut self, elapsed: Span) {
        self.layers.clear();
        for number in 0..COUNT {
            self.layers.push(&layers_of(number, elapsed));
        }
        let all = Selection::default();
        let done =
            self.crowd.palettes_into(&self.layers, all, &mut self.scratch, &mut self.palettes);
        debug_assert!(done.is_ok(), "{done:?}");
    }

    /// A frame. With `adds_up` the crowd follows seconds that were added up.
    pub(super) fn frame(&mut self, by: Span, adds_up: bool) {
        let before = self.elapsed;
        self.elapsed += by;
        self.added_up += crate::scene::px(by.as_secs_f64());
        let added_up = Span::from_secs_f64(self.added_up.into()).unwrap_or(self.elapsed);
        let start = Instant::now();
        self.compute(if adds_up { added_up } else { self.elapsed });
        self.cost += start.elapsed();
        self.frames += 1;
        if self.frames == FRAMES {
            let each = f64::from(FRAMES) * COUNT as f64;
            self.shown = Some(self.cost.as_nanos() as f64 / each);
            (self.cost, self.frames) = (Duration::ZERO, 0);
        }
        let seconds = |span: Span| span.flicks() / secs(1.0).flicks();
        if seconds(before) != seconds(self.elapsed) {
            self.holds = (0..COUNT).all(|number| self.is_the_same_alone(number));
        }
    }

    fn is_the_same_alone(&mut self, number: usize) -> bool {
        let (mut layers, mut alone) = (Layers::default(), Vec::new());
        layers.push(&layers_of(number, self.elapsed));
        let all = Selection::default();
        let done = self.crowd.palettes_into(&layers, all, &mut self.scratch, &mut alone);
        let joints = self.crowd.joints();
        let bits = |palette: &[[f32; 12]]| -> Vec<u32> {
            palette.iter().flatten().map(|number| number.to_bits()).collect()
        };
        done.is_ok() && bits(&alone) == bits(&self.palettes[number * joints..][..joints])
    }

    pub(super) fn figures(&self) -> String {
        self.shown.map_or("measuring".into(), |each| format!("{each:.0} ns a character and frame"))
    }

    /// All palettes at the last whole frame.
    pub(super) fn digest(&self) -> u64 {
        let numbers = self.palettes.iter().flatten().map(|number| number.to_bits());
        digest(&numbers.collect::<Vec<_>>())
    }

    /// Draws them into pixels, from the back to the front.
    pub(super) fn draw(&self, pixels: &mut [u8], size: (usize, usize)) {
        let (columns, rows) = (size.0 as f64, size.1 as f64);
        let joints = self.crowd.joints();
        for (number, palette) in self.palettes.chunks_exact(joints).enumerate() {
            let depth = ((number as f64 + 0.5) / COUNT as f64).powf(1.6);
            let (scale, ground) = (5.0 + 17.0 * depth, 30.0 + (rows - 34.0) * depth);
            let width = columns + 4.0 * scale;
            let walked = (1.4 + 2.6 * f64::from(speed(number))) * self.elapsed.as_secs_f64();
            let begun = ((number * number * 7 + number * 618) % 1000) as f64 / 1000.0 * width;
            let x = (begun + walked * scale) % width - 2.0 * scale;
            let at = |joint: usize| {
                let matrix = &palette[joint];
                (x + f64::from(matrix[3]) * scale, ground - f64::from(matrix[7]) * scale)
            };
            let warm = u8::try_from(number * 37 % 90).unwrap_or(0);
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a shade")]
            let near = (110.0 + 140.0 * depth) as u8;
            let color = [near, near - warm / 3, near - warm, 255];
            // An edge sets each one off from those behind it.
            for (wide, color) in [(1.5 + depth, [24, 27, 34, 255]), (0.5 + 0.5 * depth, color)] {
                for (joint, parent) in self.parents.iter().enumerate() {
                    if let Some(parent) = parent {
                        line(pixels, size, (at(*parent), at(joint)), wide, color);
                    }
                }
            }
        }
    }
}

/// A line of squares, `wide` to each side.
fn line(
    pixels: &mut [u8],
    (columns, rows): (usize, usize),
    ((x, y), (to_x, to_y)): ((f64, f64), (f64, f64)),
    wide: f64,
    color: [u8; 4],
) {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "pixels")]
    let within = |from: f64, to: f64, most: usize| {
        (from.round().max(0.0) as usize).min(most)..(to.round().max(0.0) as usize).min(most)
    };
    let steps = (to_x - x).abs().max((to_y - y).abs()).ceil().max(1.0);
    let mut part = 0.0;
    while part <= steps {
        let (x, y) = (x + (to_x - x) * part / steps, y + (to_y - y) * part / steps);
        for row in within(y - wide, y + wide, rows) {
            let of_row = within(x - wide, x + wide, columns);
            for pixel in
                pixels[row * columns * 4..][of_row.start * 4..of_row.end * 4].chunks_exact_mut(4)
            {
                pixel.copy_from_slice(&color);
            }
        }
        part += 1.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(seconds: i64, adds_up: bool) -> Walkers {
        let mut walkers = Walkers::new().expect("a crowd of the skeleton");
        for _ in 0..seconds * 60 {
            walkers.frame(TickRate::HZ_60.span_of(1), adds_up);
        }
        walkers
    }

    #[test]
    fn a_character_is_the_same_alone_unless_time_is_added_up() {
        let (exact, added_up) = (after(1, false), after(1, true));
        assert!(exact.holds && !added_up.holds);
        assert_ne!(exact.digest(), added_up.digest());
    }
}
