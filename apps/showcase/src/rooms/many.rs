//! A hundred thousand: a batch of tweens costs nothing while nothing changes, and little while all of it is looked at. And
//! a thousand characters.

mod crowd;
mod objects;

use core::{ops::Range, time::Duration};
use std::{borrow::Cow, collections::VecDeque};

use cueline::{digest::digest, prelude::*};
use cueline_batch::{BatchError, Tween, TweenBatch};
use cueline_egui::{Bar, Lanes};
use cueline_picture::{Color, Image, Picture, Point, Rect, Shape, Text};
use web_time::Instant;

use self::{crowd::Walkers, objects::Objects};
use crate::{
    Claim, Control, Room,
    room::strip,
    scene::{BAD, FAINT, GOOD, INK, SIZE, label, panel, px},
};

const RATE: TickRate = TickRate::HZ_60;
const SPARKS: &str = "Sparks";
const MOST: u32 = 1_000_000;
const ZOOM: &str = "Zoom";
const CLOSEST: u32 = 1_000;
/// Where the sparks are on the picture.
const FIELD: (f32, f32) = (80.0, 44.0);
const CHARACTERS: &str = "1,000 characters";
const OBJECTS: &str = "Step an object for each spark";
const COLUMNS: u16 = 800;
const ROWS: u16 = 280;
/// Frames that one measurement takes.
const FRAMES: usize = 30;
/// Whether it claims to take less than the objects: without optimisation a figure says nothing, and in a page the clock is
/// coarse.
const COMPARES: bool = cfg!(not(any(debug_assertions, target_arch = "wasm32")));
/// From one spark on the lanes to the next, in ticks.
const EVERY: i64 = 15;

/// The room.
#[derive(Debug)]
pub(super) struct Many {
    now: Time,
    /// Advanced in each frame.
    sparks: TweenBatch<f32>,
    /// Advanced once a second, in one call.
    rarely: TweenBatch<f32>,
    /// What most games do: objects that are stepped, in each frame, and once a second.
    naive: [Objects; 2],
    count: u32,
    /// The part of the sparks that is in view is one of so many, at least 1.
    zoom: f64,
    /// The middle of that part, from 0 at the first spark to 1 at the last.
    middle: f64,
    breaks: bool,
    /// Of the sparks in view.
    values: Vec<f32>,
    digests: [u64; 2],
    /// What all sparks took in each frame of this measurement, and what the objects took.
    cost: Vec<[Duration; 2]>,
    /// Some of the sparks that turned round: where, and for how many ticks.
    turned: VecDeque<(Tick, u32)>,
    /// The last measurement, in milliseconds a frame: the clock of a browser is too coarse for one frame.
    shown: Option<[f64; 2]>,
    /// Shown in place of the sparks.
    walkers: Option<Walkers>,
}

impl Default for Many {
    fn default() -> Self {
        let batch = || TweenBatch::new("sparks", Tick::ZERO);
        let mut room = Self {
            now: Time::ZERO,
            sparks: batch(),
            rarely: batch(),
            naive: [Objects::default(), Objects::default()],
            count: 100_000,
            zoom: 1.0,
            middle: 0.5,
            breaks: false,
            values: Vec::new(),
            digests: [0; 2],
            cost: Vec::new(),
            turned: VecDeque::new(),
            shown: None,
            walkers: None,
        };
        room.fill();
        room
    }
}

// code
fn spark(number: usize, from: f32) -> Tween<f32> {
    let ticks = 300 + 3 * u32::try_from(number % 101).unwrap_or(0);
    Tween { from, to: 1.0 - from, ticks, delay: 0, easing: Easing::IN_OUT_SINE }
}

/// Looks at a part of the sparks; the others cost nothing.
fn look(sparks: &TweenBatch<f32>, part: Range<usize>, values: &mut Vec<f32>) {
    if part.len() == sparks.len() {
        return sparks.sample_into(0.0, values); // all of them, in blocks
    }
    values.clear();
    let handles = sparks.handles().skip(part.start).take(part.len());
    values.extend(handles.filter_map(|handle| sparks.value(handle, 0.0)));
}

fn advance(sparks: &mut TweenBatch<f32>, to: Tick) -> Result<(), BatchError> {
    let ended = sparks.advance_to(to)?.to_vec(); // an idle step looks at no spark
    for of_one_tick in ended.chunk_by(|a, b| a.tick == b.tick) {
        for (number, end) in of_one_tick.iter().enumerate() {
            sparks.start_at(end.tick, &spark(number, end.value))?; // back again
        }
    }
    Ok(())
}
// end

/// One number for the values of all sparks, in any order: the two batches keep them in different rows.
fn values_of(sparks: &TweenBatch<f32>) -> u64 {
    let mut values = Vec::new();
    sparks.sample_into(0.0, &mut values);
    values.iter().fold(0, |sum, value| sum.wrapping_add(digest(&value.to_bits())))
}

/// A number with a comma after each thousand.
fn with_commas(number: usize) -> String {
    match number {
        0..1000 => number.to_string(),
        _ => format!("{},{:03}", with_commas(number / 1000), number % 1000),
    }
}

impl Many {
    fn len(&self) -> usize {
        self.count as usize
    }

    /// The numbers of the sparks in view.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a number of a spark, at most a million; the conversion saturates"
    )]
    fn in_view(&self) -> Range<usize> {
        let count = f64::from(self.count);
        let looked_at = libm::ceil(count / self.zoom).clamp(1.0, count);
        let start = (self.middle * count - looked_at / 2.0).clamp(0.0, count - looked_at);
        let start = start as usize;
        start..start + looked_at as usize
    }

    /// Looks at another part.
    fn set_zoom(&mut self, zoom: f64, middle: f64) {
        self.zoom = zoom.clamp(1.0, f64::from(CLOSEST));
        let half = 0.5 / self.zoom;
        self.middle = middle.clamp(half, 1.0 - half);
        (self.cost, self.shown) = (Vec::new(), None);
    }

    fn fill(&mut self) {
        let (now, count) = (RATE.tick_at(self.now), self.len());
        for batch in [&mut self.sparks, &mut self.rarely] {
            *batch = TweenBatch::new("sparks", now);
            for number in 0..count {
                let started = batch.start(&spark(number, 0.0));
                debug_assert!(started.is_ok(), "{started:?}");
            }
        }
        for naive in &mut self.naive {
            *naive = Objects::new(
                (0..count)
                    .map(|number| px(RATE.span_of(spark(number, 0.0).ticks.into()).as_secs_f64())),
            );
        }
        self.digests = [0; 2];
        self.turned = [0, 25, 50, 75].map(|number| (now, spark(number, 0.0).ticks)).into();
        (self.cost, self.shown) = (Vec::new(), None);
    }

    fn measure(&mut self, cost: [Duration; 2]) {
        self.cost.push(cost);
        if self.cost.len() == FRAMES {
            self.shown = Some([0, 1].map(|side| {
                // Without the slowest third: in those frames the machine did something else.
                let mut cost: Vec<_> = self.cost.iter().map(|frame| frame[side]).collect();
                cost.sort_unstable();
                let kept = &cost[..FRAMES * 2 / 3];
                kept.iter().sum::<Duration>().as_secs_f64() * 1000.0 / kept.len() as f64
            }));
            self.cost.clear();
        }
    }

    /// A bar of `millis` in a frame of 60 a second, with its figure.
    fn draw_cost(picture: &mut Picture<()>, row: u8, name: &str, millis: f64, ink: Color) {
        let y = SIZE.1 - 74.0 + 24.0 * f32::from(row);
        let bar = Rect::new(360.0, y - 7.0, 400.0, 14.0);
        picture.text(Text::new(name, Point::new(344.0, y), 17.0, INK).right());
        picture.fill(Shape::rounded(bar, 4.0), FAINT.with_opacity(0.25));
        let part = px(millis / (1000.0 / 60.0)).clamp(0.005, 1.0);
        picture.fill(Shape::rounded(Rect { w: bar.w * part, ..bar }, 4.0), ink);
        let words = format!("{millis:.2} of 16.7 ms");
        picture.text(Text::new(words, Point::new(776.0, y), 17.0, INK));
    }
}

impl Room for Many {
    fn title(&self) -> &'static str {
        "A hundred thousand"
    }

    fn idea(&self) -> &'static str {
        "A batch is sampled, not stepped: an idle step costs nothing, and looking rarely or often shows the same."
    }

    fn code(&self) -> String {
        strip(include_str!("many.rs"))
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the zoom is in 1..=CLOSEST"
    )]
    fn controls(&self) -> Vec<Control> {
        let crowd = self.walkers.is_some();
        vec![
            Control::slider(SPARKS, self.count, 1_000, MOST),
            Control::slider(ZOOM, libm::round(self.zoom) as u32, 1, CLOSEST),
            Control::switch(CHARACTERS, crowd),
            Control::breaks(OBJECTS, self.breaks),
        ]
    }

    fn press(&mut self, name: &str) {
        if name == CHARACTERS {
            self.walkers = if self.walkers.is_some() { None } else { Walkers::new() };
        } else if name == OBJECTS {
            self.breaks = !self.breaks;
            self.digests = [0; 2];
        }
    }

    fn slide(&mut self, name: &str, to: u32) {
        match name {
            SPARKS => {
                (self.count, self.walkers) = (to.clamp(1_000, MOST), None);
                self.fill();
            }
            ZOOM => {
                self.walkers = None;
                self.set_zoom(to.into(), self.middle);
            }
            _ => {}
        }
    }

    fn has_zoom(&self) -> bool {
        self.walkers.is_none()
    }

    fn zoom(&mut self, at: Point, by: f32) {
        let under = f64::from((at.x - FIELD.0) / f32::from(COLUMNS)).clamp(0.0, 1.0) - 0.5;
        let zoom = (self.zoom * f64::from(by)).clamp(1.0, f64::from(CLOSEST));
        // The spark under the pointer stays there.
        self.set_zoom(zoom, self.middle + under / self.zoom - under / zoom);
    }

    fn frame(&mut self, by: Span) {
        let before = self.now;
        self.now += by;
        if let Some(walkers) = &mut self.walkers {
            walkers.frame(by, self.breaks);
        }
        let start = Instant::now();
        let _ = advance(&mut self.sparks, RATE.tick_at(self.now));
        look(&self.sparks, self.in_view(), &mut self.values);
        let sampled = Instant::now();
        for of_one_tick in self.sparks.events().chunk_by(|a, b| a.tick == b.tick) {
            let tick = of_one_tick[0].tick;
            if tick.get() % EVERY == 0 {
                self.turned.push_back((tick, spark(0, 0.0).ticks));
            }
        }
        while self.turned.len() > 12 {
            self.turned.pop_front();
        }
        let begun = Instant::now();
        self.naive[0].step(px(by.as_secs_f64()));
        self.measure([sampled - start, begun.elapsed()]);

        let second = |time: Time| (time - Time::ZERO).flicks() / secs(1.0).flicks();
        if second(before) != second(self.now) {
            let _ = advance(&mut self.rarely, RATE.tick_at(self.now));
            self.naive[1].step(1.0);
            self.digests = if self.breaks {
                self.naive.each_ref().map(Objects::digest)
            } else {
                [&self.sparks, &self.rarely].map(values_of)
            };
        }
    }

    fn claims(&self) -> Vec<Claim> {
        let looked_at = with_commas(self.in_view().len());
        let figures = format!("{looked_at} of {} looked at", with_commas(self.len()));
        if let Some(walkers) = &self.walkers {
            return vec![Claim {
                sentence: "Computed alone once a second, each character is the same to the bit as in the crowd.",
                holds: walkers.holds,
                figures: walkers.figures(),
            }];
        }
        let same = Claim {
            sentence: "Advanced in each frame, or once a second in one call, the sparks are the same to the bit.",
            holds: self.digests[0] == self.digests[1],
            figures,
        };
        if !COMPARES {
            return vec![same];
        }
        let figures = self.shown.map_or("measuring".into(), |[batch, objects]| {
            format!("{batch:.2} ms of a frame, {objects:.2} ms for the objects")
        });
        let cheaper = Claim {
            sentence: "All of it takes less of a frame than an object for each spark, which is stepped.",
            holds: self.shown.is_none_or(|[batch, objects]| batch <= objects),
            figures,
        };
        vec![same, cheaper]
    }

    fn digest(&self) -> u64 {
        let walkers = self.walkers.as_ref().map_or(0, Walkers::digest);
        digest(&(self.digests, self.count, walkers))
    }

    fn lanes(&self) -> Cow<'_, Lanes> {
        let mut lanes = Lanes::default();
        // The first of the sparks that turn round at a tick, for some of the ticks.
        let bars = self.turned.iter().map(|(tick, ticks)| {
            let moment = |tick: i64| RATE.time_of(Tick::new(tick));
            let end = moment(tick.get() + i64::from(*ticks));
            let key = tick.get().unsigned_abs() * 1024 + u64::from(*ticks);
            (key, Bar::new("one spark", moment(tick.get()), Some(end)))
        });
        lanes.show(self.now, bars);
        Cow::Owned(lanes)
    }

    fn draw(&self, picture: &mut Picture<()>) {
        panel(picture, Rect::new(0.0, 0.0, SIZE.0, SIZE.1).grown(-16.0));
        // A spark is a pixel; where a column would have more than eight, every so many-th is drawn.
        let (columns, rows) = (usize::from(COLUMNS), usize::from(ROWS));
        let mut pixels = vec![0_u8; columns * rows * 4];
        for pixel in pixels.chunks_exact_mut(4) {
            pixel.copy_from_slice(&[24, 27, 34, 255]);
        }
        let shown = if self.breaks { self.naive[0].values(self.in_view()) } else { &self.values };
        let each = shown.len().div_ceil(columns * 8).max(1);
        // Zoomed in, fewer sparks than columns lie apart, and each is larger.
        let width = (columns / shown.len().max(1)).clamp(1, 8);
        let sparks = if self.walkers.is_some() { &[][..] } else { shown };
        if let Some(walkers) = &self.walkers {
            walkers.draw(&mut pixels, (columns, rows));
        }
        for (number, value) in sparks.iter().enumerate().step_by(each) {
            let column = number * columns / sparks.len();
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a row of the picture"
            )]
            let row = (value.clamp(0.0, 1.0) * f32::from(ROWS - 1)) as usize;
            let warm = u8::try_from(number * 37 % 120).unwrap_or(0);
            for (row, column) in
                (0..width).flat_map(|y| (0..width).map(move |x| (row + y, column + x)))
            {
                let at = (row.min(rows - 1) * columns + column.min(columns - 1)) * 4;
                pixels[at..at + 4].copy_from_slice(&[255, 130 + warm, 70 + warm / 2, 255]);
            }
        }
        let rect = Rect::new(FIELD.0, FIELD.1, COLUMNS.into(), ROWS.into());
        if let Some(image) = Image::new(COLUMNS, ROWS, pixels) {
            picture.image(&image, rect);
        } else {
            picture.fill(rect, Color::hex(0));
        }
        let title = match &self.walkers {
            Some(_) => format!("{CHARACTERS} between walking and running"),
            None => {
                let sparks = with_commas(self.len());
                format!("{sparks} sparks; Ctrl and the wheel, or two fingers, zoom in on some")
            }
        };
        label(picture, SIZE.0 / 2.0, 28.0, 17.0, &title, INK);
        match (&self.walkers, self.shown) {
            (Some(walkers), _) => {
                label(picture, SIZE.0 / 2.0, SIZE.1 - 56.0, 18.0, &walkers.figures(), INK);
            }
            (None, Some([batch, objects])) => {
                Self::draw_cost(picture, 0, "this batch, in each frame", batch, GOOD);
                if COMPARES {
                    Self::draw_cost(picture, 1, "an object for each spark", objects, BAD);
                }
            }
            (None, None) => label(picture, SIZE.0 / 2.0, SIZE.1 - 56.0, 18.0, "measuring", INK),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_looked_at_through_the_zoom_is_what_all_of_it_shows_there() {
        let mut room = Many::default();
        room.frame(ms(1700));
        let all = room.values.clone();
        assert_eq!(all.len(), 100_000);
        room.slide(ZOOM, 30);
        room.frame(Span::ZERO);
        assert_eq!(room.values, all[room.in_view()]);
        assert_eq!((room.values.len(), room.in_view().start), (3334, 48_333));
        room.slide(ZOOM, 1);
        room.frame(Span::ZERO);
        assert_eq!(room.values, all);
    }

    #[test]
    fn the_room_holds_at_every_size_and_zoom_and_none_changes_what_plays() {
        let digests = [(1_000, 1), (1_000, 1_000), (40_000, 7)].map(|(count, zoom)| {
            let mut room = Many::default();
            room.slide(SPARKS, count);
            room.slide(ZOOM, zoom);
            (0..40).for_each(|_| room.frame(ms(50)));
            assert!(room.claims().iter().all(|claim| claim.holds));
            room.digest()
        });
        assert_eq!(digests[0], digests[1]);
        assert_ne!(digests[0], digests[2]);
    }

    #[test]
    fn the_spark_under_the_pointer_stays_there_at_any_zoom() {
        let mut room = Many::default();
        for (x, spark) in [(80.0, 0.0), (280.0, 25_000.0), (480.0, 50_000.0), (880.0, 100_000.0)] {
            let at = Point::new(x, 100.0);
            let under = |room: &Many| {
                let view = room.in_view();
                view.start as f64 + view.len() as f64 * f64::from((x - 80.0) / 800.0)
            };
            for by in [1.5, 30.0, 0.1, 2.0, 1e9] {
                room.zoom(at, by);
                assert!((under(&room) - spark).abs() <= 1.0, "{} at {x}", under(&room));
            }
            assert_eq!(room.in_view().len(), 100, "as near as it goes");
            room.zoom(Point::new(480.0, 100.0), 0.0);
            assert_eq!(room.in_view(), 0..100_000, "all of them again");
        }
    }

    #[test]
    fn sizes_outside_of_the_range_count_as_its_ends() {
        let mut room = Many::default();
        room.slide(SPARKS, 0);
        room.slide(ZOOM, u32::MAX);
        assert_eq!((room.count, room.zoom, room.in_view()), (1_000, CLOSEST.into(), 499..500));
        assert_eq!(with_commas(1_000_007), "1,000,007");
    }
}
