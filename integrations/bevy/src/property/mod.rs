//! What moves: a part of a component that is a value.

use alloc::vec::Vec;
use core::any::TypeId;
use std::sync::{Mutex, PoisonError};

use bevy_color::{Color, ColorToComponents, LinearRgba};
use bevy_ecs::{component::Mutable, prelude::*};
use bevy_math::{Quat, Vec3};
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
use bevy_transform::components::Transform;
use cueline::{
    clip::{Animate, Field, Foreign, Value, ValueKind, ValueMut},
    digest::Digest,
    value::{self, Lerp},
};
use tracing::warn;

pub(crate) mod offset;
pub(crate) mod reflected;

pub use offset::Offset;

/// A part of a component that can be animated.
///
/// Every component that is a value itself (`#[derive(Digest, Lerp)]`) is one as a whole; for a part of a component
/// [`property!`](crate::property) writes the implementation.
///
/// ```
/// use bevy_cueline::prelude::*;
/// use bevy_ecs::prelude::*;
///
/// #[derive(Component, Clone, Copy, Debug, Default, PartialEq, Digest, Lerp)]
/// struct Lamp {
///     glow: f32,
///     height: f32,
/// }
///
/// property! {
///     /// The light of a lamp alone.
///     Glow = Lamp.glow: f32
/// }
///
/// # let mut app = bevy_app::App::new();
/// # app.add_plugins((bevy_time::TimePlugin, CuelinePlugin::default()));
/// app.animate::<Lamp>(); // Motion<Lamp>
/// app.animate::<Glow>(); // Motion<Glow>
/// ```
pub trait Property: Send + Sync + 'static {
    /// The component.
    type Target: Component<Mutability = Mutable>;
    /// The value.
    type Value: Lerp<Delta: Digest + Send + Sync + 'static>
        + Digest
        + Copy
        + PartialEq
        + core::fmt::Debug
        + Send
        + Sync
        + 'static;

    /// The component and its part, as messages name it.
    fn name() -> &'static str;

    /// The value that the component holds.
    fn get(target: &Self::Target) -> Self::Value;

    /// Puts a value into the component.
    fn set(target: &mut Self::Target, value: Self::Value);

    /// Whether [`set`](Self::set) would change the component. Where it would not, nothing is written, so nothing is marked
    /// changed.
    ///
    /// An implementation may compare more cheaply, but not more roughly: a tween on its way is written at each new time
    /// without this comparison.
    #[inline(always)]
    fn differs(target: &Self::Target, value: &Self::Value) -> bool {
        Self::get(target) != *value
    }

    /// Whether components show springs of this property that began at rest by [`mix`](Self::mix), which is faster.
    ///
    /// A shown value is off by at most (1 + 0.1/z) 1e-6 of the distance at the start, and by the rounding of an `f32`; z is
    /// the damping ratio of the spring. The motion itself stays exact: its value, its end, and where the next motion starts.
    /// Entities that are rolled back show the exact value. Leave it `false` for values in `f64`.
    const QUICK_SPRINGS: bool = false;

    /// The value at progress `t` of the way, in the precision of drawing. Exact where `t` is 0 or 1. A spring and some easings
    /// go beyond.
    #[inline(always)]
    fn mix(from: &Self::Value, to: &Self::Value, t: f32) -> Self::Value {
        from.lerp(to, f64::from(t))
    }
}

impl<T> Property for T
where
    T: Component<Mutability = Mutable>
        + Lerp<Delta: Digest + Send + Sync + 'static>
        + Digest
        + Copy
        + PartialEq
        + core::fmt::Debug,
{
    type Target = T;
    type Value = T;

    fn name() -> &'static str {
        short_name::<T>()
    }
    fn get(target: &T) -> T {
        *target
    }
    fn set(target: &mut T, value: T) {
        *target = value;
    }
}

fn short_name<T>() -> &'static str {
    let name = core::any::type_name::<T>();
    name.rsplit("::").next().unwrap_or(name)
}

/// The properties that an app has added, and those that the log has named because it did not.
#[derive(Resource, Default)]
pub(crate) struct KnownProperties(Mutex<[Vec<TypeId>; 2]>);

impl KnownProperties {
    pub(crate) fn add<P: Property>(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)[0].push(TypeId::of::<P>());
    }

    /// Logs, once for a property, that a motion of it does not move because the app has not added it.
    pub(crate) fn expect<P: Property>(&self, entity: Entity) {
        let [added, missing] = &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let property = TypeId::of::<P>();
        if added.contains(&property) || missing.contains(&property) {
            return;
        }
        missing.push(property);
        let (name, kind) = (P::name(), core::any::type_name::<P>());
        warn!("entity {entity} does not move {name}: call `app.animate::<{kind}>()`");
    }
}

/// Makes a field of a component a [`Property`].
///
/// ```
/// use bevy_cueline::prelude::*;
/// use bevy_ecs::prelude::*;
///
/// #[derive(Component)]
/// struct Volume { music: f32 }
///
/// property! {
///     /// How loud the music is.
///     Music = Volume.music: f32
/// }
/// assert_eq!(Music::name(), "Volume.music");
/// ```
#[macro_export]
macro_rules! property {
    ($(#[$meta:meta])* $vis:vis $name:ident = $component:ident.$($field:tt).+: $value:ty) => {
        $crate::property! { @ $(#[$meta])* $vis $name = $component.$($field).+: $value; }
    };
    // With items that replace defaults of the trait.
    (@ $(#[$meta:meta])* $vis:vis $name:ident = $component:ident.$($field:tt).+: $value:ty; $($item:item)*) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug)]
        $vis struct $name;

        impl $crate::Property for $name {
            type Target = $component;
            type Value = $value;

            fn name() -> &'static str {
                concat!(stringify!($component) $(, ".", stringify!($field))+)
            }
            #[inline(always)]
            fn get(target: &$component) -> $value {
                target.$($field).+
            }
            #[inline(always)]
            fn set(target: &mut $component, value: $value) {
                target.$($field).+ = value;
            }
            $($item)*
        }
    };
}

/// Properties of vectors and numbers: mixed in single precision.
macro_rules! straight {
    ($($(#[$meta:meta])* $name:ident = $component:ident.$($field:ident).+: $value:ty;)*) => { $(
        $crate::property! {
            @ $(#[$meta])* pub $name = $component.$($field).+: $value;
            #[inline(always)]
            fn mix(from: &$value, to: &$value, t: f32) -> $value {
                *from + (*to - *from) * t
            }
            const QUICK_SPRINGS: bool = true;
        }
    )* };
}
#[cfg(feature = "ui")]
pub(crate) use straight;

straight! {
    /// `Transform.translation`.
    Translation = Transform.translation: Vec3;
    /// `Transform.scale`.
    Scale = Transform.scale: Vec3;
    /// `Transform.translation.x` alone, so that another motion may have y.
    TranslationX = Transform.translation.x: f32;
    /// `Transform.translation.y` alone.
    TranslationY = Transform.translation.y: f32;
    /// `Transform.translation.z` alone.
    TranslationZ = Transform.translation.z: f32;
}

/// `Transform.rotation`: the shorter way round, at an even speed.
#[derive(Clone, Copy, Debug)]
pub struct TransformRotation;

impl Property for TransformRotation {
    type Target = Transform;
    type Value = Quat;
    const QUICK_SPRINGS: bool = true;

    fn name() -> &'static str {
        "Transform.rotation"
    }
    fn get(target: &Transform) -> Quat {
        target.rotation
    }
    fn set(target: &mut Transform, value: Quat) {
        target.rotation = value;
    }
}

/// Angles in radians, of any number of turns. What turns may hold the angle within one turn: there a motion starts.
macro_rules! angles {
    ($($(#[$meta:meta])* $name:ident = $component:ident.rotation $label:literal: $get:expr, $set:expr;)*) => { $(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        impl Property for $name {
            type Target = $component;
            type Value = f32;
            const QUICK_SPRINGS: bool = true;

            fn name() -> &'static str {
                $label
            }
            fn get(target: &$component) -> f32 {
                let get: fn(_) -> f32 = $get;
                get(target.rotation)
            }
            fn set(target: &mut $component, value: f32) {
                target.rotation = $set(value);
            }
            fn differs(target: &$component, value: &f32) -> bool {
                target.rotation != $set(*value)
            }
            fn mix(from: &f32, to: &f32, t: f32) -> f32 {
                from + (to - from) * t
            }
        }
    )* };
}
#[cfg(feature = "ui")]
pub(crate) use angles;

angles! {
    /// The angle of `Transform.rotation` about the z axis, for what turns in the plane: several turns, or the long way round.
    ///
    /// ```
    /// use bevy_cueline::prelude::*;
    /// use bevy_ecs::prelude::*;
    ///
    /// fn spin(entity: Entity, mut commands: Commands) {
    ///     let turns = 3.0 * core::f32::consts::TAU;
    ///     commands.entity(entity).tween_by::<TransformAngle>(turns, secs(1.5), Easing::OUT_CUBIC);
    /// }
    /// ```
    TransformAngle = Transform.rotation "Transform.angle":
        |turn: Quat| 2.0 * (turn.z * turn.w.signum()).atan2(turn.w.abs()), Quat::from_rotation_z;
}

/// The whole `Transform`: translation, rotation and scale together, as a [`Pose`].
#[derive(Clone, Copy, Debug)]
pub struct WholeTransform;

/// The value of [`WholeTransform`]; a `Transform` turns into it.
#[derive(Clone, Copy, Debug, PartialEq, Digest, Lerp, Animate, Reflect)]
#[type_path = "bevy_cueline"]
#[reflect(Clone, Debug, PartialEq, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    lerp(derive(serde::Serialize, serde::Deserialize))
)]
pub struct Pose {
    /// `Transform.translation`.
    pub translation: Vec3,
    /// `Transform.rotation`.
    pub rotation: Quat,
    /// `Transform.scale`.
    pub scale: Vec3,
}

impl Default for Pose {
    fn default() -> Self {
        Transform::IDENTITY.into()
    }
}

impl From<Transform> for Pose {
    fn from(transform: Transform) -> Self {
        let Transform { translation, rotation, scale } = transform;
        Self { translation, rotation, scale }
    }
}

impl From<Pose> for Transform {
    fn from(pose: Pose) -> Self {
        let Pose { translation, rotation, scale } = pose;
        Self { translation, rotation, scale }
    }
}

impl Property for WholeTransform {
    type Target = Transform;
    type Value = Pose;
    const QUICK_SPRINGS: bool = true;

    fn name() -> &'static str {
        "Transform"
    }
    fn get(target: &Transform) -> Pose {
        (*target).into()
    }
    fn set(target: &mut Transform, value: Pose) {
        *target = value.into();
    }
}

/// A colour in motion: red, green, blue and opacity, mixed in linear light. Every colour of Bevy turns into it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Digest, Lerp, Reflect)]
#[type_path = "bevy_cueline"]
#[reflect(Clone, Debug, PartialEq, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    lerp(derive(serde::Serialize, serde::Deserialize))
)]
pub struct Rgba {
    /// Linear red.
    pub red: f32,
    /// Linear green.
    pub green: f32,
    /// Linear blue.
    pub blue: f32,
    /// Opacity, 0 to 1.
    pub alpha: f32,
}

impl Foreign for Rgba {
    fn get(&self) -> Value {
        let Self { red: r, green: g, blue: b, alpha: a } = *self;
        Value::Color(value::Color { r, g, b, a })
    }
    fn set(&mut self, value: Value) -> bool {
        let Value::Color(value::Color { r, g, b, a }) = value else { return false };
        *self = Self { red: r, green: g, blue: b, alpha: a };
        true
    }
}

/// A track of colours writes it as a whole.
impl Animate for Rgba {
    const KIND: Option<ValueKind> = Some(ValueKind::Color);
    const FIELDS: &'static [Field] = &[
        Field::of::<f32>("red"),
        Field::of::<f32>("green"),
        Field::of::<f32>("blue"),
        Field::of::<f32>("alpha"),
    ];
    fn slot(&mut self, place: &[u16]) -> Option<ValueMut<'_>> {
        match place {
            [] => Some(ValueMut::Foreign(self)),
            [0, rest @ ..] => self.red.slot(rest),
            [1, rest @ ..] => self.green.slot(rest),
            [2, rest @ ..] => self.blue.slot(rest),
            [3, rest @ ..] => self.alpha.slot(rest),
            _ => None,
        }
    }
}

impl Rgba {
    /// The colour for a component.
    #[must_use]
    pub fn color(self) -> Color {
        Color::LinearRgba(LinearRgba::new(self.red, self.green, self.blue, self.alpha))
    }

    #[cfg(any(feature = "sprite", feature = "text", feature = "ui"))]
    pub(crate) fn mix(&self, to: &Self, t: f32) -> Self {
        let part = |from: f32, to: f32| from + (to - from) * t;
        Self {
            red: part(self.red, to.red),
            green: part(self.green, to.green),
            blue: part(self.blue, to.blue),
            alpha: part(self.alpha, to.alpha),
        }
    }
}

impl<T: Into<Color>> From<T> for Rgba {
    fn from(color: T) -> Self {
        let color: Color = color.into();
        let [red, green, blue, alpha] = color.to_linear().to_f32_array();
        Self { red, green, blue, alpha }
    }
}

/// Properties that are a `Color` of Bevy.
macro_rules! colors {
    ($($(#[$meta:meta])* $feature:literal $name:ident = $path:path, $field:tt $label:literal;)*) => { $(
        $(#[$meta])*
        #[cfg(feature = $feature)]
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        #[cfg(feature = $feature)]
        impl Property for $name {
            type Target = $path;
            type Value = Rgba;
            const QUICK_SPRINGS: bool = true;

            fn name() -> &'static str {
                $label
            }
            fn get(target: &$path) -> Rgba {
                target.$field.into()
            }
            fn set(target: &mut $path, value: Rgba) {
                target.$field = value.color();
            }
            fn differs(target: &$path, value: &Rgba) -> bool {
                target.$field != value.color()
            }
            fn mix(from: &Rgba, to: &Rgba, t: f32) -> Rgba {
                from.mix(to, t)
            }
        }
    )* };
}

colors! {
    /// `Sprite.color`.
    "sprite" SpriteColor = bevy_sprite::Sprite, color "Sprite.color";
    /// The colour of a text.
    "text" TextTint = bevy_text::TextColor, 0 "TextColor";
    /// The background of a UI node.
    "ui" Background = bevy_ui::BackgroundColor, 0 "BackgroundColor";
    /// The tint of an image of the UI.
    "ui" ImageTint = bevy_ui::widget::ImageNode, color "ImageNode.color";
}

#[cfg(feature = "ui")]
mod ui {
    //! Properties of UI nodes. Those of [`UiTransform`] cost no layout.
    //!
    //! A length is a number in the unit that the node has: a motion of `Val::Percent` stays in percent, and one of
    //! `Val::Px` in pixels. What has no length yet, as `Val::Auto`, counts as no pixels.

    use bevy_math::{Rot2, Vec2};
    use bevy_reflect::{Reflect, std_traits::ReflectDefault};
    use bevy_ui::{BorderColor, Node, UiRect, UiTransform, Val, Val2};
    use cueline::{clip::Animate, digest::Digest, value::Lerp};

    use super::{Property, Rgba};

    /// The number of a length, in its own unit.
    fn number(length: Val) -> f32 {
        numbered(length, 0.0).0
    }

    /// A length with another number, in the same unit.
    fn with_number(length: Val, number: f32) -> Val {
        numbered(length, number).1
    }

    fn numbered(length: Val, number: f32) -> (f32, Val) {
        match length {
            Val::Px(own) => (own, Val::Px(number)),
            Val::Percent(own) => (own, Val::Percent(number)),
            Val::Vw(own) => (own, Val::Vw(number)),
            Val::Vh(own) => (own, Val::Vh(number)),
            Val::VMin(own) => (own, Val::VMin(number)),
            Val::VMax(own) => (own, Val::VMax(number)),
            // `Auto`, and units that are new in a later version of Bevy.
            _ => (0.0, Val::Px(number)),
        }
    }

    /// Numbers for one length of a node, or for several, each in the unit that the node has there.
    trait Numbers: Lerp {
        type Lengths: Copy + PartialEq;
        fn of(lengths: &Self::Lengths) -> Self;
        fn in_units_of(self, lengths: &Self::Lengths) -> Self::Lengths;
        fn between(&self, to: &Self, t: f32) -> Self {
            self.lerp(to, f64::from(t))
        }
    }

    impl Numbers for f32 {
        type Lengths = Val;

        fn of(length: &Val) -> Self {
            number(*length)
        }
        fn in_units_of(self, length: &Val) -> Val {
            with_number(*length, self)
        }
        fn between(&self, to: &Self, t: f32) -> Self {
            self + (to - self) * t
        }
    }

    impl Numbers for Vec2 {
        type Lengths = Val2;

        fn of(lengths: &Val2) -> Self {
            Self::new(number(lengths.x), number(lengths.y))
        }
        fn in_units_of(self, lengths: &Val2) -> Val2 {
            Val2::new(with_number(lengths.x, self.x), with_number(lengths.y, self.y))
        }
        fn between(&self, to: &Self, t: f32) -> Self {
            *self + (*to - *self) * t
        }
    }

    /// Lengths, in the units that the component has.
    macro_rules! lengths {
        ($($(#[$meta:meta])* $name:ident = $component:ident.$field:ident: $value:ty;)*) => { $(
            $(#[$meta])*
            #[derive(Clone, Copy, Debug)]
            pub struct $name;

            impl Property for $name {
                type Target = $component;
                type Value = $value;
                const QUICK_SPRINGS: bool = true;

                fn name() -> &'static str {
                    concat!(stringify!($component), ".", stringify!($field))
                }
                fn get(target: &$component) -> $value {
                    Numbers::of(&target.$field)
                }
                fn set(target: &mut $component, value: $value) {
                    target.$field = value.in_units_of(&target.$field);
                }
                fn differs(target: &$component, value: &$value) -> bool {
                    target.$field != value.in_units_of(&target.$field)
                }
                fn mix(from: &$value, to: &$value, t: f32) -> $value {
                    from.between(to, t)
                }
            }
        )* };
    }

    lengths! {
        /// `Node.left`, in the unit that it has: pixels, percent, ... A layout in each frame.
        ///
        /// ```
        /// use bevy_cueline::prelude::*;
        /// use bevy_ecs::prelude::*;
        /// use bevy_ui::{Node, Val};
        ///
        /// // From the left edge to the middle of its parent.
        /// fn slide_in(mut commands: Commands) {
        ///     commands
        ///         .spawn(Node { left: Val::Percent(0.0), ..Default::default() })
        ///         .tween_to::<NodeLeft>(50.0, ms(300), Easing::OUT_CUBIC);
        /// }
        /// ```
        NodeLeft = Node.left: f32;
        /// `Node.top`, in the unit that it has; a layout in each frame.
        NodeTop = Node.top: f32;
        /// `Node.width`, in the unit that it has; a layout in each frame.
        NodeWidth = Node.width: f32;
        /// `Node.height`, in the unit that it has; a layout in each frame.
        NodeHeight = Node.height: f32;
        /// `Node.margin`, each side in the unit that it has; a layout in each frame.
        NodeMargin = Node.margin: UiSides;
        /// `Node.padding`, each side in the unit that it has; a layout in each frame.
        NodePadding = Node.padding: UiSides;
        /// `UiTransform.translation` without a layout, x and y in the unit that each has; a percentage is one of the node
        /// itself.
        UiTranslation = UiTransform.translation: Vec2;
    }

    /// The four lengths of a [`NodeMargin`] or a [`NodePadding`], each in the unit that the node has there. A number is all
    /// four.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Digest, Lerp, Animate, Reflect)]
    #[type_path = "bevy_cueline"]
    #[reflect(Clone, Debug, PartialEq, Default)]
    #[cfg_attr(
        feature = "serde",
        derive(serde::Serialize, serde::Deserialize),
        lerp(derive(serde::Serialize, serde::Deserialize))
    )]
    pub struct UiSides {
        /// The left side.
        pub left: f32,
        /// The right side.
        pub right: f32,
        /// The upper side.
        pub top: f32,
        /// The lower side.
        pub bottom: f32,
    }

    impl From<f32> for UiSides {
        fn from(all: f32) -> Self {
            Self { left: all, right: all, top: all, bottom: all }
        }
    }

    impl Numbers for UiSides {
        type Lengths = UiRect;

        fn of(rect: &UiRect) -> Self {
            let UiRect { left, right, top, bottom } = *rect;
            let [left, right, top, bottom] = [left, right, top, bottom].map(number);
            Self { left, right, top, bottom }
        }
        fn in_units_of(self, rect: &UiRect) -> UiRect {
            UiRect {
                left: with_number(rect.left, self.left),
                right: with_number(rect.right, self.right),
                top: with_number(rect.top, self.top),
                bottom: with_number(rect.bottom, self.bottom),
            }
        }
    }

    /// The colour of all four borders of a UI node, which starts from that of the upper one. One alone moves by its path:
    /// `BorderColor.left`.
    #[derive(Clone, Copy, Debug)]
    pub struct BorderTint;

    impl Property for BorderTint {
        type Target = BorderColor;
        type Value = Rgba;
        const QUICK_SPRINGS: bool = true;

        fn name() -> &'static str {
            "BorderColor"
        }
        fn get(border: &BorderColor) -> Rgba {
            border.top.into()
        }
        fn set(border: &mut BorderColor, value: Rgba) {
            *border = BorderColor::all(value.color());
        }
        fn differs(border: &BorderColor, value: &Rgba) -> bool {
            *border != BorderColor::all(value.color())
        }
        fn mix(from: &Rgba, to: &Rgba, t: f32) -> Rgba {
            from.mix(to, t)
        }
    }

    super::straight! {
        /// `UiTransform.scale`, without a layout.
        UiTransformScale = UiTransform.scale: Vec2;
    }

    super::angles! {
        /// The angle of `UiTransform.rotation`, without a layout: several turns, or the long way round.
        UiAngle = UiTransform.rotation "UiTransform.angle": Rot2::as_radians, Rot2::radians;
    }
}
#[cfg(feature = "ui")]
pub use ui::*;

#[cfg(feature = "camera")]
mod camera {
    //! Properties of cameras, and whether an entity is drawn.

    use bevy_camera::{Projection, visibility::Visibility};

    use super::Property;

    /// Whether an entity is drawn: `false` is `Visibility::Hidden`. A motion switches at its end, and a track of `bool` at its
    /// keyframes. What becomes visible again is `Visibility::Inherited`.
    ///
    /// ```
    /// use bevy_cueline::prelude::*;
    /// use bevy_ecs::prelude::*;
    ///
    /// // Hidden after a second.
    /// fn vanish(entity: Entity, mut commands: Commands) {
    ///     commands.entity(entity).tween_to::<IsVisible>(false, secs(1.0), Easing::LINEAR);
    /// }
    /// ```
    #[derive(Clone, Copy, Debug)]
    pub struct IsVisible;

    impl Property for IsVisible {
        type Target = Visibility;
        type Value = bool;

        fn name() -> &'static str {
            "Visibility"
        }
        fn get(visibility: &Visibility) -> bool {
            *visibility != Visibility::Hidden
        }
        fn set(visibility: &mut Visibility, value: bool) {
            if Self::differs(visibility, &value) {
                *visibility = if value { Visibility::Inherited } else { Visibility::Hidden };
            }
        }
    }

    /// Parts of one kind of projection. A camera with another kind is not written, and counts as 0 at the start of a motion.
    macro_rules! projections {
        ($($(#[$meta:meta])* $name:ident = $kind:ident.$field:ident;)*) => { $(
            $(#[$meta])*
            #[derive(Clone, Copy, Debug)]
            pub struct $name;

            impl Property for $name {
                type Target = Projection;
                type Value = f32;
                const QUICK_SPRINGS: bool = true;

                fn name() -> &'static str {
                    concat!("Projection.", stringify!($field))
                }
                fn get(projection: &Projection) -> f32 {
                    if let Projection::$kind(own) = projection { own.$field } else { 0.0 }
                }
                fn set(projection: &mut Projection, value: f32) {
                    if let Projection::$kind(own) = projection {
                        own.$field = value;
                    }
                }
                fn differs(projection: &Projection, value: &f32) -> bool {
                    matches!(projection, Projection::$kind(own) if own.$field != *value)
                }
                fn mix(from: &f32, to: &f32, t: f32) -> f32 {
                    from + (to - from) * t
                }
            }
        )* };
    }

    projections! {
        /// The vertical field of view of a perspective camera, in radians.
        FieldOfView = Perspective.fov;
        /// The scale of an orthographic camera: at 2 it shows twice as much.
        ViewScale = Orthographic.scale;
    }
}
#[cfg(feature = "camera")]
pub use camera::*;

#[cfg(feature = "audio")]
mod audio {
    //! Properties of sounds that play.

    use bevy_audio::{AudioSink, AudioSinkPlayback as _, SpatialAudioSink, Volume};

    use super::Property;

    macro_rules! volumes {
        ($($(#[$meta:meta])* $name:ident of $sink:ident;)*) => { $(
            $(#[$meta])*
            #[derive(Clone, Copy, Debug)]
            pub struct $name;

            impl Property for $name {
                type Target = $sink;
                type Value = f32;
                const QUICK_SPRINGS: bool = true;

                fn name() -> &'static str {
                    concat!(stringify!($sink), ".volume")
                }
                fn get(sink: &$sink) -> f32 {
                    sink.volume().to_linear()
                }
                fn set(sink: &mut $sink, value: f32) {
                    sink.set_volume(Volume::Linear(value));
                }
                fn mix(from: &f32, to: &f32, t: f32) -> f32 {
                    from + (to - from) * t
                }
            }
        )* };
    }

    volumes! {
        /// The volume of a sound that plays (`AudioSink`), as a factor: 0 is silent, 1 leaves the sound as it is.
        ///
        /// Bevy adds the sink once the sound has loaded, so the motion starts there:
        ///
        /// ```
        /// use bevy_audio::AudioSink;
        /// use bevy_cueline::prelude::*;
        /// use bevy_ecs::prelude::*;
        ///
        /// // A sound that was spawned with `PlaybackSettings::LOOP.with_volume(Volume::SILENT)`.
        /// fn fade_in(new: Query<Entity, Added<AudioSink>>, mut commands: Commands) {
        ///     for sound in &new {
        ///         commands.entity(sound).tween_to::<SoundVolume>(1.0, secs(2.0), Easing::IN_QUAD);
        ///     }
        /// }
        /// # bevy_app::App::new().add_systems(bevy_app::Update, fade_in);
        /// ```
        SoundVolume of AudioSink;
        /// The volume of a sound with a place (`SpatialAudioSink`), as [`SoundVolume`].
        SpatialSoundVolume of SpatialAudioSink;
    }
}
#[cfg(feature = "audio")]
pub use audio::*;
