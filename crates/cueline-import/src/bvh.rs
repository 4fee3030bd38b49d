//! Reads BVH, recorded motion of a skeleton (`.bvh`): that of Carnegie Mellon's, of Blender, `MotionBuilder` and other programs.
//!
//! Imported: the skeleton called `scene`, each joint with its offset, and each `End Site` as a node called after its joint;
//! the motion as a clip called after the file, with the tracks `JOINT/translation` and `JOINT/rotation`. Rotations are
//! applied in the order in which the file lists their channels. A channel of a position replaces the offset on its axis.
//! Units of length are those of the file; the format does not say which they are.
//!
//! `cueline convert walk.bvh hero.cue --retarget hero.glb` turns the joints of a character as those of the file turn.
//!
//! Source: the description of the format by the University of Wisconsin's graphics group.

use std::path::Path;

use cueline::{
    time::TickRate,
    value::{Quat, Transform, Vec3},
};
use cueline_assets::{
    ClipFile, Document, DocumentPath, Key, Keys, Node, Place, Problem, Problems, Read, Skeleton,
    When,
};

use crate::{
    frames::tick_rate,
    importer::{Importer, done},
    motion::Motion,
    names::Names,
};

pub(crate) const IMPORTER: Importer = Importer {
    extensions: &["bvh"],
    is: |file, _| {
        let start = file.strip_prefix(b"\xef\xbb\xbf").unwrap_or(file).trim_ascii_start();
        let word = start.get(..9).unwrap_or_default();
        word.eq_ignore_ascii_case(b"HIERARCHY") && start.get(9).is_none_or(u8::is_ascii_whitespace)
    },
    read: |file, path| read(file, &name_of(path)),
};

/// The name of the clip of a file.
fn name_of(path: &Path) -> String {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Reads the content of a file; `name` is that of the clip, `motion` without one.
///
/// # Errors
///
/// Anything but a text of that form: with a missing brace, an unknown channel, a number that is not finite, or a frame
/// time that is not above zero. A file with fewer frames than it says has those, with a warning.
///
/// # Examples
///
/// ```
/// use cueline::{time::Span, value::Vec3};
/// use cueline_import::bvh;
///
/// let text = b"HIERARCHY
/// ROOT hips {
///   OFFSET 0 0 0
///   CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
///   End Site { OFFSET 0 10 0 }
/// }
/// MOTION
/// Frames: 2
/// Frame Time: 0.5
/// 0 90 0  0 0 0
/// 4 90 0  90 0 0";
/// let document = bvh::read(text, "walk")?.document;
/// let walk = document.clips["walk"].build("walk").unwrap();
/// let half = Span::from_millis(250);
/// assert_eq!(walk.track::<Vec3>("hips/translation").unwrap().sample(half), Vec3::new(2.0, 90.0, 0.0));
/// assert_eq!(document.skeletons["scene"].nodes["hips end"].parent.as_deref(), Some("hips"));
/// # Ok::<(), cueline_assets::Problems>(())
/// ```
pub fn read(file: &[u8], name: &str) -> Result<Read, Problems> {
    let file = file.strip_prefix(b"\xef\xbb\xbf").unwrap_or(file);
    // Names of joints in other encodings keep their ASCII characters.
    let text = String::from_utf8_lossy(file);
    let mut words = Words { text: &text, at: 0, start: 0 };
    let mut problems = Problems::new();
    let joints = hierarchy(&mut words)?;
    let own = joints.iter().map(|joint| Some(&*joint.name));
    let names = Names::new("joints", own, &mut problems);
    let mut skeleton = Skeleton::default();
    for (index, joint) in joints.iter().enumerate() {
        let Some(own) = names.get(index) else { continue };
        let parent = joint.parent.and_then(|parent| names.get(parent)).map(str::to_owned);
        let rest = Transform { translation: joint.offset.into(), ..Transform::default() };
        skeleton.nodes.insert(own.into(), Node { parent, rest, ..Node::default() });
    }
    let mut document = Document::default();
    document.skeletons.insert("scene".into(), skeleton);
    let mut counts = Motion::default();
    if let Some(clip) = motion(&mut words, &joints, &names, &mut counts, &mut problems)? {
        let name = crate::names::beginning(name);
        document.clips.insert(if name.is_empty() { "motion" } else { name }.into(), clip);
    }
    done(document, counts, problems)
}

struct Joint {
    name: String,
    parent: Option<usize>,
    offset: [f32; 3],
    /// In the order of the file.
    channels: Vec<Channel>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Channel {
    Position(usize),
    Rotation(usize),
}

impl Channel {
    fn of(word: &str) -> Option<Self> {
        let axis = match word.as_bytes().first()?.to_ascii_lowercase() {
            b'x' => 0,
            b'y' => 1,
            b'z' => 2,
            _ => return None,
        };
        match word.get(1..)?.to_ascii_lowercase().as_str() {
            "position" => Some(Self::Position(axis)),
            "rotation" => Some(Self::Rotation(axis)),
            _ => None,
        }
    }
}

/// The joints, each after its parent.
fn hierarchy(words: &mut Words<'_>) -> Result<Vec<Joint>, Problems> {
    words.expect("HIERARCHY")?;
    let mut joints: Vec<Joint> = Vec::new();
    // The joints around the place.
    let mut around: Vec<usize> = Vec::new();
    loop {
        let word = match words.next() {
            Some(word) => word,
            None if around.is_empty() && !joints.is_empty() => return Ok(joints),
            None => return Err(words.wrong("the end of the file", "the rest of the skeleton")),
        };
        let is = |name: &str| word.eq_ignore_ascii_case(name);
        match (is("ROOT") || is("JOINT"), is("End"), around.last().copied()) {
            (true, _, parent) => {
                let name = words.name()?;
                joints.push(Joint { name, parent, offset: [0.0; 3], channels: Vec::new() });
                around.push(joints.len() - 1);
            }
            (_, true, Some(parent)) => {
                let _site = words.name()?;
                let name = format!("{} end", crate::names::beginning(&joints[parent].name));
                let parent = Some(parent);
                joints.push(Joint { name, parent, offset: [0.0; 3], channels: Vec::new() });
                around.push(joints.len() - 1);
            }
            (.., Some(_)) if word == "}" => drop(around.pop()),
            (.., Some(joint)) if is("OFFSET") => {
                joints[joint].offset = [words.number()?, words.number()?, words.number()?];
            }
            (.., Some(joint)) if is("CHANNELS") => {
                let count = words.count()?;
                joints[joint].channels.clear();
                for _ in 0..count {
                    let channel = words.next().and_then(Channel::of);
                    let channel = channel.ok_or_else(|| {
                        words.wrong(words.found(), "a channel such as Xposition or Zrotation")
                    })?;
                    joints[joint].channels.push(channel);
                }
            }
            (.., None) if is("MOTION") && !joints.is_empty() => {
                words.at = words.start;
                return Ok(joints);
            }
            (.., None) => return Err(words.wrong(words.found(), "ROOT or MOTION")),
            _ => {
                let needed = "OFFSET, CHANNELS, JOINT, End Site or }";
                return Err(words.wrong(words.found(), needed));
            }
        }
    }
}

/// The clip; `None` if the file has only a skeleton.
fn motion(
    words: &mut Words<'_>,
    joints: &[Joint],
    names: &Names,
    counts: &mut Motion,
    problems: &mut Problems,
) -> Result<Option<ClipFile>, Problems> {
    if words.next().is_none() {
        let item = DocumentPath::root().field("MOTION");
        problems.push(Problem::note(item, "none", "so there is a skeleton alone"));
        return Ok(None);
    }
    words.expect("Frames:")?;
    let frames = words.count()?;
    words.expect("Frame")?;
    words.expect("Time:")?;
    let time = words.next().and_then(|word| word.parse().ok());
    let rate = time
        .and_then(rate)
        .ok_or_else(|| words.wrong(words.found(), "a time of a frame, from 0.00001 to 1000 s"))?;
    let mut moved: Vec<Moved> = joints.iter().map(Moved::of).collect();
    if joints.iter().all(|joint| joint.channels.is_empty()) {
        let item = DocumentPath::root().field("CHANNELS");
        problems.push(Problem::note(item, "none", "so no joint moves"));
        return Ok(None);
    }
    let mut frame = 0;
    'frames: while frame < frames {
        // A frame that breaks off is none.
        let start = words.at;
        for moved in &mut moved {
            for index in 0..moved.joint.channels.len() {
                if words.peek().is_none() {
                    words.at = start;
                    break 'frames;
                }
                moved.numbers[index] = words.number()?;
            }
        }
        let at = When::Frames(frame);
        moved.iter_mut().for_each(|moved| moved.key(at));
        frame += 1;
    }
    let item = DocumentPath::root().field("MOTION");
    if frame < frames {
        let found = format!("{frame} of {frames} frames");
        problems.push(Problem::warning(item, found, "of which the others are missing"));
    } else if words.peek().is_some() {
        problems.push(Problem::note(item, "more numbers than its frames have", "left out"));
    }
    let mut clip = ClipFile { rate: Some(rate), ..ClipFile::default() };
    let moves = usize::from(frame > 1);
    for (index, moved) in moved.into_iter().enumerate() {
        let Some(name) = names.get(index) else { continue };
        let Moved { positions, rotations, .. } = moved;
        if !positions.is_empty() {
            counts.found("positions", moves);
            counts.took("positions", moves);
            clip.tracks.insert(format!("{name}/translation"), Keys::from(positions));
        }
        if !rotations.is_empty() {
            counts.found("rotations", moves);
            counts.took("rotations", moves);
            clip.tracks.insert(format!("{name}/rotation"), Keys::from(rotations));
        }
    }
    Ok(Some(clip))
}

/// The rate of a time of a frame, which programs round to a few digits.
fn rate(time: f64) -> Option<TickRate> {
    if !(time.is_finite() && time > 0.0) {
        return None;
    }
    let hz = 1.0 / time;
    let whole = libm::round(hz);
    let is_whole = whole >= 1.0 && libm::fabs(hz / whole - 1.0) < 1e-4;
    tick_rate(if is_whole { whole } else { hz })
}

/// The keys of a joint.
struct Moved<'a> {
    joint: &'a Joint,
    /// Of the channels in a frame.
    numbers: Vec<f32>,
    positions: Vec<Key<Vec3>>,
    rotations: Vec<Key<Quat>>,
}

impl<'a> Moved<'a> {
    fn of(joint: &'a Joint) -> Self {
        let numbers = vec![0.0; joint.channels.len()];
        Self { joint, numbers, positions: Vec::new(), rotations: Vec::new() }
    }

    fn key(&mut self, at: When) {
        let mut position = self.joint.offset;
        let mut rotation = [0.0, 0.0, 0.0, 1.0];
        let (mut is_placed, mut is_turned) = (false, false);
        for (channel, &number) in self.joint.channels.iter().zip(&self.numbers) {
            match *channel {
                Channel::Position(axis) => {
                    position[axis] = number;
                    is_placed = true;
                }
                Channel::Rotation(axis) => {
                    rotation = turned(rotation, axis, f64::from(number).to_radians());
                    is_turned = true;
                }
            }
        }
        if is_placed {
            self.positions.push(Key::linear(at, position.into()));
        }
        if is_turned {
            #[expect(clippy::cast_possible_truncation, reason = "the nearest f32, on purpose")]
            let [x, y, z, w] = rotation.map(|part| part as f32);
            self.rotations.push(Key::linear(at, Quat::new(x, y, z, w)));
        }
    }
}

/// The rotation after a turn about one of its own axes: the quaternion times that of the turn.
fn turned([x, y, z, w]: [f64; 4], axis: usize, angle: f64) -> [f64; 4] {
    let (s, c) = (libm::sin(angle / 2.0), libm::cos(angle / 2.0));
    match axis {
        0 => [x * c + w * s, y * c + z * s, z * c - y * s, w * c - x * s],
        1 => [x * c - z * s, y * c + w * s, z * c + x * s, w * c - y * s],
        _ => [x * c + y * s, y * c - x * s, z * c + w * s, w * c - z * s],
    }
}

/// The words of a text.
struct Words<'a> {
    text: &'a str,
    /// Where the next one is looked for, and where the last one began.
    at: usize,
    start: usize,
}

impl<'a> Words<'a> {
    fn peek(&self) -> Option<&'a str> {
        let rest = self.text[self.at..].trim_start();
        // A brace is a word, and may touch a name.
        let end = rest.find(|c: char| c.is_whitespace() || matches!(c, '{' | '}'));
        let end = match end {
            Some(0) => 1, // whitespace was skipped
            Some(end) => end,
            None => rest.len(),
        };
        (end > 0).then(|| &rest[..end])
    }

    fn next(&mut self) -> Option<&'a str> {
        let rest = self.text[self.at..].trim_start();
        self.start = self.text.len() - rest.len();
        let word = self.peek()?;
        self.at = self.start + word.len();
        Some(word)
    }

    fn expect(&mut self, needed: &str) -> Result<(), Problems> {
        match self.next() {
            Some(word) if word.eq_ignore_ascii_case(needed) => Ok(()),
            _ => Err(self.wrong(self.found(), needed)),
        }
    }

    /// A name, which may have spaces, and the brace after it.
    fn name(&mut self) -> Result<String, Problems> {
        let rest = &self.text[self.at..];
        let brace = rest.find(['{', '}', '\n']);
        let end = brace.unwrap_or(rest.len());
        let name = rest[..end].trim().to_owned();
        self.at += end;
        self.expect("{")?;
        Ok(name)
    }

    fn number(&mut self) -> Result<f32, Problems> {
        let number =
            self.next().and_then(|word| word.parse().ok()).filter(|it: &f32| it.is_finite());
        number.ok_or_else(|| self.wrong(self.found(), "a number"))
    }

    fn count(&mut self) -> Result<i64, Problems> {
        let number = self.next().and_then(|word| word.parse().ok()).filter(|count| *count >= 0);
        number.ok_or_else(|| self.wrong(self.found(), "a whole number of 0 or more"))
    }

    /// The last word, for a message.
    fn found(&self) -> String {
        let word = self.text[self.start..self.at.max(self.start)].trim();
        if word.is_empty() {
            "the end of the file".into()
        } else {
            format!("`{}`", crate::names::beginning(word))
        }
    }

    fn wrong(&self, found: impl Into<String>, needed: &str) -> Problems {
        let before = &self.text[..self.start];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        let place = u32::try_from(line).ok().zip(u32::try_from(column).ok());
        let (offset, length) = (self.start, self.at.saturating_sub(self.start));
        let place = place.map(|(line, column)| Place { line, column, offset, length });
        Problem { place, ..Problem::error(DocumentPath::root(), found, needed) }.into()
    }
}
