//! What is due when, for a great many things that are each put in line once.
//!
//! A hierarchical timing wheel (Varghese and Lauck, "Hashed and hierarchical timing wheels", 1987): a
//! ring of 64 lists for the 64 ticks of the current block, one for the 64 blocks of the block around
//! that, and so on. Putting in and taking out touch two neighbours in a list; a step that meets nothing
//! reads one word for each ring. All lists run through one array, so nothing is allocated for an item.
//!
//! What is due at one tick comes out in the order in which it was put in. For at any time all
//! of it lies in the same list: which list that is depends on the tick that is due and on now alone.

use alloc::vec::Vec;

/// Five rings of 64: enough for what is due within 2^24 ticks, wherever they begin.
const RINGS: usize = 5;
/// The last ring, in which what lies beyond the block of all others waits.
const TOP: usize = RINGS - 1;
pub(super) const LISTS: u32 = 64 * 5;

#[derive(Debug)]
pub(super) struct Wheel {
    now: i64,
    /// For each ring a bit for each list that is not empty.
    filled: [u64; RINGS],
    /// First the heads of all lists, each linked in a circle with its members; then the links of the keys.
    links: Vec<Link>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Link {
    before: u32,
    after: u32,
    due: i64,
}

impl Wheel {
    /// The most keys that it has links for.
    pub(super) const MOST_KEYS: u32 = u32::MAX - LISTS;

    pub(super) fn new(now: i64) -> Self {
        let head = |list| Link { before: list, after: list, due: 0 };
        Self { now, filled: [0; RINGS], links: (0..LISTS).map(head).collect() }
    }

    /// Makes room for the next key.
    pub(super) fn add_key(&mut self) {
        self.links.push(Link { before: 0, after: 0, due: 0 });
    }

    /// Puts a key in line that is not in line. `due` is after now by less than 2^24 ticks.
    #[inline]
    pub(super) fn put(&mut self, key: u32, due: i64) {
        self.insert(LISTS + key, due);
    }

    /// Takes a key out that is in line.
    pub(super) fn take(&mut self, key: u32) {
        let Link { before, after, due } = self.links[(LISTS + key) as usize];
        self.links[before as usize].after = after;
        self.links[after as usize].before = before;
        if before == after {
            // Both are the head: nothing else was there.
            let list = self.list_of(due);
            self.filled[list as usize / 64] &= !(1 << (list % 64));
        }
    }

    /// The first of the keys that are due next, if that is no later than at `until`, and when they are due.
    ///
    /// They are all taken out together; [`after`](Self::after) leads from one to the next. Now moves on to their
    /// tick, or to `until` once nothing is left. `until` is not before now.
    #[inline]
    pub(super) fn next_until(&mut self, until: i64) -> Option<(u32, i64)> {
        while let Some((at, list)) = self.next_list() {
            if at > until {
                break;
            }
            self.now = at;
            let first = self.links[list as usize].after;
            self.links[list as usize] = Link { before: list, after: list, due: 0 };
            self.filled[list as usize / 64] &= !(1 << (list % 64));
            if list < 64 {
                return Some((first - LISTS, at));
            }
            self.spread(first);
        }
        self.now = until;
        None
    }

    /// The key behind one that was taken out with it. To be asked before that one is put in line again.
    #[inline]
    pub(super) fn after(&self, key: u32) -> Option<u32> {
        self.links[(LISTS + key) as usize].after.checked_sub(LISTS)
    }

    /// When a key is due that is in line.
    pub(super) fn due(&self, key: u32) -> i64 {
        self.links[(LISTS + key) as usize].due
    }

    /// What comes first in each list: a key and [`LISTS`], or the list itself where it is empty.
    pub(super) fn first_of_lists(&self) -> impl Iterator<Item = u32> {
        self.links[..LISTS as usize].iter().map(|link| link.after)
    }

    /// What comes behind a key that is in line: another one and [`LISTS`], or its list behind the last.
    pub(super) fn node_after(&self, key: usize) -> u32 {
        self.links[LISTS as usize + key].after
    }

    /// The list that is next to be looked into, and when its time begins.
    #[inline]
    fn next_list(&self) -> Option<(i64, u32)> {
        let place = self.now & 63;
        let ahead = self.filled[0] >> place;
        if ahead != 0 {
            let at = self.now + i64::from(ahead.trailing_zeros());
            return Some((at, list(0, at)));
        }
        (1..RINGS).find_map(|ring| {
            let block = self.now >> (6 * ring);
            // The list of the current block has been spread. What turns up behind the end of the ring
            // lies in the next turn; only the top ring has such lists.
            let next = block + 1;
            let ahead = self.filled[ring].rotate_right(u32::try_from(next & 63).unwrap_or(0));
            (ahead != 0).then(|| {
                let block = next + i64::from(ahead.trailing_zeros());
                let at = block << (6 * ring);
                (at, list(ring, at))
            })
        })
    }

    /// Distributes what was in a list, whose block has begun, over the rings below.
    fn spread(&mut self, first: u32) {
        let mut node = first;
        while node >= LISTS {
            let Link { after, due, .. } = self.links[node as usize];
            self.insert(node, due);
            node = after;
        }
    }

    #[inline]
    fn insert(&mut self, node: u32, due: i64) {
        let list = self.list_of(due);
        self.filled[list as usize / 64] |= 1 << (list % 64);
        let last = self.links[list as usize].before;
        self.links[node as usize] = Link { before: last, after: list, due };
        self.links[last as usize].after = node;
        self.links[list as usize].before = node;
    }

    /// The highest group of six bits in which `due` and now differ tells the ring.
    #[inline]
    pub(super) fn list_of(&self, due: i64) -> u32 {
        let highest = 63 - ((due ^ self.now) | 1).leading_zeros();
        list((highest as usize / 6).min(TOP), due)
    }
}

impl Clone for Wheel {
    fn clone(&self) -> Self {
        Self { now: self.now, filled: self.filled, links: self.links.clone() }
    }

    fn clone_from(&mut self, source: &Self) {
        (self.now, self.filled) = (source.now, source.filled);
        self.links.clone_from(&source.links);
    }
}

/// The list for a tick in a ring.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "below 64 * RINGS")]
fn list(ring: usize, at: i64) -> u32 {
    (64 * ring) as u32 + ((at >> (6 * ring)) & 63) as u32
}
