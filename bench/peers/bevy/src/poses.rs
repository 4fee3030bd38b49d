//! `bevy_animation`: instances that play the same clips of ten channels.

use bevy_animation::{
    AnimatedBy, AnimationClip, AnimationPlayer, AnimationTargetId, animated_field,
    animation_curves::{AnimatableCurve, AnimatableKeyframeCurve, AnimatedField},
    graph::{AnimationGraph, AnimationGraphHandle, AnimationNodeIndex},
};
use bevy_asset::{Assets, Handle};
use bevy_ecs::{name::Name, prelude::*};
use bevy_math::{Quat, Vec3};
use bevy_reflect::Reflect;

use crate::{
    animation,
    updates::{self, Updates},
};

const KEYS: usize = 30;

/// The channels of a clip, in their order.
#[derive(Component, Clone, Copy, Default, Reflect)]
#[reflect(Component)]
struct Pose {
    a0: Vec3,
    a1: Vec3,
    a2: Vec3,
    b0: Quat,
    b1: Quat,
    b2: Quat,
    b3: Quat,
    c0: f32,
    c1: f32,
    c2: f32,
}

/// Reads the work from its front on.
pub struct Numbers<'a>(pub &'a [f32]);

impl<'a> Numbers<'a> {
    pub fn array<const N: usize>(&mut self) -> [f32; N] {
        let (array, left) = self.0.split_first_chunk().expect("the work is complete");
        self.0 = left;
        *array
    }

    fn take(&mut self, count: usize) -> &'a [f32] {
        let (taken, left) = self.0.split_at(count);
        self.0 = left;
        taken
    }

    /// A channel: the ticks of its keyframes, then their values.
    fn curve<const N: usize, T>(
        &mut self,
        value: impl Fn([f32; N]) -> T,
    ) -> AnimatableKeyframeCurve<T>
    where
        T: bevy_animation::animatable::Animatable,
    {
        let seconds: Vec<f32> = self.take(KEYS).iter().map(|tick| tick / 60.0).collect();
        let (values, _) = self.take(KEYS * N).as_chunks::<N>();
        let keys = seconds.into_iter().zip(values.iter().map(|numbers| value(*numbers)));
        AnimatableKeyframeCurve::new(keys).expect("keyframes in order")
    }
}

pub fn ready(n: usize, work: &[f32]) -> Updates {
    let mut app = updates::app();
    animation::plug(&mut app);
    updates::frames_last(&mut app, 1.0 / 60.0);
    app.update();
    let world = app.world_mut();
    let id = AnimationTargetId::from_name(&Name::new("target"));
    let mut numbers = Numbers(work);
    let [clips, ticks] = [0, 1].map(|_| numbers.take(1)[0]);
    let graphs: Vec<(Handle<AnimationGraph>, AnimationNodeIndex)> = (0..clips as usize)
        .map(|_| {
            let clip = clip(id, &mut numbers);
            let clip = world.resource_mut::<Assets<AnimationClip>>().add(clip);
            let (graph, node) = AnimationGraph::from_clip(clip);
            (world.resource_mut::<Assets<AnimationGraph>>().add(graph), node)
        })
        .collect();
    let each = n / graphs.len();
    let instance = |(index, start): (usize, &f32)| {
        let (graph, node) = &graphs[index / each];
        let mut player = AnimationPlayer::default();
        // The first tick of the work is a whole clip.
        player.play(*node).repeat().seek_to((ticks - start) % ticks / 60.0);
        let graph = AnimationGraphHandle(graph.clone());
        let entity = world.spawn((Pose::default(), id, graph, player)).id();
        world.entity_mut(entity).insert(AnimatedBy(entity));
        entity
    };
    let targets = numbers.0.iter().enumerate().map(instance).collect();
    updates::settle(&mut app);
    Updates { app, targets, read: pose }
}

fn clip(id: AnimationTargetId, numbers: &mut Numbers<'_>) -> AnimationClip {
    let mut clip = AnimationClip::default();
    macro_rules! channel {
        ($field:tt, $value:expr) => {
            let curve = numbers.curve($value);
            let curve = AnimatableCurve::new(animated_field!(Pose::$field), curve);
            clip.add_curve_to_target(id, curve);
        };
    }
    channel!(a0, Vec3::from_array);
    channel!(a1, Vec3::from_array);
    channel!(a2, Vec3::from_array);
    channel!(b0, Quat::from_array);
    channel!(b1, Quat::from_array);
    channel!(b2, Quat::from_array);
    channel!(b3, Quat::from_array);
    channel!(c0, |[number]: [f32; 1]| number);
    channel!(c1, |[number]: [f32; 1]| number);
    channel!(c2, |[number]: [f32; 1]| number);
    clip
}

fn pose(of: EntityRef<'_>) -> Vec<f32> {
    let Some(pose) = of.get::<Pose>() else {
        return Vec::new();
    };
    let vectors = [pose.a0, pose.a1, pose.a2].map(|vector| vector.to_array());
    let turns = [pose.b0, pose.b1, pose.b2, pose.b3].map(|turn| turn.to_array());
    let numbers = [pose.c0, pose.c1, pose.c2];
    [vectors.as_flattened(), turns.as_flattened(), &numbers].concat()
}
