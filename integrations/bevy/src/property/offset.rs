//! What is drawn on top of a property, whatever else writes that.
//!
//! A sum cannot be kept in a component that other systems write: they would start from it, and add to it again. So the sum is
//! there only from the end of drawing to the next frame. Then the component gets back exactly what it held.

use bevy_app::prelude::*;
use bevy_ecs::{
    component::Mutable, entity_disabling::Disabled, intern::Interned, lifecycle::HookContext,
    prelude::*, query::Allow, schedule::ScheduleLabel, world::DeferredWorld,
};
use bevy_reflect::{Reflect, TypePath, utility::GenericTypePathCell};
use cueline::value::Lerp;

use crate::{
    motion::Motion,
    property::Property,
    schedule::{CuelineSystems, add_writer_in, is_first},
};

/// A difference that is drawn on top of a property, whatever else writes that: a shake, a recoil, a hop of what walks.
///
/// A [`Motion<Offset<P>>`](Motion) moves it, and so adds to what a motion of `P`, a clip or the game writes. So does a track
/// with the [name](Property::name) of `P` behind `Offset.`, once
/// [`bind_tracks::<Offset<P>>`](crate::CuelineApp::bind_tracks) was called; or the game calls [`set`](Self::set). The motion
/// brings the component with it.
///
/// What is added is the difference between the value and the default of its type: of vectors and numbers the value itself, of a
/// rotation the turn. At the default nothing is written. Several offsets of one component add up, in the order in which
/// [`add_offset`](crate::CuelineApp::add_offset) was called.
///
/// Only what is drawn contains the offset. It is added in [`CuelineSystems::Offset`], after observers of events have run, and
/// taken back in `First`. So rules, motions that start from the component, rollback and replication see the component without
/// it. In between, in `Last` or between two updates, the component is what is drawn: what is written to it there is lost, and a
/// scene that is saved there contains the offset. Save in a system before that.
///
/// Scenes hold offsets and their motions after `app.save_offset::<P>()` (feature `serde`), and `replicate_motion::<Offset<P>>`
/// sends the motions. Under rollback the motions are state; an offset that rules set without a
/// motion is a component of the game, to roll back as any other.
///
/// ```
/// use bevy_cueline::prelude::*;
/// use bevy_ecs::prelude::*;
/// use bevy_math::Vec3;
/// use bevy_transform::components::Transform;
///
/// fn spawn(mut commands: Commands) {
///     commands.spawn((Transform::default(), Motion::<Offset<Translation>>::at(Vec3::ZERO)));
/// }
///
/// // Thrown back by a hit and back again, while the game moves it on.
/// fn hit(time: Res<CueTime>, mut recoils: Query<&mut Motion<Offset<Translation>>>) {
///     for mut recoil in &mut recoils {
///         recoil.tween_to(&time, Vec3::X * -12.0, ms(40), Easing::OUT_CUBIC);
///         recoil.then_spring_to(&time, Vec3::ZERO, Spring::bouncy(ms(300)));
///     }
/// }
/// # let mut app = bevy_app::App::new();
/// # app.add_plugins((bevy_time::TimePlugin, CuelinePlugin::default()));
///
/// app.add_offset::<Translation>();
/// # app.add_systems(bevy_app::Startup, (spawn, hit).chain());
/// # app.update();
/// ```
#[derive(Component, Reflect)]
#[reflect(opaque, type_path = false)]
#[reflect(Component, Clone, Debug, PartialEq)]
#[component(on_discard = discarded::<P>)]
pub struct Offset<P: Property>(P::Value);

/// What the last frame has shown, the component with the offset; none if nothing was added.
#[derive(Component)]
struct Sum<P: Property>(Option<P::Value>);

impl<P: Property> Default for Sum<P> {
    fn default() -> Self {
        Self(None)
    }
}

/// The value of a component that a motion brings with it, before anything has moved.
#[derive(Resource)]
pub(crate) struct Brought<P: Property>(pub(crate) P::Value);

/// What a component held before offsets were added; none if nothing is added at present.
#[derive(Component)]
struct Below<T: Component>(Option<T>);

impl<T: Component> Default for Below<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<P: Property<Value: Default>> Default for Offset<P> {
    fn default() -> Self {
        Self::new(P::Value::default())
    }
}

impl<P: Property> Offset<P> {
    /// An offset with this value.
    #[must_use]
    pub fn new(value: impl Into<P::Value>) -> Self {
        Self(value.into())
    }

    /// The value that the next frame adds.
    #[must_use]
    pub fn value(&self) -> P::Value {
        self.0
    }

    /// Sets the value that the next frame adds. A motion does it in each frame.
    pub fn set(&mut self, value: impl Into<P::Value>) {
        self.0 = value.into();
    }
}

impl<P: Property> Property for Offset<P> {
    type Target = Self;
    type Value = P::Value;
    const QUICK_SPRINGS: bool = P::QUICK_SPRINGS;

    fn name() -> &'static str {
        static NAMES: GenericTypePathCell = GenericTypePathCell::new();
        NAMES.get_or_insert::<Self, _>(|| format!("Offset.{}", P::name()))
    }
    fn get(offset: &Self) -> P::Value {
        offset.0
    }
    fn set(offset: &mut Self, value: P::Value) {
        offset.0 = value;
    }
    fn mix(from: &P::Value, to: &P::Value, t: f32) -> P::Value {
        P::mix(from, to, t)
    }
}

impl<P: Property> core::fmt::Debug for Offset<P> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_tuple("Offset").field(&self.0).finish()
    }
}

impl<P: Property> Clone for Offset<P> {
    fn clone(&self) -> Self {
        Self(self.0)
    }
}

impl<P: Property> PartialEq for Offset<P> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<P: Property> TypePath for Offset<P> {
    fn type_path() -> &'static str {
        static PATHS: GenericTypePathCell = GenericTypePathCell::new();
        PATHS.get_or_insert::<Self, _>(|| format!("bevy_cueline::Offset<{}>", P::name()))
    }

    fn short_type_path() -> &'static str {
        static PATHS: GenericTypePathCell = GenericTypePathCell::new();
        PATHS.get_or_insert::<Self, _>(|| format!("Offset<{}>", P::name()))
    }
}

#[cfg(feature = "serde")]
impl<P: Property<Value: serde::Serialize>> serde::Serialize for Offset<P> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de, P: Property<Value: serde::Deserialize<'de>>> serde::Deserialize<'de> for Offset<P> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        serde::Deserialize::deserialize(deserializer).map(Self)
    }
}

/// What goes is drawn no more.
fn discarded<P: Property>(mut world: DeferredWorld, context: HookContext) {
    let sum = world.get_mut::<Sum<P>>(context.entity);
    if sum.is_some_and(|mut sum| sum.0.take().is_some())
        && let Some(mut target) = world.get_mut::<P::Target>(context.entity)
    {
        target.set_changed();
    }
}

/// Lets offsets of a property be drawn.
pub(crate) fn add<P>(app: &mut App, showing: Interned<dyn ScheduleLabel>)
where
    P: Property<Value: Default, Target: Clone>,
{
    app.insert_resource(Brought::<Offset<P>>(P::Value::default()))
        .register_type::<Offset<P>>()
        .register_required_components::<Offset<P>, Below<P::Target>>()
        .register_required_components::<Offset<P>, Sum<P>>()
        .register_required_components::<Motion<Offset<P>>, Offset<P>>();
    add_writer_in(app, showing, CuelineSystems::Offset, draw::<P>);
    if is_first::<Below<P::Target>>(app) {
        // Before the game sees the component, and before it is written again, where the schedule of drawing runs several times
        // in a frame.
        app.add_systems(First, take_back::<P::Target>.in_set(CuelineSystems::Tick))
            .add_systems(showing, take_back::<P::Target>.in_set(CuelineSystems::Alpha));
    }
}

/// An offset, with what it is added to.
type Drawn<P> = (
    &'static Offset<P>,
    &'static mut Sum<P>,
    &'static mut Below<<P as Property>::Target>,
    &'static mut <P as Property>::Target,
);

fn draw<P: Property<Value: Default, Target: Clone>>(mut offsets: Query<Drawn<P>>) {
    for (Offset(value), mut shown, mut below, mut target) in &mut offsets {
        let (none, shown) = (P::Value::default(), &mut shown.bypass_change_detection().0);
        if *value == none {
            if shown.take().is_some() {
                target.set_changed();
            }
            continue;
        }
        let sum = P::get(&target).plus(&value.minus(&none));
        below.bypass_change_detection().0.get_or_insert_with(|| target.clone());
        P::set(target.bypass_change_detection(), sum);
        if shown.replace(sum) != Some(sum) {
            target.set_changed();
        }
    }
}

/// The game sees the component as it was. That is no change.
fn take_back<T: Component<Mutability = Mutable>>(
    mut parts: Query<(&mut Below<T>, &mut T), Allow<Disabled>>,
) {
    for (mut below, mut target) in &mut parts {
        if let Some(held) = below.bypass_change_detection().0.take() {
            *target.bypass_change_detection() = held;
        }
    }
}
