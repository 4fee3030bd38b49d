//! Clocks that run on other clocks.
//!
//! A game has a handful of clocks: the real time, on it the clocks of the menu and of the world, and on the world a clock
//! for slow motion. The game adds them at its start and never removes one, so an id is a number. For an object that
//! exists for a short time only, use a separate [`Clock`] and advance it by the window of its parent.

use alloc::vec::Vec;
use core::fmt;

use super::{Clock, ClockWindow, Span};

/// A clock of a [`ClockTree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ClockId(u32);

impl ClockId {
    /// The clock on which all others run.
    pub const ROOT: Self = Self(0);

    /// The index of the clock, from 0, in the order in which the clocks were added.
    ///
    /// ```
    /// use cueline::time::{Clock, ClockId, ClockTree};
    ///
    /// let mut clocks = ClockTree::new(Clock::new());
    /// let world = clocks.add(ClockId::ROOT, Clock::new())?;
    /// assert_eq!((ClockId::ROOT.index(), world.index()), (0, 1));
    /// # Ok::<(), cueline::time::ClockError>(())
    /// ```
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize // a u32 fits: no target of 16 bits has the memory for such a tree
    }
}

/// A root clock and the clocks that run on it, each at its own speed on its parent.
///
/// # Examples
///
/// The world pauses, and the menu keeps running:
///
/// ```
/// use cueline::time::{Clock, ClockError, ClockId, ClockTree, Span, Speed};
///
/// let mut clocks = ClockTree::new(Clock::new());
/// let menu = clocks.add(ClockId::ROOT, Clock::new())?;
/// let world = clocks.add(ClockId::ROOT, Clock::new())?;
/// let dream = clocks.add(world, Clock::new().with_speed(Speed::from_percent(50)))?;
///
/// let mut windows = Vec::new(); // kept for the next frames
/// let frame = Span::from_millis(20);
/// clocks.advance(frame, &mut windows);
/// assert_eq!(windows[dream.index()].span(), Span::from_millis(10));
///
/// clocks.get_mut(world).unwrap().pause();
/// clocks.advance(frame, &mut windows);
/// assert_eq!(windows[menu.index()].span(), frame);
/// assert!(windows[world.index()].is_empty() && windows[dream.index()].is_empty());
///
/// clocks.step(world, frame, &mut windows)?; // by hand: what runs on it follows
/// assert_eq!(windows[dream.index()].span(), Span::from_millis(10));
///
/// let stranger = ClockTree::new(Clock::new()).get(dream).is_none();
/// assert!(stranger, "no such clock there");
/// # Ok::<(), ClockError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Vec<Node>", into = "Vec<Node>"))]
pub struct ClockTree {
    /// Never empty; parents before their children, the root first (its `parent` is itself).
    nodes: Vec<Node>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Node {
    parent: ClockId,
    clock: Clock,
}

impl ClockTree {
    /// A tree of one clock, [`ClockId::ROOT`], which advances by the real time.
    ///
    /// ```
    /// use cueline::time::{Clock, ClockId, ClockTree, Time};
    ///
    /// let clocks = ClockTree::new(Clock::starting_at(Time::from_secs(60)));
    /// assert_eq!(clocks.get(ClockId::ROOT).map(Clock::now), Some(Time::from_secs(60)));
    /// ```
    #[must_use]
    pub fn new(root: Clock) -> Self {
        Self { nodes: alloc::vec![Node { parent: ClockId::ROOT, clock: root }] }
    }

    /// Adds a clock that runs on `parent`.
    ///
    /// # Errors
    ///
    /// [`ClockError::Unknown`] if `parent` is not in this tree, [`ClockError::Full`] above 2^32 clocks.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::time::{Clock, ClockId, ClockTree};
    ///
    /// let mut clocks = ClockTree::new(Clock::new());
    /// let world = clocks.add(ClockId::ROOT, Clock::new())?;
    /// assert_eq!(clocks.parent(world), Some(ClockId::ROOT));
    /// # Ok::<(), cueline::time::ClockError>(())
    /// ```
    pub fn add(&mut self, parent: ClockId, clock: Clock) -> Result<ClockId, ClockError> {
        self.get(parent).ok_or(ClockError::Unknown { id: parent })?;
        let id = ClockId(u32::try_from(self.nodes.len()).map_err(|_| ClockError::Full)?);
        self.nodes.push(Node { parent, clock });
        Ok(id)
    }

    /// The clock `id`; `None` if it is not in this tree.
    ///
    /// ```
    /// use cueline::time::{Clock, ClockId, ClockTree, Speed};
    ///
    /// let mut clocks = ClockTree::new(Clock::new());
    /// let dream = clocks.add(ClockId::ROOT, Clock::new().with_speed(Speed::from_percent(50)))?;
    /// assert_eq!(clocks.get(dream).map(Clock::speed), Some(Speed::from_percent(50)));
    /// assert!(ClockTree::new(Clock::new()).get(dream).is_none(), "no such clock there");
    /// # Ok::<(), cueline::time::ClockError>(())
    /// ```
    #[must_use]
    pub fn get(&self, id: ClockId) -> Option<&Clock> {
        self.nodes.get(id.index()).map(|node| &node.clock)
    }

    /// The clock `id`, to change its speed or to pause it.
    ///
    /// If you advance the clock itself, its children do not move; [`step`](Self::step) moves them too.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::time::{Clock, ClockId, ClockTree, ms};
    ///
    /// let mut clocks = ClockTree::new(Clock::new());
    /// let world = clocks.add(ClockId::ROOT, Clock::new())?;
    /// clocks.get_mut(world).expect("it is in the tree").pause();
    /// let mut windows = Vec::new();
    /// clocks.advance(ms(16), &mut windows);
    /// assert!(windows[world.index()].is_empty());
    /// # Ok::<(), cueline::time::ClockError>(())
    /// ```
    #[must_use]
    pub fn get_mut(&mut self, id: ClockId) -> Option<&mut Clock> {
        self.nodes.get_mut(id.index()).map(|node| &mut node.clock)
    }

    /// The clock on which `id` runs; `None` for the root and for a clock that is not in this tree.
    ///
    /// ```
    /// use cueline::time::{Clock, ClockId, ClockTree};
    ///
    /// let mut clocks = ClockTree::new(Clock::new());
    /// let world = clocks.add(ClockId::ROOT, Clock::new())?;
    /// assert_eq!((clocks.parent(world), clocks.parent(ClockId::ROOT)), (Some(ClockId::ROOT), None));
    /// # Ok::<(), cueline::time::ClockError>(())
    /// ```
    #[must_use]
    pub fn parent(&self, id: ClockId) -> Option<ClockId> {
        if id == ClockId::ROOT { None } else { self.nodes.get(id.index()).map(|node| node.parent) }
    }

    /// Advances the root by `elapsed`, and every other clock by the time that its parent has moved.
    ///
    /// `windows` is overwritten with the window of each clock, at its [index](ClockId::index). The call allocates only if
    /// `windows` has too little capacity.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::time::{Clock, ClockId, ClockTree, Speed, ms};
    ///
    /// let mut clocks = ClockTree::new(Clock::new());
    /// let world = clocks.add(ClockId::ROOT, Clock::new().with_speed(Speed::from_percent(50)))?;
    /// let mut windows = Vec::new(); // kept for the next frames
    /// clocks.advance(ms(100), &mut windows);
    /// assert_eq!(windows[world.index()].span(), ms(50));
    /// # Ok::<(), cueline::time::ClockError>(())
    /// ```
    pub fn advance(&mut self, elapsed: Span, windows: &mut Vec<ClockWindow>) {
        self.advance_from(ClockId::ROOT, windows, |root| root.advance(elapsed));
    }

    /// Moves the clock `id` by `span` of its own time, even while it is paused, and advances its children accordingly. All
    /// other clocks keep their times. `windows` is as in [`advance`](Self::advance).
    ///
    /// # Errors
    ///
    /// [`ClockError::Unknown`] if `id` is not in this tree; then `windows` is unchanged.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::time::{Clock, ClockId, ClockTree, ms};
    ///
    /// let mut clocks = ClockTree::new(Clock::new());
    /// let world = clocks.add(ClockId::ROOT, Clock::new())?;
    /// let mut windows = Vec::new();
    /// clocks.step(world, ms(16), &mut windows)?;
    /// assert_eq!(windows[world.index()].span(), ms(16));
    /// assert!(windows[ClockId::ROOT.index()].is_empty());
    /// # Ok::<(), cueline::time::ClockError>(())
    /// ```
    pub fn step(
        &mut self,
        id: ClockId,
        span: Span,
        windows: &mut Vec<ClockWindow>,
    ) -> Result<(), ClockError> {
        self.get(id).ok_or(ClockError::Unknown { id })?;
        self.advance_from(id, windows, |clock| clock.step(span));
        Ok(())
    }

    fn advance_from(
        &mut self,
        first: ClockId,
        windows: &mut Vec<ClockWindow>,
        go: impl Fn(&mut Clock) -> ClockWindow,
    ) {
        windows.clear();
        for (index, node) in self.nodes.iter_mut().enumerate() {
            let window = if index == first.index() {
                go(&mut node.clock)
            } else {
                // The parent comes first, so that its window is there; the root has none yet and is given no time.
                let moved =
                    windows.get(node.parent.index()).map_or(Span::ZERO, |window| window.span());
                node.clock.advance(moved)
            };
            windows.push(window);
        }
    }
}

impl TryFrom<Vec<Node>> for ClockTree {
    type Error = ClockError;
    fn try_from(nodes: Vec<Node>) -> Result<Self, ClockError> {
        let misplaced =
            nodes.iter().enumerate().find(|(at, node)| node.parent.index() >= (*at).max(1));
        match misplaced {
            Some((_, node)) => Err(ClockError::Unknown { id: node.parent }),
            None if nodes.is_empty() => Err(ClockError::Unknown { id: ClockId::ROOT }),
            None => Ok(Self { nodes }),
        }
    }
}
impl From<ClockTree> for Vec<Node> {
    fn from(tree: ClockTree) -> Self {
        tree.nodes
    }
}

/// Why a [`ClockTree`] refused a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ClockError {
    /// This tree has no such clock. In a saved tree: a clock comes before its parent.
    Unknown {
        /// The requested clock.
        id: ClockId,
    },
    /// There are 2^32 clocks already.
    Full,
}
impl fmt::Display for ClockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { id } => {
                write!(f, "there is no clock {} here; an id of this tree was needed", id.0)
            }
            Self::Full => f.write_str("a tree holds at most 2^32 clocks"),
        }
    }
}
impl core::error::Error for ClockError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::{Speed, Time};

    fn tree() -> (ClockTree, [ClockId; 3]) {
        let speed = |num, den| Clock::new().with_speed(Speed::new(num, den).unwrap());
        let mut tree = ClockTree::new(Clock::new());
        let world = tree.add(ClockId::ROOT, speed(2, 3)).unwrap();
        let menu = tree.add(ClockId::ROOT, Clock::new()).unwrap();
        let dream = tree.add(world, speed(-5, 7)).unwrap();
        (tree, [world, menu, dream])
    }

    #[test]
    fn a_clock_moves_by_what_its_parent_moved() {
        let (mut tree, [world, menu, dream]) = tree();
        let mut windows = Vec::new();
        tree.advance(Span::from_flicks(42), &mut windows);
        let now = |id: ClockId| tree.get(id).unwrap().now();
        assert_eq!([now(world), now(menu), now(dream)], [28, 42, -20].map(Time::from_flicks));
        assert_eq!(windows.len(), 4);
        assert_eq!(
            (tree.parent(dream), tree.parent(world), tree.parent(ClockId::ROOT)),
            (Some(world), Some(ClockId::ROOT), None)
        );
    }

    #[test]
    fn a_step_by_hand_moves_a_branch_alone() {
        let (mut tree, [world, menu, dream]) = tree();
        tree.get_mut(world).unwrap().pause();
        let mut windows = Vec::new();
        tree.step(world, Span::from_flicks(7), &mut windows).unwrap();
        assert_eq!(windows[dream.index()].span(), Span::from_flicks(-5));
        assert!(windows[menu.index()].is_empty() && windows[ClockId::ROOT.index()].is_empty());
    }

    #[test]
    fn a_strange_clock_is_refused_and_nothing_moves() {
        let (mut tree, _) = tree();
        let before = tree.clone();
        let strange = ClockId(9);
        let mut windows = Vec::new();
        assert_eq!(tree.add(strange, Clock::new()), Err(ClockError::Unknown { id: strange }));
        assert_eq!(
            tree.step(strange, Span::FLICK, &mut windows),
            Err(ClockError::Unknown { id: strange })
        );
        assert!(
            tree.get(strange).is_none()
                && tree.get_mut(strange).is_none()
                && tree.parent(strange).is_none()
        );
        assert_eq!(tree, before);
    }

    #[test]
    fn a_save_out_of_order_is_refused() {
        let node = |parent| Node { parent: ClockId(parent), clock: Clock::new() };
        assert!(ClockTree::try_from(Vec::new()).is_err());
        assert!(ClockTree::try_from(alloc::vec![node(1)]).is_err());
        assert!(ClockTree::try_from(alloc::vec![node(0), node(1)]).is_err());
        assert!(ClockTree::try_from(alloc::vec![node(0), node(0), node(1)]).is_ok());
    }
}
