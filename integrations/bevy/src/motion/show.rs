//! The show loop: samples motions and writes their values to components.

use alloc::{boxed::Box, vec::Vec};
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
use tracing::warn;

use super::{Motion, springs, state::Happened};
use crate::{
    clock::Shown,
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
        *awake |= miss(entity, motion.bypass_change_detection(), &shown, &report);
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
        if motion.state().rests() {
            continue;
        }
        let now = shown.of(motion.state().clock());
        if motion.state().reads() {
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

/// What has started ends where its component is gone. Whether a motion is to be looked at again, as the component may come.
fn miss<P: Property>(
    entity: Entity,
    motion: &mut Motion<P>,
    shown: &Shown,
    report: &Report,
) -> bool {
    if motion.state().misses() {
        let now = shown.of(motion.state().clock());
        let mut outbox = report.take();
        motion.lose(now, &mut |happened| {
            report_motion(entity, P::name(), happened, now, &mut outbox);
        });
        report.put(outbox);
    }
    if motion.state_mut().warn_once() {
        let property = P::name();
        let component = property.split('.').next().unwrap_or(property);
        warn!("entity {entity} moves {property} but has no component {component}");
    }
    !motion.state().rests()
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
        let parts = self.entities.chunks(size).zip(self.motions.chunks_mut(size));
        let parts = parts.zip(self.started.chunks_mut(size));
        let parts = parts.zip(self.targets.chunks_mut(size)).zip(self.changed.chunks_mut(size));
        let jobs = parts.map(|((((entities, motions), started), targets), changed)| {
            let rows = Rows::<P> { entities, motions, started, targets, changed };
            Box::new(|| rows.show(changed_at, shown, report)) as Job<'_>
        });
        run_on_all_threads(jobs.collect())
    }

    /// Processes the rows: those that rest, runs of tweens and runs of one spring each in a loop of its own, all others one by
    /// one. Returns whether a motion is active.
    fn show(self, changed_at: Tick, shown: &Shown, report: &Report) -> bool {
        let Rows { entities, motions, started, targets, changed } = self;
        let (mut is_active, mut outbox, mut row) = (false, None, 0);
        loop {
            row += motions[row..].iter().take_while(|motion| motion.state().rests()).count();
            let Some(motion) = motions.get(row) else { break };
            is_active = true;
            let frame = Frame::of(motion.state().clock(), changed_at, shown);
            let run = (&motions[row..], &mut targets[row..], &mut changed[row..]);
            let count = show_tweens(run, frame);
            row += count;
            if count > 0 {
                continue;
            }
            let run = (&motions[row..], &mut targets[row..], &mut changed[row..]);
            let count = show_springs(run, frame);
            row += count;
            if count > 0 {
                continue;
            }
            let (motion, target) = (&mut motions[row], &mut targets[row]);
            let (reads, outbox) =
                (motion.state().reads(), outbox.get_or_insert_with(|| report.take()));
            if let Some(value) = step(entities[row], motion, target, frame.now, outbox)
                && P::differs(target, &value)
            {
                P::set(target, value);
                changed[row] = changed_at;
            }
            if reads && !motion.state().reads() {
                started[row] = changed_at;
            }
            row += 1;
        }
        if let Some(outbox) = outbox {
            report.put(outbox);
        }
        is_active
    }
}

/// A part of the rows, which says whether a motion is active.
type Job<'a> = Box<dyn FnOnce() -> bool + Send + 'a>;

fn run_on_all_threads(jobs: Vec<Job<'_>>) -> bool {
    let is_active = AtomicBool::new(false);
    ComputeTaskPool::get().scope(|scope| {
        for job in jobs {
            let is_active = &is_active;
            scope.spawn(async move {
                if job() {
                    is_active.store(true, Ordering::Relaxed);
                }
            });
        }
    });
    is_active.into_inner()
}

/// The time that a frame shows of a clock.
#[derive(Clone, Copy)]
struct Frame {
    clock: u8,
    now: Time,
    /// Whether it is another time than in the last frame. Then what moves has another value, and no target needs to be read.
    has_moved: bool,
    changed_at: Tick,
}

impl Frame {
    fn of(clock: u8, changed_at: Tick, shown: &Shown) -> Self {
        Self { clock, now: shown.of(clock), has_moved: shown.has_moved(clock), changed_at }
    }

    #[inline(always)] // in the loops over all motions
    fn put<P: Property>(self, target: &mut P::Target, changed: &mut Tick, value: P::Value) {
        if self.has_moved || P::differs(target, &value) {
            P::set(target, value);
            *changed = self.changed_at;
        }
    }
}

/// Motions, with what they write and when that has changed.
type Run<'a, P> = (&'a [Motion<P>], &'a mut [<P as Property>::Target], &'a mut [Tick]);

/// Writes the first rows, as far as they are tweens on their way on one clock. Returns how many those are.
#[inline(never)]
fn show_tweens<P: Property>((motions, targets, changed): Run<'_, P>, frame: Frame) -> usize {
    let mut count = 0;
    for ((motion, target), changed) in motions.iter().zip(targets).zip(changed) {
        let state = motion.state();
        if state.clock() != frame.clock {
            break;
        }
        let Some(progress) = state.quick_tween(frame.now) else { break };
        frame.put::<P>(target, changed, mixed(motion, progress));
        count += 1;
    }
    count
}

/// The most springs that are computed together.
const RUN: usize = 64;

/// Writes the first rows, as far as they have one spring that began at rest, on one clock. Returns how many those are.
#[inline(never)]
fn show_springs<P: Property>((motions, targets, changed): Run<'_, P>, frame: Frame) -> usize {
    let (mut since, mut progress, mut count, mut number) = ([0.0; RUN], [0.0; RUN], 0, None);
    for (motion, since) in motions.iter().zip(&mut since) {
        let state = motion.state();
        let Some((of, seconds)) = state.quick_spring(frame.now) else { break };
        if state.clock() != frame.clock || *number.get_or_insert(of) != of {
            break;
        }
        (*since, count) = (seconds, count + 1);
    }
    let Some(rates) = number.and_then(springs::rates) else { return 0 };
    rates.progress_into(&since[..count], &mut progress[..count]);
    let rows = motions.iter().zip(targets).zip(changed).zip(&progress[..count]);
    for (((motion, target), changed), progress) in rows {
        frame.put::<P>(target, changed, mixed(motion, *progress));
    }
    count
}

#[inline(always)] // in the loops over all motions
fn mixed<P: Property>(motion: &Motion<P>, progress: f32) -> P::Value {
    let row = motion.state().moving.row();
    P::mix(row.from, row.target, progress)
}

fn step<P: Property>(
    entity: Entity,
    motion: &mut Motion<P>,
    target: &P::Target,
    now: Time,
    outbox: &mut Outbox,
) -> Option<P::Value> {
    motion.step(now, Some(target), &mut |happened| {
        report_motion(entity, P::name(), happened, now, outbox);
    })
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
