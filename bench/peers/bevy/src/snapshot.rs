//! What plays, taken into a list, and brought back from it.

use std::{mem, time::Duration};

use bevy_animation::AnimationPlayer;
use bevy_ecs::prelude::*;
use bevy_tweening::TweenAnim;

use crate::{
    Peer, animation,
    play::{self, Library, Tween},
    tweening::{self, Tweening},
    updates::{Parts, Updates, time},
};

/// Frames that are gone when the snapshot is taken.
const GONE: u32 = 100;

/// What there is to take of each.
trait Takes: Library {
    type Taken;
    /// Into the memory of the list, where there is something already.
    fn take(of: &mut Updates, taken: &mut Vec<Self::Taken>);
    fn bring_back(to: &mut Updates, taken: &[Self::Taken], work: &[Tween<f32>]);
    /// How many seconds the first animation of one of them has gone.
    fn seconds(taken: &Self::Taken) -> f32;
}

impl Takes for animation::Clips {
    type Taken = AnimationPlayer;

    fn take(of: &mut Updates, taken: &mut Vec<AnimationPlayer>) {
        taken.resize_with(of.targets.len(), AnimationPlayer::default);
        for (target, taken) in of.targets.iter().zip(taken) {
            if let Some(player) = of.app.world().get::<AnimationPlayer>(*target) {
                taken.clone_from(player);
            }
        }
    }

    fn bring_back(to: &mut Updates, taken: &[AnimationPlayer], _: &[Tween<f32>]) {
        for (target, taken) in to.targets.iter().zip(taken) {
            if let Some(mut player) = to.app.world_mut().get_mut::<AnimationPlayer>(*target) {
                player.clone_from(taken);
            }
        }
    }

    fn seconds(taken: &AnimationPlayer) -> f32 {
        taken.playing_animations().map(|(_, one)| one.seek_time()).next().unwrap_or(f32::NAN)
    }
}

impl Takes for Tweening {
    type Taken = Duration;

    fn take(of: &mut Updates, taken: &mut Vec<Duration>) {
        let elapsed = |target: &Entity| {
            of.app.world().get::<TweenAnim>(*target).map(|anim| anim.tweenable().elapsed())
        };
        taken.clear();
        taken.extend(of.targets.iter().filter_map(elapsed));
    }

    /// What plays cannot be moved out, so another takes its place.
    fn bring_back(to: &mut Updates, taken: &[Duration], work: &[Tween<f32>]) {
        for ((target, elapsed), tween) in to.targets.iter().zip(taken).zip(work) {
            if let Some(mut anim) = to.app.world_mut().get_mut::<TweenAnim>(*target) {
                let _ = anim.set_tweenable(tweening::at(tween, *elapsed));
            }
        }
    }

    fn seconds(taken: &Duration) -> f32 {
        taken.as_secs_f32()
    }
}

struct Snapshot<L: Takes> {
    playing: Updates,
    work: Vec<Tween<f32>>,
    taken: Vec<L::Taken>,
}

fn ready<L: Takes>(kind: &str, work: &[f32]) -> Box<dyn Peer> {
    let work = play::numbers(work);
    let mut playing = play::begun::<L>(&work);
    for _ in 0..GONE {
        playing.app.update();
    }
    let mut taken = Vec::new();
    L::take(&mut playing, &mut taken);
    let state = Snapshot::<L> { playing, work, taken };
    let lap = if kind == "copy" { copy } else { copy_back };
    Box::new(Parts { state, lap, read })
}

pub fn of_animation(kind: &str, work: &[f32]) -> Box<dyn Peer> {
    ready::<animation::Clips>(kind, work)
}

pub fn of_tweening(kind: &str, work: &[f32]) -> Box<dyn Peer> {
    ready::<Tweening>(kind, work)
}

fn copy<L: Takes>(of: &mut Snapshot<L>) -> Duration {
    time(|| L::take(&mut of.playing, &mut of.taken))
}

/// It has played on meanwhile.
fn copy_back<L: Takes>(of: &mut Snapshot<L>) -> Duration {
    of.playing.app.update();
    let took = time(|| L::bring_back(&mut of.playing, &of.taken, &of.work));
    // So that what is read is what plays.
    let mut again = mem::take(&mut of.taken);
    L::take(&mut of.playing, &mut again);
    of.taken = again;
    took
}

fn read<L: Takes>(of: &Snapshot<L>, index: usize) -> Vec<f32> {
    of.taken.get(index).map(|taken| L::seconds(taken) * 1000.0).into_iter().collect()
}
