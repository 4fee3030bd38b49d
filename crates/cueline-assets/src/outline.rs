//! The positions of the items in a text, for tools that edit the text.
//!
//! Such a tool replaces only the bytes of the value that it changes, so comments, order and layout stay, and a diff
//! shows one line.

use std::ops::Range;

use crate::{
    problem::{DocumentPath, Problems, Step},
    text::{Kind, Node, scan},
};

/// A RON or JSON text as a tree whose items know their positions. Only the syntax is checked: the text may be a
/// document with problems.
///
/// # Examples
///
/// ```
/// use cueline_assets::{DocumentPath, Outline};
///
/// let mut text = r#"(version: 1, clips: {"hop": (duration: "400ms" /* slow */)})"#.to_owned();
/// let outline = Outline::of(&text)?;
/// let duration = DocumentPath::root().field("clips").name("hop").field("duration");
/// let place = outline.at(&duration).expect("it stands in the text").span();
/// text.replace_range(place, r#""300ms""#);
/// assert_eq!(text, r#"(version: 1, clips: {"hop": (duration: "300ms" /* slow */)})"#);
/// # Ok::<(), cueline_assets::Problems>(())
/// ```
#[derive(Clone, Debug)]
pub struct Outline(Node);

impl Outline {
    /// Parses a text.
    ///
    /// # Errors
    ///
    /// The first position at which the text is neither RON nor JSON.
    ///
    /// # Examples
    ///
    /// ```
    /// let problems = cueline_assets::Outline::of("(version: 1").unwrap_err();
    /// assert!(problems.to_string().starts_with("1:12: error:"));
    /// ```
    pub fn of(text: &str) -> Result<Self, Problems> {
        scan(text).map(Self)
    }

    /// The item that contains all others.
    ///
    /// # Examples
    ///
    /// ```
    /// let outline = cueline_assets::Outline::of(" (version: 1) ")?;
    /// assert_eq!(outline.root().span(), 1..13);
    /// # Ok::<(), cueline_assets::Problems>(())
    /// ```
    #[must_use]
    pub fn root(&self) -> Part<'_> {
        Part(&self.0)
    }

    /// The item at a path; `None` if the text has none there.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline_assets::{DocumentPath, Outline};
    ///
    /// let outline = Outline::of("(version: 1)")?;
    /// let version = DocumentPath::root().field("version");
    /// assert_eq!(outline.at(&version).and_then(|part| part.word()), Some("1"));
    /// assert!(outline.at(&DocumentPath::root().field("clips")).is_none());
    /// # Ok::<(), cueline_assets::Problems>(())
    /// ```
    #[must_use]
    pub fn at(&self, path: &DocumentPath) -> Option<Part<'_>> {
        path.steps().into_iter().try_fold(self.root(), |part, step| match step {
            Step::Field(name) | Step::Name(name) => {
                part.field(name).or_else(|| part.content().field(name))
            }
            Step::Index(index) => part.content().item(*index),
        })
    }
}

/// An item of an [`Outline`].
#[derive(Clone, Copy, Debug)]
pub struct Part<'a>(&'a Node);

impl<'a> Part<'a> {
    /// The byte range of the item in the text.
    ///
    /// # Examples
    ///
    /// ```
    /// let outline = cueline_assets::Outline::of("(version: 1)")?;
    /// assert_eq!(outline.root().field("version").map(|part| part.span()), Some(10..11));
    /// # Ok::<(), cueline_assets::Problems>(())
    /// ```
    #[must_use]
    pub fn span(self) -> Range<usize> {
        self.0.span.clone()
    }

    /// The value of a field, or of an entry of a map; `None` if the name is missing.
    ///
    /// # Examples
    ///
    /// ```
    /// let outline = cueline_assets::Outline::of("(version: 1)")?;
    /// assert!(outline.root().field("clips").is_none());
    /// # Ok::<(), cueline_assets::Problems>(())
    /// ```
    #[must_use]
    pub fn field(self, name: &str) -> Option<Self> {
        self.fields().find(|(key, _)| key.word() == Some(name)).map(|(_, value)| value)
    }

    /// The names and values of all fields or map entries, in the order of the text.
    ///
    /// # Examples
    ///
    /// ```
    /// let outline = cueline_assets::Outline::of("{version: 1, clips: {}}")?;
    /// let names: Vec<_> = outline.root().fields().filter_map(|(name, _)| name.word()).collect();
    /// assert_eq!(names, ["version", "clips"]);
    /// # Ok::<(), cueline_assets::Problems>(())
    /// ```
    pub fn fields(self) -> impl Iterator<Item = (Self, Self)> {
        let entries = self.0.entries().unwrap_or_default();
        entries.iter().map(|entry| (Part(&entry.key), Part(&entry.value)))
    }

    /// The items of a list or tuple, in order.
    ///
    /// # Examples
    ///
    /// ```
    /// let outline = cueline_assets::Outline::of("[1, 2]")?;
    /// assert_eq!(outline.root().items().filter_map(|item| item.word()).collect::<Vec<_>>(), ["1", "2"]);
    /// # Ok::<(), cueline_assets::Problems>(())
    /// ```
    pub fn items(self) -> impl ExactSizeIterator<Item = Self> {
        self.0.items().unwrap_or_default().iter().map(Part)
    }

    /// The item at an index, from 0, of a list or tuple.
    ///
    /// # Examples
    ///
    /// ```
    /// let outline = cueline_assets::Outline::of("[1, 2]")?;
    /// assert_eq!(outline.root().item(1).map(|item| item.span()), Some(4..5));
    /// assert!(outline.root().item(2).is_none());
    /// # Ok::<(), cueline_assets::Problems>(())
    /// ```
    #[must_use]
    pub fn item(self, index: usize) -> Option<Self> {
        self.0.items()?.get(index).map(Part)
    }

    /// The text of a word or number as written, or of a string without its quotes; `None` for all other items.
    ///
    /// # Examples
    ///
    /// ```
    /// let outline = cueline_assets::Outline::of("\"400ms\"")?;
    /// assert_eq!(outline.root().word(), Some("400ms"));
    /// # Ok::<(), cueline_assets::Problems>(())
    /// ```
    #[must_use]
    pub fn word(self) -> Option<&'a str> {
        self.0.as_key()
    }

    /// Returns `true` for a string in quotes.
    ///
    /// # Examples
    ///
    /// ```
    /// let outline = cueline_assets::Outline::of("[\"400ms\", 24]")?;
    /// assert_eq!(outline.root().items().map(|item| item.is_quoted()).collect::<Vec<_>>(), [true, false]);
    /// # Ok::<(), cueline_assets::Problems>(())
    /// ```
    #[must_use]
    pub fn is_quoted(self) -> bool {
        matches!(self.0.kind, Kind::Text(_))
    }

    /// The variant of an enum in RON or JSON: `At` of `At(12)`, `{"At": 12}`, and `End` of `End` and `"End"`.
    ///
    /// # Examples
    ///
    /// ```
    /// for text in ["At(12)", "{\"At\": 12}"] {
    ///     let outline = cueline_assets::Outline::of(text)?;
    ///     assert_eq!(outline.root().variant(), Some("At"));
    ///     assert_eq!(outline.root().content().word(), Some("12"));
    /// }
    /// # Ok::<(), cueline_assets::Problems>(())
    /// ```
    #[must_use]
    pub fn variant(self) -> Option<&'a str> {
        match &self.0.kind {
            Kind::Group(Some(name), _)
            | Kind::Record(Some(name), _)
            | Kind::Word(name)
            | Kind::Text(name) => Some(name),
            Kind::Map(entries) if entries.len() == 1 => entries[0].key.as_key(),
            _ => None,
        }
    }

    /// The content of an enum variant; the item itself if it is not a variant.
    ///
    /// # Examples
    ///
    /// ```
    /// let outline = cueline_assets::Outline::of("F32([1, 2, 3])")?;
    /// assert_eq!(outline.root().content().items().len(), 3);
    /// # Ok::<(), cueline_assets::Problems>(())
    /// ```
    #[must_use]
    pub fn content(self) -> Self {
        match &self.0.kind {
            Kind::Group(Some(_), items) if items.len() == 1 => Self(&items[0]).content(),
            Kind::Map(entries) if entries.len() == 1 && is_capital(&entries[0].key) => {
                Self(&entries[0].value)
            }
            _ => self,
        }
    }
}

/// Variants begin with a capital letter.
fn is_capital(key: &Node) -> bool {
    key.as_key().is_some_and(|key| key.starts_with(|first: char| first.is_ascii_uppercase()))
}
