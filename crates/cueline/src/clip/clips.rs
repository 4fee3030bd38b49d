//! Libraries: clips by name and by id, and the trait for other stores of clips.

use alloc::{boxed::Box, string::String, vec::Vec};

use super::{Clip, ClipId, LookupError, Suggestion};
use crate::digest::digest;

/// A clip by id or by name, for [`Player::play`](crate::playback::Player::play).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClipRef<'a> {
    /// By id, in constant time.
    Id(ClipId),
    /// By name, with a binary search.
    Name(&'a str),
}

crate::digest::digested! { enum ClipRef<'_> { Id(it), Name(it) } }

impl ClipRef<'_> {
    pub(crate) fn id<S: ClipSource + ?Sized>(self, clips: &S) -> Result<ClipId, LookupError> {
        match self {
            Self::Id(id) => Ok(id),
            Self::Name(name) => clips.id(name),
        }
    }
}

impl From<ClipId> for ClipRef<'_> {
    fn from(id: ClipId) -> Self {
        Self::Id(id)
    }
}
impl<'a> From<&'a str> for ClipRef<'a> {
    fn from(name: &'a str) -> Self {
        Self::Name(name)
    }
}
impl<'a> From<&'a String> for ClipRef<'a> {
    fn from(name: &'a String) -> Self {
        Self::Name(name)
    }
}

/// A store of clips: [`Clips`], or an engine's own store of assets.
///
/// # Examples
///
/// ```
/// use cueline::{
///     clip::{Clip, ClipBuilder, ClipId, LookupError, ClipSource},
///     playback::{Player, Repeat},
///     time::Span,
/// };
///
/// /// A store that only ever holds one clip.
/// struct One(Clip);
///
/// impl ClipSource for One {
///     fn get(&self, id: ClipId) -> Result<&Clip, LookupError> {
///         if id == ClipId::new(0, self.0.name()) { Ok(&self.0) } else { Err(LookupError::Unknown(id)) }
///     }
///     fn id(&self, name: &str) -> Result<ClipId, LookupError> {
///         let known = [self.0.name()];
///         if name == known[0] { Ok(ClipId::new(0, name)) } else { Err(LookupError::no_clip(name, known)) }
///     }
///     fn revision(&self) -> u64 {
///         self.0.digest()
///     }
/// }
///
/// let store = One(ClipBuilder::new("walk").duration(Span::from_secs(1)).build()?);
/// let mut player = Player::new();
/// player.play(&store, "walk", Repeat::Forever)?;
/// let wrong = player.play(&store, "wolk", Repeat::Forever).unwrap_err();
/// assert_eq!(wrong.to_string(), r#"there is no clip "wolk"; did you mean "walk"? There are: walk"#);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub trait ClipSource {
    /// The clip of that id.
    ///
    /// # Errors
    ///
    /// [`LookupError`] if the library has no clip with that id.
    fn get(&self, id: ClipId) -> Result<&Clip, LookupError>;

    /// The id of the clip called `name`.
    ///
    /// # Errors
    ///
    /// [`LookupError::Clip`] if there is none.
    fn id(&self, name: &str) -> Result<ClipId, LookupError>;

    /// The id of the clip called `name`; `None` where [`id`](Self::id) has an error, which lists all names.
    fn find(&self, name: &str) -> Option<ClipId> {
        self.id(name).ok()
    }

    /// The id that the clip of an `id` of another library has here: for a loaded state whose clips were added in another
    /// order. `None` if there is no such clip, or if two clips could be meant; by default, always.
    fn moved(&self, id: ClipId) -> Option<ClipId> {
        _ = id;
        None
    }

    /// A number that changes whenever a clip is added, replaced or removed. Equal clips may give equal numbers.
    ///
    /// A [`Player`](crate::playback::Player) compares it in every step; when it has changed, the player visits all
    /// its items. A counter is enough for a single library. [`Clips`] returns a digest.
    fn revision(&self) -> u64;
}

/// A library of clips with different names.
///
/// # Examples
///
/// ```
/// use cueline::{clip::{ClipBuilder, LookupError, Clips}, time::Span};
///
/// let mut clips = Clips::new();
/// let hop = clips.add(ClipBuilder::new("hop").duration(Span::from_millis(300)).build()?)?;
/// assert_eq!(clips.id("hop")?, hop);
///
/// let longer = ClipBuilder::new("hop").duration(Span::from_millis(500)).build()?;
/// assert_eq!(clips.replace(longer)?, hop, "a hot reload keeps the id");
///
/// assert_eq!(clips.remove(hop)?.duration(), Span::from_millis(500));
/// assert_eq!(clips.get(hop).unwrap_err(), LookupError::Removed(hop));
/// assert_eq!(clips.len(), 0);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Clips {
    /// By the index of the id. The place of a removed clip stays for a later clip of the same name.
    places: Vec<ClipPlace>,
    /// Indices into `places`, sorted by name.
    by_name: Vec<u32>,
    /// The number of places with a clip.
    len: usize,
    /// The sum of the clips' digests, each mixed with its id.
    revision: u64,
}

#[derive(Clone, Debug, PartialEq)]
struct ClipPlace {
    id: ClipId,
    name: Box<str>,
    clip: Option<Clip>,
}

impl Clips {
    /// An empty library.
    #[must_use]
    pub const fn new() -> Self {
        Self { places: Vec::new(), by_name: Vec::new(), len: 0, revision: 0 }
    }

    /// Adds a clip. A clip with the name of a removed clip gets the id of that clip.
    ///
    /// # Errors
    ///
    /// [`LookupError::DuplicateName`] if the library has a clip of that name; [`LookupError::LibraryFull`] after `u32::MAX`
    /// names.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::clip::{ClipBuilder, Clips};
    ///
    /// let mut clips = Clips::new();
    /// let walk = clips.add(ClipBuilder::new("walk").build()?)?;
    /// assert_eq!(clips.id("walk"), Ok(walk));
    /// let twice = clips.add(ClipBuilder::new("walk").build()?).unwrap_err();
    /// assert_eq!(twice.to_string(), "there is a clip called \"walk\" already");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add(&mut self, clip: Clip) -> Result<ClipId, LookupError> {
        match self.place(clip.name()) {
            Ok(index) if self.places[index].clip.is_some() => {
                Err(LookupError::DuplicateName { name: clip.name().into() })
            }
            _ => self.replace(clip),
        }
    }

    /// Replaces the clip of the same name and keeps its id; or adds the clip.
    ///
    /// Players take over the new clip in their next step: see
    /// [`Player::reload`](crate::playback::Player::reload).
    ///
    /// # Errors
    ///
    /// [`LookupError::LibraryFull`] after `u32::MAX` names.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::{ClipBuilder, Clips}, time::ms};
    ///
    /// let mut clips = Clips::new();
    /// let walk = clips.add(ClipBuilder::new("walk").build()?)?;
    /// let same = clips.replace(ClipBuilder::new("walk").duration(ms(400)).build()?)?;
    /// assert_eq!(same, walk); // what plays it goes on with the new clip
    /// assert_eq!(clips.get(walk)?.duration(), ms(400));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn replace(&mut self, clip: Clip) -> Result<ClipId, LookupError> {
        let place = match self.place(clip.name()) {
            Ok(index) => index,
            Err(sorted) => {
                let index =
                    u32::try_from(self.places.len()).map_err(|_| LookupError::LibraryFull)?;
                self.by_name.insert(sorted, index);
                let id = ClipId::new(index, clip.name());
                self.places.push(ClipPlace { id, name: clip.name().into(), clip: None });
                self.places.len() - 1
            }
        };
        let added = mixed(self.places[place].id, &clip);
        let before = self.places[place].clip.replace(clip);
        let id = self.places[place].id;
        self.revision = self.revision.wrapping_add(added);
        match before {
            Some(before) => self.revision = self.revision.wrapping_sub(mixed(id, &before)),
            None => self.len += 1,
        }
        Ok(id)
    }

    /// Removes a clip from the library and returns it.
    ///
    /// From then on calls with the id return [`LookupError::Removed`], until a clip of the same name is added. Items that play
    /// the clip continue to the end of its duration, without cues; an item that loops forever continues until it is
    /// stopped.
    ///
    /// # Errors
    ///
    /// [`LookupError`] if the library does not have a clip of that id.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::clip::{ClipBuilder, LookupError, Clips};
    ///
    /// let mut clips = Clips::new();
    /// let walk = clips.add(ClipBuilder::new("walk").build()?)?;
    /// assert_eq!(clips.remove(walk)?.name(), "walk");
    /// assert_eq!(clips.get(walk).unwrap_err(), LookupError::Removed(walk));
    /// assert_eq!(clips.add(ClipBuilder::new("walk").build()?)?, walk); // the same name, the same id
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remove(&mut self, id: ClipId) -> Result<Clip, LookupError> {
        self.get(id)?;
        let place = self.places.get_mut(id.index() as usize).ok_or(LookupError::Unknown(id))?;
        let clip = place.clip.take().ok_or(LookupError::Removed(id))?;
        self.len -= 1;
        self.revision = self.revision.wrapping_sub(mixed(id, &clip));
        Ok(clip)
    }

    /// The clip of an id.
    ///
    /// # Errors
    ///
    /// [`LookupError::Removed`] if the clip was removed, [`LookupError::OtherLibrary`] and
    /// [`LookupError::Unknown`] for an id of another library.
    pub fn get(&self, id: ClipId) -> Result<&Clip, LookupError> {
        match self.places.get(id.index() as usize) {
            None => Err(LookupError::Unknown(id)),
            Some(place) if place.id != id => Err(LookupError::OtherLibrary(id)),
            Some(place) => match &place.clip {
                Some(clip) => Ok(clip),
                None => Err(LookupError::Removed(id)),
            },
        }
    }

    /// The id of the clip called `name`; `None` if there is none. [`id`](Self::id) lists the other names then, which takes as long
    /// as there are many.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::clip::{ClipBuilder, Clips};
    ///
    /// let mut clips = Clips::new();
    /// let walk = clips.add(ClipBuilder::new("walk").build()?)?;
    /// assert_eq!(clips.find("walk"), Some(walk));
    /// clips.remove(walk)?;
    /// assert_eq!(clips.find("walk"), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn find(&self, name: &str) -> Option<ClipId> {
        let place = &self.places[self.place(name).ok()?];
        place.clip.is_some().then_some(place.id)
    }

    /// The id of the clip called `name`.
    ///
    /// # Errors
    ///
    /// [`LookupError::Clip`] if there is none, with the nearest name.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::clip::{ClipBuilder, Clips};
    ///
    /// let mut clips = Clips::new();
    /// clips.add(ClipBuilder::new("walk").build()?)?;
    /// let error = clips.id("wlak").unwrap_err();
    /// assert_eq!(error.to_string(), "there is no clip \"wlak\"; did you mean \"walk\"? There are: walk");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn id(&self, name: &str) -> Result<ClipId, LookupError> {
        let missing = || LookupError::no_clip(name, self.iter().map(|(_, clip)| clip.name()));
        self.find(name).ok_or_else(missing)
    }

    /// All clips with their ids, by index.
    pub fn iter(&self) -> impl Iterator<Item = (ClipId, &Clip)> {
        self.places.iter().filter_map(|place| Some((place.id, place.clip.as_ref()?)))
    }

    /// The number of clips, without removed ones.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether the library has no clips.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// A digest of all clips with their ids: equal for two libraries with the same clips.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::clip::{ClipBuilder, Clips};
    /// let mut clips = Clips::new();
    /// clips.add(ClipBuilder::new("walk").build()?)?;
    /// clips.add(ClipBuilder::new("run").build()?)?;
    /// let before = clips.revision();
    /// clips.add(ClipBuilder::new("jump").build()?)?;
    /// assert_ne!(clips.revision(), before);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The index of the place of a name, or the index in `by_name` at which to insert it.
    fn place(&self, name: &str) -> Result<usize, usize> {
        let by_name = |index: &u32| (*self.places[*index as usize].name).cmp(name);
        self.by_name.binary_search_by(by_name).map(|sorted| self.by_name[sorted] as usize)
    }
}

/// The term of a clip in the revision.
fn mixed(id: ClipId, clip: &Clip) -> u64 {
    digest(&(id, clip.digest()))
}

impl ClipSource for Clips {
    fn get(&self, id: ClipId) -> Result<&Clip, LookupError> {
        Self::get(self, id)
    }

    fn id(&self, name: &str) -> Result<ClipId, LookupError> {
        Self::id(self, name)
    }

    fn find(&self, name: &str) -> Option<ClipId> {
        Self::find(self, name)
    }

    fn moved(&self, id: ClipId) -> Option<ClipId> {
        let mut same_name = self.iter().map(|(here, _)| here).filter(|here| here.has_name_of(id));
        same_name.next().filter(|_| same_name.next().is_none())
    }

    fn revision(&self) -> u64 {
        Self::revision(self)
    }
}

impl<S: ClipSource + ?Sized> ClipSource for &S {
    fn get(&self, id: ClipId) -> Result<&Clip, LookupError> {
        S::get(self, id)
    }

    fn id(&self, name: &str) -> Result<ClipId, LookupError> {
        S::id(self, name)
    }

    fn find(&self, name: &str) -> Option<ClipId> {
        S::find(self, name)
    }

    fn moved(&self, id: ClipId) -> Option<ClipId> {
        S::moved(self, id)
    }

    fn revision(&self) -> u64 {
        S::revision(self)
    }
}

impl LookupError {
    /// The error for an unknown clip `name`, with the nearest of the `known` names; for a [`ClipSource`] of your own.
    #[must_use]
    pub fn no_clip<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        let mut known: Vec<String> = known.into_iter().map(String::from).collect();
        known.sort_unstable();
        Self::Clip(Suggestion::new(name, known))
    }
}
