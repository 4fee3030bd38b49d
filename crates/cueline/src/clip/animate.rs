//! What tracks can write to: the fields of a struct, by path.

use alloc::{borrow::ToOwned, format, string::String, vec::Vec};

use super::{ValueKind, ValueMut};

/// Something whose fields tracks can write, each found by a path such as `position.x`.
///
/// `#[derive(Animate)]` implements it for a struct all of whose fields are `Animate`; a field with
/// `#[animate(skip)]` is left out, one with `#[animate(rename = "...")]` goes by another name. The
/// parts of a tuple struct are called `0`, `1` and so on, as are those of an array.
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
    note = "derive `Animate` for it, or leave it out with `#[animate(skip)]`"
)]
pub trait Animate {
    /// The kind of track that writes it as a whole; none where only its parts can be written.
    const KIND: Option<ValueKind>;

    /// Its parts, in the order of their indices.
    const FIELDS: &'static [Field];

    /// What lies at `place`, the indices of parts within parts; the empty one is this itself. None
    /// where there is nothing, or nothing that can be written as a whole.
    fn slot(&mut self, place: &[u16]) -> Option<ValueMut<'_>>;
}

/// A part of something [`Animate`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// What it is called.
    pub name: &'static str,
    /// The kind of track that writes it as a whole.
    pub kind: Option<ValueKind>,
    /// Its own parts.
    pub fields: &'static [Field],
}

impl Field {
    /// A part of type `T`.
    #[must_use]
    pub const fn of<T: Animate>(name: &'static str) -> Self {
        Self { name, kind: T::KIND, fields: T::FIELDS }
    }
}

/// A path's indices and the kind of what is there; none for a path that leads nowhere.
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

/// The paths to all parts of `T` that can be written.
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

/// Names for the parts of arrays and tuples.
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
