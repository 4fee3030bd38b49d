//! `bevy_tweening`: random jumps in a sequence of tweens of one property.

use std::{any::TypeId, time::Duration};

use bevy_ecs::{component::ComponentId, prelude::*};
use bevy_tweening::{Sequence, Tweenable};

use crate::{
    Peer,
    play::{Shape, Tween, Value},
    tweening,
    updates::{Parts, time},
};

struct Jumps {
    world: World,
    target: Entity,
    value: ComponentId,
    sequence: Sequence,
    /// How long all of it is, in milliseconds.
    length: u64,
    dice: u32,
    /// Where it has gone, in milliseconds.
    at: u64,
}

/// The work: the duration of each tween in milliseconds, and where the property is at their starts and at the last end.
pub fn ready(work: &[f32]) -> Result<Box<dyn Peer>, &'static str> {
    let (length, places) = work.split_first().ok_or("there is no work")?;
    let mut tweens = places.windows(2).map(|ends| {
        let ticks = length * 60.0 / 1000.0;
        tweening::number(&Tween { from: ends[0], to: ends[1], ticks, shape: Shape::Linear })
    });
    let first = tweens.next().ok_or("there is no tween")?;
    let sequence = tweens.fold(Sequence::new([first]), Sequence::then);
    let mut world = World::new();
    let value = world.register_component::<Value>();
    let target = world.spawn(Value::default()).id();
    let length = *length as u64 * (places.len() as u64 - 1);
    let state = Jumps { world, target, value, sequence, length, dice: 1, at: 0 };
    Ok(Box::new(Parts { state, lap: Jumps::lap, read: Jumps::shows }))
}

impl Jumps {
    fn lap(&mut self) -> Duration {
        self.dice = self.dice.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        self.at = (u64::from(self.dice) * self.length) >> 32;
        time(|| self.jump())
    }

    /// As a step of the plugin does, but for what it looks up on its way.
    fn jump(&mut self) {
        self.sequence.set_elapsed(Duration::from_millis(self.at));
        let mut target = self.world.entity_mut(self.target);
        if let Ok(target) = target.get_mut_by_id(self.value) {
            let kind = TypeId::of::<Value>();
            self.sequence.step(self.target, Duration::ZERO, target, &kind, &mut || ());
        }
    }

    fn shows(&self, index: usize) -> Vec<f32> {
        let value = self.world.get::<Value>(self.target).map_or(f32::NAN, |value| value.v);
        if index == 0 { vec![self.at as f32, value] } else { Vec::new() }
    }
}
