//! Parts of components that are reached by reflection: `Lamp.colors[1]`.
//!
//! A path is the name of a component in the type registry (short, or with its modules) and a path of `bevy_reflect` inside of it:
//! `.field`, `.0`, `[1]`. It is checked against the type once and then kept; each access only follows it.
//!
//! Parts of an enum, and items of a list, may be absent at present. Then nothing is written until they are there again.

use alloc::{borrow::ToOwned, collections::BTreeMap, string::String, sync::Arc, vec::Vec};
use core::{any::TypeId, fmt};
use std::sync::{Mutex, PoisonError};

use bevy_color::{Color, LinearRgba, Srgba};
use bevy_ecs::{
    prelude::*,
    reflect::{AppTypeRegistry, ReflectComponent},
    world::EntityRef,
};
use bevy_math::{Quat, Vec2, Vec3, Vec4};
use bevy_reflect::{
    Access, OffsetAccess, ParsedPath, PartialReflect, Reflect, ReflectPath, TypeInfo, TypeRegistry,
    enums::VariantInfo,
};
use cueline::{
    clip::{Suggestion, Value, ValueKind},
    value,
};

use crate::property::Rgba;

/// What cannot be written at present.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Missing {
    #[cfg(feature = "assets")]
    Entity,
    Component,
    /// An item of a list, or a part of another variant of an enum.
    Part,
    Immutable,
}

/// A part of a component.
pub(crate) struct Reflected {
    /// The name of the component, as the path has it.
    pub(crate) name: String,
    component: ReflectComponent,
    id: TypeId,
    path: ParsedPath,
    leaf: Leaf,
}

impl Reflected {
    /// The kind of the value there.
    pub(crate) fn kind(&self) -> ValueKind {
        self.leaf.kind
    }

    /// The value that the component holds.
    pub(crate) fn read(&self, entity: EntityRef<'_>) -> Result<Value, Missing> {
        let component = self.component.reflect(entity).ok_or(Missing::Component)?;
        let part = self.path.reflect_element(component.as_partial_reflect());
        part.ok().and_then(self.leaf.get).ok_or(Missing::Part)
    }

    /// Puts a value of the same kind into the component, which is marked changed only if the value differs.
    pub(crate) fn write(&self, entity: &mut EntityWorldMut, value: Value) -> Result<(), Missing> {
        let components = entity.world().components();
        let id = components.get_id(self.id).filter(|id| entity.contains_id(*id));
        let id = id.ok_or(Missing::Component)?;
        // `reflect_mut` panics for such a component.
        if !components.get_info(id).is_some_and(|info| info.mutable()) {
            return Err(Missing::Immutable);
        }
        let component = self.component.reflect_mut(&mut *entity);
        let mut component = component.ok_or(Missing::Component)?;
        let root = component.bypass_change_detection().as_partial_reflect_mut();
        let part = self.path.reflect_element_mut(root).map_err(|_| Missing::Part)?;
        if (self.leaf.set)(part, value).ok_or(Missing::Part)? {
            component.set_changed();
        }
        Ok(())
    }
}

/// A type of value that reflection can reach.
#[derive(Clone, Copy)]
struct Leaf {
    kind: ValueKind,
    get: fn(&dyn PartialReflect) -> Option<Value>,
    /// Whether it differed; `None` if the type is another one.
    set: fn(&mut dyn PartialReflect, Value) -> Option<bool>,
}

fn put<T: Reflect + PartialEq>(slot: &mut dyn PartialReflect, value: T) -> Option<bool> {
    let slot = slot.try_downcast_mut::<T>()?;
    let differs = *slot != value;
    if differs {
        *slot = value;
    }
    Some(differs)
}

macro_rules! leaves {
    ($($type:ty, $kind:ident: $get:expr, $set:expr;)*) => {
        fn leaf_of(id: TypeId) -> Option<Leaf> {
            $(if id == TypeId::of::<$type>() {
                return Some(Leaf {
                    kind: ValueKind::$kind,
                    get: |part| {
                        let get: fn($type) -> _ = $get;
                        part.try_downcast_ref::<$type>().map(|part| Value::$kind(get(*part)))
                    },
                    set: |part, value| {
                        let Value::$kind(value) = value else { return None };
                        let set: fn(_) -> $type = $set;
                        put::<$type>(part, set(value))
                    },
                });
            })*
            None
        }
    };
}

fn light(color: Color) -> value::Color {
    let Rgba { red: r, green: g, blue: b, alpha: a } = color.into();
    value::Color { r, g, b, a }
}

fn linear(value::Color { r, g, b, a }: value::Color) -> LinearRgba {
    LinearRgba::new(r, g, b, a)
}

leaves! {
    f32, F32: |number| number, |number| number;
    f64, F64: |number| number, |number| number;
    i32, I32: |number| number, |number| number;
    i64, I64: |number| number, |number| number;
    bool, Bool: |on| on, |on| on;
    Vec2, Vec2: |vector| vector.to_array().into(), |vector: value::Vec2| Vec2::from_array(vector.into());
    Vec3, Vec3: |vector| vector.to_array().into(), |vector: value::Vec3| Vec3::from_array(vector.into());
    Vec4, Vec4: |vector| vector.to_array().into(), |vector: value::Vec4| Vec4::from_array(vector.into());
    Quat, Rotation: |turn| turn.to_array().into(), |turn: value::Quat| Quat::from_array(turn.into());
    Color, Color: light, |color| linear(color).into();
    LinearRgba, Color: |color| light(color.into()), linear;
    Srgba, Color: |color| light(color.into()), |color| linear(color).into();
    Rgba, Color: |color| light(color.color()), |color| linear(color).into();
}

/// The value for a part of this kind; numbers of files are `F64` where a component has an `f32`, and colours may be mixed in
/// another space.
#[expect(clippy::cast_possible_truncation, reason = "rounds to the nearest f32")]
pub(crate) fn fitted(value: Value, kind: ValueKind) -> Value {
    match (value, kind) {
        (Value::F64(number), ValueKind::F32) => Value::F32(number as f32),
        (Value::F32(number), ValueKind::F64) => Value::F64(number.into()),
        (Value::Oklab(color), ValueKind::Color) => Value::Color(color.into()),
        (value, _) => value,
    }
}

/// Whether [`fitted`] makes a value of one kind out of another.
pub(crate) fn fits(value: ValueKind, part: ValueKind) -> bool {
    let number = |kind| matches!(kind, ValueKind::F32 | ValueKind::F64);
    value == part
        || (number(value) && number(part))
        || (value == ValueKind::Oklab && part == ValueKind::Color)
}

/// Why a path leads nowhere: one clear message with the nearest name.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum PathProblem {
    Part(Suggestion),
    Unregistered { component: String, path: Suggestion },
    Ambiguous { component: String, full: String },
    NoComponent { component: String },
    Immutable { component: String },
    Syntax { path: String, problem: String },
    NoValue { of: &'static str, path: Suggestion },
}

impl fmt::Display for PathProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Part(path) => write!(f, "there is no property {path}"),
            Self::Unregistered { component, path } => {
                write!(
                    f,
                    "no component {component:?} is registered, and there is no property {path}"
                )
            }
            Self::Ambiguous { component, full } => {
                write!(f, "several types are called {component:?}; write the whole path: {full:?}")
            }
            Self::NoComponent { component } => {
                write!(f, "the type {component:?} is registered without #[reflect(Component)]")
            }
            Self::Immutable { component } => write!(f, "the component {component} is immutable"),
            Self::Syntax { path, problem } => write!(f, "{path:?} is no path: {problem}"),
            Self::NoValue { of, path } => {
                write!(f, "a {of} cannot be animated as a whole: {path}")
            }
        }
    }
}

/// The paths that were found, so that each is looked up once.
#[derive(Resource, Default)]
pub(crate) struct Paths(Mutex<BTreeMap<String, Arc<Reflected>>>);

impl Paths {
    /// Finds what a path stands for. `properties` are paths that are no matter of reflection, for messages.
    pub(crate) fn find(
        world: &World,
        path: &str,
        properties: impl FnOnce() -> Vec<String>,
    ) -> Result<Arc<Reflected>, PathProblem> {
        let known = world.get_resource::<Self>();
        let known = || known.map(|known| known.0.lock().unwrap_or_else(PoisonError::into_inner));
        if let Some(found) = known().and_then(|known| known.get(path).cloned()) {
            return Ok(found);
        }
        let found = match world.get_resource::<AppTypeRegistry>() {
            Some(registry) => find(world, &registry.read(), path, properties),
            None => find(world, &TypeRegistry::empty(), path, properties),
        };
        let found = Arc::new(found?);
        if let Some(mut known) = known() {
            known.insert(path.into(), found.clone());
        }
        Ok(found)
    }
}

/// The name of the component, and the path inside of it.
fn split(path: &str) -> (&str, &str) {
    let mut depth = 0;
    for (at, letter) in path.char_indices() {
        match letter {
            '<' => depth += 1,
            '>' => depth -= 1,
            '.' | '[' | '#' if depth == 0 => return path.split_at(at),
            _ => {}
        }
    }
    (path, "")
}

fn find(
    world: &World,
    registry: &TypeRegistry,
    path: &str,
    properties: impl FnOnce() -> Vec<String>,
) -> Result<Reflected, PathProblem> {
    let (component, inner) = split(path);
    let known = registry.get_with_type_path(component);
    let known = known.or_else(|| registry.get_with_short_type_path(component));
    let Some(known) = known else {
        let own = |info: &&TypeInfo| info.type_path_table().short_path() == component;
        let mut full = registry.iter().map(|known| known.type_info()).filter(own);
        if registry.is_ambiguous(component)
            && let Some(info) = full.next()
        {
            let full = info.type_path().into();
            return Err(PathProblem::Ambiguous { component: component.into(), full });
        }
        return Err(unregistered(registry, component, path, properties()));
    };
    let (info, component) = (known.type_info(), component.to_owned());
    let Some(reflected) = known.data::<ReflectComponent>() else {
        return Err(PathProblem::NoComponent { component });
    };
    let components = world.components();
    let id = components.get_id(known.type_id());
    if id.and_then(|id| components.get_info(id)).is_some_and(|info| !info.mutable()) {
        return Err(PathProblem::Immutable { component });
    }
    let parsed = ParsedPath::parse(inner).map_err(|problem| PathProblem::Syntax {
        path: path.into(),
        problem: alloc::format!("{problem}"),
    })?;
    let mut wrong = None;
    let leaf = walk(info, &parsed.0, &mut wrong).ok_or_else(|| {
        let mut names = properties();
        names.retain(|name| split(name).0 == component);
        list(info, &component, DEPTH, &mut names);
        names.sort_unstable();
        names.dedup();
        match wrong {
            None => PathProblem::Part(Suggestion::new(path, names)),
            Some(of) => {
                names.retain(|name| name.starts_with(path));
                PathProblem::NoValue { of, path: Suggestion::new(path, names) }
            }
        }
    })?;
    let (component, id, name) = (reflected.clone(), known.type_id(), component);
    Ok(Reflected { name, component, id, path: parsed, leaf })
}

fn unregistered(
    registry: &TypeRegistry,
    component: &str,
    path: &str,
    mut names: Vec<String>,
) -> PathProblem {
    // A component of registered properties alone.
    if names.iter().any(|name| split(name).0 == component) {
        return PathProblem::Part(Suggestion::new(path, names));
    }
    let components = registry.iter_with_data::<ReflectComponent>();
    let components: Vec<_> = components.map(|(known, _)| known.type_info()).collect();
    let short = |info: &TypeInfo| info.type_path_table().short_path().into();
    let mut all: Vec<String> = components.iter().map(|info| short(info)).collect();
    all.sort_unstable();
    let nearest = Suggestion::new(component, all);
    let nearest = nearest.nearest().unwrap_or_default();
    if let Some(info) = components.iter().find(|info| short(info) == nearest) {
        list(info, nearest, DEPTH, &mut names);
    }
    names.sort_unstable();
    names.dedup();
    PathProblem::Unregistered { component: component.into(), path: Suggestion::new(path, names) }
}

/// How deep messages look for names.
const DEPTH: usize = 4;

/// A part by its access, and what it is.
type Part = (String, TypeId, Option<&'static TypeInfo>);

/// The parts of a type: of an enum, those of all variants; of a list, its first item.
fn parts(info: &'static TypeInfo) -> Vec<Part> {
    macro_rules! named {
        ($fields:expr) => {
            $fields.iter().map(|f| (format!(".{}", f.name()), f.type_id(), f.type_info())).collect()
        };
    }
    macro_rules! counted {
        ($fields:expr) => {
            $fields
                .iter()
                .map(|f| (format!(".{}", f.index()), f.type_id(), f.type_info()))
                .collect()
        };
    }
    let item = |index, id, info| (format!("[{index}]"), id, info);
    match info {
        TypeInfo::Struct(info) => named!(info),
        TypeInfo::TupleStruct(info) => counted!(info),
        TypeInfo::Tuple(info) => counted!(info),
        TypeInfo::List(info) => alloc::vec![item(0, info.item_ty().id(), info.item_info())],
        TypeInfo::Array(info) => (0..info.capacity())
            .map(|index| item(index, info.item_ty().id(), info.item_info()))
            .collect(),
        TypeInfo::Enum(info) => {
            let variant = |variant: &VariantInfo| -> Vec<Part> {
                match variant {
                    VariantInfo::Struct(info) => named!(info),
                    VariantInfo::Tuple(info) => counted!(info),
                    VariantInfo::Unit(_) => Vec::new(),
                }
            };
            info.iter().flat_map(variant).collect()
        }
        TypeInfo::Map(_) | TypeInfo::Set(_) | TypeInfo::Opaque(_) => Vec::new(),
    }
}

/// Follows a path through types, in all variants of enums. `wrong` is the type at its end that is no value.
fn walk(
    info: &'static TypeInfo,
    path: &[OffsetAccess],
    wrong: &mut Option<&'static str>,
) -> Option<Leaf> {
    let Some((first, rest)) = path.split_first() else {
        let leaf = leaf_of(info.type_id());
        if leaf.is_none() {
            *wrong = Some(info.type_path_table().short_path());
        }
        return leaf;
    };
    let (name, list) = match (&first.access, info) {
        // By its place, as a list has as many items as it has.
        (Access::ListIndex(_), TypeInfo::List(_)) => ("[0]".to_owned(), true),
        (Access::FieldIndex(index), TypeInfo::Struct(info)) => {
            (format!(".{}", info.field_at(*index)?.name()), false)
        }
        (access, _) => (format!("{access}"), false),
    };
    let parts = parts(info).into_iter().filter(|(own, ..)| list || *own == name);
    parts
        .filter_map(|(_, id, info)| match (info, rest) {
            (Some(info), rest) => walk(info, rest, wrong),
            (None, []) => leaf_of(id),
            (None, _) => None,
        })
        .next()
}

/// All paths to values, for messages.
fn list(info: &'static TypeInfo, before: &str, depth: usize, paths: &mut Vec<String>) {
    if depth == 0 {
        return;
    }
    for (name, id, info) in parts(info) {
        let path = format!("{before}{name}");
        if let Some(info) = info {
            list(info, &path, depth - 1, paths);
        }
        if leaf_of(id).is_some() {
            paths.push(path);
        }
    }
}
