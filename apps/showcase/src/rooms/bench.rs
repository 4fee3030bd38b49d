//! The artist's bench: a file that is edited while it plays. A good edit glides in, a faulty one changes nothing.

use std::{borrow::Cow, collections::BTreeMap};

use cueline::{
    clip::{Clip, Cue},
    digest::digest,
    playback::PlaybackHandle,
    prelude::*,
};
use cueline_assets::{ClipLibrary, Format, Problems, write};
use cueline_egui::{Bar, Lanes, numbers};
use cueline_picture::{Picture, Point, Rect, Shape};

use crate::{
    Claim, Control, Room,
    room::{Document, strip},
    scene::{FAINT, INK, INKS, PANEL, SIZE, disc, label, panel, px},
};

/// The file that lies on the bench.
const BALL: &str = r#"// A ball bounces. Change a number, or break a word.
(
    version: 1,
    clips: {
        "ball": (
            tracks: {
                "place": Vec2([
                    (at: 0, value: (90, 330), interpolation: "out-quad"),
                    (at: "400ms", value: (190, 150), interpolation: "in-quad"),
                    (at: "800ms", value: (290, 330), interpolation: "out-quad"),
                    (at: "1200ms", value: (190, 150), interpolation: "in-quad"),
                    (at: "1600ms", value: (90, 330)),
                ]),
                "radius": F32([
                    (at: 0, value: 26.0, interpolation: "in-out-sine"),
                    (at: "800ms", value: 38.0, interpolation: "in-out-sine"),
                    (at: "1600ms", value: 26.0),
                ]),
            },
            cues: [(at: 0, name: "floor", kind: Effect), (at: "800ms", name: "floor", kind: Effect)],
        ),
    },
)
"#;

/// What an artist does to the file, a second after another: from a text to a text.
const EDITS: [(&str, &str); 6] = [
    ("(190, 150)", "(210, 70)"),
    ("\"in-quad\"", "\"in-quat\""),
    ("\"in-quat\"", "\"in-cubic\""),
    ("value: 38.0", "value: 14.0"),
    ("(290, 330)", "(290, 330"),
    ("(290, 330,", "(330, 300),"),
];

/// Numbers that are shown, at most.
const MOST: usize = 6;

/// The room.
#[derive(Debug)]
pub(super) struct Bench {
    now: Time,
    name: String,
    text: String,
    library: ClipLibrary,
    player: Player<()>,
    playing: Option<PlaybackHandle>,
    problems: Problems,
    /// What is shown less what the clip says, for each number: it glides to zero.
    offsets: BTreeMap<String, Moving<f64>>,
    breaks: bool,
    /// The greatest change of a shown number by an edit.
    jump: f64,
    edits: u32,
    refused: u32,
    /// Until the room edits by itself, so that a visitor who breaks the edits sees one.
    edits_in: Option<Span>,
}

impl Default for Bench {
    fn default() -> Self {
        let mut room = Self {
            now: Time::ZERO,
            name: String::new(),
            text: String::new(),
            library: ClipLibrary::new(),
            player: Player::new(),
            playing: None,
            problems: Problems::default(),
            offsets: BTreeMap::new(),
            breaks: false,
            jump: 0.0,
            edits: 0,
            refused: 0,
            edits_in: None,
        };
        room.put("ball.ron", BALL.to_owned());
        room
    }
}

impl Bench {
    // code
    fn change(&mut self, text: String) {
        let before = self.shown();
        self.text = text;
        match self.library.load(&self.name, self.text.as_bytes()) {
            Ok(changes) => {
                self.problems = changes.notes; // what plays goes on in its place
                self.edits += 1;
                self.glide_from(&before);
            }
            Err(problems) => {
                self.problems = problems; // what plays goes on in the old version
                self.refused += 1;
            }
        }
        let jumps = self.shown().into_iter().filter_map(|(name, after)| {
            let (_, before) = before.iter().find(|(other, _)| *other == name)?;
            Some((after - before).abs())
        });
        self.jump = jumps.fold(self.jump, f64::max);
    }

    fn glide_from(&mut self, before: &[(String, f64)]) {
        let said = self.said();
        for (name, shown) in before {
            let Some((_, said)) = said.iter().find(|(other, _)| other == name) else { continue };
            let mut offset = Moving::at(shown - said);
            offset.spring_to(self.now, 0.0, Spring::smooth(ms(500)));
            self.offsets.insert(name.clone(), offset);
        }
    }
    // end

    /// Lays another file on the bench, and plays its first clip.
    fn put(&mut self, name: &str, text: String) {
        let mut library = ClipLibrary::new();
        let problems = match library.load(name, text.as_bytes()) {
            Ok(changes) => changes.notes,
            Err(problems) => problems,
        };
        (self.name, self.text) = (name.to_owned(), text);
        (self.library, self.problems) = (library, problems);
        self.play();
    }

    fn pass(&mut self, by: Span) {
        self.now += by;
        self.player.advance(by, &self.library);
    }

    /// Plays the first clip of the file from its start.
    fn play(&mut self) {
        self.player = Player::new();
        self.offsets.clear();
        let clip = self.library.files().find_map(|(_, document)| document.clips.keys().next());
        let name = clip.map(|clip| format!("{}#{clip}", self.name));
        let play = |name: String| self.player.play(&self.library, &*name, Repeat::Forever).ok();
        self.playing = name.and_then(play);
    }

    /// The clip that plays, and where it is.
    fn clip(&self) -> Option<(&Clip, Span)> {
        let at = self.player.position(self.playing?).ok()?.local;
        let clip = self.player.active().next()?.clip;
        Some((self.library.get(clip).ok()?, at))
    }

    /// The numbers of the clip now.
    fn said(&self) -> Vec<(String, f64)> {
        let Some((clip, at)) = self.clip() else { return Vec::new() };
        clip.channels()
            .flat_map(|(path, channel)| {
                let named = move |(i, number)| (format!("{path}[{i}]"), number);
                numbers(&channel.sample(at)).into_iter().enumerate().map(named)
            })
            .take(MOST)
            .collect()
    }

    /// The numbers on the screen: those of the clip, and what is left of those before the last edit.
    fn shown(&self) -> Vec<(String, f64)> {
        let offset = |name: &str| self.offsets.get(name).map_or(0.0, |left| left.value(self.now));
        self.said().into_iter().map(|(name, said)| (name.clone(), said + offset(&name))).collect()
    }

    fn number(&self, name: &str) -> Option<f32> {
        let shown = self.shown();
        shown.iter().find(|(other, _)| other == name).map(|(_, number)| px(*number))
    }
}

impl Room for Bench {
    fn title(&self) -> &'static str {
        "The artist's bench"
    }

    fn idea(&self) -> &'static str {
        "Edit the file while it plays. A good edit glides in, a faulty one points at its line; what plays goes on in its place."
    }

    fn code(&self) -> String {
        strip(include_str!("bench.rs"))
    }

    fn controls(&self) -> Vec<Control> {
        vec![
            Control::button("Higher"),
            Control::button("A slip of the finger"),
            Control::button("The ball again"),
            Control::breaks("Start again at each edit", self.breaks),
        ]
    }

    fn press(&mut self, name: &str) {
        match name {
            "Higher" => self.edit(self.text.replace("(190, 150)", "(190, 60)")),
            "A slip of the finger" => self.edit(self.text.replacen("quad", "quat", 1)),
            "The ball again" => {
                *self = Self { breaks: self.breaks, now: self.now, ..Self::default() }
            }
            "Start again at each edit" => {
                self.breaks = !self.breaks;
                (self.jump, self.edits, self.refused) = (0.0, 0, 0);
                self.edits_in = self.breaks.then_some(ms(700));
            }
            _ => {}
        }
    }

    fn document(&self) -> Option<Document<'_>> {
        Some(Document { name: &self.name, text: &self.text, problems: &self.problems })
    }

    fn edit(&mut self, text: String) {
        self.change(text);
        if self.breaks && !self.problems.has_errors() {
            let before = self.shown();
            self.play();
            let jumps = self.shown().into_iter().zip(before).map(|(a, b)| (a.1 - b.1).abs());
            self.jump = jumps.fold(self.jump, f64::max);
        }
    }

    fn open(&mut self, name: &str, bytes: &[u8]) {
        match text_of(name, bytes) {
            Ok((name, text)) => self.put(&name, text),
            Err(problems) => self.problems = problems,
        }
    }

    fn frame(&mut self, by: Span) {
        let mut by = by;
        if let Some(left) = self.edits_in {
            self.edits_in = (left > by).then(|| left - by);
            if left <= by {
                self.pass(left);
                let is_faulty = self.problems.has_errors() && self.name == "ball.ron";
                let text = if is_faulty { BALL } else { &*self.text };
                self.edit(format!("{text}// edited\n"));
                by -= left;
            }
        }
        self.pass(by);
    }

    fn visit(&mut self, second: u32) {
        let turn = second as usize % (EDITS.len() + 1);
        match turn.checked_sub(1).and_then(|index| EDITS.get(index)) {
            Some((from, to)) => self.edit(self.text.replace(from, to)),
            None => self.edit(BALL.to_owned()),
        }
    }

    fn claims(&self) -> Vec<Claim> {
        vec![Claim {
            sentence: "No edit makes anything jump.",
            holds: self.jump < 1e-9,
            figures: format!(
                "{} edits, {} refused, greatest jump {:.3}",
                self.edits, self.refused, self.jump
            ),
        }]
    }

    fn digest(&self) -> u64 {
        let shown: Vec<_> = self.shown().into_iter().map(|(_, number)| number.to_bits()).collect();
        let counts = (self.edits, self.refused, self.problems.len(), self.jump.to_bits());
        digest(&(self.player.digest(), &self.text, shown, counts))
    }

    fn lanes(&self) -> Cow<'_, Lanes> {
        let mut lanes = Lanes::default();
        if let Some((clip, at)) = self.clip() {
            // The pass that plays began so long ago; the passes before and after it lie next to it.
            let (start, duration) = (self.now - at, clip.duration().max(ms(1)));
            let most = (secs(4.0).flicks() / duration.flicks()).min(40) + 1;
            let passes = (-most..=most).map(|pass| start + duration * pass);
            let bars = passes.filter(|start| *start >= Time::ZERO).flat_map(|start| {
                let whole = Bar::new(clip.name(), start, Some(start + duration));
                let cue = move |cue: &Cue| {
                    let at = start + cue.at;
                    Bar::new(cue.name(), at, Some(at))
                };
                core::iter::once(whole).chain(clip.cues().iter().map(cue))
            });
            lanes.show(self.now, (0..).zip(bars));
        }
        Cow::Owned(lanes)
    }

    fn draw(&self, picture: &mut Picture<()>) {
        let whole = Rect::new(0.0, 0.0, SIZE.0, SIZE.1).grown(-16.0);
        panel(picture, whole);
        let Some((clip, at)) = self.clip() else {
            label(
                picture,
                SIZE.0 / 2.0,
                SIZE.1 / 2.0,
                18.0,
                "This file has no clip to play",
                FAINT,
            );
            return;
        };
        let place = [self.number("place[0]"), self.number("place[1]")];
        let left = if let [Some(x), Some(y)] = place {
            let floor = Shape::line(Point::new(40.0, 372.0), Point::new(400.0, 372.0));
            picture.stroke(floor, FAINT, 2.0);
            disc(picture, x, y, self.number("radius[0]").unwrap_or(30.0).clamp(2.0, 90.0), INKS[0]);
            430.0
        } else {
            label(picture, SIZE.0 / 2.0, 36.0, 16.0, clip.name(), INK);
            40.0
        };
        let area = Rect::new(left, 50.0, SIZE.0 - left - 40.0, SIZE.1 - 90.0);
        self.draw_curves(picture, area, clip, at);
    }
}

impl Bench {
    /// The curves of the numbers over the clip, and what is shown of each now.
    fn draw_curves(&self, picture: &mut Picture<()>, area: Rect, clip: &Clip, at: Span) {
        const POINTS: u16 = 120;
        let shown = self.shown();
        let duration = clip.duration().max(Span::from_millis(1));
        let height = area.h / px(shown.len().max(1) as f64);
        let mut rows = shown.iter().enumerate();
        for (path, channel) in clip.channels() {
            let sampled: Vec<Vec<f64>> = (0..=POINTS)
                .map(|point| {
                    numbers(&channel.sample(duration * i64::from(point) / i64::from(POINTS)))
                })
                .collect();
            for component in 0..sampled[0].len() {
                let Some((row, (name, now))) = rows.next() else { return };
                let line: Vec<f64> =
                    sampled.iter().filter_map(|all| all.get(component).copied()).collect();
                let ends = line
                    .iter()
                    .copied()
                    .fold((*now, *now), |(low, high), number| (low.min(number), high.max(number)));
                let top = area.y + height * px(row as f64);
                let well = Rect::new(area.x, top + 4.0, area.w, height - 8.0);
                picture.fill(Shape::rounded(well, 4.0), PANEL.darker(0.35));
                let y = |number: f64| {
                    let range = (ends.1 - ends.0).max(1e-9);
                    well.bottom() - 6.0 - px((number - ends.0) / range) * (well.h - 12.0)
                };
                let x = |part: f32| well.x + well.w * part;
                let ink = INKS[row % INKS.len()];
                for (index, pair) in (0_u16..).zip(line.windows(2)) {
                    let part = |index: u16| f32::from(index) / f32::from(POINTS);
                    let (from, to) = (
                        Point::new(x(part(index)), y(pair[0])),
                        Point::new(x(part(index + 1)), y(pair[1])),
                    );
                    picture.stroke(Shape::line(from, to), ink, 1.5);
                }
                let here = x(px(at.ratio(duration)).clamp(0.0, 1.0));
                picture.stroke(
                    Shape::line(Point::new(here, well.y), Point::new(here, well.bottom())),
                    FAINT,
                    1.0,
                );
                disc(picture, here, y(*now), 5.0, INK);
                let words = if name.starts_with(path) { name.as_str() } else { path };
                label(picture, well.x + 60.0, well.y + 12.0, 12.0, words, FAINT);
            }
        }
    }
}

/// A file as a text of ours, with its name: as it is, or imported.
fn text_of(name: &str, bytes: &[u8]) -> Result<(String, String), Problems> {
    let own = Format::of_content(bytes);
    if let (Some(Format::Ron | Format::Json), Ok(text)) = (own, str::from_utf8(bytes)) {
        return Ok((name.to_owned(), text.to_owned()));
    }
    // The page stays small: it has no importers.
    #[cfg(target_arch = "wasm32")]
    let read = cueline_assets::read(bytes, name);
    #[cfg(not(target_arch = "wasm32"))]
    let read = match own {
        Some(_) => cueline_assets::read(bytes, name),
        None => cueline_import::read(bytes, name),
    };
    let text = write(&read?.document, Format::Ron)?;
    Ok((format!("{name}.ron"), String::from_utf8_lossy(&text).into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(room: &mut Bench, millis: i64) -> Vec<(String, f64)> {
        room.frame(Span::from_millis(millis));
        room.shown()
    }

    #[test]
    fn a_good_edit_glides_in_and_a_faulty_one_changes_nothing() {
        let (mut room, mut other) = (Bench::default(), Bench::default());
        after(&mut room, 300);
        after(&mut other, 300);
        room.edit(BALL.replace("in-quad", "in-quat"));
        let lines = room.problems.iter().filter_map(|problem| Some(problem.place?.line));
        assert_eq!(lines.collect::<Vec<_>>(), [9, 11], "{}", room.problems);
        assert_eq!((room.edits, room.refused), (0, 1));
        assert_eq!(after(&mut room, 50), after(&mut other, 50));
        let before = room.shown();
        room.edit(BALL.replace("(190, 150)", "(190, 60)"));
        assert!(room.problems.is_empty());
        let moved = |(a, b): (&(String, f64), &(String, f64))| (a.1 - b.1).abs();
        assert!(before.iter().zip(&room.shown()).map(moved).fold(0.0, f64::max) < 1e-9);
        after(&mut room, 2000);
        assert_eq!(room.shown(), room.said(), "and then it is what the file says");
    }

    #[test]
    fn a_file_of_another_program_is_played_and_a_broken_one_leaves_the_bench_as_it_is() {
        let mut room = Bench::default();
        let lottie = br#"{"v": "5.7.0", "fr": 10, "ip": 0, "op": 20, "w": 100, "h": 100, "layers": [
            {"ty": 4, "nm": "dot", "ip": 0, "op": 20, "st": 0, "shapes": [], "ks": {"p": {"a": 1, "k": [
                {"t": 0, "s": [10, 10], "i": {"x": 1, "y": 1}, "o": {"x": 0, "y": 0}}, {"t": 10, "s": [90, 50]}]}}}]}"#;
        room.open("dot.json", lottie);
        assert_eq!(room.name, "dot.json.ron", "{}", room.problems);
        let shown = after(&mut room, 500);
        assert!(!shown.is_empty(), "{}", room.text);
        room.open("broken.glb", b"glTF and no more");
        assert!(room.problems.has_errors());
        assert_eq!((room.name.as_str(), room.shown()), ("dot.json.ron", shown));
        room.open("ball.ron", BALL.as_bytes());
        assert_eq!(room.said().len(), 3);
    }
}
