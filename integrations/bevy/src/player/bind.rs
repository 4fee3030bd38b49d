//! Paths of tracks, and the components that they write.
//!
//! A path is `entity/part`: names of descendants down to the entity, then a property and its parts, such as
//! `arm/hand/Transform.translation.y`. Without a slash it is a part of the playing entity itself. Where no property has that
//! name, it is a path of reflection: see `reflected`.
//!
//! Clips of a rig have paths of their own, `arm.left/rotation` and `face/weights/0`: a joint at any depth, and what moves it.

use alloc::{borrow::Cow, boxed::Box, collections::BTreeMap, string::String, sync::Arc, vec::Vec};
use core::{
    any::{Any, TypeId},
    fmt,
};

use bevy_ecs::{
    entity_disabling::DefaultQueryFilters, hierarchy::Children, name::Name, prelude::*,
};
use cueline::clip::{Animate, Field, Suggestion, Value, ValueKind};
#[cfg(feature = "files")]
use cueline_assets::rig;
use tracing::{error, warn};

#[cfg(feature = "files")]
use crate::player::joints::joints;
use crate::{
    player::sink::sink,
    property::{
        Property,
        reflected::{Missing, PathProblem, Paths, Reflected, fits, fitted},
    },
};

/// What tracks can write, by name.
#[derive(Resource, Default)]
pub(crate) struct Writers(BTreeMap<&'static str, Writer>);

#[derive(Clone, Copy)]
pub(crate) struct Writer {
    kind: Option<ValueKind>,
    fields: &'static [Field],
    write: fn(&mut EntityWorldMut, &[u16], Value) -> Result<(), Missing>,
    component: TypeId,
    sink: fn(Box<[u16]>, ValueKind) -> Box<dyn Any>,
}

impl Writers {
    pub(crate) fn add<P: Property<Value: Animate>>(&mut self) {
        let writer = Writer {
            kind: <P::Value as Animate>::KIND,
            fields: <P::Value as Animate>::FIELDS,
            write: write::<P>,
            component: TypeId::of::<P::Target>(),
            sink: sink::<P>,
        };
        self.0.insert(P::name(), writer);
    }

    /// All paths, for messages.
    fn paths(&self) -> Vec<String> {
        self.paths_and_kinds().into_keys().collect()
    }

    fn paths_and_kinds(&self) -> BTreeMap<String, ValueKind> {
        let mut paths = BTreeMap::new();
        for (name, writer) in &self.0 {
            if let Some(kind) = writer.kind {
                paths.insert((*name).into(), kind);
            }
            collect(writer.fields, name, &mut paths);
        }
        paths
    }
}

fn collect(fields: &[Field], before: &str, paths: &mut BTreeMap<String, ValueKind>) {
    for field in fields {
        let path = format!("{before}.{}", field.name);
        collect(field.fields, &path, paths);
        if let Some(kind) = field.kind {
            paths.insert(path, kind);
        }
    }
}

/// All paths that tracks can write by a property, with the kind of their tracks: for editors, and for tests of all of them.
///
/// ```
/// # use bevy_cueline::{prelude::*, cueline::clip::ValueKind};
/// # let mut app = bevy_app::App::new();
/// # app.add_plugins((bevy_time::TimePlugin, CuelinePlugin::default()));
/// assert!(track_paths(app.world()).contains(&("Transform.scale.x".into(), ValueKind::F32)));
/// ```
#[must_use]
pub fn track_paths(world: &World) -> Vec<(String, ValueKind)> {
    let writers = world.get_resource::<Writers>();
    writers.map_or_else(Vec::new, |writers| writers.paths_and_kinds().into_iter().collect())
}

fn write<P: Property<Value: Animate>>(
    entity: &mut EntityWorldMut,
    place: &[u16],
    value: Value,
) -> Result<(), Missing> {
    let Some(mut target) = entity.get_mut::<P::Target>() else { return Err(Missing::Component) };
    let mut new = P::get(&target);
    // Kinds were compared when the path was resolved.
    if !new.slot(place).is_some_and(|slot| slot.set(value)) {
        return Err(Missing::Part);
    }
    if P::differs(&target, &new) {
        P::set(&mut target, new);
    }
    Ok(())
}

/// Whether `Disabled`, or another component that disables entities, is on an entity: then nothing writes it.
pub(crate) fn is_disabled(world: &World, entity: Entity) -> bool {
    let (Ok(entity), Some(filters)) =
        (world.get_entity(entity), world.get_resource::<DefaultQueryFilters>())
    else {
        return false;
    };
    filters.disabling_ids().any(|id| entity.contains_id(id))
}

/// Where a track writes.
#[derive(Clone)]
pub(crate) struct Slot {
    pub(crate) entity: Entity,
    pub(crate) path: String,
    kind: ValueKind,
    way: Way,
    /// Something was missing, and was logged.
    pub(crate) logged: bool,
}

/// The way to a part of a component.
#[derive(Clone)]
enum Way {
    /// By a property, and the place in its value.
    Property(Writer, Box<[u16]>),
    /// By reflection.
    Reflected(Arc<Reflected>),
}

impl fmt::Debug for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.path, self.entity)
    }
}

impl Slot {
    pub(crate) fn write(&self, target: &mut EntityWorldMut, value: Value) -> Result<(), Missing> {
        let value = fitted(value, self.kind);
        match &self.way {
            Way::Property(writer, place) => (writer.write)(target, place, value),
            Way::Reflected(part) => part.write(target, value),
        }
    }

    /// The component that it writes by a property.
    pub(crate) fn component(&self) -> Option<TypeId> {
        match &self.way {
            Way::Property(writer, _) => Some(writer.component),
            Way::Reflected(_) => None,
        }
    }

    /// The same place for many entities: see [`sink`].
    pub(crate) fn sink(&self) -> Option<Box<dyn Any>> {
        match &self.way {
            Way::Property(writer, place) => Some((writer.sink)(place.clone(), self.kind)),
            Way::Reflected(_) => None,
        }
    }
}

/// Why a path leads nowhere: one clear message with the nearest name.
#[derive(Clone, Debug)]
pub(crate) enum BindProblem {
    Entity { below: Entity, name: Suggestion },
    Path(PathProblem),
    Kind { path: String, track: ValueKind, field: ValueKind },
}

impl fmt::Display for BindProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Entity { below, name } => {
                write!(f, "below entity {below} there is no entity called {name}")
            }
            Self::Path(problem) => problem.fmt(f),
            Self::Kind { path, track, field } => {
                write!(f, "the track {path:?} is of {track:?}, but the component holds {field:?}")
            }
        }
    }
}

/// The world, seen from an entity that plays.
struct View<'w> {
    world: &'w World,
    root: Entity,
    /// The joints by name, once a path names one.
    #[cfg(feature = "files")]
    joints: Option<BTreeMap<&'w str, Entity>>,
}

impl View<'_> {
    /// The entity that a path names, and its part.
    fn target<'p>(&mut self, path: &'p str) -> Result<(Entity, Cow<'p, str>), BindProblem> {
        let (names, part) = match path.rsplit_once('/') {
            Some((names, part)) => (Some(names), part),
            None => (None, path),
        };
        #[cfg(feature = "files")]
        if let Some((joint, property)) = rig::Property::of(path)
            && property_of(self.world.resource::<Writers>(), part).is_none()
        {
            return Ok((self.joint(joint)?, part_of_joint(property)));
        }
        let mut entity = self.root;
        for name in names.into_iter().flat_map(|names| names.split('/')) {
            entity = child(self.world, entity, name)?;
        }
        Ok((entity, part.into()))
    }

    #[cfg(feature = "files")]
    fn joint(&mut self, name: &str) -> Result<Entity, BindProblem> {
        let (world, below) = (self.world, self.root);
        let known = self.joints.get_or_insert_with(|| {
            // Of several with one name, the first stays.
            joints(world, below, |_| false).into_iter().rev().collect()
        });
        known.get(name).copied().ok_or_else(|| {
            let known = known.keys().map(|name| (*name).into()).collect();
            BindProblem::Entity { below, name: Suggestion::new(name, known) }
        })
    }
}

/// The part of an entity that moves a joint.
#[cfg(feature = "files")]
fn part_of_joint(property: rig::Property) -> Cow<'static, str> {
    match property {
        rig::Property::Translation => "Transform.translation".into(),
        rig::Property::Rotation => "Transform.rotation".into(),
        rig::Property::Scale => "Transform.scale".into(),
        // By its path, as it lies in a part of Bevy that this crate does not need otherwise.
        rig::Property::Weight(target) => format!("MorphWeights.weights[{target}]").into(),
    }
}

/// Finds what a path stands for.
fn resolve(view: &mut View<'_>, path: &str, track: ValueKind) -> Result<Slot, BindProblem> {
    let (entity, part) = view.target(path)?;
    let writers = view.world.resource::<Writers>();
    let (way, kind) = if let Some((writer, place, kind)) = property_of(writers, &part) {
        (Way::Property(writer, place.into_boxed_slice()), kind)
    } else {
        let found = Paths::find(view.world, &part, || writers.paths());
        let found = found.map_err(BindProblem::Path)?;
        let kind = found.kind();
        (Way::Reflected(found), kind)
    };
    if !fits(track, kind) {
        return Err(BindProblem::Kind { path: path.into(), track, field: kind });
    }
    Ok(Slot { entity, path: path.into(), kind, way, logged: false })
}

fn child(world: &World, parent: Entity, name: &str) -> Result<Entity, BindProblem> {
    let children =
        || world.get::<Children>(parent).into_iter().flat_map(|children| children.iter());
    let named = |child: &Entity| world.get::<Name>(*child).is_some_and(|own| own.as_str() == name);
    children().find(named).ok_or_else(|| {
        let names = children().filter_map(|child| world.get::<Name>(child));
        let mut known: Vec<String> = names.map(|name| name.as_str().into()).collect();
        known.sort_unstable();
        BindProblem::Entity { below: parent, name: Suggestion::new(name, known) }
    })
}

fn property_of(writers: &Writers, path: &str) -> Option<(Writer, Vec<u16>, ValueKind)> {
    // The longest name that the path begins with: `Transform.translation.x` before `Transform`.
    for (name, writer) in writers.0.iter().rev() {
        let Some(rest) = path.strip_prefix(name) else { continue };
        if rest.is_empty() {
            if let Some(kind) = writer.kind {
                return Some((*writer, Vec::new(), kind));
            }
        } else if let Some(found) = rest.strip_prefix('.').and_then(|rest| part(writer, rest)) {
            return Some(found);
        }
    }
    None
}

fn part(writer: &Writer, path: &str) -> Option<(Writer, Vec<u16>, ValueKind)> {
    let (mut kind, mut fields) = (None, writer.fields);
    let mut place = Vec::new();
    for name in path.split('.') {
        let index = fields.iter().position(|field| field.name == name)?;
        place.push(u16::try_from(index).ok()?);
        (kind, fields) = (fields[index].kind, fields[index].fields);
    }
    Some((*writer, place, kind?))
}

/// Writes tracks of an entity that plays, and logs once what is missing.
pub(crate) fn write_slot(
    target: Option<&mut EntityWorldMut>,
    player: Entity,
    slot: &mut Slot,
    value: impl FnOnce() -> Value,
) {
    match target.map_or(Err(Missing::Entity), |target| slot.write(target, value())) {
        Ok(()) => slot.logged = false,
        Err(missing) if !slot.logged => {
            slot.logged = true;
            let (path, target) = (&slot.path, slot.entity);
            match missing {
                Missing::Entity => warn!("entity {player} plays {path:?}, but {target} is gone"),
                Missing::Component => {
                    warn!("entity {player} plays {path:?}, but {target} has no such component");
                }
                Missing::Part => {
                    warn!(
                        "entity {player} plays {path:?}, but {target} has no such part at present"
                    );
                }
                Missing::Immutable => {
                    warn!("entity {player} plays {path:?}, but that component is immutable");
                }
            }
        }
        Err(_) => {}
    }
}

/// Finds what tracks write. Below an entity without children a track waits for them; what else is missing is logged, once
/// for a player.
pub(crate) fn find<'a>(
    world: &World,
    entity: Entity,
    tracks: impl Iterator<Item = (&'a str, Value)>,
    slots: &mut Vec<Option<Slot>>,
    is_logged: &mut bool,
) {
    let before = core::mem::take(slots);
    let mut logs = false;
    let mut view = View {
        world,
        root: entity,
        #[cfg(feature = "files")]
        joints: None,
    };
    for (index, (path, value)) in tracks.enumerate() {
        let slot = match resolve(&mut view, path, value.kind()) {
            Ok(mut slot) => {
                let same = before.get(index).and_then(Option::as_ref);
                slot.logged = same.is_some_and(|same| same.entity == slot.entity && same.logged);
                Some(slot)
            }
            Err(BindProblem::Entity { below, .. }) if world.get::<Children>(below).is_none() => {
                None
            }
            Err(problem) => {
                logs = true;
                if !*is_logged {
                    error!("entity {entity} cannot play {path:?}: {problem}");
                }
                None
            }
        };
        slots.push(slot);
    }
    *is_logged |= logs;
}

/// Whether an asset is there and is another one than before: what could not play may play now.
pub(crate) fn is_other<T>(asset: Option<&Arc<T>>, bound: Option<&Arc<T>>) -> bool {
    asset.is_some_and(|asset| bound.is_none_or(|bound| !Arc::ptr_eq(asset, bound)))
}
