//! Animators on hierarchies of entities.

use alloc::{
    boxed::Box,
    collections::BTreeSet,
    string::{String, ToString},
    sync::Arc,
    vec::Vec,
};

use bevy_asset::{Asset, Assets, Handle};
use bevy_ecs::{hierarchy::Children, lifecycle::HookContext, prelude::*, world::DeferredWorld};
use bevy_math::{DQuat, DVec3};
use bevy_reflect::{Reflect, TypePath};
use bevy_transform::components::Transform;
use cueline::{
    clip::{Clip, CueKind, Suggestion},
    event::{Direction, Event, EventKind, Reason},
    time::Time,
};
use cueline_assets::animator::AnimatorSource;
use cueline_characters::{
    Layer,
    animator::{
        Animator, AnimatorBuilder, AnimatorError, AnimatorState, CueId, ParameterValue, StateError,
        StateId,
    },
    motion::{RigidMotion, RootMotion},
};
use tracing::error;

#[cfg(feature = "serde")]
use crate::assets::path::{load, path_to_save};
use crate::{
    CueClip,
    clock::{Moment, Shown},
    player::{bind::is_disabled, joints::joints, pose::Joints},
    report::{CueEvent, CueEventKind, Drawn, Report},
};

/// An animator with its clips as an asset. A file has one for each of its animators, under the label `#animator/NAME`.
#[derive(Asset, TypePath, Clone, Debug)]
pub struct CueAnimator(Arc<Figure>);

/// An animator, and how its clips move joints and the character.
#[derive(Clone, Debug)]
struct Figure {
    animator: Animator,
    joints: Joints,
    /// In the animator's order; as many as there are clips, or none.
    roots: Vec<Option<RootMotion>>,
}

impl CueAnimator {
    /// An animator from its form in files, with clips in any order: a `Clip`, or a [`CueClip`], which animators share. Tracks of
    /// the clips are paths of a rig: `arm.left/rotation`, and `translation` and `scale`.
    ///
    /// # Errors
    ///
    /// [`AnimatorError`] for what the builder of an animator refuses, and for a clip, mask or pose that is not there.
    ///
    /// # Examples
    ///
    /// ```
    /// use bevy_cueline::{CueAnimator, cueline::clip::ClipBuilder, cueline_assets, prelude::*};
    ///
    /// let file = r#"(version: 1, animators: {"hero": (layers: {"body": (states: {"idle": (motion: Clip("idle"))})})})"#;
    /// let document = cueline_assets::read(file.as_bytes(), "hero.ron")?.document;
    /// let idle = ClipBuilder::new("idle").duration(ms(800)).build()?;
    /// let hero = CueAnimator::new(&document.animators["hero"], [idle])?;
    /// assert_eq!(hero.animator().states(0).collect::<Vec<_>>(), ["idle"]);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn new(
        source: &AnimatorSource,
        clips: impl IntoIterator<Item: Into<CueClip>>,
    ) -> Result<Self, AnimatorError> {
        let clips: Vec<Arc<Clip>> = clips.into_iter().map(|clip| clip.into().0).collect();
        let animator = AnimatorBuilder::from_file(source)?.build(clips.iter().map(Arc::as_ref))?;
        let joints = Joints::new(&animator, source, clips)?;
        Ok(Self(Arc::new(Figure { animator, joints, roots: Vec::new() })))
    }

    /// The same animator, whose clips move the character: the root motion of each clip, in the order in which
    /// [`new`](Self::new) took them, and `None` for a clip that stays in place. The clips are those that
    /// [`RootMotion::extract`] leaves in place. [`CharacterAnimator::take_root_motion`] applies the motion.
    ///
    /// # Examples
    ///
    /// ```
    /// use bevy_cueline::{CueAnimator, cueline::{clip::ClipBuilder, value::Vec3}, cueline_assets, prelude::*};
    /// use bevy_cueline::cueline_characters::motion::{RootMotion, RootOptions};
    ///
    /// let file = r#"(version: 1, animators: {"hero": (layers: {"body": (states: {"walk": (motion: Clip("walk"))})})})"#;
    /// let document = cueline_assets::read(file.as_bytes(), "hero.ron")?.document;
    /// let place = |at, z| Keyframe::linear(ms(at), Vec3::new(0.0_f32, 1.0, z));
    /// let walk = ClipBuilder::new("walk").track("hips/translation", [place(0, 0.0), place(800, 1.2)]).build()?;
    /// let (root, in_place) = RootMotion::extract(&walk, "hips", &RootOptions::default())?;
    /// let hero = CueAnimator::new(&document.animators["hero"], [in_place])?.with_roots([Some(root)]);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_roots(mut self, roots: impl IntoIterator<Item = Option<RootMotion>>) -> Self {
        Arc::make_mut(&mut self.0).roots = roots.into_iter().collect();
        self
    }

    /// The states, layers and parameters.
    #[must_use]
    pub fn animator(&self) -> &Animator {
        &self.0.animator
    }
}

/// The transform of a joint at rest: where no clip moves it. The first animator that finds the joint adds it, with the
/// `Transform` of that moment; insert or change it to have another one.
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[type_path = "bevy_cueline"]
#[reflect(Component, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct JointRest(pub Transform);

/// Plays an animator (states, transitions, blends and layers) on this entity and its named descendants.
///
/// The game sets parameters by name. A joint is the entity with that [`Name`](bevy_ecs::name::Name), at any depth; of several,
/// the first one. An animator does not look into descendants that have one of their own. Below an entity without children it
/// waits for a scene. `Transform`s are written only if a value differs.
///
/// It advances by whole ticks of its clock, so states, transitions and events do not depend on the frame rate, and is
/// drawn between two ticks. Each state that is entered or left is a [`CueEvent`], and so is each cue of the clips of the
/// current states; of a blend, the cues of the clip with the greatest weight. An animator that loads late starts
/// at its planned time, in the past.
///
/// ```
/// use bevy_app::prelude::*;
/// use bevy_asset::Assets;
/// use bevy_cueline::{cueline::{clip::ClipBuilder, value::Vec3}, cueline_assets, prelude::*};
/// use bevy_ecs::prelude::*;
/// use bevy_transform::components::Transform;
///
/// const HERO: &str = r#"(version: 1, animators: {"hero": (
///     parameters: {"speed": Float(0.0)},
///     layers: {"body": (
///         states: {"idle": (motion: Clip("idle")), "walk": (motion: Clip("walk"))},
///         transitions: [(from: "idle", to: "walk", when: [AtLeast(parameter: "speed", value: 0.5)])],
///     )},
/// )})"#;
///
/// fn spawn(mut commands: Commands, time: Res<CueTime>, mut heroes: ResMut<Assets<CueAnimator>>) -> Result {
///     let document = cueline_assets::read(HERO.as_bytes(), "hero.ron")?.document;
///     let at = |name: &str, height: f32| {
///         let keys = [0, 500].map(|at| Keyframe::linear(ms(at), Vec3::new(0.0, height, 0.0)));
///         ClipBuilder::new(name).track("hip/translation", keys).build()
///     };
///     let hero = heroes.add(CueAnimator::new(&document.animators["hero"], [at("idle", 1.0)?, at("walk", 2.0)?])?);
///     let hip = (Name::new("hip"), Transform::default());
///     commands.spawn((Transform::default(), CharacterAnimator::new(&time, hero), children![hip]));
///     Ok(())
/// }
///
/// fn walk(time: Res<CueTime>, mut hero: Single<&mut CharacterAnimator>) {
///     hero.set(&time, "speed", 1.0);
/// }
///
/// let mut app = App::new();
/// app.add_plugins((bevy_time::TimePlugin, CuelinePlugin::default()))
///     .add_systems(Startup, spawn)
///     .add_systems(Update, walk);
/// app.update();
/// let world = app.world_mut();
/// let hero = world.query::<&CharacterAnimator>().single(world).unwrap();
/// assert_eq!(hero.state("body"), Some("walk"));
/// let hip = world.query_filtered::<&Transform, With<Name>>().single(world).unwrap();
/// assert_eq!(hip.translation.y, 2.0);
/// ```
#[derive(Component, Clone, Debug, Reflect)]
#[type_path = "bevy_cueline"]
#[reflect(opaque)]
#[reflect(Component, Clone, Debug)]
#[component(on_insert = inserted)]
pub struct CharacterAnimator(Box<State>);

fn inserted(mut world: DeferredWorld, context: HookContext) {
    let now = Moment::of_insertion(&world);
    let Some(mut animator) = world.get_mut::<CharacterAnimator>(context.entity) else { return };
    let state = &mut animator.bypass_change_detection().0;
    if state.start == Moment::INSERTION {
        state.start = now;
    }
}

#[derive(Clone, Debug)]
struct State {
    handle: Handle<CueAnimator>,
    /// The path of the animator, until the first frame after a scene was loaded.
    #[cfg(feature = "serde")]
    path: Option<String>,
    start: Moment,
    playing: Option<AnimatorState>,
    /// What the game has set and the state has not taken: before the animator is loaded, and what it refuses, which the next
    /// frame logs.
    orders: Vec<Order>,
    /// The animator of `playing`; none after a scene was loaded.
    bound: Option<Arc<Figure>>,
    /// The entity below which `joints` were found.
    root: Entity,
    /// In the order of the figure's joints.
    joints: Vec<Option<Entity>>,
    /// What the clips have moved the character, and the game has not taken.
    moved: RigidMotion,
    /// It cannot play the animator in `bound`.
    failed: bool,
    #[cfg(feature = "replicon")]
    received: Received,
}

#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "replicon", derive(serde::Serialize, serde::Deserialize))]
struct Order {
    at: Time,
    parameter: String,
    value: ParameterValue,
}

impl CharacterAnimator {
    /// Plays an animator from the moment at which the component is inserted, on the clock of the world: for bundles and
    /// required components.
    #[must_use]
    pub fn on_insert(animator: Handle<CueAnimator>) -> Self {
        Self::new(Moment::INSERTION, animator)
    }

    /// Plays an animator from now on, or from a moment in the past.
    #[must_use]
    pub fn new(now: impl Into<Moment>, animator: Handle<CueAnimator>) -> Self {
        Self(Box::new(State {
            handle: animator,
            #[cfg(feature = "serde")]
            path: None,
            start: now.into(),
            playing: None,
            orders: Vec::new(),
            bound: None,
            root: Entity::PLACEHOLDER,
            joints: Vec::new(),
            moved: RigidMotion::NONE,
            failed: false,
            #[cfg(feature = "replicon")]
            received: Received::default(),
        }))
    }

    /// Sets a parameter by name: an `f32`, an `i32` or a `bool`. All values of one moment act together.
    ///
    /// An unknown name or a value of another kind is logged once, with the nearest name, and changes nothing.
    pub fn set(
        &mut self,
        now: impl Into<Moment>,
        parameter: &str,
        value: impl Into<ParameterValue>,
    ) {
        let (at, value) = (now.into().time, value.into());
        let State { playing, bound, orders, .. } = &mut *self.0;
        if let (Some(playing), Some(figure)) = (playing, bound)
            && playing.set(&figure.animator, at.max(playing.time()), parameter, value).is_ok()
        {
            return;
        }
        orders.push(Order { at, parameter: parameter.into(), value });
    }

    /// Sets the signal of a trigger: [`set`](Self::set) with [`ParameterValue::Fire`].
    pub fn fire(&mut self, now: impl Into<Moment>, trigger: &str) {
        self.set(now, trigger, ParameterValue::Fire);
    }

    /// The value of a parameter; `None` for an unknown name, and before the animator is loaded.
    #[must_use]
    pub fn get(&self, parameter: &str) -> Option<ParameterValue> {
        let State { playing: Some(playing), bound: Some(figure), .. } = &*self.0 else {
            return None;
        };
        playing.get(&figure.animator, parameter).ok()
    }

    /// The name of the current state of a layer, as of the last tick that was played; `None` for an unknown layer, and
    /// before the animator is loaded.
    #[must_use]
    pub fn state(&self, layer: &str) -> Option<&str> {
        let State { playing: Some(playing), bound: Some(figure), .. } = &*self.0 else {
            return None;
        };
        let layer = figure.animator.layers().position(|name| name == layer)?;
        playing.state(&figure.animator, layer)
    }

    /// How far the clips have moved the character since the last call, up to the last tick that was played, in the axes of the
    /// character: of an animator [with roots](CueAnimator::with_roots). The identity where no tick was played since.
    ///
    /// What has not been taken is neither saved nor sent: let the server move the character. Under rollback it is state, as
    /// the rest of the animator is; take it in [`CuelineSystems::Rules`](crate::CuelineSystems::Rules).
    ///
    /// ```
    /// use bevy_cueline::prelude::*;
    /// use bevy_ecs::prelude::*;
    /// use bevy_transform::components::Transform;
    ///
    /// fn walk(mut heroes: Query<(&mut CharacterAnimator, &mut Transform)>) {
    ///     for (mut animator, mut place) in &mut heroes {
    ///         *place = *place * animator.take_root_motion();
    ///         place.rotation = place.rotation.normalize(); // what each step rounds adds up
    ///     }
    /// }
    /// ```
    #[must_use]
    pub fn take_root_motion(&mut self) -> Transform {
        let RigidMotion { rotation: turn, translation: way } =
            core::mem::replace(&mut self.0.moved, RigidMotion::NONE);
        Transform {
            translation: DVec3::new(way.x, way.y, way.z).as_vec3(),
            rotation: DQuat::from_xyzw(turn.x, turn.y, turn.z, turn.w).as_quat(),
            ..Transform::IDENTITY
        }
    }

    #[cfg(feature = "ggrs")]
    pub(crate) fn clock(&self) -> u8 {
        self.0.start.clock
    }
}

/// What the inspector shows of an animator that is loaded.
#[cfg(feature = "egui")]
pub(crate) struct InWords {
    /// `body walk`, for each layer.
    pub(crate) states: Vec<String>,
    /// `speed Float(1.0)`, for each parameter.
    pub(crate) values: Vec<String>,
    pub(crate) is_changing: bool,
}

#[cfg(feature = "egui")]
impl CharacterAnimator {
    pub(crate) fn in_words(&self) -> Option<InWords> {
        let State { playing: Some(playing), bound: Some(figure), .. } = &*self.0 else {
            return None;
        };
        let animator = &figure.animator;
        let state = |(index, name): (usize, &str)| {
            Some(alloc::format!("{name} {}", playing.state(animator, index)?))
        };
        let value = |(name, _): (&str, _)| {
            Some(alloc::format!("{name} {:?}", playing.get(animator, name).ok()?))
        };
        Some(InWords {
            states: animator.layers().enumerate().filter_map(state).collect(),
            values: animator.parameters().filter_map(value).collect(),
            is_changing: (0..animator.layers().len()).any(|layer| playing.is_changing(layer)),
        })
    }
}

#[cfg(feature = "ggrs")]
impl cueline::digest::Digest for CharacterAnimator {
    /// What playing depends on; what it writes follows from that.
    fn feed(&self, digester: &mut cueline::digest::Digester) {
        let State { start, playing, orders, failed, .. } = &*self.0;
        cueline::digest::Digest::feed(&(start, playing, orders.len(), failed), digester);
    }
}

#[cfg(feature = "ggrs")]
impl bevy_ecs::entity::MapEntities for CharacterAnimator {
    fn map_entities<M: bevy_ecs::entity::EntityMapper>(&mut self, mapper: &mut M) {
        self.0.root = mapper.get_mapped(self.0.root);
        for joint in self.0.joints.iter_mut().flatten() {
            *joint = mapper.get_mapped(*joint);
        }
    }
}

/// An animator as it is saved.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
struct Saved {
    path: String,
    start: Moment,
    playing: Option<AnimatorState>,
}

#[cfg(feature = "serde")]
impl serde::Serialize for CharacterAnimator {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let State { handle, path, start, playing, .. } = &*self.0;
        let path = path_to_save(handle, path.as_deref())?;
        Saved { path, start: *start, playing: playing.clone() }.serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for CharacterAnimator {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Saved { path, start, playing } = Saved::deserialize(deserializer)?;
        let mut new = Self::new(start, Handle::default());
        (new.0.path, new.0.playing) = (Some(path), playing);
        Ok(new)
    }
}

/// What a client has received of an animator.
#[cfg(feature = "replicon")]
#[derive(Clone, Debug, Default)]
struct Received {
    /// The state that the server has sent last.
    state: Option<AnimatorState>,
    next: Next,
}

/// What the next frame of a client reports.
#[cfg(feature = "replicon")]
#[derive(Clone, Debug, Default)]
enum Next {
    #[default]
    Everything,
    /// Also that the first states were entered.
    Entered,
    /// What happens after a time.
    After(Time),
    /// What the client's own course, up to the received state or beyond, has not reported: it has played from the
    /// state that was received before.
    Unlike { before: Option<AnimatorState>, own: AnimatorState },
}

/// Events of states, and of cues.
#[cfg(feature = "replicon")]
type BothEvents = (Vec<Event<StateId>>, Vec<Event<CueId>>);

/// Events that a client has reported before.
#[cfg(feature = "replicon")]
#[derive(Default)]
struct Past {
    /// Whether the state has just been received.
    was_received: bool,
    until: Option<Time>,
    /// Those up to this time; none for all.
    events: Option<BothEvents>,
}

#[cfg(feature = "replicon")]
impl Received {
    /// What is not to be reported again. Adds what happened up to the received state and is not reported yet.
    fn past(
        &mut self,
        figure: &Figure,
        playing: &AnimatorState,
        now: Time,
        events: &mut Vec<Event<StateId>>,
        cues: &mut Vec<Event<CueId>>,
    ) -> Past {
        let (animator, clips) = (&figure.animator, &figure.joints.clips);
        let received = Past { was_received: true, ..Past::default() };
        match core::mem::take(&mut self.next) {
            Next::Everything => Past::default(),
            Next::Entered => {
                for layer in 0..animator.layers().len() {
                    let state = playing.state(animator, layer);
                    let state = animator.states(layer).position(|name| Some(name) == state);
                    let (Some(due), Some(state)) = (playing.since(layer), state) else { continue };
                    let [layer, state] = [layer, state].map(u32::try_from);
                    let (Ok(layer), Ok(state)) = (layer, state) else { continue };
                    let id = StateId { layer: u16::try_from(layer).unwrap_or(u16::MAX), state };
                    events.push(Event { id, ..first_state(0, due, now.max(due)) });
                }
                received
            }
            Next::After(until) => Past { until: Some(until), ..received },
            Next::Unlike { mut own, .. } if own.time() < playing.time() => {
                // A refused call adds nothing.
                let to = playing.time();
                let _refused = own.advance_with(animator, clips, &[], to, events, cues);
                received
            }
            Next::Unlike { before, own } => {
                let (from, until) = (playing.time(), own.time());
                let known = before.and_then(|mut before| {
                    let (mut events, mut cues) = (Vec::new(), Vec::new());
                    before.advance_to(animator, from, &mut events).ok()?;
                    events.clear();
                    before
                        .advance_with(animator, clips, &[], until, &mut events, &mut cues)
                        .ok()?;
                    Some((events, cues))
                });
                Past { until: Some(until), events: known, ..received }
            }
        }
    }
}

#[cfg(feature = "replicon")]
impl Past {
    fn forget(&self, events: &mut Vec<Event<StateId>>, cues: &mut Vec<Event<CueId>>) {
        fn is_new<T: PartialEq>(until: Time, known: Option<&[Event<T>]>, event: &Event<T>) -> bool {
            let same = |other: &Event<T>| {
                (other.due, &other.id, other.kind) == (event.due, &event.id, event.kind)
            };
            event.due > until || known.is_some_and(|known| !known.iter().any(same))
        }
        let Some(until) = self.until else { return };
        let known = self.events.as_ref();
        events.retain(|event| is_new(until, known.map(|(events, _)| &events[..]), event));
        cues.retain(|cue| is_new(until, known.map(|(_, cues)| &cues[..]), cue));
    }
}

/// An animator as it is sent, beside the path of its asset.
#[cfg(feature = "replicon")]
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub(crate) struct Sent {
    start: Moment,
    playing: Option<AnimatorState>,
    /// Before the server has loaded it.
    orders: Vec<Order>,
}

#[cfg(feature = "replicon")]
impl Sent {
    pub(crate) fn clock(&self) -> u8 {
        self.start.clock
    }
}

#[cfg(feature = "replicon")]
impl CharacterAnimator {
    pub(crate) fn handle(&self) -> &Handle<CueAnimator> {
        &self.0.handle
    }

    pub(crate) fn to_send(&self) -> Sent {
        let State { start, playing, orders, .. } = &*self.0;
        Sent { start: *start, playing: playing.clone(), orders: orders.clone() }
    }

    pub(crate) fn received(handle: Handle<CueAnimator>, sent: Sent) -> Self {
        let mut new = Self::new(sent.start, handle);
        new.take_over(sent);
        if new.0.playing.is_some() {
            new.0.received.next = Next::Entered;
        }
        new
    }

    /// What the server has sent takes the place of what was. A client whose clock is ahead plays on from there and reports
    /// what is new.
    pub(crate) fn take_over(&mut self, Sent { start, playing, orders }: Sent) {
        let State { received, playing: own, .. } = &mut *self.0;
        let before = core::mem::replace(&mut received.state, playing.clone());
        // Before the server has loaded its animator, both begin at the start.
        if let Some(playing) = playing
            && let Some(own) = own.replace(playing)
            && let Next::Everything = received.next
        {
            received.next = Next::Unlike { before, own };
        }
        (self.0.start, self.0.orders) = (start, orders);
    }

    /// Whether a client that plays on from what was sent has the same state.
    pub(crate) fn follows(&self, sent: &Sent) -> bool {
        let State { start, playing: Some(playing), bound: Some(figure), orders, .. } = &*self.0
        else {
            return false;
        };
        let Some(before) = &sent.playing else { return false };
        let ahead = before.ahead(&figure.animator, playing.time());
        orders.is_empty() && sent.start == *start && ahead.is_ok_and(|ahead| ahead == *playing)
    }

    /// Nothing up to `now` is reported.
    pub(crate) fn forget_past(&mut self, now: Time) {
        self.0.received.next = Next::After(now);
    }
}

/// The messages that were logged about entities, so that each is logged once. A rollback does not restore them.
#[derive(Resource, Default)]
pub(crate) struct Logged(BTreeSet<(Entity, String)>);

fn log_once(world: &mut World, entity: Entity, message: impl ToString) {
    let message = message.to_string();
    if world.resource_mut::<Logged>().0.insert((entity, message.clone())) {
        error!("entity {entity}: {message}");
    }
}

/// Plays the animators that are drawn with the frame.
pub(crate) fn play_animators(
    world: &mut World,
    players: &mut QueryState<Entity, (With<CharacterAnimator>, Drawn)>,
    mut entities: Local<Vec<Entity>>,
    mut layers: Local<Vec<Layer>>,
) {
    let shown = *world.resource::<Shown>();
    entities.clear();
    entities.extend(players.iter(world));
    for &entity in &*entities {
        with_animator(world, entity, |world, player| {
            let clock = player.0.start.clock;
            advance_animator(world, entity, player, shown.ticked(clock));
            show_animator(world, entity, player, shown.of(clock), &mut layers);
        });
    }
}

/// Takes an animator out while the world is written; nothing runs in between that could see it.
pub(crate) fn with_animator(
    world: &mut World,
    entity: Entity,
    play: impl FnOnce(&mut World, &mut CharacterAnimator),
) {
    let Some(mut player) = world.get_mut::<CharacterAnimator>(entity) else { return };
    let nothing = CharacterAnimator::new(player.0.start, Handle::default());
    let mut taken = core::mem::replace(player.bypass_change_detection(), nothing);
    play(world, &mut taken);
    if let Some(mut player) = world.get_mut::<CharacterAnimator>(entity) {
        *player.bypass_change_detection() = taken;
    }
}

/// Plays an animator up to `now` and reports the states that it has entered and left; writes nothing.
pub(crate) fn advance_animator(
    world: &mut World,
    entity: Entity,
    player: &mut CharacterAnimator,
    now: Time,
) {
    let player = &mut *player.0;
    #[cfg(feature = "serde")]
    load(world.get_resource(), entity, &mut player.path, &mut player.handle);
    let asset = world.resource::<Assets<CueAnimator>>().get(&player.handle);
    let asset = asset.map(|asset| asset.0.clone());
    let is_other = match (&asset, &player.bound) {
        (Some(asset), Some(bound)) => !Arc::ptr_eq(asset, bound),
        (Some(_), None) => true,
        (None, _) => false,
    };
    if player.failed && !is_other {
        return;
    }
    // An animator that was removed plays on.
    let Some(figure) = asset.or_else(|| player.bound.clone()) else { return };
    let mut events = Vec::new();
    if is_other {
        player.adopt(world, entity, &figure, now);
    }
    let mut playing = match player.playing.take() {
        Some(playing) => playing,
        None => {
            for layer in 0..figure.animator.layers().len() {
                let layer = u16::try_from(layer).unwrap_or(u16::MAX); // at most 64 layers
                events.push(first_state(layer, player.start.time, now));
            }
            figure.animator.start(player.start.time)
        }
    };
    for Order { at, parameter, value } in player.orders.drain(..) {
        let at = at.max(playing.time());
        if let Err(problem) = playing.set(&figure.animator, at, &*parameter, value) {
            log_once(world, entity, problem);
        }
    }
    let mut cues = Vec::new();
    #[cfg(feature = "replicon")]
    let past = player.received.past(&figure, &playing, now, &mut events, &mut cues);
    // What the server has sent has played its tick.
    #[cfg(feature = "replicon")]
    let has_played = past.was_received && now <= playing.time();
    #[cfg(not(feature = "replicon"))]
    let has_played = false;
    // A clock that was set back has to catch up first.
    if now >= playing.time() && !has_played {
        let (animator, clips) = (&figure.animator, &figure.joints.clips);
        let mut advanced = playing
            .advance_with(animator, clips, &figure.roots, now, &mut events, &mut cues)
            .map(|moved| player.moved = player.moved.then(moved));
        if let Err(problem @ StateError::TooManyCues { .. }) = advanced {
            log_once(world, entity, problem);
            advanced = playing.advance_to(animator, now, &mut events);
        }
        if let Err(problem) = advanced {
            player.failed = true;
            log_once(world, entity, format_args!("it cannot play its animator: {problem}"));
        }
    }
    player.playing = Some(playing);
    #[cfg(feature = "replicon")]
    past.forget(&mut events, &mut cues);
    for event in events {
        report(world, entity, &figure.animator, event);
    }
    for cue in cues.into_iter().filter(|cue| cue.id.is_main) {
        report_cue(world, entity, &figure.joints.clips, cue);
    }
}

impl State {
    /// Takes an animator that was loaded, or loaded again.
    fn adopt(&mut self, world: &mut World, entity: Entity, figure: &Arc<Figure>, now: Time) {
        let before = self.bound.replace(figure.clone());
        (self.failed, self.root) = (false, Entity::PLACEHOLDER);
        let Some(playing) = &self.playing else { return };
        // A read of any kind compares the two.
        if playing.layers_into(&figure.animator, now, &mut Vec::new())
            != Err(StateError::OtherAnimator)
        {
            return;
        }
        // Other states: it starts again, with the values of the parameters that are still there.
        let message =
            "its animator has other states, parameters or transitions now, so it starts again";
        log_once(world, entity, message);
        let mut new = figure.animator.start(playing.time());
        let values = before.iter().flat_map(|before| {
            let names = before.animator.parameters().map(|(name, _)| name);
            names.filter_map(|name| Some((name, playing.get(&before.animator, name).ok()?)))
        });
        for (name, value) in values {
            // Those that are gone, or of another kind, have nowhere to go.
            let _gone = new.set(&figure.animator, playing.time(), name, value);
        }
        self.playing = Some(new);
    }
}

fn first_state(layer: u16, due: Time, now: Time) -> Event<StateId> {
    Event {
        due,
        lateness: now - due,
        id: StateId { layer, state: 0 },
        kind: EventKind::Start,
        reason: Reason::Played,
        direction: Direction::Forward,
        loop_index: 0,
    }
}

fn report(world: &World, entity: Entity, animator: &Animator, event: Event<StateId>) {
    let Event { due, lateness, id: StateId { layer, state }, reason, direction, .. } = event;
    let layer = usize::from(layer);
    let state = usize::try_from(state).ok().and_then(|state| animator.states(layer).nth(state));
    let (Some(state), Some(layer)) = (state, animator.layers().nth(layer)) else { return };
    let (layer, state) = (layer.into(), state.into());
    let kind = match event.kind {
        EventKind::Start => CueEventKind::StateEntered { layer, state },
        _ => CueEventKind::StateLeft { layer, state },
    };
    let event = CueEvent { entity, kind, due, lateness, reason, direction };
    world.resource::<Report>().add(event);
}

fn report_cue(world: &World, entity: Entity, clips: &[Arc<Clip>], event: Event<CueId>) {
    let Event { due, lateness, id, kind: EventKind::Cue(index), reason, direction, .. } = event
    else {
        return;
    };
    let cues = clips.get(usize::from(id.clip.0)).map_or(&[][..], |clip| clip.cues());
    let Some(cue) = usize::try_from(index).ok().and_then(|index| cues.get(index)) else { return };
    let kind = CueEventKind::Cue { name: cue.name().into(), state: cue.kind == CueKind::State };
    let event = CueEvent { entity, kind, due, lateness, reason, direction };
    world.resource::<Report>().add(event);
}

/// Writes what an animator shows at `now`; its state stays as it is.
pub(crate) fn show_animator(
    world: &mut World,
    entity: Entity,
    player: &mut CharacterAnimator,
    now: Time,
    layers: &mut Vec<Layer>,
) {
    let player = &mut *player.0;
    let State { bound: Some(figure), playing: Some(playing), failed: false, .. } = player else {
        return;
    };
    let (figure, playing) = (figure.clone(), &*playing);
    layers.clear();
    if playing.layers_into(&figure.animator, now, layers).is_err() {
        return; // `advance_animator` has logged the error
    }
    if player.root != entity || player.joints.iter().any(Option::is_none) {
        let Some(joints) = find_joints(world, entity, &figure) else { return };
        (player.root, player.joints) = (entity, joints);
    }
    for (joint, target) in figure.joints.all.iter().zip(&mut player.joints) {
        let Some(found) = *target else { continue };
        if found != entity && is_disabled(world, found) {
            continue;
        }
        let Ok(mut found) = world.get_entity_mut(found) else {
            *target = None; // the next frame looks for it
            continue;
        };
        let Some(now) = found.get::<Transform>().copied() else {
            *target = None;
            continue;
        };
        let rest = match found.get::<JointRest>() {
            Some(rest) => rest.0,
            None => {
                found.insert(JointRest(now));
                now
            }
        };
        let shown = figure.joints.show(joint, layers, &rest);
        if shown != now
            && let Some(mut transform) = found.get_mut::<Transform>()
        {
            *transform = shown;
        }
    }
}

/// The entities of all joints; `None` below an entity that has no children yet.
fn find_joints(world: &mut World, root: Entity, figure: &Figure) -> Option<Vec<Option<Entity>>> {
    let own = world.get::<Children>(root).is_none_or(|children| children.is_empty());
    let named = joints(world, root, |entity| entity.contains::<CharacterAnimator>());
    let (mut found, mut missing) = (Vec::new(), Vec::new());
    for joint in &figure.joints.all {
        let entity = named.iter().find(|(name, _)| *name == joint.name).map(|(_, entity)| *entity);
        if entity.is_none() {
            missing.push(&*joint.name);
        }
        found.push(entity);
    }
    if own && missing.len() == found.len() {
        return None;
    }
    let mut known: Vec<String> = named.iter().map(|(name, _)| (*name).into()).collect();
    known.sort_unstable();
    known.dedup();
    let messages: Vec<String> = missing
        .into_iter()
        .map(|name| {
            let name = Suggestion::new(name, known.clone());
            format!("its animator moves a joint, but in its hierarchy there is no entity with a Transform called {name}")
        })
        .collect();
    for message in messages {
        log_once(world, root, message);
    }
    Some(found)
}
