//! Property keys: lookup and errors.

use alloc::{borrow::ToOwned, boxed::Box, format, string::String, vec::Vec};
use core::{borrow::Borrow, cmp::Ordering, fmt};

use super::{LaneId, Timeline, timeline::Property};
use crate::clip::{Animated, Suggestion, ValueKind};

/// A type that can look up a property of a timeline with keys of type `K`: `K` itself, or a type that `K`
/// [borrows](Borrow) as. A `str` finds a property of a `Timeline<String>` without a new string.
pub trait KeyOf<K>: fmt::Debug {
    /// Compares this key with a key of the timeline.
    fn compare(&self, key: &K) -> Ordering;
}

impl<K: Borrow<Q>, Q: Ord + fmt::Debug + ?Sized> KeyOf<K> for Q {
    #[inline]
    fn compare(&self, key: &K) -> Ordering {
        self.cmp(key.borrow())
    }
}

/// Why a lookup by key, or a mapping of keys, failed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KeyError {
    /// The timeline has no property with this key.
    Unknown(Suggestion),
    /// The kind of the property is not the requested kind.
    KindMismatch {
        /// The property, as its `Debug` shows it.
        key: Box<str>,
        /// The kind of the property.
        kind: ValueKind,
        /// The requested kind.
        asked: ValueKind,
    },
    /// [`Timeline::map_keys`] found no new key for this one.
    Unmapped {
        /// The old key, as its `Debug` shows it.
        key: Box<str>,
    },
    /// [`Timeline::map_keys`] found one new key for two old ones.
    Duplicate {
        /// The new key, as its `Debug` shows it.
        key: Box<str>,
    },
}

impl fmt::Display for KeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(suggestion) => write!(f, "the timeline has no property {suggestion}"),
            Self::KindMismatch { key, kind, asked } => {
                write!(f, "property {key} holds {kind}, but {asked} was asked for")
            }
            Self::Unmapped { key } => write!(f, "property {key} has no new key"),
            Self::Duplicate { key } => write!(f, "two properties have the new key {key}"),
        }
    }
}

impl core::error::Error for KeyError {}

impl<K> Timeline<K> {
    /// Looks up a property once, to sample it often with [`sample_lane`](Self::sample_lane).
    ///
    /// # Errors
    ///
    /// [`KeyError::Unknown`] if the timeline does not animate the property.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::Value, time::Span, timeline::{TimelineBuilder, from_to}};
    ///
    /// let fade = TimelineBuilder::new("fade").then(from_to("alpha".to_string(), 1.0, 0.0)).build()?;
    /// let alpha = fade.lane("alpha")?;
    /// assert_eq!(fade.sample_lane(alpha, Span::from_millis(250)), Some(Value::F64(0.5)));
    /// assert_eq!(
    ///     fade.lane("alfa").unwrap_err().to_string(),
    ///     r#"the timeline has no property "alfa"; did you mean "alpha"? There are: alpha"#
    /// );
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn lane(&self, key: &(impl KeyOf<K> + ?Sized)) -> Result<LaneId, KeyError>
    where
        K: fmt::Debug,
    {
        match self.properties.binary_search_by(|property| key.compare(&property.key).reverse()) {
            Ok(place) => Ok(self.tables.lane_id(&self.properties[place])),
            Err(_) => Err(self.unknown(&key)),
        }
    }

    #[cold]
    fn unknown(&self, key: &dyn fmt::Debug) -> KeyError
    where
        K: fmt::Debug,
    {
        let mut known: Vec<String> = self.keys().map(|key| text(key)).collect();
        known.sort_unstable();
        KeyError::Unknown(Suggestion::new(&text(key), known))
    }

    #[cold]
    pub(super) fn kind_mismatch<T: Animated>(
        &self,
        key: &dyn fmt::Debug,
        kind: ValueKind,
    ) -> KeyError {
        KeyError::KindMismatch { key: format!("{key:?}").into(), kind, asked: T::OF_KIND }
    }

    /// Replaces the keys of a timeline: after loading, names from a file become an enum of the game.
    ///
    /// # Errors
    ///
    /// [`KeyError::Unmapped`] for the first key, in order, for which `map` returns no key; [`KeyError::Duplicate`] if
    /// two keys map to the same key.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::Span, timeline::{KeyError, TimelineBuilder, from_to}};
    ///
    /// #[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
    /// enum Key {
    ///     Camera,
    ///     Light,
    /// }
    /// let key = |name: &String| match &**name {
    ///     "camera" => Some(Key::Camera),
    ///     "light" => Some(Key::Light),
    ///     _ => None,
    /// };
    ///
    /// let scene = |name: &str| TimelineBuilder::new("scene").then(from_to(name.to_string(), 0.0, 1.0)).build();
    /// let shot = scene("camera")?.map_keys(key)?;
    /// assert_eq!(shot.sample(&Key::Camera, Span::from_millis(250)), Ok(0.5));
    /// assert!(matches!(scene("camrea")?.map_keys(key), Err(KeyError::Unmapped { .. })));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn map_keys<L: Ord + fmt::Debug>(
        self,
        mut map: impl FnMut(&K) -> Option<L>,
    ) -> Result<Timeline<L>, KeyError>
    where
        K: fmt::Debug,
    {
        let mut properties = Vec::with_capacity(self.properties.len());
        for Property { key, lane, kind } in &self.properties {
            let unmapped = || KeyError::Unmapped { key: format!("{key:?}").into() };
            properties.push(Property {
                key: map(key).ok_or_else(unmapped)?,
                lane: *lane,
                kind: *kind,
            });
        }
        properties.sort_by(|one, other| one.key.cmp(&other.key));
        if let Some(pair) = properties.windows(2).find(|pair| pair[0].key == pair[1].key) {
            return Err(KeyError::Duplicate { key: format!("{:?}", pair[0].key).into() });
        }
        let Self { name, tables, names, parents, labels, one_way, .. } = self;
        let properties = properties.into();
        Ok(Timeline { name, tables, properties, names, parents, labels, one_way })
    }
}

/// A key as text, for messages that quote it.
fn text(key: &dyn fmt::Debug) -> String {
    let text = format!("{key:?}");
    match text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) {
        Some(inner) => inner.to_owned(),
        None => text,
    }
}
