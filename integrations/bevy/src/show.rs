//! Writes what moves into the components.

use bevy_ecs::prelude::*;
use cueline::time::Time;
use tracing::warn;

use crate::{
    clock::{Shown, Wake},
    motion::{Happened, Motion},
    property::Property,
    report::{Drawn, MotionEnded, MotionStarted, Report},
};

/// One pass over all motions of a property; none where nothing moves.
///
/// A plain loop in the order of the tables: looking entities up, or moving them between archetypes when they start and
/// end, costs several times as much.
pub(crate) fn show<P: Property>(
    shown: Res<Shown>,
    report: Res<Report>,
    mut awake: Local<bool>,
    mut motions: Query<(Entity, &mut Motion<P>, &mut P::Target), Drawn>,
) {
    if !shown.woken && !*awake {
        return;
    }
    let mut moving = false;
    let (shown, report) = (&*shown, &*report);
    motions.iter_mut().for_each(|(entity, mut motion, mut target)| {
        let clock = motion.clock();
        if let Some(value) = motion.fast(shown.of(clock)) {
            moving = true;
            if P::differs(&target, &value) {
                P::set(&mut target, value);
            }
            return;
        }
        if motion.rests() {
            return;
        }
        moving = true;
        let motion = motion.bypass_change_detection();
        let value = step(entity, motion, Some(&*target), shown.of(clock), report);
        if let Some(value) = value
            && P::differs(&target, &value)
        {
            P::set(&mut target, value);
        }
    });
    *awake = moving;
}

#[cold]
#[inline(never)]
fn step<P: Property>(
    entity: Entity,
    motion: &mut Motion<P>,
    target: Option<&P::Target>,
    now: Time,
    report: &Report,
) -> Option<P::Value> {
    motion.step(now, target, |happened| report_motion::<P>(entity, happened, now, report))
}

/// Enters what happened to a motion into the report of the frame.
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

/// Says which component is missing; once for each motion.
pub(crate) fn miss<P: Property>(
    wake: Res<Wake>,
    mut motions: Query<(Entity, &mut Motion<P>), Without<P::Target>>,
) {
    for (entity, mut motion) in &mut motions {
        if !motion.rests() {
            wake.up(); // the component may come
        }
        if motion.bypass_change_detection().warn_once() {
            let property = P::name();
            let component = property.split('.').next().unwrap_or(property);
            warn!("entity {entity} moves {property} but has no component {component}");
        }
    }
}
