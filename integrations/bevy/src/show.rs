//! The show loop: samples motions and writes their values to components.

use core::{
    any::TypeId,
    sync::atomic::{AtomicBool, Ordering},
};
use std::sync::{Mutex, PoisonError};

use alloc::{boxed::Box, sync::Arc, vec::Vec};
use bevy_ecs::{
    change_detection::{ContiguousMut, Tick},
    component::StorageType,
    prelude::*,
};
use bevy_tasks::ComputeTaskPool;
use cueline::{batch::SpringBlock, time::Time};
use tracing::warn;

use crate::{
    clock::Shown,
    motion::{Happened, Motion},
    property::Property,
    report::{Drawn, MotionEnded, MotionStarted, Report},
    springs::Code,
};

/// All properties that motions can write.
///
/// One system processes all of them in turn. Most games use few properties, and a system for each property would cost
/// more than the motions of a small scene.
#[derive(Resource, Clone, Default)]
pub(crate) struct Movers(Arc<Mutex<Vec<Box<dyn Mover>>>>);

impl Movers {
    /// Adds a property, unless it is there already.
    pub(crate) fn add<P: Property>(&self, world: &mut World) {
        let mut movers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if movers.iter().all(|mover| mover.property() != TypeId::of::<P>()) {
            movers.push(Box::new(Moves::<P> {
                motions: QueryState::new(world),
                missing: QueryState::new(world),
                awake: true,
            }));
        }
    }
}

pub(crate) fn show_all(world: &mut World) {
    let (movers, shown) = (world.resource::<Movers>().clone(), *world.resource::<Shown>());
    let report = world.resource::<Report>().clone();
    for mover in &mut *movers.0.lock().unwrap_or_else(PoisonError::into_inner) {
        mover.show(world, &shown, &report);
    }
}

trait Mover: Send + Sync {
    /// Samples all motions of a property and writes their values. Skipped while all of them rest.
    fn show(&mut self, world: &mut World, shown: &Shown, report: &Report);
    fn property(&self) -> TypeId;
}

type Moving<P> =
    QueryState<(Entity, &'static mut Motion<P>, &'static mut <P as Property>::Target), Drawn>;
type Missing<P> = QueryState<(Entity, &'static mut Motion<P>), Without<<P as Property>::Target>>;

struct Moves<P: Property> {
    motions: Moving<P>,
    missing: Missing<P>,
    /// Whether a motion was active in the last frame.
    awake: bool,
}

impl<P: Property> Mover for Moves<P> {
    fn show(&mut self, world: &mut World, shown: &Shown, report: &Report) {
        if !shown.woken && !self.awake {
            return;
        }
        self.awake = false;
        for (entity, mut motion) in self.missing.iter_mut(world) {
            self.awake |= !motion.rests(); // the component may be added later
            if motion.bypass_change_detection().warn_once() {
                let property = P::name();
                let component = property.split('.').next().unwrap_or(property);
                warn!("entity {entity} moves {property} but has no component {component}");
            }
        }
        let mut motions = self.motions.query_mut(world);
        if <P::Target as Component>::STORAGE_TYPE == StorageType::Table
            && let Ok(tables) = motions.contiguous_iter_mut()
        {
            for (entities, motions, targets) in tables {
                let (targets, mut ticks) = ContiguousMut::bypass_change_detection_split(targets);
                let changed_at = ticks.this_run();
                let (motions, mut started) = ContiguousMut::bypass_change_detection_split(motions);
                let rows = Rows {
                    entities,
                    motions,
                    started: started.changed_mut(),
                    targets,
                    changed: ticks.changed_mut(),
                };
                self.awake |= rows.show_on_all_threads(changed_at, shown, report);
            }
            return;
        }
        for (entity, mut motion, mut target) in &mut motions {
            if motion.rests() {
                continue;
            }
            self.awake = true;
            let now = shown.of(motion.clock());
            if motion.reads_its_target() {
                motion.set_changed();
            }
            let motion = motion.bypass_change_detection();
            if let Some(value) = step(entity, motion, &*target, now, report)
                && P::differs(&target, &value)
            {
                P::set(&mut target, value);
            }
        }
    }

    fn property(&self) -> TypeId {
        TypeId::of::<P>()
    }
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

    /// Processes the rows, springs by the block. Returns whether a motion is active.
    fn show(self, changed_at: Tick, shown: &Shown, report: &Report) -> bool {
        let mut moving = false;
        let Rows { entities, motions, started, targets, changed } = self;
        let mut springs = None;
        let mut first = 0;
        while first < entities.len() {
            let mut meets_spring = false;
            let rows = entities[first..].iter().zip(&mut motions[first..]);
            let rows = rows.zip(&mut targets[first..]).zip(&mut changed[first..]);
            let mut next = entities.len();
            for (row, (((entity, motion), target), changed)) in (first..).zip(rows) {
                let now = shown.of(motion.clock());
                let value = if let Some(value) = motion.fast(now) {
                    moving = true;
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
                    moving = true;
                    let reads = motion.reads_its_target();
                    let value =
                        step_or_spring(*entity, motion, target, now, report, &mut meets_spring);
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
                first = springs.collect::<P>(first, motions, targets, changed, changed_at, shown);
            }
        }
        if let Some(springs) = &mut springs {
            springs.show::<P>(motions, targets, changed, changed_at);
        }
        moving
    }
}

/// Springs that are computed together. They wait here until there are enough of them.
#[derive(Default)]
struct Springs {
    rows: [usize; SpringBlock::ROWS],
    /// Of these springs, from the row before if it is the same one there.
    codes: [Option<Code>; SpringBlock::ROWS],
    since: [f32; SpringBlock::ROWS],
    block: Option<SpringBlock>,
    count: usize,
}

impl Springs {
    /// Takes all springs from a row on, up to the first other motion. Returns the row of that one. A loop of its own, so that
    /// tables without springs keep the plain one.
    #[inline(never)]
    fn collect<P: Property>(
        &mut self,
        first: usize,
        motions: &[Motion<P>],
        targets: &mut [P::Target],
        changed: &mut [Tick],
        changed_at: Tick,
        shown: &Shown,
    ) -> usize {
        for (row, motion) in motions.iter().enumerate().skip(first) {
            let now = shown.of(motion.clock());
            if !motion.springs(now) {
                return row;
            }
            let lane = self.count % SpringBlock::ROWS;
            let (code, since) = motion.spring(now);
            if self.codes[lane] != Some(code) {
                self.take(lane, code, motion);
            }
            (self.rows[lane], self.since[lane]) = (row, since);
            self.count = lane + 1;
            if self.count == SpringBlock::ROWS {
                self.show::<P>(motions, targets, changed, changed_at);
            }
        }
        motions.len()
    }

    #[inline(never)]
    fn take<P: Property>(&mut self, lane: usize, code: Code, motion: &Motion<P>) {
        let numbered = code.rates();
        let Some(rates) = numbered.or_else(|| motion.rates()) else { return };
        self.block.get_or_insert_with(|| SpringBlock::all(rates)).set(lane, rates);
        self.codes[lane] = numbered.map(|_| code);
    }

    #[inline(always)]
    fn show<P: Property>(
        &mut self,
        motions: &[Motion<P>],
        targets: &mut [P::Target],
        changed: &mut [Tick],
        changed_at: Tick,
    ) {
        let Some(block) = &self.block else { return };
        let (progress, carry) = block.at(&self.since);
        for lane in 0..self.count.min(SpringBlock::ROWS) {
            let row = self.rows[lane];
            let code = self.codes[lane].unwrap_or(Code::BARE);
            let Some(value) = motions[row].sprung(code, progress[lane], carry[lane]) else {
                continue;
            };
            if P::differs(&targets[row], &value) {
                P::set(&mut targets[row], value);
                changed[row] = changed_at;
            }
        }
        self.count = 0;
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
    report: &Report,
    springs: &mut bool,
) -> Option<P::Value> {
    if P::QUICK_SPRINGS && motion.springs(now) {
        *springs = true;
        return None;
    }
    step(entity, motion, target, now, report)
}

#[cold]
#[inline(never)]
fn step<P: Property>(
    entity: Entity,
    motion: &mut Motion<P>,
    target: &P::Target,
    now: Time,
    report: &Report,
) -> Option<P::Value> {
    motion.step(now, Some(target), |happened| report_motion::<P>(entity, happened, now, report))
}

/// Adds a start or end of a motion to the report of the frame.
pub(crate) fn report_motion<P: Property>(
    entity: Entity,
    happened: Happened,
    now: Time,
    report: &Report,
) {
    let property = P::name();
    match happened {
        Happened::Start(due) => {
            let lateness = now - due;
            let event = MotionStarted { entity, property, due, lateness };
            report.add(lateness, entity, property, event);
        }
        Happened::End(due, reason) => {
            let lateness = now - due;
            let event = MotionEnded { entity, property, due, lateness, reason };
            report.add(lateness, entity, property, event);
        }
    }
}
