//! Motions of what a path of reflection names.

#[cfg(feature = "serde")]
use alloc::string::String;
use alloc::{sync::Arc, vec::Vec};

use bevy_ecs::{intern::Interner, lifecycle::HookContext, prelude::*, world::DeferredWorld};
use bevy_math::{Quat, Vec2, Vec3, Vec4};
use bevy_reflect::Reflect;
use cueline::{
    clip::{Value, ValueKind},
    time::Time,
    value,
};
use tracing::{error, warn};

use crate::{
    clock::{Moment, Shown},
    motion::{
        Happened, Motion,
        show::{discard, report_motion},
    },
    property::{
        Property, Rgba,
        reflected::{Missing, Paths, Reflected, fits, fitted},
    },
    report::{Drawn, Outbox, Report},
};

/// Motions of parts of components that no [`Property`] names, by paths of reflection: `Lamp.colors[1]`.
///
/// The component has to be registered, with `#[reflect(Component)]`. A path is its name, short or with its modules, and then
/// `.field`, `.0` or `[1]` as often as needed. It is looked up once. The values are `f32`, `f64`, `Vec2`, `Vec3`, `Vec4`,
/// `Quat`, and [`Rgba`] for each colour of Bevy. There is one motion for each path; events have the path as their `property`.
///
/// A path that names nothing, and a value that does not fit, are logged once. A property is quicker, and the compiler
/// checks it: use [`property!`](crate::property) where the part is known when the game is compiled.
///
/// ```
/// use bevy_cueline::prelude::*;
/// use bevy_ecs::prelude::*;
/// use bevy_reflect::prelude::*;
///
/// #[derive(Component, Default, Reflect)]
/// #[reflect(Component)]
/// struct Lamp {
///     colors: [f32; 3],
/// }
///
/// # let mut app = bevy_app::App::new();
/// # app.add_plugins((bevy_time::TimePlugin, CuelinePlugin::default()));
/// app.register_type::<Lamp>();
///
/// let time = app.world().resource::<CueTime>().clone();
/// let mut motions = PathMotions::default();
/// motions.of::<f32>("Lamp.colors[1]").tween_to(&time, 24.0, ms(300), Easing::OUT_CUBIC);
/// let lamp = app.world_mut().spawn((Lamp::default(), motions)).id();
///
/// // In a bundle, without a clock:
/// let glow = Motion::<ByPath<f32>>::default().with_tween(2.0, ms(300), Easing::LINEAR);
/// app.world_mut().spawn((Lamp::default(), PathMotions::default().with::<f32>("Lamp.colors[0]", glow)));
///
/// // Or by commands:
/// app.world_mut().commands().entity(lamp).spring_path("Lamp.colors[2]", 1.0, Spring::snappy(ms(200)));
/// # app.update();
/// ```
#[derive(Component, Clone, Debug, Default, Reflect)]
#[type_path = "bevy_cueline"]
#[reflect(opaque)]
#[reflect(Component, Clone, Debug)]
#[component(on_insert = inserted, on_discard = discarded)]
pub struct PathMotions(Vec<Part>);

#[derive(Clone, Debug)]
struct Part {
    /// Interned.
    path: &'static str,
    motion: AnyMotion,
    way: Way,
    /// What is missing was logged.
    warned: bool,
}

/// Where a path leads.
#[derive(Clone, Default)]
enum Way {
    #[default]
    Unknown,
    To(Arc<Reflected>),
    /// Nowhere; that was logged.
    Nowhere,
}

impl core::fmt::Debug for Way {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Self::Unknown => "Unknown",
            Self::To(_) => "To",
            Self::Nowhere => "Nowhere",
        })
    }
}

/// The property of a motion of [`PathMotions`]: whatever its path names, as this type of value.
#[derive(Clone, Copy, Debug)]
pub struct ByPath<V>(core::marker::PhantomData<fn() -> V>);

/// What a path has led to.
#[doc(hidden)]
#[derive(Component, Clone, Copy, Debug)]
pub struct Reached<V: Send + Sync + 'static>(V);

/// A value that [`PathMotions`] move. Sealed.
pub trait PathValue: sealed::Moves {}

mod sealed {
    use cueline::value::Lerp;

    use super::{AnyMotion, Motion, Reached, Value};
    use crate::property::Property;

    pub trait Moves: Lerp + Copy + Default + PartialEq + Send + Sync + 'static {
        type By: Property<Value = Self, Target = Reached<Self>>;
        fn wrapped(motion: Motion<Self::By>) -> AnyMotion;
        fn of(motion: &AnyMotion) -> Option<&Motion<Self::By>>;
        fn of_mut(motion: &mut AnyMotion) -> Option<&mut Motion<Self::By>>;
        fn value(value: Value) -> Option<Self>;
        fn into_value(self) -> Value;
    }
}

/// A motion of any type of value.
trait Any {
    /// Starts what was made without a clock.
    fn start(&mut self, now: Moment);
    fn rests(&self) -> bool;
    fn clock(&self) -> u8;
    fn reads(&self) -> bool;
    fn misses(&self) -> bool;
    fn lose(&mut self, now: Time, report: &mut dyn FnMut(Happened));
    #[cfg(feature = "ggrs")]
    fn advance(&mut self, now: Time, report: &mut dyn FnMut(Happened));
    #[cfg(feature = "ggrs")]
    fn value_at(&self, now: Time) -> Option<Value>;
    /// One frame; `from` is what the component holds.
    fn step(&mut self, now: Time, from: Value, report: &mut dyn FnMut(Happened)) -> Option<Value>;
}

impl<V: PathValue, P: Property<Value = V, Target = Reached<V>>> Any for Motion<P> {
    fn start(&mut self, now: Moment) {
        if self.state().starts_on_insert() {
            self.state_mut().start(now);
        }
    }
    fn rests(&self) -> bool {
        self.state().rests()
    }
    fn clock(&self) -> u8 {
        self.state().clock()
    }
    fn reads(&self) -> bool {
        self.state().reads()
    }
    fn misses(&self) -> bool {
        self.state().misses()
    }
    fn lose(&mut self, now: Time, report: &mut dyn FnMut(Happened)) {
        self.lose(now, report);
    }
    #[cfg(feature = "ggrs")]
    fn advance(&mut self, now: Time, report: &mut dyn FnMut(Happened)) {
        self.advance(now, report);
    }
    #[cfg(feature = "ggrs")]
    fn value_at(&self, now: Time) -> Option<Value> {
        self.value_at(now).map(V::into_value)
    }
    fn step(&mut self, now: Time, from: Value, report: &mut dyn FnMut(Happened)) -> Option<Value> {
        let from = V::value(from).map(Reached);
        self.step(now, from.as_ref(), report).map(V::into_value)
    }
}

macro_rules! values {
    ($($kind:ident($type:ty) $name:literal: $get:expr, $set:expr;)*) => {
        #[doc(hidden)]
        #[derive(Clone, Debug)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        pub enum AnyMotion {
            $($kind(Motion<ByPath<$type>>),)*
        }

        $(
            impl Property for ByPath<$type> {
                type Target = Reached<$type>;
                type Value = $type;

                fn name() -> &'static str {
                    $name
                }
                fn get(reached: &Reached<$type>) -> $type {
                    reached.0
                }
                fn set(reached: &mut Reached<$type>, value: $type) {
                    reached.0 = value;
                }
            }

            impl PathValue for $type {}

            impl sealed::Moves for $type {
                type By = ByPath<$type>;

                fn wrapped(motion: Motion<ByPath<$type>>) -> AnyMotion {
                    AnyMotion::$kind(motion)
                }
                fn of(motion: &AnyMotion) -> Option<&Motion<ByPath<$type>>> {
                    if let AnyMotion::$kind(motion) = motion { Some(motion) } else { None }
                }
                fn of_mut(motion: &mut AnyMotion) -> Option<&mut Motion<ByPath<$type>>> {
                    if let AnyMotion::$kind(motion) = motion { Some(motion) } else { None }
                }
                fn value(value: Value) -> Option<Self> {
                    let Value::$kind(value) = value else { return None };
                    let get: fn(_) -> $type = $get;
                    Some(get(value))
                }
                fn into_value(self) -> Value {
                    let set: fn($type) -> _ = $set;
                    Value::$kind(set(self))
                }
            }
        )*

        #[cfg(feature = "ggrs")]
        impl cueline::digest::Digest for AnyMotion {
            fn feed(&self, digester: &mut cueline::digest::Digester) {
                cueline::digest::Digest::feed(&self.kind(), digester);
                match self {
                    $(Self::$kind(motion) => cueline::digest::Digest::feed(motion, digester),)*
                }
            }
        }

        impl AnyMotion {
            fn kind(&self) -> ValueKind {
                match self {
                    $(Self::$kind(_) => ValueKind::$kind,)*
                }
            }

            fn any(&self) -> &dyn Any {
                match self {
                    $(Self::$kind(motion) => motion,)*
                }
            }

            fn any_mut(&mut self) -> &mut dyn Any {
                match self {
                    $(Self::$kind(motion) => motion,)*
                }
            }

            /// What the server has sent takes the place of what was.
            #[cfg(feature = "replicon")]
            fn take_over(&mut self, sent: Self) {
                match (self, sent) {
                    $((Self::$kind(own), Self::$kind(sent)) => own.state_mut().take_over(sent.into()),)*
                    (own, sent) => *own = sent,
                }
            }

            #[cfg(feature = "egui")]
            pub(crate) fn see(&mut self, see: &mut impl SeeMotion) {
                match self {
                    $(Self::$kind(motion) => see.see(motion),)*
                }
            }
        }
    };
}

values! {
    F32(f32) "f32 by path": |number| number, |number| number;
    F64(f64) "f64 by path": |number| number, |number| number;
    Vec2(Vec2) "Vec2 by path": Into::into, Into::into;
    Vec3(Vec3) "Vec3 by path": Into::into, Into::into;
    Vec4(Vec4) "Vec4 by path": Into::into, Into::into;
    Rotation(Quat) "Quat by path": Into::into, Into::into;
    Color(Rgba) "Rgba by path":
        |value::Color { r, g, b, a }| Rgba { red: r, green: g, blue: b, alpha: a },
        |Rgba { red: r, green: g, blue: b, alpha: a }| value::Color { r, g, b, a };
}

/// A path that lives as long as the process, as events are copied about. A game has few of them.
pub(crate) fn interned(path: &str) -> &'static str {
    static PATHS: Interner<str> = Interner::new();
    PATHS.intern(path).0
}

impl PathMotions {
    /// The motion of a path; a new one at rest if there is none, or one of another type of value.
    pub fn of<V: PathValue>(&mut self, path: &str) -> &mut Motion<V::By> {
        let place = self.0.iter().position(|part| part.path == path);
        let new = || V::wrapped(Motion::from_component(V::default()));
        let place = place.unwrap_or_else(|| {
            let (path, way) = (interned(path), Way::Unknown);
            self.0.push(Part { path, motion: new(), way, warned: false });
            self.0.len() - 1
        });
        let part = &mut self.0[place];
        if V::of(&part.motion).is_none() {
            (part.motion, part.way, part.warned) = (new(), Way::Unknown, false);
        }
        V::of_mut(&mut part.motion).expect("it was just made")
    }

    /// With a motion of a path in place of the one before. One that was made without a clock, as by
    /// [`Motion::with_tween`], starts when the component is inserted.
    #[must_use]
    pub fn with<V: PathValue>(mut self, path: &str, motion: Motion<V::By>) -> Self {
        *self.of::<V>(path) = motion;
        self
    }

    /// The motion of a path, if there is one of this type of value.
    #[must_use]
    pub fn get<V: PathValue>(&self, path: &str) -> Option<&Motion<V::By>> {
        self.0.iter().find(|part| part.path == path).and_then(|part| V::of(&part.motion))
    }

    /// Forgets the motion of a path, where it is, without an event. Returns `false` if there is none.
    pub fn remove(&mut self, path: &str) -> bool {
        let before = self.0.len();
        self.0.retain(|part| part.path != path);
        self.0.len() < before
    }

    /// The paths that have a motion.
    pub fn paths(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.0.iter().map(|part| part.path)
    }

    /// Whether no motion plays or waits, as of the last frame.
    #[must_use]
    pub fn is_resting(&self) -> bool {
        self.0.iter().all(|part| part.motion.any().rests())
    }
}

/// Starts what was made without a clock.
fn inserted(mut world: DeferredWorld, context: HookContext) {
    let now = Moment::of_insertion(&world);
    let Some(mut motions) = world.get_mut::<PathMotions>(context.entity) else { return };
    for part in &mut motions.bypass_change_detection().0 {
        part.motion.any_mut().start(now);
    }
}

/// Reports the ends of what is on its way.
fn discarded(world: DeferredWorld, context: HookContext) {
    let Some(motions) = world.get::<PathMotions>(context.entity) else { return };
    for Part { path, motion, .. } in motions.0.iter().filter(|part| part.motion.any().misses()) {
        discard(&world, context.entity, path, motion.any().clock(), |now, report| {
            motion.clone().any_mut().lose(now, report);
        });
    }
}

/// Looks at a motion of any type of value.
#[cfg(feature = "egui")]
pub(crate) trait SeeMotion {
    fn see<P: Property>(&mut self, motion: &mut Motion<P>);
}

#[cfg(feature = "egui")]
impl PathMotions {
    /// All motions, with their paths.
    pub(crate) fn motions_mut(&mut self) -> impl Iterator<Item = (&'static str, &mut AnyMotion)> {
        self.0.iter_mut().map(|part| (part.path, &mut part.motion))
    }
}

#[cfg(feature = "ggrs")]
impl cueline::digest::Digest for PathMotions {
    /// What playing depends on.
    fn feed(&self, digester: &mut cueline::digest::Digester) {
        for part in &self.0 {
            cueline::digest::Digest::feed(&(part.path, &part.motion), digester);
        }
    }
}

#[cfg(feature = "ggrs")]
impl PathMotions {
    /// One tick of motions that are rolled back.
    pub(crate) fn advance(
        &mut self,
        entity: Entity,
        now: impl Fn(u8) -> Time,
        outbox: &mut Outbox,
    ) {
        for part in &mut self.0 {
            let (now, path) = (now(part.motion.any().clock()), part.path);
            part.motion.any_mut().advance(now, &mut |happened| {
                report_motion(entity, path, happened, now, outbox);
            });
        }
    }
}

#[cfg(feature = "replicon")]
impl PathMotions {
    /// What the server has sent takes the place of what was.
    pub(crate) fn take_over(&mut self, sent: Self) {
        let mut own = core::mem::take(&mut self.0);
        self.0 = sent.0;
        for part in &mut self.0 {
            let Some(place) = own.iter().position(|own| own.path == part.path) else { continue };
            let mut own = own.swap_remove(place);
            core::mem::swap(&mut part.motion, &mut own.motion);
            part.motion.take_over(own.motion);
            (part.way, part.warned) = (own.way, own.warned);
        }
    }
}

/// A motion as it is saved.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
struct Saved {
    path: String,
    motion: AnyMotion,
}

#[cfg(feature = "serde")]
impl serde::Serialize for PathMotions {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let save = |Part { path, motion, .. }: &Part| Saved {
            path: (*path).into(),
            motion: motion.clone(),
        };
        serializer.collect_seq(self.0.iter().map(save))
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for PathMotions {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let saved = Vec::<Saved>::deserialize(deserializer)?;
        let part = |Saved { path, motion }| {
            let path = interned(&path);
            Part { path, motion, way: Way::Unknown, warned: false }
        };
        Ok(Self(saved.into_iter().map(part).collect()))
    }
}

/// Writes what motions by path show.
pub(crate) fn show_paths(
    world: &mut World,
    query: &mut QueryState<(Entity, &PathMotions), Drawn>,
    mut entities: Local<Vec<Entity>>,
) {
    let (shown, report) = (*world.resource::<Shown>(), world.resource::<Report>().clone());
    entities.clear();
    let active = query.iter(world).filter(|(_, motions)| !motions.is_resting());
    entities.extend(active.map(|(entity, _)| entity));
    let mut outbox = report.take();
    for &entity in &*entities {
        // Out of the world while the world is written; nothing runs in between that could see it.
        let Some(mut motions) = world.get_mut::<PathMotions>(entity) else { continue };
        let mut taken = core::mem::take(motions.bypass_change_detection());
        let mut has_read = false;
        for part in &mut taken.0 {
            let reads = part.motion.any().reads();
            part.show(world, entity, &shown, &mut outbox);
            has_read |= reads && !part.motion.any().reads();
        }
        if let Some(mut motions) = world.get_mut::<PathMotions>(entity) {
            *motions.bypass_change_detection() = taken;
            if has_read {
                motions.set_changed();
            }
        }
    }
    report.put(outbox);
}

/// Draws motions that are rolled back between two ticks, and changes nothing that is rolled back.
#[cfg(feature = "ggrs")]
pub(crate) fn show_rolled_back(
    world: &mut World,
    motions: &mut QueryState<Entity, (With<PathMotions>, With<bevy_ggrs::RollbackId>)>,
) {
    let (all, shown): (Vec<_>, _) = (motions.iter(world).collect(), *world.resource::<Shown>());
    for entity in all {
        let Some(mut motions) = world.get_mut::<PathMotions>(entity) else { continue };
        let mut taken = core::mem::take(motions.bypass_change_detection());
        for part in &mut taken.0 {
            part.draw(world, entity, shown.of(part.motion.any().clock()));
        }
        if let Some(mut motions) = world.get_mut::<PathMotions>(entity) {
            *motions.bypass_change_detection() = taken;
        }
    }
}

impl Part {
    fn show(&mut self, world: &mut World, entity: Entity, shown: &Shown, outbox: &mut Outbox) {
        if self.motion.any().rests() {
            return;
        }
        let (path, now) = (self.path, shown.of(self.motion.any().clock()));
        let mut report = |happened| report_motion(entity, path, happened, now, outbox);
        let is_there = self.on_its_way(world, entity, |motion, target, part| {
            let from = fitted(part.read(target.as_readonly())?, motion.kind());
            let value = motion.any_mut().step(now, from, &mut report);
            value.map_or(Ok(()), |value| part.write(target, fitted(value, part.kind())))
        });
        if !is_there && self.motion.any().misses() {
            self.motion.any_mut().lose(now, &mut report);
        }
    }

    #[cfg(feature = "ggrs")]
    fn draw(&mut self, world: &mut World, entity: Entity, now: Time) {
        let Some(value) = self.motion.any().value_at(now) else { return };
        // What is drawn changes nothing that is rolled back.
        let _is_there = self.on_its_way(world, entity, |_, target, part| {
            let value = fitted(value, part.kind());
            if part.read(target.as_readonly())? == value {
                return Ok(());
            }
            part.write(target, value)
        });
    }

    /// Finds the part that the path names, for `act`, and logs once what is missing. Returns whether the component is there.
    fn on_its_way(
        &mut self,
        world: &mut World,
        entity: Entity,
        act: impl FnOnce(&mut AnyMotion, &mut EntityWorldMut<'_>, &Reflected) -> Result<(), Missing>,
    ) -> bool {
        if let Way::Unknown = self.way {
            self.way = self.find(world, entity);
        }
        let Way::To(part) = &self.way else { return true };
        let Ok(mut target) = world.get_entity_mut(entity) else { return true };
        let path = self.path;
        let missing = act(&mut self.motion, &mut target, part).err();
        let is_there = !matches!(missing, Some(Missing::Component));
        match missing {
            None => self.warned = false,
            Some(_) if self.warned => {}
            Some(missing) => {
                self.warned = true;
                match missing {
                    Missing::Part => {
                        warn!("entity {entity} moves {path:?}, but has no such part at present");
                    }
                    Missing::Immutable => {
                        warn!("entity {entity} moves {path:?}, but that component is immutable");
                    }
                    _ => warn!("entity {entity} moves {path:?} but has no component {}", part.name),
                }
            }
        }
        is_there
    }

    fn find(&self, world: &World, entity: Entity) -> Way {
        let (path, motion) = (self.path, self.motion.kind());
        match Paths::find(world, path, Vec::new) {
            Ok(found) if fits(motion, found.kind()) => Way::To(found),
            Ok(found) => {
                let held = found.kind();
                error!(
                    "entity {entity} cannot move {path:?}: the motion is of {motion:?}, but the component holds {held:?}"
                );
                Way::Nowhere
            }
            Err(problem) => {
                error!("entity {entity} cannot move {path:?}: {problem}");
                Way::Nowhere
            }
        }
    }
}
