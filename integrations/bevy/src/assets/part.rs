//! Motions of parts of assets, such as the colour of a material.
//!
//! A motion writes a component. So an entity that names an asset has an [`AssetPart`] for each part that moves, and the
//! plugin copies it: from the asset before motions read where they start, and to the asset after they have written.

use alloc::vec::Vec;

use bevy_app::prelude::*;
use bevy_asset::{AsAssetId, AssetEvent, AssetId, Assets};
use bevy_color::{Color, ColorToComponents, LinearRgba};
use bevy_ecs::{message::Messages, prelude::*, schedule::ScheduleLabel};
use cueline::{digest::Digest, value::Lerp};

use crate::{
    motion::Motion,
    property::{Property, Rgba},
    schedule::CuelineSystems,
};

/// A part of an asset that can be animated. [`asset_property!`](crate::asset_property) writes the implementation.
pub trait AssetProperty:
    Property<Target = AssetPart<Self>, Value = <Self as AssetProperty>::Part> + Sized
{
    /// The component that names the asset, such as `MeshMaterial3d<StandardMaterial>`.
    type Names: AsAssetId;
    /// The value; that of the [`Property`].
    type Part: Lerp<Delta: Digest + Send + Sync + 'static>
        + Digest
        + Copy
        + Default
        + PartialEq
        + core::fmt::Debug
        + Send
        + Sync
        + 'static;

    /// The value that the asset holds.
    fn get_from(asset: &<Self::Names as AsAssetId>::Asset) -> Self::Part;

    /// Puts a value into the asset.
    fn set_in(asset: &mut <Self::Names as AsAssetId>::Asset, value: Self::Part);
}

/// A part of the asset that an entity names, as motions write it.
///
/// [`animate_asset`](crate::CuelineApp::animate_asset) adds it to every entity that names such an asset. It holds the default
/// value until the asset is there, so a motion that starts before that starts from the default.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct AssetPart<A: AssetProperty> {
    value: <A as AssetProperty>::Part,
    /// Whether the value is that of the asset, or of a motion.
    is_known: bool,
}

impl<A: AssetProperty> Default for AssetPart<A> {
    fn default() -> Self {
        Self { value: <A as AssetProperty>::Part::default(), is_known: false }
    }
}

impl<A: AssetProperty> AssetPart<A> {
    /// The value that shows.
    #[must_use]
    pub fn value(&self) -> <A as AssetProperty>::Part {
        self.value
    }

    /// Writes the value. A motion does it in each frame.
    pub fn set(&mut self, value: <A as AssetProperty>::Part) {
        (self.value, self.is_known) = (value, true);
    }
}

/// What a field holds, as the value of a motion: the field itself, or an [`Rgba`] for a colour.
pub trait Holds<V> {
    /// The value that the field holds.
    fn held(&self) -> V;

    /// Puts a value into the field.
    fn hold(&mut self, value: V);
}

impl<V: Copy> Holds<V> for V {
    #[inline(always)]
    fn held(&self) -> V {
        *self
    }

    #[inline(always)]
    fn hold(&mut self, value: V) {
        *self = value;
    }
}

impl Holds<Rgba> for Color {
    fn held(&self) -> Rgba {
        (*self).into()
    }

    fn hold(&mut self, value: Rgba) {
        *self = value.color();
    }
}

impl Holds<Rgba> for LinearRgba {
    fn held(&self) -> Rgba {
        (*self).into()
    }

    fn hold(&mut self, Rgba { red, green, blue, alpha }: Rgba) {
        *self = Self::from_f32_array([red, green, blue, alpha]);
    }
}

/// Makes a field of an asset, such as a material, a [`Property`](crate::Property) of the entities that name it.
///
/// A field that is a `Color` or a `LinearRgba` has the value [`Rgba`](crate::Rgba). All entities that name one asset share
/// what they see, so give an entity an asset of its own to move alone.
///
/// ```
/// use bevy_asset::{AsAssetId, Asset, AssetId, Handle};
/// use bevy_color::Color;
/// use bevy_cueline::prelude::*;
/// use bevy_ecs::prelude::*;
/// use bevy_reflect::TypePath;
///
/// // As `ColorMaterial` and `MeshMaterial2d<ColorMaterial>` of Bevy are.
/// #[derive(Asset, TypePath)]
/// struct Paint { color: Color }
///
/// #[derive(Component)]
/// struct Painted(Handle<Paint>);
///
/// impl AsAssetId for Painted {
///     type Asset = Paint;
///     fn as_asset_id(&self) -> AssetId<Paint> { self.0.id() }
/// }
///
/// asset_property! {
///     /// The colour of the paint.
///     PaintColor = Painted => color: Rgba
/// }
///
/// fn redden(mut painted: Query<&mut Motion<PaintColor>>, time: Res<CueTime>) {
///     for mut motion in &mut painted {
///         motion.tween_to(&time, Color::srgb(1.0, 0.0, 0.0), ms(300), Easing::OUT_QUAD);
///     }
/// }
/// # let mut app = bevy_app::App::new();
/// # app.add_plugins((bevy_time::TimePlugin, CuelinePlugin::default()));
/// app.animate_asset::<PaintColor>();
/// ```
#[macro_export]
macro_rules! asset_property {
    ($(#[$meta:meta])* $vis:vis $name:ident = $names:ty => $($field:tt).+: $value:ty) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        $vis struct $name;

        impl $crate::Property for $name {
            type Target = $crate::AssetPart<$name>;
            type Value = $value;

            fn name() -> &'static str {
                concat!(stringify!($names) $(, ".", stringify!($field))+)
            }
            fn get(part: &$crate::AssetPart<$name>) -> $value {
                part.value()
            }
            fn set(part: &mut $crate::AssetPart<$name>, value: $value) {
                part.set(value);
            }
        }

        impl $crate::AssetProperty for $name {
            type Names = $names;
            type Part = $value;

            fn get_from(asset: &<$names as $crate::AsAssetId>::Asset) -> $value {
                $crate::Holds::<$value>::held(&asset.$($field).+)
            }
            fn set_in(asset: &mut <$names as $crate::AsAssetId>::Asset, value: $value) {
                $crate::Holds::<$value>::hold(&mut asset.$($field).+, value);
            }
        }
    };
}

type AssetOf<A> = <<A as AssetProperty>::Names as AsAssetId>::Asset;
type Named<A> = (
    &'static mut AssetPart<A>,
    Ref<'static, <A as AssetProperty>::Names>,
    Option<&'static Motion<A>>,
);
type Written<A> = (&'static AssetPart<A>, &'static <A as AssetProperty>::Names);

/// Lets motions of this part read and write assets.
pub(crate) fn add<A: AssetProperty>(app: &mut App, showing: impl ScheduleLabel) {
    app.register_required_components::<A::Names, AssetPart<A>>();
    let is_there = resource_exists::<Assets<AssetOf<A>>>
        .and_then(resource_exists::<Messages<AssetEvent<AssetOf<A>>>>);
    let show = CuelineSystems::Show;
    app.add_systems(
        showing,
        (
            read_parts::<A>.in_set(CuelineSystems::Play).ambiguous_with(CuelineSystems::Play),
            write_parts::<A>.after(show).before(CuelineSystems::Report),
        )
            .run_if(is_there),
    );
}

/// Takes the values of assets that are new to an entity, and of those that the game has changed.
fn read_parts<A: AssetProperty>(
    assets: Res<Assets<AssetOf<A>>>,
    mut events: MessageReader<AssetEvent<AssetOf<A>>>,
    mut parts: Query<Named<A>>,
    mut changed: Local<Vec<AssetId<AssetOf<A>>>>,
) {
    changed.clear();
    changed.extend(events.read().filter_map(|event| match event {
        AssetEvent::Added { id } | AssetEvent::Modified { id } => Some(*id),
        _ => None,
    }));
    changed.sort_unstable();
    for (mut part, names, motion) in &mut parts {
        let id = names.as_asset_id();
        let is_new = !part.is_known || names.is_changed();
        let may_differ =
            motion.is_none_or(Motion::is_resting) && changed.binary_search(&id).is_ok();
        if (is_new || may_differ)
            && let Some(asset) = assets.get(id)
        {
            // The asset holds it already.
            part.bypass_change_detection().set(A::get_from(asset));
        }
    }
}

/// Writes what motions have written.
fn write_parts<A: AssetProperty>(
    mut assets: ResMut<Assets<AssetOf<A>>>,
    parts: Query<Written<A>, Changed<AssetPart<A>>>,
) {
    for (part, names) in &parts {
        let id = names.as_asset_id();
        // Looked at first, as what is taken to be written counts as modified.
        if part.is_known
            && assets.get(id).is_some_and(|asset| A::get_from(asset) != part.value)
            && let Some(mut asset) = assets.get_mut(id)
        {
            A::set_in(&mut asset, part.value);
        }
    }
}
