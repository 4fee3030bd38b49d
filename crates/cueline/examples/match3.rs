//! A match-3 cascade: the rules resolve a swap at once, the queue shows it in order.
use cueline::{prelude::*, sequencer::AdvanceError};
use std::array::from_fn;
use std::collections::{BTreeMap, BTreeSet};

const SIZE: usize = 6;
const START: [&str; SIZE] = ["221210", "220322", "300130", "113020", "032121", "002332"];
type Cell = [usize; 2]; // column, row from the top
type Place = [f32; 2];

/// What can be shown.
enum Show {
    Move { gem: usize, from: Place, to: Place },
    Pop { gem: usize },
    Toast { points: usize },
}

/// The rules: columns of gems, each an id and a colour. They know nothing of any display.
struct Board {
    gems: [[(usize, usize); SIZE]; SIZE],
    next: usize,
}

fn cells() -> impl Iterator<Item = Cell> {
    (0..SIZE * SIZE).map(|n| [n / SIZE, n % SIZE])
}
fn place(cell: Cell) -> Place {
    cell.map(|n| n as f32)
}

impl Board {
    fn new() -> Self {
        let color = |x: usize, y: usize| usize::from(START[y].as_bytes()[x] - b'0');
        let column = |x| from_fn(|y| (100 + x * SIZE + y, color(x, y)));
        Self { gems: from_fn(column), next: 0 }
    }
    fn places(&self) -> BTreeMap<usize, Place> {
        cells().map(|[x, y]| (self.gems[x][y].0, place([x, y]))).collect()
    }
    /// All gems in rows of three or more of one colour.
    fn matches(&self) -> Option<BTreeSet<Cell>> {
        let mut found = BTreeSet::new();
        for ([x, y], [dx, dy]) in cells().flat_map(|cell| [(cell, [1, 0]), (cell, [0, 1])]) {
            let row = [0, 1, 2].map(|i| [x + i * dx, y + i * dy]);
            let colors = row.map(|[x, y]| Some(self.gems.get(x)?.get(y)?.1));
            found.extend(row.into_iter().filter(|_| colors == [colors[0]; 3]));
        }
        Some(found).filter(|found| !found.is_empty())
    }

    fn swap(&mut self, a: Cell, b: Cell, queue: &mut Sequencer<Show>) {
        let (first, second) = (self.gems[a[0]][a[1]], self.gems[b[0]][b[1]]);
        (self.gems[a[0]][a[1]], self.gems[b[0]][b[1]]) = (second, first);
        queue.enqueue(ms(200), Show::Move { gem: first.0, from: place(a), to: place(b) });
        queue.concurrently(ms(200), Show::Move { gem: second.0, from: place(b), to: place(a) });
    }

    /// Resolves a move with all its chains, and queues what is to be shown. Returns the points.
    fn play(&mut self, a: Cell, b: Cell, queue: &mut Sequencer<Show>) -> usize {
        self.swap(a, b, queue);
        if self.matches().is_none() {
            self.swap(a, b, queue); // no match: back again
        }
        let (mut points, mut chain) = (0, 0);
        while let Some(matched) = self.matches() {
            chain += 1;
            points += 10 * chain * matched.len();
            let pop = |[x, y]: &Cell| (ms(220), Show::Pop { gem: self.gems[*x][*y].0 });
            queue.together(matched.iter().map(pop));
            queue.background(secs(1.0), Show::Toast { points });
            queue.together(self.fall(&matched));
        }
        points
    }

    /// Lets gems fall into the gaps, and new ones from above; a longer fall takes longer.
    fn fall(&mut self, gaps: &BTreeSet<Cell>) -> Vec<(Span, Show)> {
        let mut moves = Vec::new();
        for x in 0..SIZE {
            let left = (0..SIZE).rev().filter(|y| !gaps.contains(&[x, *y]));
            let mut falling: Vec<_> = left.map(|y| (self.gems[x][y], place([x, y]))).collect();
            for above in 1..=SIZE - falling.len() {
                self.next += 1;
                falling.push(((self.next, self.next * 7 / 3 % 4), [x as f32, -(above as f32)]));
            }
            for (y, (gem, from)) in (0..SIZE).rev().zip(falling) {
                self.gems[x][y] = gem;
                let to = place([x, y]);
                let time = secs(0.1 * f64::from(to[1] - from[1]).sqrt());
                moves.extend((from != to).then_some((time, Show::Move { gem: gem.0, from, to })));
            }
        }
        moves
    }
}

fn watch(frame: Span) -> Result<(Time, usize), AdvanceError> {
    let (mut board, mut queue) = (Board::new(), Sequencer::new());
    let (mut drawn, mut score, mut end) = (board.places(), 0, Time::ZERO);
    let moves = [([0, 0], [0, 1]), ([2, 3], [3, 3]), ([4, 1], [4, 2])];
    assert_eq!(moves.map(|(a, b)| board.play(a, b, &mut queue)), [0, 620, 90]); // at once
    while !queue.is_idle() {
        queue.advance(frame, |update, _| match *update.payload {
            Show::Move { gem, from, to } => {
                end = update.at;
                drawn.insert(gem, from.lerp(&to, update.eased(Easing::IN_QUAD).into()));
            }
            Show::Pop { gem } if update.ended => drop(drawn.remove(&gem)),
            Show::Pop { .. } => {} // a game would scale it by update.alpha()
            Show::Toast { points } => score = points,
        })?;
    }
    assert_eq!(drawn, board.places(), "the display shows what the rules have decided");
    Ok((end, score))
}

pub(crate) fn main() -> Result<(), AdvanceError> {
    assert_eq!(watch(ms(7))?, watch(ms(90))?, "the same at any frame rate");
    Ok(())
}
