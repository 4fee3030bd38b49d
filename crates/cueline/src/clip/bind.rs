//! From the paths of a clip's tracks to the fields of a struct, looked up once.

use alloc::{boxed::Box, string::String};
use core::{fmt, marker::PhantomData};

use super::{Animate, Channel, Clip, Suggestion, ValueKind, ValueMut, animate};
use crate::time::Span;

/// Where the tracks of a clip write in a `Target`: plain indices, found by [`Clip::bind`].
///
/// # Examples
///
/// ```
/// use cueline::{
///     clip::{Animate, BindError, ClipBuilder, Keyframe},
///     time::Span,
/// };
///
/// #[derive(Animate, Clone, Debug, Default, PartialEq)]
/// struct Piece {
///     place: Place,
///     glow: f32,
/// }
/// #[derive(Animate, Clone, Debug, Default, PartialEq)]
/// struct Place {
///     x: f64,
///     y: f64,
/// }
///
/// let second = Span::from_secs(1);
/// let slide = ClipBuilder::new("slide")
///     .track("place.x", [Keyframe::linear(Span::ZERO, 10.0), Keyframe::linear(second, 20.0)])
///     .track("glow", [Keyframe::hold(Span::ZERO, 0.5_f32)])
///     .build()?;
///
/// let binding = slide.bind::<Piece>()?;
/// let mut piece = Piece::default();
/// binding.apply(&slide, Span::from_millis(500), &mut piece)?;
/// assert_eq!(piece, Piece { place: Place { x: 15.0, y: 0.0 }, glow: 0.5 });
///
/// let typo = ClipBuilder::new("typo").track("place.z", [Keyframe::hold(Span::ZERO, 1.0)]).build()?;
/// assert_eq!(
///     typo.bind::<Piece>().unwrap_err().to_string(),
///     r#"there is no field "place.z"; did you mean "place.x"? There are: glow, place.x, place.y"#
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Binding<Target> {
    /// The [`Clip::layout`] for which it was made.
    layout: u64,
    /// For each channel of the clip, where it writes.
    places: Box<[Box<[u16]>]>,
    target: PhantomData<fn(&mut Target)>,
}

impl Clip {
    /// Finds the field of `Target` that each track writes to, once and for all.
    ///
    /// # Errors
    ///
    /// [`BindError::UnknownPath`] for the first track, by path, that leads nowhere;
    /// [`BindError::KindMismatch`] for the first whose field is of another kind.
    pub fn bind<Target: Animate>(&self) -> Result<Binding<Target>, BindError> {
        let find = |(path, channel): (&str, &Channel)| {
            let Some((place, field)) = animate::resolve::<Target>(path) else {
                return Err(BindError::UnknownPath(Suggestion::new(
                    path,
                    animate::paths::<Target>(),
                )));
            };
            let track = channel.kind();
            if field != track {
                return Err(BindError::KindMismatch { path: path.into(), track, field });
            }
            Ok(place.into_boxed_slice())
        };
        let places = self.channels().map(find).collect::<Result<_, _>>()?;
        Ok(Binding { layout: self.layout(), places, target: PhantomData })
    }
}

impl<Target: Animate> Binding<Target> {
    /// Writes the value of every track at `at`.
    ///
    /// # Errors
    ///
    /// [`BindError::OtherClip`] where `clip` has other tracks than the one it was made for; nothing
    /// is written.
    pub fn apply(&self, clip: &Clip, at: Span, target: &mut Target) -> Result<(), BindError> {
        self.apply_weighted(clip, at, 1.0, target)
    }

    /// Blends the value of every track at `at` into what is there: a `weight` of 0 leaves it, 1
    /// replaces it. Two clips cross-fade when the second is written with the share it has.
    ///
    /// # Errors
    ///
    /// As [`apply`](Self::apply).
    pub fn apply_weighted(
        &self,
        clip: &Clip,
        at: Span,
        weight: f64,
        target: &mut Target,
    ) -> Result<(), BindError> {
        self.each(clip, target, |channel, slot| channel.write(at, weight, slot))
    }

    /// Adds `weight` times what every track adds from `from` to `to`.
    ///
    /// Over any partition of a stretch the sum is that of the whole: exactly for whole numbers, up
    /// to rounding for others.
    ///
    /// # Errors
    ///
    /// As [`apply`](Self::apply).
    pub fn apply_increment(
        &self,
        clip: &Clip,
        from: Span,
        to: Span,
        weight: f64,
        target: &mut Target,
    ) -> Result<(), BindError> {
        self.each(clip, target, |channel, slot| channel.add(from, to, weight, slot))
    }

    /// Takes every track of `clip` to its place in `target`.
    fn each(
        &self,
        clip: &Clip,
        target: &mut Target,
        write: impl Fn(&Channel, ValueMut<'_>) -> bool,
    ) -> Result<(), BindError> {
        if clip.layout() != self.layout {
            return Err(BindError::OtherClip { clip: clip.name().into() });
        }
        for ((_, channel), place) in clip.channels().zip(&self.places) {
            // Places and kinds were compared when it was made, so there is a slot and it fits;
            // where a hand-written `Animate` contradicts itself nothing is written.
            if let Some(slot) = target.slot(place) {
                let _fits = write(channel, slot);
            }
        }
        Ok(())
    }
}

impl<Target> Clone for Binding<Target> {
    fn clone(&self) -> Self {
        Self { layout: self.layout, places: self.places.clone(), target: PhantomData }
    }
}
impl<Target> PartialEq for Binding<Target> {
    fn eq(&self, other: &Self) -> bool {
        (self.layout, &self.places) == (other.layout, &other.places)
    }
}
impl<Target> Eq for Binding<Target> {}
impl<Target> fmt::Debug for Binding<Target> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Binding").field(&self.places).finish()
    }
}

/// Why a clip and a struct do not go together.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BindError {
    /// A track's path leads nowhere, or to something that can only be written part by part.
    UnknownPath(Suggestion),
    /// A track's values are of another kind than the field.
    KindMismatch {
        /// The track's path.
        path: String,
        /// The kind of its values.
        track: ValueKind,
        /// The kind of the field.
        field: ValueKind,
    },
    /// A binding was used with a clip that has other paths or kinds than the one it was made for.
    OtherClip {
        /// The name of the clip that does not fit.
        clip: String,
    },
}

impl fmt::Display for BindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownPath(suggestion) => write!(f, "there is no field {suggestion}"),
            Self::KindMismatch { path, track, field } => {
                write!(f, "the track {path:?} holds {track} but the field needs {field}")
            }
            Self::OtherClip { clip } => {
                write!(f, "the binding was made for other tracks than those of {clip:?}")
            }
        }
    }
}

impl core::error::Error for BindError {}
