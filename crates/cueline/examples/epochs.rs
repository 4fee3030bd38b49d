//! A turn of a tactics game: what plays together, what waits, and what runs in the background.

use std::error::Error;

use cueline::{
    sequencer::{Commands, Enqueue, EntryDuration, Handler, Sequencer, Update},
    time::Span,
};

/// What can be shown. The rules queue these and go on.
enum Show {
    Bump(&'static str),
    Damage(u32),
    Walk { unit: &'static str, seen: bool },
    Toast(&'static str),
    RefreshInterface,
}

/// Draws by printing. A game would hold its sprites here.
struct Screen;

impl Handler<Show> for Screen {
    fn update(&mut self, step: Update<'_, Show>, _: &mut Commands<'_, Show>) {
        let words = match step.payload {
            Show::Bump(who) => format!("{who} bumps"),
            Show::Damage(points) => format!("-{points}"),
            Show::Walk { unit, .. } => format!("{unit} walks"),
            Show::Toast(words) => format!("[{words}]"),
            Show::RefreshInterface => "interface updated".to_owned(),
        };
        println!("{:>4} ms  {:.2}  {words}", step.at.since_zero().millis(), step.alpha());
    }

    /// Asked when the walk's turn has come: under the fog of war it takes no time.
    fn duration(&mut self, show: &mut Show) -> Option<Span> {
        match show {
            Show::Walk { seen: true, .. } => Some(Span::from_millis(300)),
            _ => Some(Span::ZERO),
        }
    }
}

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let ms = Span::from_millis;
    let mut queue = Sequencer::new();
    queue.enqueue(ms(200), Show::Bump("knight")); // the attack ...
    queue.concurrently(ms(400), Show::Damage(7)); // ... with its damage floating up
    queue.enqueue(ms(200), Show::Bump("orc")); // the counter-attack, after both
    queue.concurrently(ms(400), Show::Damage(3));
    queue.background(ms(900), Show::Toast("The orc strikes back")); // holds back nothing
    queue.enqueue(EntryDuration::OnTurn, Show::Walk { unit: "spy", seen: false });
    queue.enqueue(EntryDuration::OnTurn, Show::Walk { unit: "scout", seen: true });
    queue.enqueue(Span::ZERO, Show::RefreshInterface); // once everything above is over

    let mut screen = Screen;
    while !queue.is_empty() {
        queue.advance_with(ms(150), &mut screen)?;
    }
    Ok(())
}
