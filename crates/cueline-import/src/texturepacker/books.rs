//! Flipbooks from lists of frames, or from the numbers at the ends of their names.

use std::collections::BTreeMap;

use cueline::time::Span;
use cueline_assets::{
    DocumentPath, FlipbookSource, FrameSource, Frames, Named, Picture, Problem, Problems, When,
};
use indexmap::IndexMap;

/// The time for which a frame shows.
const HOLD: Span = Span::from_millis(100);

/// The limit of unknown frames of a list that are reported one by one.
const UNKNOWN: usize = 20;

/// The flipbooks: the lists of the file or, without lists, one for each beginning of names with numbers.
pub(super) fn books(
    pictures: &[Picture],
    animations: &Named<Vec<String>>,
    others: &[String],
    problems: &mut Problems,
) -> Named<FlipbookSource> {
    let found = if animations.is_empty() {
        numbered(pictures, others, problems)
    } else {
        listed(pictures, animations, others, problems)
    };
    if !others.is_empty() {
        let found = format!("the other files {}", others.join(", "));
        let item = DocumentPath::root().field("meta").field("related_multi_packs");
        let becomes = "whose images are separate sheets; a flipbook cannot combine their frames with frames of this file";
        problems.push(Problem::note(item, found, becomes));
    }
    if !found.is_empty() {
        let count = format!("{} without times", found.len());
        let item = DocumentPath::root().field("flipbooks");
        problems.push(Problem::note(item, count, "each frame shows for 100 ms here"));
    }
    let book = |(name, shown): (String, Vec<u32>)| {
        let frame = |show| FrameSource { show, hold: When::Span(HOLD) };
        let in_a_row = shown.windows(2).all(|pair| pair[0].checked_add(1) == Some(pair[1]));
        let frames = match (&*shown, in_a_row, u32::try_from(shown.len())) {
            ([first, ..], true, Ok(count)) => {
                Frames::Run { first: *first, count, hold: When::Span(HOLD) }
            }
            _ => Frames::List(shown.into_iter().map(frame).collect()),
        };
        (name, FlipbookSource { sheet: Some("sheet".into()), frames, ..FlipbookSource::default() })
    };
    found.into_iter().map(book).collect()
}

fn listed(
    pictures: &[Picture],
    animations: &Named<Vec<String>>,
    others: &[String],
    problems: &mut Problems,
) -> Named<Vec<u32>> {
    let mut known = BTreeMap::new();
    for (index, picture) in (0..).zip(pictures) {
        let _first = known.entry(&*picture.name).or_insert(index);
    }
    let mut books = Named::default();
    for (name, frames) in animations {
        let item = DocumentPath::root().field("animations").name(name);
        let (mut shown, mut unknown) = (Vec::new(), Vec::new());
        for (index, frame) in frames.iter().enumerate() {
            match known.get(&**frame) {
                Some(picture) => shown.push(*picture),
                None => unknown.push((index, frame)),
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
                let found = format!("{} of {} frames in other files", unknown.len(), frames.len());
                let becomes = "whose motion is lost: a flipbook has one sheet";
                problems.push(Problem::warning(item, found, becomes));
            }
            _ => {
                let more = unknown.len().saturating_sub(UNKNOWN);
                problems.extend(unknown.into_iter().take(UNKNOWN).map(|(index, frame)| {
                    Problem::error(item.index(index), format!("{frame:?}"), "the name of a frame")
                }));
                if more > 0 {
                    let found = format!("{more} more unknown names");
                    problems.push(Problem::error(item, found, "names of frames"));
                }
            }
        }
    }
    books
}

fn numbered(pictures: &[Picture], others: &[String], problems: &mut Problems) -> Named<Vec<u32>> {
    let mut groups: IndexMap<&str, Vec<(u128, u32)>> = IndexMap::new();
    for (index, picture) in (0..).zip(pictures) {
        if let Some((beginning, number)) = split(&picture.name) {
            groups.entry(beginning).or_default().push((number, index));
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
        books.insert(name, frames.into_iter().map(|(_, index)| index).collect());
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
