//! Binds the properties of a timeline to the fields of a struct.

use alloc::{boxed::Box, sync::Arc, vec::Vec};
use core::{fmt, marker::PhantomData};

use super::{Timeline, properties::Property, tables::Tables};
use crate::{
    clip::{Animate, LookupError, ValueKind, animate},
    time::Span,
};

/// A binding of the properties of a timeline to the fields of a `Target`: plain indices, found by [`Timeline::bind`].
///
/// The binding keeps a reference to the data of its timeline, so applying it needs only a time. Bind again after a
/// [reload](crate::playback::Playing::reload).
///
/// # Examples
///
/// ```
/// use cueline::{
///     clip::Animate,
///     time::Span,
///     timeline::{TimelineBuilder, from_to},
/// };
///
/// #[derive(Animate, Default)]
/// struct Shot {
///     camera: Camera,
///     fade: f32,
/// }
/// #[derive(Animate, Default)]
/// struct Camera {
///     x: f64,
///     zoom: f64,
/// }
///
/// let ms = Span::from_millis;
/// let opening = TimelineBuilder::new("opening")
///     .then(from_to("fade", 1.0_f32, 0.0).duration(ms(500)))
///     .then(from_to("camera.x", 10.0, 20.0).duration(ms(1000)))
///     .build()?;
///
/// let binding = opening.bind::<Shot>()?;
/// let mut shot = Shot::default();
/// binding.apply(ms(1000), &mut shot);
/// assert_eq!((shot.fade, shot.camera.x), (0.0, 15.0));
///
/// let typo = TimelineBuilder::new("typo").then(from_to("camera.y", 0.0, 1.0)).build()?;
/// assert_eq!(
///     typo.bind::<Shot>().unwrap_err().to_string(),
///     r#"there is no field "camera.y"; did you mean "camera.x"? There are: camera.x, camera.zoom, fade"#
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct TimelineBinding<Target> {
    tables: Arc<Tables>,
    properties: Box<[BoundProperty]>,
    target: PhantomData<fn(&mut Target)>,
}

/// A property with its field.
#[derive(Clone, Debug)]
struct BoundProperty {
    strand: u32,
    kind: ValueKind,
    /// The place of the field.
    field: Box<[u16]>,
}

impl<K: AsRef<str>> Timeline<K> {
    /// Looks up the field of `Target` for each property, once. Keys are paths, like the track paths of a clip:
    /// `camera.x`.
    ///
    /// # Errors
    ///
    /// [`LookupError::Field`] for the first property, by key, without a field; [`LookupError::FieldKind`] for the
    /// first property whose field has another kind.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::Animate, time::ms, timeline::{TimelineBuilder, from_to}};
    ///
    /// #[derive(Animate, Default)]
    /// struct Lamp {
    ///     light: f64,
    /// }
    /// let scene = TimelineBuilder::new("dusk").then(from_to("light", 1.0, 0.0).duration(ms(400))).build()?;
    /// let mut lamp = Lamp::default();
    /// scene.bind::<Lamp>()?.apply(ms(100), &mut lamp);
    /// assert_eq!(lamp.light, 0.75);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn bind<Target: Animate>(&self) -> Result<TimelineBinding<Target>, LookupError> {
        let find = |property: &Property<K>| {
            let field = animate::place::<Target>(property.key().as_ref(), property.kind())?;
            Ok(BoundProperty { strand: property.strand(), kind: property.kind(), field })
        };
        let properties: Vec<_> = self.properties().iter().map(find).collect::<Result<_, _>>()?;
        Ok(TimelineBinding {
            tables: Arc::clone(self.tables()),
            properties: properties.into(),
            target: PhantomData,
        })
    }
}

impl<Target: Animate> TimelineBinding<Target> {
    /// Writes the value of every property at a time. Fields that the timeline does not animate stay as they are.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::Animate, time::ms, timeline::{TimelineBuilder, from_to}};
    ///
    /// #[derive(Animate, Default)]
    /// struct Lamp {
    ///     light: f64,
    /// }
    /// let scene = TimelineBuilder::new("dusk").then(from_to("light", 1.0, 0.0).duration(ms(400))).build()?;
    /// let (binding, mut lamp) = (scene.bind::<Lamp>()?, Lamp::default());
    /// for (at, light) in [(0, 1.0), (200, 0.5), (900, 0.0)] {
    ///     binding.apply(ms(at), &mut lamp);
    ///     assert_eq!(lamp.light, light);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn apply(&self, at: Span, target: &mut Target) {
        let x = self.tables.local(at);
        for BoundProperty { strand, kind, field } in &self.properties {
            // The slot exists and has the right kind, unless a hand-written `Animate` contradicts itself.
            if let Some(slot) = target.slot(field) {
                let _fits = slot.set(self.tables.sample(*strand, *kind, x));
            }
        }
    }
}

impl<Target> Clone for TimelineBinding<Target> {
    fn clone(&self) -> Self {
        let tables = Arc::clone(&self.tables);
        Self { tables, properties: self.properties.clone(), target: PhantomData }
    }
}

impl<Target> fmt::Debug for TimelineBinding<Target> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("TimelineBinding").field(&self.properties).finish()
    }
}
