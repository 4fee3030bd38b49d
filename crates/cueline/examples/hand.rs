//! A hand of cards: deal, fan, hover, drag, play along an arc, dissolve. Each card is a value in motion; the queue
//! says only what comes after what.

use cueline::{prelude::*, sequencer::AdvanceError, value::Vec2};

#[derive(Clone, Copy, Debug, PartialEq, Lerp)]
struct Pose {
    at: Vec2,
    angle: f32,
    scale: f32,
}

struct Card {
    id: u32,
    pose: Moving<Pose>,
    opacity: f32,
}

enum Show {
    Fly { id: u32, from: Pose },
    Dissolve { id: u32 },
    Discard { id: u32 },
}

#[derive(Default)]
struct Table {
    hand: Vec<Card>,
    played: Vec<Card>,
    queue: Sequencer<Show>,
}

const SNAPPY: Spring = Spring::snappy(ms(350));
const DECK: Pose = Pose { at: Vec2::new(50.0, 50.0), angle: 0.0, scale: 0.8 };
const PILE: Pose = Pose { at: Vec2::new(900.0, 300.0), angle: 1.5, scale: 0.8 };

/// Where a card rests.
fn fan(i: usize, count: usize) -> Pose {
    let offset = i as f32 - (count as f32 - 1.0) / 2.0;
    let at = Vec2::new(500.0 + 80.0 * offset, 600.0 + 8.0 * offset * offset);
    Pose { at, angle: 0.1 * offset, scale: 1.0 }
}

impl Table {
    fn deal(&mut self, now: Time, count: u32) {
        let card = |id| Card { id, pose: Moving::at(DECK), opacity: 1.0 };
        self.hand = (0..count).map(card).collect();
        for (i, card) in self.hand.iter_mut().enumerate() {
            card.pose.spring_after(now, ms(60) * i, fan(i, count as usize), SNAPPY);
        }
    }

    fn arrange(&mut self, now: Time, hovered: Option<usize>) {
        let count = self.hand.len();
        for (i, card) in self.hand.iter_mut().enumerate() {
            let rest = fan(i, count);
            let lifted = Pose { at: Vec2::new(rest.at.x, 520.0), angle: 0.0, scale: 1.4 };
            let pose = if hovered == Some(i) { lifted } else { rest };
            card.pose.spring_to(now, pose, SNAPPY); // a card that waits to be dealt waits on
        }
    }

    fn drag(&mut self, card: usize, at: Vec2) {
        self.hand[card].pose.set(Pose { at, angle: 0.0, scale: 1.2 });
    }

    fn play(&mut self, now: Time, card: usize) {
        let card = self.hand.remove(card);
        let (id, from) = (card.id, card.pose.value(now));
        self.played.push(card);
        self.arrange(now, None); // the others close up
        let fly = self.queue.now(ms(400), Show::Fly { id, from }); // whatever else is queued
        let gone = self.queue.after(fly, ms(300), Show::Dissolve { id });
        self.queue.after(gone, Span::ZERO, Show::Discard { id });
    }

    fn frame(&mut self, dt: Span) -> Result<(), AdvanceError> {
        let Self { queue, played, .. } = self;
        queue.advance(dt, |update, _| match *update.payload {
            Show::Fly { id, from } => {
                let t = update.eased(Easing::OUT_CUBIC);
                let mut pose = from.lerp(&PILE, t.into());
                pose.at.y -= 400.0 * t * (1.0 - t); // the arc
                for card in played.iter_mut().filter(|card| card.id == id) {
                    card.pose.set(pose);
                }
            }
            Show::Dissolve { id } => {
                let card = played.iter_mut().find(|card| card.id == id);
                card.into_iter().for_each(|card| card.opacity = 1.0 - update.alpha());
            }
            Show::Discard { id } => played.retain(|card| card.id != id),
        })
    }
}

pub(crate) fn main() -> Result<(), AdvanceError> {
    let (mut table, start) = (Table::default(), Time::ZERO);
    table.deal(start, 5);
    table.arrange(start + ms(100), Some(1)); // the mouse comes by while cards are still dealt
    let last = &table.hand[4].pose;
    assert_eq!(last.value(start + ms(240)), DECK, "the last card waits for its turn all the same");
    assert_eq!(table.hand[1].pose.value(start + secs(3.0)).scale, 1.4);

    let now = start + secs(3.0);
    table.drag(1, Vec2::new(600.0, 300.0));
    table.play(now, 1);
    table.play(now, 0); // at once: nothing waits for anything
    table.frame(ms(200))?;
    assert_eq!((table.hand.len(), table.played.len()), (3, 2));
    assert!(table.played[0].pose.value(now).at.y < 300.0, "above both ends of its arc");
    table.frame(ms(350))?;
    assert_eq!(table.played[0].opacity, 0.5, "150 of 300 ms after the 400 ms of the flight");
    table.frame(ms(150))?;
    assert!(table.played.is_empty() && table.queue.is_empty());
    assert_eq!(table.hand[0].pose.value(now + secs(3.0)), fan(0, 3), "closed up");
    Ok(())
}
