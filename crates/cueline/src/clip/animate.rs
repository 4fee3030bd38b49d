//! The fields of a struct, by path: what tracks write to.

use alloc::{borrow::ToOwned, boxed::Box, format, string::String, vec::Vec};

use super::{LookupError, Suggestion, ValueKind, ValueMut};
use crate::value::{Color, Mat4, Oklab, Quat, Text, Transform, Vec2, Vec3, Vec4};

/// A type whose fields tracks can write, each found by a path such as `position.x`.
///
/// `#[derive(Animate)]` implements it for a struct whose fields are all `Animate`. `#[animate(skip)]` leaves a field
/// out, `#[animate(rename = "...")]` gives a field another name. The fields of a tuple struct are called `0`, `1` and
/// so on, as are the elements of an array.
///
/// # Examples
///
/// ```
/// use cueline::clip::{Animate, ValueMut};
///
/// #[derive(Animate, Default)]
/// struct Lamp {
///     brightness: f32,
///     #[animate(skip)]
///     name: &'static str,
/// }
///
/// let mut lamp = Lamp { brightness: 0.0, name: "desk" };
/// if let Some(ValueMut::F32(brightness)) = lamp.slot(&[0]) {
///     *brightness = 0.5;
/// }
/// assert_eq!((lamp.brightness, lamp.name), (0.5, "desk"));
/// assert!(lamp.slot(&[1]).is_none(), "skipped fields have no place");
/// ```
///
/// A field that no track can write has to be skipped:
///
/// ```compile_fail
/// #[derive(cueline::clip::Animate)]
/// struct Lamp {
///     name: &'static str,
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "tracks cannot write `{Self}`",
    note = "derive `Animate` for it, or leave it out with `#[animate(skip)]`",
    note = "of the whole numbers, tracks write `i32` and `i64`"
)]
pub trait Animate {
    /// The kind of track that writes the whole value; `None` if tracks can only write its parts.
    const KIND: Option<ValueKind>;

    /// The parts, in the order of their indices.
    const FIELDS: &'static [Field];

    /// The value at `place`, the indices of parts within parts; the empty place is the whole value. `None` if there is
    /// no such part, or if it cannot be written as a whole.
    fn slot(&mut self, place: &[u16]) -> Option<ValueMut<'_>>;
}

/// A part of an [`Animate`] type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// The name.
    pub name: &'static str,
    /// The kind of track that writes the whole part.
    pub kind: Option<ValueKind>,
    /// The parts of this part.
    pub fields: &'static [Field],
}

impl Field {
    /// A part of type `T`.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::clip::{Animate, Field, ValueKind, ValueMut};
    ///
    /// struct Lamp {
    ///     brightness: f32,
    /// }
    /// impl Animate for Lamp { // what the derive macro writes
    ///     const KIND: Option<ValueKind> = None;
    ///     const FIELDS: &'static [Field] = &[Field::of::<f32>("brightness")];
    ///     fn slot(&mut self, place: &[u16]) -> Option<ValueMut<'_>> {
    ///         match place { [0, rest @ ..] => self.brightness.slot(rest), _ => None }
    ///     }
    /// }
    /// assert!(matches!(Lamp { brightness: 0.5 }.slot(&[0]), Some(ValueMut::F32(_))));
    /// ```
    #[must_use]
    pub const fn of<T: Animate>(name: &'static str) -> Self {
        Self { name, kind: T::KIND, fields: T::FIELDS }
    }
}

/// The indices of a path and the kind of the value there; `None` for an unknown path.
pub(crate) fn resolve<T: Animate>(path: &str) -> Option<(Vec<u16>, ValueKind)> {
    let (mut kind, mut fields) = (T::KIND, T::FIELDS);
    let mut place = Vec::new();
    for name in path.split('.') {
        let index = fields.iter().position(|field| field.name == name)?;
        place.push(u16::try_from(index).ok()?);
        (kind, fields) = (fields[index].kind, fields[index].fields);
    }
    Some((place, kind?))
}

/// The indices of the path at which values of this kind are written.
pub(crate) fn place<T: Animate>(path: &str, track: ValueKind) -> Result<Box<[u16]>, LookupError> {
    let Some((place, field)) = resolve::<T>(path) else {
        return Err(LookupError::Field(Suggestion::new(path, paths::<T>())));
    };
    if field != track {
        return Err(LookupError::FieldKind { path: path.into(), track, field });
    }
    Ok(place.into())
}

/// The paths of all parts of `T` that tracks can write.
pub(crate) fn paths<T: Animate>() -> Vec<String> {
    fn collect(fields: &[Field], before: &str, paths: &mut Vec<String>) {
        for field in fields {
            let path = if before.is_empty() {
                field.name.to_owned()
            } else {
                format!("{before}.{}", field.name)
            };
            collect(field.fields, &path, paths);
            if field.kind.is_some() {
                paths.push(path);
            }
        }
    }
    let mut paths = Vec::new();
    collect(T::FIELDS, "", &mut paths);
    paths.sort_unstable();
    paths
}

/// Names of the elements of arrays.
const NUMBERS: [&str; 32] = [
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16",
    "17", "18", "19", "20", "21", "22", "23", "24", "25", "26", "27", "28", "29", "30", "31",
];

/// Arrays of up to 32; a longer one does not compile.
impl<T: Animate, const N: usize> Animate for [T; N] {
    const KIND: Option<ValueKind> = None;
    const FIELDS: &'static [Field] = &{
        let mut fields = [Field::of::<T>(""); N];
        let mut index = 0;
        while index < N {
            fields[index].name = NUMBERS[index];
            index += 1;
        }
        fields
    };

    fn slot(&mut self, place: &[u16]) -> Option<ValueMut<'_>> {
        let (first, rest) = place.split_first()?;
        self.get_mut(usize::from(*first))?.slot(rest)
    }
}

/// A kind without parts.
macro_rules! number {
    ($($type:ident $kind:ident;)*) => { $(
        impl Animate for $type {
            const KIND: Option<ValueKind> = Some(ValueKind::$kind);
            const FIELDS: &'static [Field] = &[];
            fn slot(&mut self, place: &[u16]) -> Option<ValueMut<'_>> {
                place.is_empty().then_some(ValueMut::$kind(self))
            }
        }
    )* };
}

number! {
    f32 F32;
    f64 F64;
    i32 I32;
    i64 I64;
    bool Bool;
    Text Text;
}

/// A kind with parts, each of which tracks can write separately.
macro_rules! compound {
    ($($type:ident $kind:ident { $($part:ident),* })*) => { $(
        impl Animate for $type {
            const KIND: Option<ValueKind> = Some(ValueKind::$kind);
            const FIELDS: &'static [Field] = {
                const fn part<T: Animate>(name: &'static str, _: fn(&$type) -> &T) -> Field {
                    Field::of::<T>(name)
                }
                &[$(part(stringify!($part), |whole| &whole.$part)),*]
            };
            fn slot(&mut self, place: &[u16]) -> Option<ValueMut<'_>> {
                let Some((first, rest)) = place.split_first() else {
                    return Some(ValueMut::$kind(self));
                };
                let mut index = 0;
                $(
                    if *first == index {
                        return self.$part.slot(rest);
                    }
                    index += 1;
                )*
                let _ = index;
                None
            }
        }
    )* };
}

compound! {
    Vec2 Vec2 { x, y }
    Vec3 Vec3 { x, y, z }
    Vec4 Vec4 { x, y, z, w }
    Quat Rotation { x, y, z, w }
    Color Color { r, g, b, a }
    Oklab Oklab { l, a, b, alpha }
    Transform Transform { scale, rotation, translation }
}

impl Animate for Mat4 {
    const KIND: Option<ValueKind> = Some(ValueKind::Matrix);
    const FIELDS: &'static [Field] = <[f32; 16]>::FIELDS;
    fn slot(&mut self, place: &[u16]) -> Option<ValueMut<'_>> {
        if place.is_empty() { Some(ValueMut::Matrix(self)) } else { self.0.slot(place) }
    }
}
