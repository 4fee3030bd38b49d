//! Checks of flipbooks and their sheets.

use cueline::{playback::Repeat, time::Span};

use super::Checker;
use crate::{
    flipbook::{FlipbookSource, Frames, Picture, Sheet},
    forms::When,
    frames::Clock,
    named::Named,
    problem::DocumentPath,
};

impl Checker {
    pub(super) fn flipbook(
        &mut self,
        path: &DocumentPath,
        book: &FlipbookSource,
        sheets: &Named<Sheet>,
    ) {
        let FlipbookSource { sheet, rate, frames, offset, repeat, cues, .. } = book;
        let mut clock = Clock::new(*rate);
        let mut pictures = None;
        if let Some(name) = sheet {
            self.known(path.field("sheet"), "sheet", name, sheets);
            let sheet = sheets.get(name).filter(|sheet| !sheet.pictures.is_empty());
            pictures = sheet.map(|sheet| sheet.pictures.len());
        }
        let mut hold = |checker: &mut Self, path: DocumentPath, hold: &When| {
            let span = clock.span(*hold, || path.clone());
            if span <= Span::ZERO {
                checker.report(path, hold, "a time above 0");
            }
            span
        };
        let frames_path = path.field("frames");
        let pass = match frames {
            Frames::Run { first, count, hold: each } => {
                let each = hold(self, frames_path.field("hold"), each);
                if *count == 0 {
                    self.report(frames_path.field("count"), 0, "at least one frame");
                }
                let last = u64::from(*first) + u64::from(*count);
                self.picture(&frames_path.field("count"), last.checked_sub(1), pictures);
                each.checked_mul(i64::from(*count)) // `None`: longer than any time
            }
            Frames::List(list) => {
                if list.is_empty() {
                    self.report(frames_path.clone(), "no frames", "at least one");
                }
                let mut total = Some(Span::ZERO);
                for (index, frame) in list.iter().enumerate() {
                    let path = frames_path.index(index);
                    let span = hold(self, path.field("hold"), &frame.hold);
                    let before = total.is_some();
                    total = total.and_then(|total| total.checked_add(span));
                    if before && total.is_none() {
                        self.report(path.field("hold"), frame.hold, "less than 400 years in all");
                    }
                    self.picture(&path.field("show"), Some(u64::from(frame.show)), pictures);
                }
                total
            }
        };
        if clock.span(*offset, || path.field("offset")) < Span::ZERO {
            self.report(path.field("offset"), offset, "a time of 0 or more");
        }
        if let Repeat::Times(times) = repeat
            && !(1..=u64::from(u32::MAX)).contains(times)
        {
            let needed = format_args!("1 to {} passes", u32::MAX);
            self.report(path.field("repeat"), format_args!("{times} passes"), needed);
        }
        self.cues(path, cues, &mut clock, pass.filter(|pass| *pass > Span::ZERO));
        self.report_unknown_rate(clock);
    }

    /// Reports a picture that is not on the sheet.
    fn picture(&mut self, path: &DocumentPath, picture: Option<u64>, pictures: Option<usize>) {
        if let (Some(picture), Some(pictures)) = (picture, pictures)
            && picture >= pictures as u64
        {
            let needed = format!("one of the {pictures} pictures of the sheet, counted from 0");
            self.report(path.clone(), format_args!("picture {picture}"), needed);
        }
    }

    pub(super) fn sheet(&mut self, path: &DocumentPath, sheet: &Sheet) {
        for (index, Picture { area, rotated, .. }) in sheet.pictures.iter().enumerate() {
            let [left, top, width, height] = area.map(u64::from);
            let (width, height) = if *rotated { (height, width) } else { (width, height) };
            let Some([right, bottom]) = sheet.size.map(|size| size.map(u64::from)) else {
                continue;
            };
            if left + width > right || top + height > bottom {
                let path = path.field("pictures").index(index).field("area");
                let found = format!("pixels up to {}, {}", left + width, top + height);
                self.report(path, found, format_args!("an area within {right} by {bottom} pixels"));
            }
        }
        for (name, slices) in &sheet.slices {
            for (index, slice) in slices.iter().enumerate() {
                let path = path.field("slices").name(name).index(index).field("from");
                let pictures = (!sheet.pictures.is_empty()).then_some(sheet.pictures.len());
                self.picture(&path, Some(u64::from(slice.from)), pictures);
            }
        }
    }
}
