//! Text as a value: a subtitle, the name of a sound or a pose, in tracks, timelines and files.

use alloc::{string::String, sync::Arc};
use core::{borrow::Borrow, fmt, ops::Deref};

use super::{Delta, Lerp};
use crate::digest::{Digest, Digester};

/// A text that keyframes and tweens hold. It is discrete: a blend of two texts shows the first text until the exact end,
/// and then the second text.
///
/// Clones of a text share their characters, so a clone allocates nothing.
///
/// ```
/// use cueline::{prelude::*, value::Text};
///
/// let scene = ClipBuilder::new("scene")
///     .track("line", [
///         Keyframe::hold(ms(0), Text::new("Hello")),
///         Keyframe::hold(ms(800), Text::new("Goodbye")),
///     ])
///     .build()?;
/// let line = scene.track::<Text>("line")?;
/// assert_eq!(line.sample(ms(799)), "Hello");
/// assert_eq!(line.sample(ms(800)).as_str().len(), 7);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Text(Arc<str>);

impl Text {
    /// The text; an empty one is the default.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self(text.into())
    }

    /// The characters.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl AsRef<str> for Text {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for Text {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl PartialEq<str> for Text {
    fn eq(&self, other: &str) -> bool {
        *self.0 == *other
    }
}

impl PartialEq<&str> for Text {
    fn eq(&self, other: &&str) -> bool {
        *self.0 == **other
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&*self.0, f)
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Self(text.into())
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Text {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Text {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self::from)
    }
}

impl Digest for Text {
    fn feed(&self, digester: &mut Digester) {
        self.0.len().feed(digester);
        digester.write(self.0.as_bytes());
    }
}

/// Shows the first text until the end of the blend, then the second one; a cubic does the same.
impl Lerp for Text {
    type Delta = TextChange;

    fn lerp(&self, to: &Self, t: f64) -> Self {
        if t < 1.0 { self.clone() } else { to.clone() }
    }

    fn minus(&self, _: &Self) -> TextChange {
        TextChange(Some(self.clone()))
    }

    fn plus(&self, delta: &TextChange) -> Self {
        delta.0.as_ref().unwrap_or(self).clone()
    }

    fn hermite(&self, _: &TextChange, to: &Self, _: &TextChange, t: f64) -> Self {
        self.lerp(to, t)
    }
}

/// A change of a [`Text`]: the text to set, or none. Of several changes the last one counts, so additive playback of a
/// track of texts sets the text of the track.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TextChange(Option<Text>);

impl TextChange {
    /// The text to set.
    #[must_use]
    pub const fn text(&self) -> Option<&Text> {
        self.0.as_ref()
    }
}

impl Delta for TextChange {
    fn zero() -> Self {
        Self(None)
    }

    fn and(&self, next: &Self) -> Self {
        Self(next.0.as_ref().or(self.0.as_ref()).cloned())
    }

    /// The change itself for a factor of 1 or more, and no change for a smaller factor.
    fn scaled(&self, factor: f64) -> Self {
        if factor >= 1.0 { self.clone() } else { Self(None) }
    }

    fn is_zero(&self) -> bool {
        self.0.is_none()
    }
}

impl Digest for TextChange {
    fn feed(&self, digester: &mut Digester) {
        self.0.is_some().feed(digester);
        self.0.as_ref().unwrap_or(&Text::default()).feed(digester);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        clip::{Interpolation, Keyframe, Track},
        digest::digest,
        time::ms,
        value::Easing,
    };

    #[test]
    fn a_text_changes_at_the_end_of_its_blend_whatever_the_interpolation() {
        let interpolations = [
            Interpolation::Hold,
            Interpolation::Linear,
            Interpolation::Eased(Easing::IN_OUT_QUAD.into()),
            Interpolation::Hermite,
            Interpolation::HermiteEased(Easing::OUT_CUBIC.into()),
        ];
        for interpolation in interpolations {
            let track = Track::new([
                Keyframe::new(ms(0), Text::new("one"), interpolation.clone()),
                Keyframe::hold(ms(10), Text::new("two")),
            ])
            .unwrap();
            assert_eq!(track.sample(ms(9)), "one", "{interpolation:?}");
            assert_eq!(track.sample(ms(10)), "two", "{interpolation:?}");
        }
    }

    #[test]
    fn increments_over_any_partition_set_the_same_text() {
        let track = Track::new([
            Keyframe::hold(ms(0), Text::new("one")),
            Keyframe::hold(ms(10), Text::new("two")),
            Keyframe::hold(ms(20), Text::new("one")),
        ])
        .unwrap();
        for whole in [5, 12, 20, 30] {
            let parts = (0..whole).map(|at| track.increment(ms(at), ms(at + 1)));
            let sum = parts.fold(TextChange::zero(), |sum, part| sum.and(&part));
            let base = Text::new("base");
            assert_eq!(base.plus(&sum), base.plus(&track.increment(ms(0), ms(whole))), "{whole}");
        }
    }

    #[test]
    fn equal_texts_are_equal_wherever_they_were_made() {
        let made = Text::from(std::format!("{}o", "Hell"));
        assert_eq!(digest(&made), digest(&Text::new("Hello")));
        assert_eq!(made, Text::new("Hello"));
        assert_eq!(std::format!("{made:>6}|{made:?}"), " Hello|\"Hello\"");
        assert_eq!(Text::default(), "");
        assert_ne!(made, "hello");
        assert!(made == *"Hello" && made != *"hello");
        assert_eq!(Text::from("Hello"), made);
        let text = |text| digest(&Text::new(text));
        assert_ne!(text("Hello"), text("hello"));
        let change = |text| digest(&Text::new(text).minus(&Text::default()));
        assert_ne!(change("Hello"), change("hello"));
        let half_or_whole = [0.5, 1.0].map(|factor| {
            let change = made.minus(&Text::default()).scaled(factor);
            change.text().is_some()
        });
        assert_eq!(half_or_whole, [false, true]);
    }

    #[test]
    fn the_last_clone_frees_the_characters() {
        let text = Text::new("Hello");
        let characters = Arc::downgrade(&text.0);
        let change = text.minus(&Text::default());
        drop(text);
        assert_eq!(change.text().map(Text::as_str), Some("Hello"));
        drop(change);
        assert!(characters.upgrade().is_none(), "nothing keeps them");
    }

    #[test]
    fn a_blend_of_texts_is_the_second_one_from_its_end_on() {
        let (one, two) = (Text::new("one"), Text::new("two"));
        assert_eq!([0.999, 1.0, 1.5].map(|t| one.lerp(&two, t)), [one, two.clone(), two]);
    }
}
