//! All values of a frame in one call.

use alloc::vec::Vec;
use core::mem;

use super::{
    Active, Mix, Player, Weight,
    pages::{EMPTY, GENERAL, Page, Pages},
    rows::CompactRow,
};
use crate::{
    clip::{ClipId, Samples, Shares, Track},
    time::Time,
    value::{Kind, Lerp},
    wide::widest,
};

/// What one item puts into the blend of its property; [`Blend::put_part`](super::Blend::put_part) takes it.
#[derive(Clone, Debug, PartialEq)]
pub enum Part<V: Lerp> {
    /// It replaces, with a weight.
    Value(V, Weight),
    /// It adds, times a factor.
    Gain(V::Delta, Weight),
}

impl<T: Copy> Player<T> {
    /// Hands the value of everything that shows now to `write`, as `(target, value)`; `track` says by which track a
    /// clip moves the property.
    ///
    /// The same values, to the bit, in the same order as from [`active`](Self::active) and [`Active::value`], for
    /// whatever plays. What plays a clip at normal speed, once or in a loop, takes a fraction of the time: all
    /// that play one clip are sampled together. Items whose clip has no such track are left out. Weights and
    /// [`Mix`] do not count: that is what [`blend_each`](Self::blend_each) is for.
    ///
    /// `track` is asked for each clip a few times in a call, so it should not search: keep tracks by
    /// [`ClipId::index`].
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{
    ///     clip::{ClipBuilder, Clips, Keyframe},
    ///     playback::{Play, Player},
    ///     time::Span,
    /// };
    ///
    /// let ms = Span::from_millis;
    /// let mut clips = Clips::new();
    /// let keys = [Keyframe::linear(ms(0), 0.0), Keyframe::linear(ms(500), 10.0)];
    /// let rise = clips.add(ClipBuilder::new("rise").track("height", keys).build()?)?;
    ///
    /// let mut player = Player::new();
    /// for lift in 0..3_usize {
    ///     player.play_on(lift, &clips, rise, Play { delay: ms(100) * lift as i64, ..Play::default() })?;
    /// }
    /// let tracks: Vec<_> = clips.iter().map(|(_, clip)| clip.track::<f64>("height").ok()).collect();
    ///
    /// let mut heights = [0.0; 3];
    /// player.advance(ms(250), &clips);
    /// player.sample_each(|clip| tracks[clip.index() as usize], |lift, height| heights[lift] = height);
    /// assert_eq!(heights, [5.0, 3.0, 1.0]);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn sample_each<'t, V: Lerp + 't>(
        &mut self,
        track: impl FnMut(ClipId) -> Option<&'t Track<V>>,
        write: impl FnMut(T, V),
    ) {
        let general = |active: &Active<T>, track: &Track<V>| active.value(|at| track.sample(at));
        self.each_showing(track, |value, _, _| value, general, write);
    }

    /// The same for what is blended: hands `write` what each item puts into the blend of its target's property.
    ///
    /// The same parts in the same order as [`Active::blend_into`] puts them.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{
    ///     clip::{ClipBuilder, Clips, Keyframe},
    ///     playback::{Blend, Play, Player},
    ///     time::Span,
    /// };
    ///
    /// let ms = Span::from_millis;
    /// let mut clips = Clips::new();
    /// let constant = |name, value| ClipBuilder::new(name).track("lean", [Keyframe::hold(ms(0), value)]).duration(ms(900));
    /// let walk = clips.add(constant("walk", 1.0).build()?)?;
    /// let run = clips.add(constant("run", 3.0).build()?)?;
    ///
    /// let mut player = Player::new();
    /// let walking = player.play_on(0_usize, &clips, walk, Play::default())?;
    /// player.crossfade(walking, &clips, run, Play::default(), ms(400))?;
    /// player.advance(ms(100), &clips);
    ///
    /// let tracks: Vec<_> = clips.iter().map(|(_, clip)| clip.track::<f64>("lean").ok()).collect();
    /// let mut leans = vec![Blend::new()];
    /// player.blend_each(|clip| tracks[clip.index() as usize], |hero, part| leans[hero].put_part(part));
    /// assert_eq!(leans.remove(0).over(&0.0), 1.5);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn blend_each<'t, V: Lerp + 't>(
        &mut self,
        track: impl FnMut(ClipId) -> Option<&'t Track<V>>,
        write: impl FnMut(T, Part<V>),
    ) {
        let general = |active: &Active<T>, track: &Track<V>| match active.mix {
            Mix::Replace => Part::Value(active.value(|at| track.sample(at)), active.weight),
            Mix::Add => Part::Gain(active.gain(|at| track.sample(at)), active.weight),
        };
        let plain = |value, compacts: &[CompactRow<T>], place: usize| {
            Part::Value(value, compacts[place].weight())
        };
        self.each_showing(track, plain, general, write);
    }

    /// Hands over what comes of each item that shows: of one that plays `plain`ly, or in `general`.
    fn each_showing<'t, V: Lerp + 't, O>(
        &mut self,
        mut track: impl FnMut(ClipId) -> Option<&'t Track<V>>,
        plain: impl Fn(V, &[CompactRow<T>], usize) -> O,
        general: impl Fn(&Active<T>, &Track<V>) -> O,
        mut write: impl FnMut(T, O),
    ) {
        let mut pages = mem::replace(&mut self.pages, Pages::new());
        let kind = |clip| track(clip).map_or(Kind::default(), Track::kind);
        pages.sort(&self.rows, self.state.now, kind);
        let (longest, mut values) = (pages.longest(), Vec::new());
        let (mut tracks, mut shares) = (Vec::new(), Shares::new());
        for (first, compacts, page) in pages.pages_of(&self.rows) {
            tracks.clear();
            tracks.extend(page.runs.iter().map(|run| track(run.clip)));
            if let Some(any) = tracks.iter().flatten().next()
                && values.is_empty()
            {
                values = filled(&any.keyframes()[0].value, longest);
            }
            page_values(page, &tracks, self.state.now, &mut shares, &mut values);
            let is_whole = tracks.iter().all(Option::is_some);
            let (rows, targets) = page.slots();
            let mut next = 0;
            while next < rows.len() {
                if is_whole {
                    // Mostly all that are left: a loop that does nothing else is a fast one.
                    let plain = |value, place| plain(value, compacts, next + place);
                    next +=
                        write_plain((&rows[next..], &targets[next..]), &values, plain, &mut write);
                }
                let Some(row) = rows.get(next).copied() else { break };
                if row == GENERAL {
                    let slot = first + u32::try_from(next).unwrap_or(0); // fewer than a page has
                    if let Some(active) = self.showing(slot, &compacts[next])
                        && let Some(track) = track(active.clip)
                    {
                        write(active.target, general(&active, track));
                    }
                } else if let Some(value) = values.get(usize::from(row))
                    && tracks[page.run_of(row.into())].is_some()
                {
                    write(targets[next], plain(value.clone(), compacts, next));
                }
                next += 1;
            }
        }
        self.pages = pages;
    }
}

/// The same value so often. Many at a time are a copy of memory where values allow for it.
fn filled<V: Clone>(value: &V, count: usize) -> Vec<V> {
    let mut values = Vec::with_capacity(count.max(1));
    values.push(value.clone());
    while values.len() < count {
        values.extend_from_within(..values.len().min(count - values.len()).min(128));
    }
    values
}

/// The value of each row of a page, where there is a track.
fn page_values<T: Copy, V: Lerp>(
    page: &mut Page<T>,
    tracks: &[Option<&Track<V>>],
    now: Time,
    shares: &mut Shares,
    values: &mut [V],
) {
    let mut samples = Samples::new(now, shares, values);
    widest(
        #[inline(always)]
        || {
            for ((run, zeros), track) in page.runs().zip(tracks) {
                let Some(track) = *track else { continue };
                // In a row that is true, the clip's own time is within the clip.
                samples.add(track, zeros, &mut run.bounds, run.first..run.end);
            }
            samples.finish();
        },
    );
}

/// Hands over what is plain, up to where something is not; how many slots that are.
#[inline(never)]
fn write_plain<T: Copy, V: Clone, O>(
    (rows, targets): (&[u16], &[T]),
    values: &[V],
    plain: impl Fn(V, usize) -> O,
    write: &mut impl FnMut(T, O),
) -> usize {
    for (place, (row, target)) in rows.iter().zip(targets).enumerate() {
        match values.get(usize::from(*row)) {
            Some(value) => write(*target, plain(value.clone(), place)),
            None if *row == EMPTY => {}
            None => return place,
        }
    }
    rows.len()
}
