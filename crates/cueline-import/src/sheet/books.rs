//! Flipbooks from lists of frames, or from the numbers at the ends of their names.

use std::collections::BTreeMap;

use cueline::time::Span;
use cueline_assets::{
    DocumentPath, FlipbookSource, FrameSource, Frames, Named, Picture, Problem, Problems, When,
};
use indexmap::IndexMap;

use crate::{motion::Motion, names::beginning};

/// The time for which a frame shows.
const HOLD: Span = Span::from_millis(100);

/// The limit of unknown frames of a list that are named.
const UNKNOWN: usize = 5;

/// A sheet of a file, for its flipbooks.
pub(crate) struct Page<'a> {
    /// The name of the sheet.
    pub(crate) sheet: &'a str,
    pub(crate) pictures: &'a [Picture],
    /// The number of each picture among those of its name, if the format has such numbers.
    pub(crate) numbers: &'a [Option<u32>],
}

/// A picture of a file: the index of its sheet, and of the picture there.
type Shown = (usize, u32);

/// The flipbooks: the lists of the file or, without lists, one for each beginning of names with numbers. `others` are
/// the other files of a sheet with several images.
pub(crate) fn books(
    pages: &[Page<'_>],
    animations: &Named<Vec<String>>,
    others: &[String],
    motion: &mut Motion,
    problems: &mut Problems,
) -> Named<FlipbookSource> {
    let found = if animations.is_empty() {
        numbered(pages, others, problems)
    } else {
        listed(pages, animations, others, motion, problems)
    };
    if !others.is_empty() {
        let found = format!("the other files {}", others.join(", "));
        let item = DocumentPath::root().field("meta").field("related_multi_packs");
        let becomes = "whose images are separate sheets; a flipbook cannot combine their frames with frames of this file";
        problems.push(Problem::note(item, found, becomes));
    }
    let mut books = Named::default();
    for (name, shown) in found {
        motion.found(KIND, 1);
        let Some(page) = one_page(&shown) else {
            let item = DocumentPath::root().field("flipbooks").name(&name);
            let found = format!("{} frames on several images", shown.len());
            problems.push(Problem::warning(
                item,
                found,
                "whose motion is lost: a flipbook has one sheet",
            ));
            continue;
        };
        motion.took(KIND, 1);
        books.insert(name, book(pages[page].sheet, &shown));
    }
    if !books.is_empty() {
        let count = format!("{} without times", books.len());
        let item = DocumentPath::root().field("flipbooks");
        problems.push(Problem::note(item, count, "each frame shows for 100 ms here"));
    }
    books
}

/// The kind of animated properties that flipbooks are.
const KIND: &str = "animations";

/// The sheet on which all of the pictures are.
fn one_page(shown: &[Shown]) -> Option<usize> {
    let page = shown.first()?.0;
    shown.iter().all(|(other, _)| *other == page).then_some(page)
}

fn book(sheet: &str, shown: &[Shown]) -> FlipbookSource {
    let frame = |(_, show): &Shown| FrameSource { show: *show, hold: When::Span(HOLD) };
    let in_a_row = shown.windows(2).all(|pair| pair[0].1.checked_add(1) == Some(pair[1].1));
    let frames = match (shown, in_a_row, u32::try_from(shown.len())) {
        ([(_, first), ..], true, Ok(count)) => {
            Frames::Run { first: *first, count, hold: When::Span(HOLD) }
        }
        _ => Frames::List(shown.iter().map(frame).collect()),
    };
    FlipbookSource { sheet: Some(sheet.into()), frames, ..FlipbookSource::default() }
}

fn listed(
    pages: &[Page<'_>],
    animations: &Named<Vec<String>>,
    others: &[String],
    motion: &mut Motion,
    problems: &mut Problems,
) -> Named<Vec<Shown>> {
    let mut known = BTreeMap::new();
    for (page, Page { pictures, .. }) in pages.iter().enumerate() {
        for (index, picture) in (0..).zip(*pictures) {
            let _first = known.entry(&*picture.name).or_insert((page, index));
        }
    }
    let mut books = Named::default();
    for (name, frames) in animations {
        let item = DocumentPath::root().field("animations").name(name);
        let (mut shown, mut unknown) = (Vec::new(), Vec::new());
        for frame in frames {
            match known.get(&**frame) {
                Some(picture) => shown.push(*picture),
                None => unknown.push(frame),
            }
        }
        match (shown.is_empty(), unknown.is_empty()) {
            (true, true) => problems.push(Problem::note(item, "no frames", "is left out")),
            (false, true) => {
                books.insert(name.clone(), shown);
            }
            // The other file has all of it.
            (true, false) if !others.is_empty() => {}
            (false, false) if !others.is_empty() => {
                motion.found(KIND, 1);
                let found = format!("{} of {} frames in other files", unknown.len(), frames.len());
                let becomes = "whose motion is lost: a flipbook has one sheet";
                problems.push(Problem::warning(item, found, becomes));
            }
            (nothing, _) => {
                let names: Vec<_> =
                    unknown.iter().take(UNKNOWN).map(|name| beginning(name)).collect();
                let more = if unknown.len() > UNKNOWN { ", ..." } else { "" };
                let count = unknown.len();
                let plural = if count == 1 { "" } else { "s" };
                let found = format!("{count} unknown frame{plural} ({}{more})", names.join(", "));
                problems.push(Problem::warning(item, found, "left out"));
                if nothing {
                    motion.found(KIND, 1);
                } else {
                    books.insert(name.clone(), shown);
                }
            }
        }
    }
    books
}

fn numbered(pages: &[Page<'_>], others: &[String], problems: &mut Problems) -> Named<Vec<Shown>> {
    let mut groups: IndexMap<&str, Vec<(u128, Shown)>> = IndexMap::new();
    for (page, Page { pictures, numbers, .. }) in pages.iter().enumerate() {
        for (index, picture) in (0..).zip(*pictures) {
            let number = numbers.get(index as usize).copied().flatten();
            let own = number.map(|number| (&*picture.name, number.into()));
            if let Some((beginning, number)) = own.or_else(|| split(&picture.name)) {
                groups.entry(beginning).or_default().push((number, (page, index)));
            }
        }
    }
    let mut books = Named::default();
    for (beginning, mut frames) in groups {
        if frames.len() < 2 {
            continue;
        }
        frames.sort_unstable();
        let short = beginning.trim_end_matches(['_', '-', '.', '/', ' ', '(']);
        let short = if short.is_empty() { "all" } else { short };
        // `a_1` and `a-1` are different beginnings.
        let mut name = short.to_owned();
        if books.contains_key(&name) {
            name = beginning.to_owned();
        }
        while books.contains_key(&name) {
            name.push('\'');
        }
        let has_gaps = frames.windows(2).any(|pair| pair[1].0 > pair[0].0.saturating_add(1));
        if has_gaps && !others.is_empty() {
            let item = DocumentPath::root().field("flipbooks").name(&name);
            let found = "numbers with gaps";
            let becomes = "whose frames in other files are lost: a flipbook has one sheet";
            problems.push(Problem::warning(item, found, becomes));
        }
        books.insert(name, frames.into_iter().map(|(_, shown)| shown).collect());
    }
    books
}

/// The beginning of a name and the number at its end, before the extension; `None` for a name without a number.
fn split(name: &str) -> Option<(&str, u128)> {
    let stem = match name.rsplit_once('.') {
        Some((stem, extension)) if extension.starts_with(|c: char| c.is_ascii_alphabetic()) => stem,
        _ => name,
    };
    let inner = stem.strip_suffix(')').filter(|inner| inner.contains('(')).unwrap_or(stem);
    let beginning = inner.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = &inner[beginning.len()..];
    (!digits.is_empty()).then(|| (beginning, digits.parse().unwrap_or(u128::MAX)))
}
