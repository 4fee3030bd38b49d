//! The common parts of both forms of a sprite, and the document made from it.

use cueline::{
    clip::{CueKind, Order},
    playback::Repeat,
    time::Span,
};
use cueline_assets::{
    CueSource, Document, DocumentPath, FlipbookSource, FrameSource, Frames, Named, Picture,
    Problem, Problems, Sheet, Slice, When,
};

use crate::{importer::refused, marker, motion::Motion, names::Names, sheet::SHEET};

/// The limit of frames and of cues in all flipbooks of a file together: tags overlap, so a small file could claim any
/// number.
const LISTED: usize = 1 << 20;

/// A sprite with everything about time.
#[derive(Debug, Default)]
pub(super) struct Sprite {
    /// The image's file, its size, and named parts.
    pub(super) sheet: Sheet,
    /// How long each picture of the sheet shows, in milliseconds.
    pub(super) millis: Vec<u32>,
    pub(super) tags: Vec<Tag>,
    pub(super) slices: Vec<Sliced>,
    /// The texts at frames.
    pub(super) marks: Vec<Mark>,
}

/// Frames with a name.
#[derive(Debug)]
pub(super) struct Tag {
    pub(super) item: DocumentPath,
    pub(super) name: String,
    /// The first and the last frame.
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) order: Order,
    /// Number of passes; 0 is endless.
    pub(super) times: u32,
    pub(super) data: Data,
}

/// A named part of the pictures.
#[derive(Debug)]
pub(super) struct Sliced {
    pub(super) item: DocumentPath,
    pub(super) name: String,
    pub(super) keys: Vec<Slice>,
    /// First frames of keys that began in an omitted frame: these make no cues.
    pub(super) silent: Vec<u32>,
    pub(super) data: Data,
}

/// A text at a frame.
#[derive(Debug)]
pub(super) struct Mark {
    pub(super) item: DocumentPath,
    pub(super) frame: u32,
    /// The last frame of the tag, if the text is a tag.
    pub(super) to: Option<u32>,
    pub(super) text: String,
    /// Whether it is the text of a cel, not the name of a tag or a slice.
    pub(super) is_text: bool,
}

/// User data of an object.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Data {
    pub(super) text: Option<String>,
    pub(super) color: Option<String>,
}

impl Data {
    /// Stores the data under that name.
    pub(super) fn keep(self, prefix: &str, meta: &mut Named<String>) {
        for (name, value) in [("data", self.text), ("color", self.color)] {
            if let Some(value) = value {
                meta.insert(format!("{prefix}{name}"), value);
            }
        }
    }
}

impl Sprite {
    /// Keeps only these tags and their frames, or all if no tag is given. Returns the old indices of the frames.
    pub(super) fn select(&mut self, tags: &[String]) -> Result<Vec<u16>, Problems> {
        let count = u16::try_from(self.millis.len()).unwrap_or(u16::MAX); // a file has no more
        if tags.is_empty() {
            return Ok((0..count).collect());
        }
        for name in tags {
            if !self.tags.iter().any(|tag| tag.name == *name) {
                let known: Vec<&str> = self.tags.iter().map(|tag| &*tag.name).collect();
                let known =
                    if known.is_empty() { "a file with tags".into() } else { known.join(", ") };
                let item = DocumentPath::root().field("tags");
                return Err(refused(item, format!("no tag {name:?}"), format!("one of {known}")));
            }
        }
        // An omitted tag is still a cue of the tags around it.
        let (chosen, others): (Vec<_>, Vec<_>) =
            self.tags.drain(..).partition(|tag| tags.contains(&tag.name));
        self.tags = chosen;
        self.marks.extend(others.into_iter().map(|tag| {
            let Tag { item, name, from, to, .. } = tag;
            Mark { item, frame: from, to: Some(to), text: name, is_text: false }
        }));
        let inside = |frame: u32| self.tags.iter().any(|tag| (tag.from..=tag.to).contains(&frame));
        let kept: Vec<u16> = (0..count).filter(|frame| inside((*frame).into())).collect();
        // The new index of a frame, or that of the next kept frame.
        let moved = |frame: u32| {
            u32::try_from(kept.partition_point(|kept| u32::from(*kept) < frame)).unwrap_or(u32::MAX)
        };
        let is_kept =
            |frame: u32| u16::try_from(frame).is_ok_and(|frame| kept.binary_search(&frame).is_ok());
        self.marks.retain(|mark| is_kept(mark.frame) && mark.to.is_none_or(is_kept));
        for mark in &mut self.marks {
            mark.frame = moved(mark.frame);
            mark.to = mark.to.map(moved);
        }
        for slice in &mut self.slices {
            let mut keys: Vec<Slice> = Vec::new();
            for key in slice.keys.drain(..) {
                let from = moved(key.from);
                let silent = !is_kept(key.from);
                if from as usize >= kept.len() {
                    continue;
                }
                // Of the keys before a kept frame the last one holds there.
                keys.retain(|before| before.from != from);
                slice.silent.retain(|before| *before != from);
                if silent {
                    slice.silent.push(from);
                }
                keys.push(Slice { from, ..key });
            }
            slice.keys = keys;
        }
        self.millis = kept.iter().map(|frame| self.millis[usize::from(*frame)]).collect();
        for tag in &mut self.tags {
            // Frames of one tag stay neighbours.
            let frames = tag.to.saturating_sub(tag.from);
            tag.from = moved(tag.from);
            tag.to = tag.from.saturating_add(frames);
        }
        Ok(kept)
    }

    /// The document, with errors and notes in `problems`.
    pub(super) fn document(self, motion: &mut Motion, problems: &mut Problems) -> Document {
        let Self { mut sheet, millis, tags, slices, mut marks } = self;
        let moments = millis.iter().filter(|millis| **millis == 0).count();
        if moments > 0 {
            let found = format!("{moments} frame{} of 0 ms", if moments == 1 { "" } else { "s" });
            let item = DocumentPath::root().field("frames");
            problems.push(Problem::note(item, found, "which do not show"));
        }
        let own = slices.iter().map(|slice| Some(&*slice.name));
        let names = Names::new("slices", own, problems);
        for (index, mut slice) in slices.into_iter().enumerate() {
            let Some(name) = names.get(index) else { continue };
            let mut key = 0;
            slice.keys.retain(|at| {
                let item = slice.item.field("keys").index(key);
                key += 1;
                let inside = is_inside(at.from, &item, millis.len(), problems);
                if inside && !slice.silent.contains(&at.from) {
                    let (frame, text) = (at.from, name.to_owned());
                    marks.push(Mark { item, frame, text, to: None, is_text: false });
                }
                inside
            });
            slice.data.keep(&format!("slices.{name}."), &mut sheet.meta);
            sheet.slices.insert(name.into(), slice.keys);
        }
        marks.extend(tags.iter().map(|tag| {
            let (item, frame, text) = (tag.item.clone(), tag.from, tag.name.clone());
            Mark { item, frame, text, to: Some(tag.to), is_text: false }
        }));
        marks.retain(|mark| {
            mark.to.is_some() || is_inside(mark.frame, &mark.item, millis.len(), problems)
        });
        marks.sort_by_key(|mark| mark.frame); // stable: marks of one frame keep their order
        let mut document = Document::default();
        books(&millis, tags, &marks, &mut document, motion, problems);
        document.sheets.insert(SHEET.into(), sheet);
        document
    }
}

/// Returns `true` if the frame exists; adds a note if it does not.
fn is_inside(frame: u32, item: &DocumentPath, count: usize, notes: &mut Problems) -> bool {
    let inside = usize::try_from(frame).is_ok_and(|frame| frame < count);
    if !inside {
        let found = format!("frame {frame}");
        notes.push(Problem::note(item.clone(), found, "which the sprite does not have"));
    }
    inside
}

/// A flipbook for each tag or, without tags, one called `all`.
fn books(
    millis: &[u32],
    mut tags: Vec<Tag>,
    marks: &[Mark],
    document: &mut Document,
    motion: &mut Motion,
    problems: &mut Problems,
) {
    let Some(last) = millis.len().checked_sub(1).and_then(|last| u32::try_from(last).ok()) else {
        problems.push(Problem::error(DocumentPath::root().field("frames"), "none", "one or more"));
        return;
    };
    if tags.is_empty() {
        let item = DocumentPath::root();
        let (order, data) = (Order::Forward, Data::default());
        tags.push(Tag { item, name: "all".into(), from: 0, to: last, order, times: 0, data });
    }
    let names = Names::new("tags", tags.iter().map(|tag| Some(&*tag.name)), problems);
    // Changes of the number of tags at a frame, and the last frame of each run that shows equally long.
    let mut tagged = vec![0_i64; millis.len() + 1];
    let mut same: Vec<usize> = (0..millis.len()).collect();
    for frame in (1..millis.len()).rev() {
        if millis[frame - 1] == millis[frame] {
            same[frame - 1] = same[frame];
        }
    }
    // The bytes of the texts of all marks before each mark, in items of 64.
    let texts: Vec<usize> = std::iter::once(0)
        .chain(marks.iter().scan(0, |sum, mark| {
            *sum += 1 + mark.text.len() / 64;
            Some(*sum)
        }))
        .collect();
    // The start of each frame, and the end of the last one.
    let begins: Vec<u64> = (0..=millis.len())
        .scan(0, |at, frame| {
            let begin = *at;
            *at += u64::from(millis.get(frame).copied().unwrap_or(0));
            Some(begin)
        })
        .collect();
    let mut left = LISTED;
    for (index, tag) in tags.into_iter().enumerate() {
        let Some(name) = names.get(index) else { continue };
        motion.found("tags", 1);
        if tag.from > tag.to || tag.to > last {
            let found = format!("frames {} to {}", tag.from, tag.to);
            let becomes = format!("whose motion is lost; needed frames from 0 to {last}, in order");
            problems.push(Problem::warning(tag.item, found, becomes));
            continue;
        }
        // Both are no more than `last`, which is an usize.
        let (from, to) = (tag.from as usize, tag.to as usize);
        tagged[from] += 1;
        tagged[to + 1] -= 1;
        let inside = marks.partition_point(|mark| mark.frame < tag.from)
            ..marks.partition_point(|mark| mark.frame <= tag.to);
        // A tag is a cue of every tag around it.
        let is_cue = |mark: &&Mark| match mark.to {
            None => true,
            Some(to) => {
                (mark.frame..=tag.to).contains(&to) && (mark.frame, to) != (tag.from, tag.to)
            }
        };
        if begins[from] == begins[to + 1] {
            let found = "only frames of 0 ms";
            problems.push(Problem::warning(tag.item, found, "whose motion is lost"));
            continue;
        }
        let even = same[from] >= to;
        let listed = texts[inside.end.max(inside.start)] - texts[inside.start]
            + if even { 0 } else { to - from + 1 };
        let Some(rest) = left.checked_sub(listed) else {
            let needed = format!("no more than {LISTED} frames and cues in all tags");
            problems.push(Problem::error(tag.item, "more frames and cues", needed));
            return;
        };
        left = rest;
        let hold = |millis: u32| When::Span(Span::from_millis(millis.into()));
        let frames = if even {
            Frames::Run { first: tag.from, count: tag.to - tag.from + 1, hold: hold(millis[from]) }
        } else {
            let frame = |show: u32| FrameSource { show, hold: hold(millis[show as usize]) };
            let shown = (tag.from..=tag.to).filter(|show| millis[*show as usize] > 0);
            Frames::List(shown.map(frame).collect())
        };
        let reverse = matches!(tag.order, Order::Reverse | Order::PingPongReverse);
        let cue = |mark: &Mark| {
            let frame = mark.frame as usize;
            // Backwards, a frame begins at its end in forward direction.
            let at = if reverse {
                begins[to + 1] - begins[frame + 1]
            } else {
                begins[frame] - begins[from]
            };
            let at = When::Span(Span::from_millis(i64::try_from(at).unwrap_or(i64::MAX)));
            // A text is set at a moment. A tag or a slice begins there, and holds.
            let (name, kind) = match mark.is_text {
                true => marker::cue(&mark.text),
                false => (&*mark.text, CueKind::State),
            };
            CueSource { at, name: name.into(), kind }
        };
        let mut cues: Vec<CueSource> = marks[inside].iter().filter(is_cue).map(cue).collect();
        if reverse {
            cues.sort_by_key(|cue| cue.at.span(FlipbookSource::default().frame_rate()));
        }
        let mut book = FlipbookSource {
            sheet: Some(SHEET.into()),
            frames,
            order: tag.order,
            repeat: match tag.times {
                0 => Repeat::Forever,
                times => Repeat::Times(times.into()),
            },
            cues,
            ..FlipbookSource::default()
        };
        tag.data.keep("", &mut book.meta);
        document.flipbooks.insert(name.into(), book);
        motion.took("tags", 1);
    }
    let around = tagged.iter().take(millis.len()).scan(0, |tags, change| {
        *tags += change;
        Some(*tags)
    });
    let untagged = around.filter(|tags| *tags == 0).count();
    if untagged > 0 && !problems.has_errors() {
        let found = format!("{untagged} frames without a tag");
        problems.push(Problem::note(
            DocumentPath::root().field("frames"),
            found,
            "which are in no flipbook",
        ));
    }
}

/// A picture that covers a whole image.
pub(super) fn whole(name: String, width: u32, height: u32) -> Picture {
    Picture { name, area: [0, 0, width, height], ..Picture::default() }
}
