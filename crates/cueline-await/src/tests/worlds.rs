//! Worlds of the game's own, with several queues and players.

use std::{cell::Cell, pin::pin, task::Poll};

use cueline::{
    clip::{ClipBuilder, Clips},
    event::{EventKind, Reason},
    playback::{Play, Player},
    sequencer::{AdvanceError, Enqueue, Sequencer, Until},
    time::Span,
};

use super::{at, flicks, poll, settle};
use crate::{
    Happened, HostError, Part, Reports, WaitError, World, pair, player_until_next, queue_until_next,
};

#[derive(Default)]
struct Game {
    clips: Clips,
    story: Sequencer<&'static str>,
    toasts: Sequencer<u8>,
    units: Player<u8>,
    cards: Player<u8>,
    shown: Vec<&'static str>,
}

const STORY: Part<Game, Sequencer<&'static str>> = Part::new("story", |game| &mut game.story);
const TOASTS: Part<Game, Sequencer<u8>> = Part::new("toasts", |game| &mut game.toasts);
const UNITS: Part<Game, Player<u8>> = Part::new("units", |game| &mut game.units);
const CARDS: Part<Game, Player<u8>> = Part::new("cards", |game| &mut game.cards);

impl World for Game {
    fn until_next(&self) -> Option<Span> {
        let queues =
            queue_until_next(&self.story).into_iter().chain(queue_until_next(&self.toasts));
        let players = [&self.units, &self.cards];
        let players = players.into_iter().flat_map(|player| player_until_next(player, &self.clips));
        queues.chain(players).min()
    }

    fn advance(&mut self, by: Span) -> Result<(), AdvanceError> {
        let Self { clips, story, toasts, units, cards, shown } = self;
        units.advance(by, clips);
        cards.advance(by, clips);
        toasts.advance(by, |_, _| ())?;
        story.advance(by, |update, _| shown.push(*update.payload))
    }

    fn report(&self, reports: &mut Reports<'_>) {
        reports.queue(STORY, &self.story);
        reports.queue(TOASTS, &self.toasts);
        reports.player(UNITS, &self.units);
        reports.player(CARDS, &self.cards);
    }
}

fn played(flicks: i64) -> Poll<Result<Happened, WaitError>> {
    Poll::Ready(Ok(Happened { at: at(flicks), reason: Reason::Played }))
}

#[test]
fn two_players_of_one_world_never_answer_each_others_waits() {
    let mut game = Game::default();
    let clip =
        |name: &str, length| ClipBuilder::new(name).duration(flicks(length)).build().unwrap();
    let short = game.clips.add(clip("short", 100)).unwrap();
    let long = game.clips.add(clip("long", 1000)).unwrap();
    let unit = game.units.play_on(1, &game.clips, short, Play::default()).unwrap();
    let card = game.cards.play_on(1, &game.clips, long, Play::default()).unwrap();
    assert_eq!(unit, card, "each player counts its own items");
    let (mut host, script) = pair::<Game>();
    let mut of_unit = pin!(script.on(UNITS).end(unit));
    let mut of_card = pin!(script.on(CARDS).end(card));
    host.advance(&mut game, flicks(500), || ()).unwrap();
    assert_eq!((poll(&mut of_unit), poll(&mut of_card)), (played(100), Poll::Pending));
    host.advance(&mut game, flicks(600), || ()).unwrap();
    assert_eq!(poll(&mut of_card), played(1000));
}

#[test]
fn two_queues_of_one_world_never_answer_each_others_waits() {
    let mut game = Game::default();
    let line = game.story.enqueue(flicks(1000), "line");
    let toast = game.toasts.enqueue(flicks(100), 1);
    assert_eq!(line, toast, "each queue counts its own entries");
    game.toasts.label("act two");
    game.story.label("act two");
    let (mut host, script) = pair::<Game>();
    let mut of_line = pin!(script.on(STORY).end(line));
    let mut of_toast = pin!(script.on(TOASTS).end(toast));
    let mut of_label = pin!(script.on(STORY).label("act two"));
    host.advance(&mut game, flicks(500), || ()).unwrap();
    assert_eq!((poll(&mut of_line), poll(&mut of_toast)), (Poll::Pending, played(100)));
    assert_eq!(poll(&mut of_label), Poll::Pending);
    game.toasts.flush();
    host.advance(&mut game, flicks(600), || ()).unwrap();
    assert_eq!((poll(&mut of_line), poll(&mut of_label)), (played(1000), played(1000)));
}

#[test]
fn a_task_goes_from_part_to_part_without_losing_time() {
    let mut game = Game::default();
    let clip = ClipBuilder::new("wave").duration(flicks(70)).build().unwrap();
    let wave = game.clips.add(clip).unwrap();
    let (mut host, script) = pair::<Game>();
    let mut task = pin!(async {
        let mut ends = Vec::new();
        ends.push(script.on(STORY).blocking(flicks(30), "walk in").await?);
        let start = script
            .with(move |game| game.units.play_on(7, &game.clips, wave, Play::default()).unwrap());
        let unit = start.await?;
        ends.push(script.on(UNITS).event(unit, EventKind::Start).await?);
        ends.push(script.on(UNITS).end(unit).await?);
        ends.push(script.on(TOASTS).enqueue(Span::ZERO, 1).await?);
        ends.push(script.on(STORY).blocking(flicks(5), "leave").await?);
        let shown = script.with(|game| game.shown.last().copied()).await?;
        let times: Vec<_> = ends.iter().map(|end| end.at.flicks()).collect();
        Ok::<_, WaitError>((shown, times))
    });
    let mut over = None;
    host.advance(&mut game, flicks(1000), || {
        settle(&mut task, &mut over);
    })
    .unwrap();
    assert_eq!(over, Some(Ok((Some("leave"), vec![30, 30, 100, 100, 105]))));
    assert_eq!(game.story.time(), at(1000));
}

#[test]
fn a_part_of_a_world_can_be_skipped_with_its_tasks() {
    let mut game = Game::default();
    let (mut host, script) = pair::<Game>();
    let mut task = pin!(async {
        let mut ends = Vec::new();
        for line in ["walk in", "bow", "leave"] {
            ends.push(script.on(STORY).blocking(flicks(100), line).await?);
        }
        Ok::<_, WaitError>(ends)
    });
    let mut over = None;
    let mut poll_task = || {
        settle(&mut task, &mut over);
    };
    host.advance(&mut game, flicks(10), &mut poll_task).unwrap();
    let skip = |game: &mut Game| {
        let Game { story, shown, .. } = game;
        let goes_on = !story.is_empty();
        let skipped = story.skip(Until::NextMoment, |update, _| shown.push(*update.payload));
        skipped.map(|()| goes_on)
    };
    host.skip(&mut game, skip, &mut poll_task).unwrap();
    let skipped = |flicks| Happened { at: at(flicks), reason: Reason::Skipped };
    assert_eq!(over, Some(Ok(vec![skipped(100), skipped(200), skipped(300)])));
    assert_eq!((game.story.time(), game.toasts.time()), (at(300), at(10)));
    // The parts' clocks differ now, and all goes on.
    host.advance(&mut game, flicks(10), || ()).unwrap();
    assert_eq!((game.story.time(), game.toasts.time()), (at(310), at(20)));
}

#[test]
fn a_world_that_does_not_play_what_is_due_at_once_is_cut_off() {
    struct Stuck(Sequencer<u8>);
    impl World for Stuck {
        fn until_next(&self) -> Option<Span> {
            queue_until_next(&self.0)
        }
        fn advance(&mut self, by: Span) -> Result<(), AdvanceError> {
            if by == Span::ZERO { Ok(()) } else { self.0.advance(by, |_, _| ()) }
        }
        fn report(&self, _: &mut Reports<'_>) {}
    }
    let (mut host, _script) = pair::<Stuck>();
    let mut world = Stuck(Sequencer::new());
    world.0.enqueue(flicks(1), 1);
    let advanced = host.advance(&mut world, flicks(10), || ());
    assert_eq!(advanced, Err(HostError::Runaway { rounds: 10_000 }));
}

#[test]
fn a_world_is_asked_for_its_reports_at_the_start_of_a_step_and_after_each_piece() {
    #[derive(Default)]
    struct Counted {
        story: Sequencer<u8>,
        reports: Cell<u32>,
    }

    const STORY: Part<Counted, Sequencer<u8>> = Part::new("story", |world| &mut world.story);

    impl World for Counted {
        fn until_next(&self) -> Option<Span> {
            queue_until_next(&self.story)
        }

        fn advance(&mut self, by: Span) -> Result<(), AdvanceError> {
            self.story.advance(by, |_, _| ())
        }

        fn report(&self, reports: &mut Reports<'_>) {
            self.reports.set(self.reports.get() + 1);
            reports.queue(STORY, &self.story);
        }
    }

    let (mut world, (mut host, script)) = (Counted::default(), pair::<Counted>());
    let entry = world.story.enqueue(flicks(1000), 1);
    let mut end = pin!(script.on(STORY).end(entry));
    let mut reports_in = |by| {
        world.reports.set(0);
        host.advance(&mut world, flicks(by), || ()).unwrap();
        world.reports.get()
    };
    // A wait that goes on is no reason to look again. The first step has a piece for the start.
    assert_eq!([100, 100, 300].map(&mut reports_in), [3, 2, 2]);
    // A piece up to the end, and one behind it.
    assert_eq!(reports_in(700), 3);
    assert_eq!(poll(&mut end), played(1000));
}
