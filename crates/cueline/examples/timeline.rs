//! A card is dealt in five steps, and taken back by seeking.
//!
//! The storyboard: a card (1) leaves the deck and (2) turns over on its way, (3) lands with a bounce and a thud,
//! (4) glows while the player may take it in, and (5) slips into the hand.

use cueline::{
    clip::CueKind,
    playback::{EventBuffer, Play, Playing, SeekPolicy},
    time::{Span, Time},
    timeline::{TimelineBuilder, cue, set, to},
    value::{Curve, Easing, Vec2},
};

/// What of the card is moved: the timeline's keys are the game's own type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Card {
    Place,
    Turn,
    Height,
    Glow,
    Face,
}

pub(crate) fn main() -> Result<(), Box<dyn core::error::Error>> {
    let ms = Span::from_millis;
    let (deck, table, hand) = (Vec2::new(0.0, 0.0), Vec2::new(8.0, 4.0), Vec2::new(8.0, 9.0));
    let deal = TimelineBuilder::new("deal a card")
        .start(Card::Place, deck)
        .start(Card::Turn, 0.0)
        .start(Card::Height, 2.0)
        .start(Card::Glow, 0.0)
        .start(Card::Face, false)
        .then(to(Card::Place, table).duration(ms(400)).eased(Easing::Out(Curve::Cubic)))
        .with(to(Card::Turn, 180.0).duration(ms(400)))
        .with(set(Card::Face, true).delayed(ms(200)))
        .then(to(Card::Height, 0.0).duration(ms(300)).eased(Easing::Out(Curve::Bounce)))
        .with(cue(CueKind::Effect, "thud"))
        .label("dealt")
        .then(to(Card::Glow, 1.0).duration(ms(150)).times(4).ping_pong())
        .then(to(Card::Place, hand).duration(ms(250)).delayed(ms(-100)))
        .then(cue(CueKind::State, "in hand"))
        .build()?;

    let mut buffer = EventBuffer::default();
    let mut playing = Playing::new(&deal, Time::ZERO, &Play::default())?;
    let now = Time::from_millis(500);
    let events = playing.step(now, &deal, &mut buffer);
    assert!(events.iter().any(|event| deal.item_name(event.id) == "thud"));
    assert_eq!(deal.sample(&Card::Place, playing.at(now).local), Ok(table));
    assert_eq!(deal.sample(&Card::Face, playing.at(now).local), Ok(true));

    // The player thinks better of it: back in mid-turn, silently; and then to the end, where all counts.
    playing.seek(now, ms(100), SeekPolicy::Silent, &deal, &mut buffer);
    assert_eq!(deal.sample(&Card::Turn, playing.at(now).local), Ok(45.0));
    assert_eq!(deal.sample(&Card::Face, playing.at(now).local), Ok(false));
    let events = playing.finish(now, &deal, &mut buffer)?;
    assert!(events.iter().any(|event| deal.item_name(event.id) == "in hand"));
    assert_eq!(deal.sample(&Card::Place, playing.at(now).local), Ok(hand));
    println!("dealt after {}, over after {}", deal.label("dealt")?, playing.at(now).local);
    Ok(())
}
