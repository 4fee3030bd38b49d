//! Flipbooks of every kind, at every speed and direction: the sprite shows the picture of the place of a row.

use bevy_app::prelude::*;
use bevy_asset::Assets;
use bevy_cueline::{
    cueline::{
        clip::{ClipBuilder, Order},
        playback::{Phase, Playing, RepeatMode},
        time::Time,
    },
    prelude::*,
};
use bevy_ecs::prelude::*;
use bevy_image::TextureAtlas;
use bevy_sprite::Sprite;
use bevy_ui::widget::ImageNode;

use crate::{
    Heard, app, heard,
    play::{add, listen, now, reported},
    updates,
};

/// What a sprite shows before its flipbook starts.
const NOTHING: usize = 99;

fn sprite() -> Sprite {
    let atlas = TextureAtlas { index: NOTHING, ..Default::default() };
    Sprite { texture_atlas: Some(atlas), ..Default::default() }
}

fn picture(app: &App, entity: Entity) -> usize {
    app.world().get::<Sprite>(entity).unwrap().texture_atlas.as_ref().unwrap().index
}

fn player(app: &mut App, book: Flipbook, play: impl Into<Play>) -> Entity {
    let book = add::<CueFlipbook>(app, book);
    let player = FlipbookPlayer::new(now(app), book).with_play(play);
    app.world_mut().spawn((sprite(), player)).id()
}

fn change(app: &mut App, entity: Entity, change: impl FnOnce(&mut FlipbookPlayer, Moment)) {
    let now = now(app);
    change(&mut app.world_mut().get_mut::<FlipbookPlayer>(entity).unwrap(), now);
}

/// Every order, endless and with an end, with and without an offset.
fn books() -> Vec<Flipbook> {
    let holds = [Flipbook::equal(4, ms(50)), Flipbook::each([30, 110, 70].map(ms))];
    let orders = [Order::Forward, Order::Reverse, Order::PingPong, Order::PingPongReverse];
    let mut books = Vec::new();
    for book in holds.map(Result::unwrap) {
        for book in orders.map(|order| book.clone().order(order)) {
            for book in [book.clone(), book.offset(ms(130))] {
                let times = [1, 2, 3].map(|times| book.clone().times(times).unwrap());
                books.extend(times);
                books.push(book);
            }
        }
    }
    books
}

#[test]
fn a_flipbook_shows_its_picture_from_its_start_to_its_end_and_nothing_before() {
    let mut app = app(7);
    let (start, delay) = (now(&app), ms(60));
    let books = books();
    assert_eq!(books.len(), 64);
    let all: Vec<_> = books
        .into_iter()
        .map(|book| (player(&mut app, book.clone(), Play { delay, ..Play::default() }), book))
        .collect();
    let mut shown = [0, 0];
    for frame in 0..120 {
        app.update();
        let time = app.world().resource::<CueTime>();
        let now = app.world().resource::<Shown>().time(time);
        for (entity, book) in &all {
            let begun = now >= start.time + delay;
            let right =
                if begun { book.frame_at(start.time + delay, now) as usize } else { NOTHING };
            assert_eq!(picture(&app, *entity), right, "{book:?} in frame {frame}");
            shown[usize::from(begun)] += 1;
        }
    }
    assert!(shown[0] > 64 && shown[1] > 6000, "{shown:?}");
}

#[test]
fn a_flipbook_on_an_image_of_the_ui_shows_and_reports_what_it_does_on_a_sprite() {
    type Line = (Entity, CueEventKind, Time);
    let mut app = app(7);
    app.init_resource::<Heard<Line>>().add_observer(
        |event: On<CueEvent>, mut heard: ResMut<Heard<Line>>| {
            heard.0.push((event.entity, event.kind.clone(), event.due));
        },
    );
    let mut pairs = Vec::new();
    for book in books() {
        let sprite = player(&mut app, book, Play { delay: ms(30), ..Play::default() });
        let played = app.world().get::<FlipbookPlayer>(sprite).unwrap().clone();
        let atlas = TextureAtlas { index: NOTHING, ..Default::default() };
        let image = ImageNode { texture_atlas: Some(atlas), ..Default::default() };
        pairs.push([sprite, app.world_mut().spawn((image, played)).id()]);
    }
    for frame in 0..60 {
        app.update();
        for [sprite, image] in &pairs {
            let shown = app.world().get::<ImageNode>(*image).unwrap();
            let shown = shown.texture_atlas.as_ref().unwrap().index;
            assert_eq!(shown, picture(&app, *sprite), "frame {frame}");
        }
    }
    let lines = heard::<Line>(&app);
    for pair in pairs {
        let [sprite, image] = pair.map(|entity| {
            let own = lines.iter().filter(|line| line.0 == entity);
            own.map(|line| (line.1.clone(), line.2)).collect::<Vec<_>>()
        });
        assert_eq!(image, sprite);
        assert!(!image.is_empty());
    }
}

#[test]
fn a_flipbook_shows_the_place_of_a_row_at_every_speed_and_through_every_command() {
    let forever = Play::from(Repeat::Forever);
    let plays = [
        ("speed 1", forever),
        ("speed 2", Play { speed: Speed::whole(2), ..forever }),
        ("speed 1/2", Play { speed: Speed::new(1, 2).unwrap(), ..forever }),
        ("speed -1", Play { speed: Speed::REVERSE, ..forever }),
        ("three times back", Play { speed: Speed::whole(-2), ..Repeat::Times(3).into() }),
        ("ping-pong", Play { repeat_mode: RepeatMode::PingPong, ..forever }),
        ("commands", forever),
    ];
    let mut app = app(7);
    let book = Flipbook::each([30, 110, 70].map(ms)).unwrap();
    let length = ClipBuilder::new("length").duration(ms(210)).build().unwrap();
    let start = now(&app);
    let mut all: Vec<_> = plays
        .iter()
        .map(|(name, play)| {
            let row = Playing::new(&length, start.time, play).unwrap();
            (*name, row, player(&mut app, book.clone(), *play))
        })
        .collect();
    let mut seen = Vec::new();
    for frame in 0..150 {
        let (_, row, entity) = all.last_mut().unwrap();
        change(&mut app, *entity, |player, now| match frame {
            10 => {
                player.pause(now);
                row.pause(now.time);
            }
            20 => {
                player.seek(now, ms(100));
                row.scrub(now.time, ms(100));
            }
            25 => {
                player.resume(now);
                row.resume(now.time);
            }
            40 => {
                player.reverse(now);
                row.reverse(now.time).unwrap();
            }
            90 => {
                player.set_speed(now, Speed::whole(3));
                row.set_speed(now.time, Speed::whole(3)).unwrap();
            }
            _ => {}
        });
        app.update();
        let time = app.world().resource::<CueTime>();
        let now = app.world().resource::<Shown>().time(time);
        for (name, row, entity) in &all {
            let at = row.at(now);
            let place = at.local.min(ms(210) - Span::from_flicks(1));
            let right = book.frame_at(Time::ZERO, Time::ZERO + place) as usize;
            let found = picture(&app, *entity);
            assert_eq!(found, right, "{name}, frame {frame}, {:?}", at.phase);
            seen.push((*name, found, at.phase == Phase::Ended));
        }
    }
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), 7 * 3 + 1, "every picture at every speed, and an end: {seen:?}");
}

#[test]
fn a_flipbook_reports_its_start_its_passes_and_its_end_once_at_any_frame_rate() {
    let run = |frame: u64, play: Play, times: Option<u32>| {
        let mut app = app(frame);
        listen(&mut app);
        let mut book = Flipbook::equal(3, ms(40)).unwrap();
        if let Some(times) = times {
            book = book.times(times).unwrap();
        }
        player(&mut app, book, play);
        updates(&mut app, usize::try_from(400 / frame).unwrap());
        reported(&app)
    };
    let once = Play::default();
    let thrice = [("Start", 0), ("loop 1", 120), ("loop 2", 240), ("End", 360)];
    let fast = [("Start", 0), ("loop 1", 60), ("End", 120)];
    let back = [("Start", 0), ("loop 0", 120), ("End", 240)];
    let endless = [("Start", 0), ("loop 1", 120), ("loop 2", 240), ("loop 3", 360)];
    for frame in [4, 20, 40, 100] {
        let cases = [
            (once, Some(3), &thrice[..]),
            (once, None, &endless),
            (Repeat::Times(3).into(), None, &thrice),
            (Play { speed: Speed::whole(2), ..once }, Some(2), &fast),
            (Play { speed: Speed::REVERSE, ..once }, Some(2), &back),
        ];
        for (play, times, right) in cases {
            let right: Vec<_> = right.iter().map(|(name, due)| ((*name).into(), *due)).collect();
            assert_eq!(run(frame, play, times), right, "{play:?} in frames of {frame} ms");
        }
    }
}

#[test]
fn cues_of_a_flipbook_arrive_whenever_their_pictures_show() {
    let cues =
        [Cue::effect(ms(0), "left"), Cue::state(ms(40), "right"), Cue::effect(ms(120), "end")];
    let book = Flipbook::equal(3, ms(40)).unwrap().with_cues(cues).unwrap();
    let turning = book.clone().order(Order::PingPong);
    let thrice = book.clone().times(3).unwrap();
    let fast = Play { speed: Speed::whole(2), ..Play::default() };
    let back = Play { speed: Speed::REVERSE, ..Play::default() };
    let (pass, round) = (
        [("left", 0), ("right", 40), ("end", 120)],
        // The frame at which it turns shows once: 0 1 2 1, and again.
        [("left", 0), ("right", 40), ("end", 120), ("right", 120)],
    );
    let repeated = |list: &[(&'static str, i64)], length: i64, until: i64| {
        let all = (0..9).flat_map(|n| list.iter().map(move |(name, at)| (*name, n * length + at)));
        all.filter(|(_, at)| *at <= until).collect::<Vec<_>>()
    };
    let halved = repeated(&pass, 120, 720).into_iter().map(|(name, at)| (name, at / 2)).collect();
    let mirrored = [("end", 0), ("right", 80), ("left", 120)];
    let cases = [
        ("forward", &book, Play::default(), repeated(&pass, 120, 360)),
        ("three passes", &thrice, Play::default(), repeated(&pass, 120, 360)[..9].to_vec()),
        ("there and back", &turning, Play::default(), repeated(&round, 160, 360)),
        ("speed 2", &book, fast, halved),
        ("backward", &thrice, back, repeated(&mirrored, 120, 360)[..9].to_vec()),
    ];
    for frame in [4, 20, 40, 120] {
        for (what, book, play, wanted) in &cases {
            let mut app = app(frame);
            listen(&mut app);
            player(&mut app, (*book).clone(), *play);
            updates(&mut app, usize::try_from(360 / frame).unwrap());
            let is_cue = |name: &str| ["left", "right", "end"].contains(&name);
            let heard: Vec<_> =
                reported(&app).into_iter().filter(|(name, _)| is_cue(name)).collect();
            let heard: Vec<_> = heard.iter().map(|(name, due)| (&**name, *due)).collect();
            assert_eq!(heard, *wanted, "{what} in frames of {frame} ms");
        }
    }
}

#[test]
fn a_flipbook_that_has_ended_leaves_the_sprite_to_the_game_until_it_plays_again() {
    let mut app = app(20);
    listen(&mut app);
    let entity =
        player(&mut app, Flipbook::equal(3, ms(40)).unwrap(), Play::from(Repeat::Times(1)));
    updates(&mut app, 1);
    change(&mut app, entity, |player, _| player.finish());
    updates(&mut app, 2);
    assert_eq!(picture(&app, entity), 2);
    app.world_mut().entity_mut(entity).insert(sprite());
    updates(&mut app, 3);
    assert_eq!(picture(&app, entity), NOTHING);
    change(&mut app, entity, |player, now| player.seek(now, ms(50)));
    updates(&mut app, 1);
    assert_eq!(picture(&app, entity), 1);
    let names: Vec<_> = reported(&app).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["Start", "End"]);
}

#[test]
fn a_flipbook_that_gets_other_passes_in_its_file_plays_by_them() {
    let (mut app, _) = crate::files::app_with(&[]);
    listen(&mut app);
    let once = Flipbook::equal(3, ms(40)).unwrap().times(1).unwrap();
    let book = add::<CueFlipbook>(&mut app, once);
    let player = FlipbookPlayer::new(now(&app), book.clone());
    let entity = app.world_mut().spawn((sprite(), player)).id();
    crate::files::run(&mut app, 9);
    assert_eq!(picture(&app, entity), 2, "it is over");
    let endless = Flipbook::equal(3, ms(40)).unwrap();
    app.world_mut().resource_mut::<Assets<CueFlipbook>>().insert(&book, endless.into()).unwrap();
    crate::files::run(&mut app, 12);
    assert_eq!(picture(&app, entity), 420 / 40 % 3);
    let heard = reported(&app);
    assert_eq!(heard[..2], [("Start".into(), 0), ("End".into(), 120)]);
    assert_eq!(heard.last(), Some(&("loop 3".into(), 360)));
    assert!(heard.iter().skip(2).all(|(name, _)| name.starts_with("loop")), "{heard:?}");
}
