//! Bindings: from the paths of a clip's tracks to the fields of a struct, looked up once.

use alloc::boxed::Box;
use core::{fmt, marker::PhantomData};

use super::{Animate, Channel, Clip, LookupError, animate};
use crate::time::Span;

/// The fields of `Target` that the tracks of a clip write: plain indices, found by [`Clip::bind`].
///
/// # Examples
///
/// ```
/// use cueline::{
///     clip::{Animate, LookupError, ClipBuilder, Keyframe},
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
    /// The [`Clip::layout`] of the clip that was bound.
    layout: u64,
    /// By channel of the clip: the indices of its field.
    places: Box<[Box<[u16]>]>,
    target: PhantomData<fn(&mut Target)>,
}

impl Clip {
    /// Finds the field of `Target` that each track writes to.
    ///
    /// # Errors
    ///
    /// [`LookupError::Field`] for the first track, by path, without a field;
    /// [`LookupError::FieldKind`] for the first track whose field has another kind.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::{Animate, ClipBuilder, Keyframe}, time::ms};
    ///
    /// #[derive(Animate)]
    /// struct Lamp { brightness: f64 }
    ///
    /// let keys = [Keyframe::linear(ms(0), 1.0), Keyframe::linear(ms(400), 0.0)];
    /// let dim = ClipBuilder::new("dim").track("brightness", keys).build()?;
    /// let binding = dim.bind::<Lamp>()?;
    /// let mut lamp = Lamp { brightness: 1.0 };
    /// binding.apply(&dim, ms(100), &mut lamp)?;
    /// assert_eq!(lamp.brightness, 0.75);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn bind<Target: Animate>(&self) -> Result<Binding<Target>, LookupError> {
        let place =
            |(path, channel): (&str, &Channel)| animate::place::<Target>(path, channel.kind());
        let places = self.channels().map(place).collect::<Result<_, _>>()?;
        Ok(Binding { layout: self.layout(), places, target: PhantomData })
    }
}

impl<Target: Animate> Binding<Target> {
    /// Writes the value of every track at `at`.
    ///
    /// # Errors
    ///
    /// [`LookupError::OtherClip`] if `clip` has other tracks than the clip that was bound; nothing is written.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::{Animate, ClipBuilder, Keyframe}, time::ms};
    ///
    /// #[derive(Animate)]
    /// struct Lamp { brightness: f64 }
    ///
    /// let keys = [Keyframe::linear(ms(0), 1.0), Keyframe::linear(ms(400), 0.0)];
    /// let dim = ClipBuilder::new("dim").track("brightness", keys).build()?;
    /// let mut lamps = [Lamp { brightness: 1.0 }, Lamp { brightness: 1.0 }];
    /// let binding = dim.bind::<Lamp>()?; // once, for any number of lamps
    /// for lamp in &mut lamps {
    ///     binding.apply(&dim, ms(400), lamp)?;
    /// }
    /// assert_eq!(lamps[1].brightness, 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn apply(&self, clip: &Clip, at: Span, target: &mut Target) -> Result<(), LookupError> {
        if clip.layout() != self.layout {
            return Err(LookupError::OtherClip { clip: clip.name().into() });
        }
        for ((_, channel), place) in clip.channels().zip(&self.places) {
            // The binding has compared places and kinds, so there is a slot and it fits. A hand-written
            // `Animate` that contradicts itself gets no value.
            if let Some(slot) = target.slot(place) {
                let _fits = channel.write(at, 1.0, slot);
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
