//! The show loop: samples motions and writes their values to components.

use core::sync::atomic::{AtomicBool, Ordering};

use bevy_ecs::{
    change_detection::{ContiguousMut, Tick},
    component::StorageType,
    entity_disabling::Disabled,
    prelude::*,
    world::DeferredWorld,
};
use bevy_tasks::ComputeTaskPool;
use cueline::time::Time;
use cueline_batch::SpringBlock;
use tracing::warn;

use crate::{
    clock::Shown,
    motion::{Happened, Motion, ease::EASINGS, is_on_its_way, springs::Code},
    property::Property,
    report::{Drawn, MotionCancelled, MotionEnded, MotionLooped, MotionStarted, Outbox, Report},
};

/// The motions of a property, with what they write.
type Moving<'w, 's, P> =
    Query<'w, 's, (Entity, &'static mut Motion<P>, &'static mut <P as Property>::Target), Drawn>;
/// Motions without the component that they would write.
type Missing<'w, 's, P> =
    Query<'w, 's, (Entity, &'static mut Motion<P>), (Without<<P as Property>::Target>, Drawn)>;

/// Samples all motions of a property and writes their values.
///
/// While all of them rest, only the change ticks are looked at: a motion wakes where the game has changed it, and where its
/// entity is enabled again.
pub(crate) fn show<P: Property>(
    shown: Res<Shown>,
    report: Res<Report>,
    mut motions: Moving<'_, '_, P>,
    mut missing: Missing<'_, '_, P>,
    mut enabled: RemovedComponents<Disabled>,
    mut awake: Local<bool>,
) {
    let was_awake = core::mem::take(&mut *awake) | (enabled.read().count() > 0);
    for (entity, mut motion) in &mut missing {
        if motion.misses() {
            let now = shown.of(motion.clock());
            let mut outbox = report.take();
            motion.bypass_change_detection().lose(now, |happened| {
                report_motion(entity, P::name(), happened, now, &mut outbox);
            });
            report.put(outbox);
        }
        if motion.bypass_change_detection().warn_once() {
            let property = P::name();
            let component = property.split('.').next().unwrap_or(property);
            warn!("entity {entity} moves {property} but has no component {component}");
        }
        *awake |= !motion.rests(); // the component may be added later
    }
    if <P::Target as Component>::STORAGE_TYPE == StorageType::Table
        && let Ok(tables) = motions.contiguous_iter_mut()
    {
        for (entities, motions, targets) in tables {
            let (motions, mut started) = ContiguousMut::bypass_change_detection_split(motions);
            if !was_awake && !started.is_changed_iter().any(|is_changed| is_changed) {
                continue;
            }
            let (targets, mut ticks) = ContiguousMut::bypass_change_detection_split(targets);
            let changed_at = ticks.this_run();
            let rows = Rows {
                entities,
                motions,
                started: started.changed_mut(),
                targets,
                changed: ticks.changed_mut(),
            };
            *awake |= rows.show_on_all_threads(changed_at, &shown, &report);
        }
        return;
    }
    let mut outbox = report.take();
    for (entity, mut motion, mut target) in &mut motions {
        if motion.rests() {
            continue;
        }
        let now = shown.of(motion.clock());
        if motion.reads_its_target() {
            motion.set_changed();
        }
        let motion = motion.bypass_change_detection();
        if let Some(value) = step(entity, motion, &*target, now, &mut outbox)
            && P::differs(&target, &value)
        {
            P::set(&mut target, value);
        }
    }
    report.put(outbox);
}

/// The smallest number of rows for which a further thread pays off.
const ROWS_OF_A_THREAD: usize = 1 << 13;

/// Rows of one table, column by column.
///
/// They are processed in a plain loop in the order of the table. Looking entities up, or moving them between archetypes
/// at start and end, would cost several times as much. The location in the source code (`track_location`) of a change
/// is not recorded.
struct Rows<'w, P: Property> {
    entities: &'w [Entity],
    motions: &'w mut [Motion<P>],
    /// The change tick of each motion. A motion changes when the game changes it, or when it reads its component at its
    /// start.
    started: &'w mut [Tick],
    targets: &'w mut [P::Target],
    /// The change tick of each target.
    changed: &'w mut [Tick],
}

impl<P: Property> Rows<'_, P> {
    /// Processes all rows, on this thread alone if there are few rows or no thread pool. Returns whether a motion is
    /// active.
    fn show_on_all_threads(self, changed_at: Tick, shown: &Shown, report: &Report) -> bool {
        let threads = ComputeTaskPool::try_get().map_or(1, |pool| pool.thread_num());
        let parts = threads.min(self.entities.len() / ROWS_OF_A_THREAD);
        if parts < 2 {
            return self.show(changed_at, shown, report);
        }
        let size = self.entities.len().div_ceil(parts);
        let moving = AtomicBool::new(false);
        ComputeTaskPool::get().scope(|scope| {
            let parts = self.entities.chunks(size).zip(self.motions.chunks_mut(size));
            let parts = parts.zip(self.started.chunks_mut(size));
            let parts = parts.zip(self.targets.chunks_mut(size)).zip(self.changed.chunks_mut(size));
            for ((((entities, motions), started), targets), changed) in parts {
                let rows = Rows::<P> { entities, motions, started, targets, changed };
                let moving = &moving;
                scope.spawn(async move {
                    if rows.show(changed_at, shown, report) {
                        moving.store(true, Ordering::Relaxed);
                    }
                });
            }
        });
        moving.into_inner()
    }

    fn show(self, changed_at: Tick, shown: &Shown, report: &Report) -> bool {
        let mut outbox = report.take();
        let moving = self.show_all(changed_at, shown, &mut outbox);
        report.put(outbox);
        moving
    }

    /// Processes the rows: those that rest, runs of tweens and runs of springs each in a loop of its own, all others one by
    /// one. Returns whether a motion is active.
    #[inline(never)]
    fn show_all(self, changed_at: Tick, shown: &Shown, outbox: &mut Outbox) -> bool {
        let mut moving = false;
        let Rows { entities, motions, started, targets, changed } = self;
        let mut springs = None;
        let mut first = 0;
        loop {
            first += motions[first..].iter().take_while(|motion| motion.rests()).count();
            let Some(motion) = motions.get(first) else { return moving };
            moving = true;
            let clock = motion.clock();
            if shown.has_moved(clock) && motion.is_on_its_way(shown.of(clock)) {
                let (motions, targets) = (&motions[first..], &mut targets[first..]);
                first += show_tweens(motions, targets, &mut changed[first..], changed_at, shown);
            }
            let last = (first + BLOCK).min(entities.len());
            let mut meets_spring = false;
            let rows = entities[first..last].iter().zip(&mut motions[first..last]);
            let rows = rows.zip(&mut targets[first..last]).zip(&mut changed[first..last]);
            let mut next = last;
            for (row, (((entity, motion), target), changed)) in (first..).zip(rows) {
                let now = shown.of(motion.clock());
                let value = if let Some(value) = motion.fast(now) {
                    // Time has passed, so the value has changed: no need to read the target for a comparison.
                    if shown.has_moved(motion.clock()) {
                        P::set(target, value);
                        *changed = changed_at;
                        continue;
                    }
                    value
                } else if motion.rests() {
                    continue;
                } else {
                    let reads = motion.reads_its_target();
                    let value =
                        step_or_spring(*entity, motion, target, now, outbox, &mut meets_spring);
                    if reads && !motion.reads_its_target() {
                        started[row] = changed_at;
                    }
                    if meets_spring {
                        next = row;
                        break;
                    }
                    let Some(value) = value else { continue };
                    value
                };
                if P::differs(target, &value) {
                    P::set(target, value);
                    *changed = changed_at;
                }
            }
            first = next;
            if meets_spring {
                let springs = springs.get_or_insert_with(Springs::default);
                first = springs.show_from::<P>(first, motions, targets, changed, changed_at, shown);
            }
        }
    }
}

/// Writes the first rows, as far as they are tweens on their way, on the clock of the first, which has moved. Returns how
/// many those are.
#[inline(always)]
fn show_tweens<P: Property>(
    motions: &[Motion<P>],
    targets: &mut [P::Target],
    changed: &mut [Tick],
    changed_at: Tick,
    shown: &Shown,
) -> usize {
    let clock = motions[0].clock();
    let of = (clock, shown.of(clock));
    let mut first = show_straight(motions, targets, changed, changed_at, of);
    loop {
        let (motions, targets) = (&motions[first..], &mut targets[first..]);
        let changed = &mut changed[first..];
        let mut count = show_eased_together(motions, targets, changed, changed_at, of);
        if count == 0 {
            count = show_eased(motions, targets, changed, changed_at, of);
        }
        if count == 0 {
            return first;
        }
        first += count;
    }
}

/// Writes the first rows, as far as there is a value. Returns how many those are.
#[inline(always)]
fn show_while<P: Property>(
    motions: &[Motion<P>],
    targets: &mut [P::Target],
    changed: &mut [Tick],
    changed_at: Tick,
    mut value: impl FnMut(&Motion<P>) -> Option<P::Value>,
) -> usize {
    let mut count = 0;
    for ((motion, target), changed) in motions.iter().zip(targets).zip(changed) {
        let Some(value) = value(motion) else { break };
        P::set(target, value);
        *changed = changed_at;
        count += 1;
    }
    count
}

/// Linear tweens alone: most games move most things so, and this is the shortest loop.
#[inline(never)]
fn show_straight<P: Property>(
    motions: &[Motion<P>],
    targets: &mut [P::Target],
    changed: &mut [Tick],
    changed_at: Tick,
    (clock, now): (u8, Time),
) -> usize {
    show_while(motions, targets, changed, changed_at, |motion| {
        let progress = motion.quick_progress(now);
        let is_straight = is_on_its_way(progress) && motion.easing_and_clock() == [0, clock];
        is_straight.then(|| motion.mixed(progress))
    })
}

/// Tweens with any easings that have the progress of the first, as what starts together and lasts equally long has: each
/// easing is computed once. None where they are few.
#[inline(never)]
fn show_eased_together<P: Property>(
    motions: &[Motion<P>],
    targets: &mut [P::Target],
    changed: &mut [Tick],
    changed_at: Tick,
    (clock, now): (u8, Time),
) -> usize {
    let Some(block) = motions.first_chunk::<BLOCK>() else { return 0 };
    let progress = block[0].quick_progress(now);
    let has_it = |motion: &Motion<P>| {
        motion.quick_progress(now).to_bits() == progress.to_bits() && motion.clock() == clock
    };
    if !is_on_its_way(progress) || !block.iter().all(has_it) {
        return 0;
    }
    // Not a number where none was computed.
    let mut all = [f32::NAN; EASINGS];
    show_while(motions, targets, changed, changed_at, |motion| {
        let eased = all.get_mut(usize::from(motion.easing_and_clock()[0]))?;
        if !has_it(motion) {
            return None;
        }
        if eased.is_nan() {
            *eased = motion.eased(progress);
        }
        Some(motion.mixed(*eased))
    })
}

/// Tweens with any easings, at most [`RUN`] of them: those after them may have one progress.
#[inline(never)]
fn show_eased<P: Property>(
    motions: &[Motion<P>],
    targets: &mut [P::Target],
    changed: &mut [Tick],
    changed_at: Tick,
    (clock, now): (u8, Time),
) -> usize {
    let motions = &motions[..motions.len().min(RUN)];
    show_while(motions, targets, changed, changed_at, |motion| {
        let progress = motion.quick_progress(now);
        let is_tween = is_on_its_way(progress) && motion.clock() == clock;
        is_tween.then(|| motion.mixed(motion.eased(progress)))
    })
}

/// The number of rows that are computed together.
const BLOCK: usize = SpringBlock::ROWS;

/// The least number of springs for which a block is quicker than one by one.
const FEW: usize = 4;

/// The most rows of a loop that computes springs with one set of rates, or tweens.
const RUN: usize = 4 * BLOCK;

/// Springs of neighbouring rows, which are computed together.
struct Springs {
    block: Option<SpringBlock>,
    /// Of each row, the code of the spring in `block`, or none if it has no number.
    codes: [Code; BLOCK],
    since: [f32; RUN],
    progress: [f32; RUN],
}

impl Default for Springs {
    fn default() -> Self {
        let (codes, since) = ([Code::default(); BLOCK], [0.0; RUN]);
        Self { block: None, codes, since, progress: since }
    }
}

impl Springs {
    /// Writes all springs from a row on, up to the first other motion. Returns the row of that one. A loop of its own, so
    /// that tables without springs keep the plain one.
    #[inline(never)]
    fn show_from<P: Property>(
        &mut self,
        first: usize,
        motions: &[Motion<P>],
        targets: &mut [P::Target],
        changed: &mut [Tick],
        changed_at: Tick,
        shown: &Shown,
    ) -> usize {
        let mut row = first;
        while row < motions.len() {
            let (motions, targets, changed) =
                (&motions[row..], &mut targets[row..], &mut changed[row..]);
            let run = show_together::<P>(motions, targets, changed, changed_at, shown);
            if run > 0 {
                row += run;
                continue;
            }
            let run = self.show_run::<P>(motions, targets, changed, changed_at, shown);
            if run > 0 {
                row += run;
                continue;
            }
            if let Some(motions) = motions.first_chunk()
                && self.look_at(motions, shown)
            {
                self.show::<P>(motions, targets, changed, changed_at);
                row += BLOCK;
                continue;
            }
            let springs = |motion: &&Motion<P>| motion.springs(shown.of(motion.clock()));
            let count = motions.iter().take(BLOCK).take_while(springs).count();
            if count == 0 {
                break;
            }
            self.show_some::<P>(&motions[..count], targets, changed, changed_at, shown);
            row += count;
        }
        row
    }

    /// Writes the first rows, as far as they have one spring that began at rest, on one clock that has moved. Returns how many
    /// rows those are; 0 where they are too few.
    #[inline(always)]
    fn show_run<P: Property>(
        &mut self,
        motions: &[Motion<P>],
        targets: &mut [P::Target],
        changed: &mut [Tick],
        changed_at: Tick,
        shown: &Shown,
    ) -> usize {
        let (code, clock) = (motions[0].code(), motions[0].clock());
        let now = shown.of(clock);
        if code.has_more() || !shown.has_moved(clock) {
            return 0;
        }
        let Some(rates) = code.rates() else { return 0 };
        let mut count = 0;
        for (motion, since) in motions.iter().zip(&mut self.since) {
            if !motion.is_spring(code, clock, now) {
                break;
            }
            *since = motion.seconds(now);
            count += 1;
        }
        if count < BLOCK {
            return 0;
        }
        let progress = &mut self.progress[..count];
        rates.progress_into(&self.since[..count], progress);
        let rows = motions.iter().zip(targets).zip(changed).zip(progress);
        for (((motion, target), changed), progress) in rows {
            // Row by row: a loop across rows would spend its time on moving numbers between lanes.
            let progress = *progress;
            // Time has passed: written as a tween is, without a comparison.
            P::set(target, motion.sprung_from_rest(progress));
            *changed = changed_at;
        }
        count
    }

    /// Takes the springs of a whole block. Returns whether there is one in each of its rows, all on one clock.
    #[inline(always)]
    fn look_at<P: Property>(&mut self, motions: &[Motion<P>; BLOCK], shown: &Shown) -> bool {
        let clock = motions[0].clock();
        let now = shown.of(clock);
        let (mut all, mut known, mut clocks) = (true, true, 0);
        let rows = motions.iter().zip(&self.codes).zip(&mut self.since);
        for ((motion, code), since) in rows {
            all &= motion.springs(now);
            known &= *code == motion.code();
            clocks |= motion.clock() ^ clock;
            *since = motion.seconds(now);
        }
        if !all || clocks != 0 {
            return false;
        }
        if !known {
            motions.iter().enumerate().for_each(|(lane, motion)| self.take(lane, motion));
        }
        true
    }

    /// Writes at most a block of springs, with any clocks.
    #[inline(never)]
    fn show_some<P: Property>(
        &mut self,
        motions: &[Motion<P>],
        targets: &mut [P::Target],
        changed: &mut [Tick],
        changed_at: Tick,
        shown: &Shown,
    ) {
        for (lane, motion) in motions.iter().enumerate() {
            self.since[lane] = motion.seconds(shown.of(motion.clock()));
            if motions.len() >= FEW {
                self.take(lane, motion);
            }
        }
        if motions.len() >= FEW {
            return self.show::<P>(motions, targets, changed, changed_at);
        }
        let rows = motions.iter().zip(&self.since).zip(targets).zip(changed);
        for (((motion, since), target), changed) in rows {
            let Some(rates) = motion.code().rates().or_else(|| motion.rates()) else { continue };
            let (progress, carry) = rates.at(*since);
            show_spring::<P>(motion.sprung(progress, carry), target, changed, changed_at);
        }
    }

    #[inline(never)]
    fn take<P: Property>(&mut self, lane: usize, motion: &Motion<P>) {
        if self.codes[lane] == motion.code() {
            return;
        }
        let numbered = motion.code().rates();
        let Some(rates) = numbered.or_else(|| motion.rates()) else { return };
        self.block.get_or_insert_with(|| SpringBlock::all(rates)).set(lane, rates);
        self.codes[lane] = if numbered.is_some() { motion.code() } else { Code::default() };
    }

    /// Writes the springs that were taken.
    #[inline(always)]
    fn show<P: Property>(
        &self,
        motions: &[Motion<P>],
        targets: &mut [P::Target],
        changed: &mut [Tick],
        changed_at: Tick,
    ) {
        let Some(block) = &self.block else { return };
        let Some(since) = self.since.first_chunk() else { return };
        let (progress, carry) = block.at(since);
        let rows = motions.iter().zip(targets).zip(changed).zip(progress.iter().zip(&carry));
        for (((motion, target), changed), (progress, carry)) in rows {
            show_spring::<P>(motion.sprung(*progress, *carry), target, changed, changed_at);
        }
    }
}

/// Writes the first rows, as far as they have one spring that began at rest, at one time of one clock that has moved: these
/// have one progress. Returns how many rows those are; 0 where they are too few.
#[inline(always)]
fn show_together<P: Property>(
    motions: &[Motion<P>],
    targets: &mut [P::Target],
    changed: &mut [Tick],
    changed_at: Tick,
    shown: &Shown,
) -> usize {
    let first = &motions[0];
    let (code, clock) = (first.code(), first.clock());
    let now = shown.of(clock);
    let begin_together =
        |motion: &Motion<P>| motion.is_spring(code, clock, now) && motion.starts_with(first);
    let are_few = motions.len() < BLOCK || !motions[..BLOCK].iter().all(begin_together);
    if code.has_more() || !shown.has_moved(clock) || are_few {
        return 0;
    }
    let Some(rates) = code.rates() else { return 0 };
    let (progress, _) = rates.at(first.seconds(now));
    show_while(motions, targets, changed, changed_at, |motion| {
        begin_together(motion).then(|| motion.sprung_from_rest(progress))
    })
}

/// Writes what a spring shows.
#[inline(always)]
fn show_spring<P: Property>(
    value: Option<P::Value>,
    target: &mut P::Target,
    changed: &mut Tick,
    changed_at: Tick,
) {
    let Some(value) = value else { return };
    if P::differs(target, &value) {
        P::set(target, value);
        *changed = changed_at;
    }
}

/// As [`step`], but only notes that it is a spring where one moves. Not in the loop itself, which is as short as it can be.
#[cold]
#[inline(never)]
fn step_or_spring<P: Property>(
    entity: Entity,
    motion: &mut Motion<P>,
    target: &P::Target,
    now: Time,
    outbox: &mut Outbox,
    springs: &mut bool,
) -> Option<P::Value> {
    if P::QUICK_SPRINGS && motion.springs(now) {
        *springs = true;
        return None;
    }
    step(entity, motion, target, now, outbox)
}

#[cold]
#[inline(never)]
fn step<P: Property>(
    entity: Entity,
    motion: &mut Motion<P>,
    target: &P::Target,
    now: Time,
    outbox: &mut Outbox,
) -> Option<P::Value> {
    motion
        .step(now, Some(target), |happened| report_motion(entity, P::name(), happened, now, outbox))
}

/// Adds a start or end of a motion to the events of the frame.
pub(crate) fn report_motion(
    entity: Entity,
    property: &'static str,
    happened: Happened,
    now: Time,
    outbox: &mut Outbox,
) {
    match happened {
        Happened::Start(due) => {
            let lateness = now - due;
            let event = MotionStarted { entity, property, due, lateness };
            outbox.add(event);
        }
        Happened::End(due, reason) => {
            let lateness = now - due;
            let event = MotionEnded { entity, property, due, lateness, reason };
            outbox.add(event);
        }
        Happened::Loop(due, pass) => {
            let lateness = now - due;
            outbox.add(MotionLooped { entity, property, due, lateness, pass });
        }
        Happened::Cancel(due, cause) => {
            let lateness = now - due;
            let event = MotionCancelled { entity, property, due, lateness, cause };
            outbox.add(event);
        }
    }
}

/// Reports that a motion of an entity goes: `lose` says what of it was on its way. Of what is rolled back nothing, as each load
/// takes components away and puts others in their place.
pub(crate) fn discard(
    world: &DeferredWorld,
    entity: Entity,
    property: &'static str,
    clock: u8,
    lose: impl FnOnce(Time, &mut dyn FnMut(Happened)),
) {
    #[cfg(feature = "ggrs")]
    if world.get::<bevy_ggrs::RollbackId>(entity).is_some() {
        return;
    }
    let (Some(shown), Some(report)) =
        (world.get_resource::<Shown>(), world.get_resource::<Report>())
    else {
        return;
    };
    let now = shown.of(clock);
    report.add_gone(|outbox| {
        lose(now, &mut |happened| report_motion(entity, property, happened, now, outbox));
    });
}
