//! The time at which the next transition of a layer is due, in closed form.
//!
//! Values do not change between two calls of `set`. So each condition holds from some time on, until some time, or at
//! known moments.

use cueline::time::{Span, Time};

use super::{
    Animator, Interrupt, Parameter,
    definition::{LayerDef, Test, TransitionDef},
    parameter::Stored,
    phase::{Progress, flicks_between, later},
    playing::Playing,
};

/// The times to search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// Transitions are due at this time or later.
    pub(super) now: Time,
    /// Moments of a pass count after this time.
    pub(super) after: Time,
    /// Transitions after this time are not wanted.
    pub(super) to: Time,
}

/// The first due transition of a layer with this stack of states; of several at one time, the one that is tried first.
pub(super) fn earliest(
    animator: &Animator,
    layer: &LayerDef,
    stack: &[Playing],
    values: &[Stored],
    bounds: Bounds,
) -> Option<(Time, u32)> {
    let (current, below) = stack.split_last()?;
    let via = current.via(layer);
    let settled = current.settled(layer);
    let bounds = match via {
        Some(via) if via.interrupt == Interrupt::Never => {
            Bounds { now: bounds.now.max(settled), ..bounds }
        }
        _ => bounds,
    };
    let mut first: Option<(Time, u32)> = None;
    let mut consider = |playing: &Playing, index: u32, until: Time| {
        let rate = playing.rate(animator, layer, values);
        let transition = &layer.transitions[index as usize];
        let due = due(animator, layer, playing, rate, transition, values, bounds);
        if let Some(due) = due
            && due <= until
            && first.is_none_or(|(known, _)| due < known)
        {
            first = Some((due, index));
        }
    };
    if let Some((via, index)) = via.zip(current.via)
        && via.old_may_interrupt()
        && let Some(from) = via.from
        && let Some(depth) = below.iter().rposition(|playing| playing.state == from)
    {
        // Until a fade above it has ended: then the old state is gone.
        let above = stack[depth + 1..].iter().map(|playing| playing.settled(layer));
        let until = bounds.to.min(above.min().unwrap_or(settled) - Span::FLICK);
        let leaving = layer.leaving[from as usize].iter();
        for &other in leaving.take_while(|other| **other != index) {
            if layer.transitions[other as usize].to != current.state {
                consider(&below[depth], other, until);
            }
        }
    }
    for &index in &layer.leaving[current.state as usize] {
        consider(current, index, bounds.to);
    }
    first
}

/// The first time at which all conditions of a transition hold.
fn due(
    animator: &Animator,
    layer: &LayerDef,
    playing: &Playing,
    rate: u128,
    transition: &TransitionDef,
    values: &[Stored],
    bounds: Bounds,
) -> Option<Time> {
    let (mut from, mut until) = (bounds.now, bounds.to);
    let repeats = playing.def(layer).repeats;
    let value = |parameter: u16| values.get(usize::from(parameter)).copied();
    let mut moment = None;
    for test in &transition.tests {
        match *test {
            Test::Between { parameter, low, high } => {
                (low..=high).contains(&value(parameter)?.steps()).then_some(())?;
            }
            Test::Differs { parameter, steps } => {
                (value(parameter)?.steps() != steps).then_some(())?;
            }
            Test::Fired { parameter } => {
                let Some(Stored::Signal(Some(at))) = value(parameter) else { return None };
                if let Parameter::Trigger { keep } = animator.parameters[usize::from(parameter)].1 {
                    until = until.min(waits_until(at, keep));
                }
            }
            Test::Progress(target) => {
                if !repeats && target > Progress::ONE {
                    return None; // declared for any state, of which this one plays once
                }
                let flicks = playing.progress.flicks_to(target, rate)?;
                from = from.max(later(playing.anchor, flicks)?);
            }
            Test::After(span) => from = from.max(playing.since.checked_add(span)?),
            Test::EachPass(part) => moment = Some(part),
        }
    }
    if let Some(part) = moment {
        from = next_moment(playing, rate, repeats, part, from.max(bounds.after + Span::FLICK))?;
    }
    (from <= until).then_some(from)
}

/// The last time at which a signal waits.
pub(super) fn waits_until(at: Time, keep: Span) -> Time {
    at + keep
}

/// The first time from `from` on, and after the state was entered, at which the phase is `part`.
fn next_moment(
    playing: &Playing,
    rate: u128,
    repeats: bool,
    part: u128,
    from: Time,
) -> Option<Time> {
    // The anchor is not after the start of the step, nor before the state was entered; so the flick before is known.
    let before = from.max(playing.since + Span::FLICK) - Span::FLICK;
    let here = playing.progress.after(flicks_between(playing.anchor, before), rate);
    let passes = if here.part < part { here.passes } else { here.passes.checked_add(1)? };
    let target = Progress { passes, part };
    if !repeats && target > Progress::ONE {
        return None;
    }
    later(playing.anchor, playing.progress.flicks_to(target, rate)?)
}
