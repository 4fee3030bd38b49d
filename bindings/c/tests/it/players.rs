//! Players: what their saves are of, and how several of them write one property.

use core::ptr;

use cueline::{
    playback::{Blend, Weight},
    value::Vec2,
};
use cueline_c::*;

use super::{alone, c, reason};

/// Each of the three kinds twice, of the same duration and with other content. The clips are a file of their own: for most tests they
/// are enough, and Miri takes seconds to read a text.
const CLIPS: &[u8] = br#"(version: 1, clips: {
    "walk": (duration: "900ms", tracks: {"x": F64([(at: 0, value: 10.0)]), "at": Vec2([(at: 0, value: (1.0, 2.0))])}),
    "run": (duration: "900ms", tracks: {"x": F64([(at: 0, value: 20.0)]), "at": Vec2([(at: 0, value: (5.0, 0.0))])}),
    "rest": (duration: "900ms", tracks: {"x": Bool([(at: 0, value: true)]), "sign": Text([(at: 0, value: "z")])}),
})"#;
const OTHERS: &[u8] = br#"(version: 1, timelines: {
    "enter": (items: [(action: Tween({"x": (from: F64(0.0), to: F64(1.0))}), duration: "900ms")]),
    "leave": (items: [(action: Tween({"x": (from: F64(0.0), to: F64(2.0))}), duration: "900ms")]),
}, flipbooks: {
    "glow": (frames: Run(count: 4, hold: "100ms")),
    "spin": (frames: Run(count: 2, hold: "200ms")),
})"#;

struct Files {
    library: u64,
    made: Vec<u64>,
}

impl Files {
    fn new() -> Self {
        let mut library = 0;
        assert_eq!(c!(cueline_library_new(&raw mut library)), CUELINE_OK);
        let files = Self { library, made: vec![library] };
        files.load(c"clips.ron", CLIPS);
        files
    }

    fn load(&self, name: &core::ffi::CStr, bytes: &[u8]) {
        let (name, first) = (name.as_ptr(), bytes.as_ptr());
        let status = c!(cueline_library_load(self.library, name, first, bytes.len()));
        assert_eq!(status, CUELINE_OK, "{}", reason());
    }

    fn keep(&mut self, status: i32, object: u64) -> u64 {
        assert_eq!(status, CUELINE_OK, "{}", reason());
        self.made.push(object);
        object
    }

    fn clip(&mut self, name: &core::ffi::CStr) -> u64 {
        let mut clip = 0;
        let status = c!(cueline_library_clip(self.library, name.as_ptr(), &raw mut clip));
        self.keep(status, clip)
    }

    fn all(&mut self) -> Vec<u64> {
        self.load(c"others.ron", OTHERS);
        let library = self.library;
        let mut all: Vec<_> = [c"walk", c"run"].map(|name| self.clip(name)).into();
        let mut found = 0;
        for name in [c"enter", c"leave"] {
            let status = c!(cueline_library_timeline(library, name.as_ptr(), &raw mut found));
            all.push(self.keep(status, found));
        }
        for name in [c"glow", c"spin"] {
            let status = c!(cueline_library_flipbook(library, name.as_ptr(), &raw mut found));
            all.push(self.keep(status, found));
        }
        all
    }

    fn player(&mut self, clip: u64, play: Option<Play>) -> u64 {
        let mut player = 0;
        let play = play.as_ref().map_or(ptr::null(), ptr::from_ref);
        let status = c!(cueline_player_new(clip, 0, play, &raw mut player));
        self.keep(status, player)
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        for object in &self.made {
            assert_eq!(cueline_free(*object), CUELINE_OK);
        }
    }
}

const ONCE: Play = Play {
    delay: 0,
    from: 0,
    to: CUELINE_NEVER,
    speed_num: 1,
    speed_den: 1,
    passes: 1,
    fade_in: 0,
    weight: 1.0,
    repeat: CUELINE_REPEAT_RESTART,
    coalesced: 0,
};

#[test]
fn a_save_of_a_player_is_refused_by_anything_but_what_it_played() {
    let _alone = alone();
    let mut files = Files::new();
    let all = files.all();
    for (saved, what) in all.iter().enumerate() {
        let player = files.player(*what, None);
        let (mut bytes, mut length) = ([0; 256], 0);
        assert_eq!(c!(cueline_save(player, bytes.as_mut_ptr(), 256, &raw mut length)), CUELINE_OK);
        for (loaded, other) in all.iter().enumerate() {
            let mut again = 0;
            let status = c!(cueline_player_load(*other, bytes.as_ptr(), length, &raw mut again));
            if loaded == saved {
                files.keep(status, again);
            } else {
                assert_eq!((status, again), (CUELINE_DATA, 0), "save {saved}, content {loaded}");
                assert!(reason().contains("of a player of something else"), "{}", reason());
            }
        }
    }
}

/// The numbers of a property of several players; the status if there is none.
fn value(players: &[u64], name: &core::ffi::CStr, ms: i64) -> Result<Vec<f64>, i32> {
    let (mut numbers, mut count) = ([0.0; 4], usize::MAX);
    let (first, name) = (numbers.as_mut_ptr(), name.as_ptr());
    let status = c!(cueline_players_value(
        players.as_ptr(),
        players.len(),
        name,
        ms * CUELINE_MS,
        first,
        4,
        &raw mut count
    ));
    if status == CUELINE_OK { Ok(numbers[..count].to_vec()) } else { Err(status) }
}

#[test]
fn players_blend_as_the_core_blends() {
    let _alone = alone();
    let mut files = Files::new();
    let (walk, run) = (files.clip(c"walk"), files.clip(c"run"));
    let walk = files.player(walk, None);
    let fading = Play { delay: 100 * CUELINE_MS, fade_in: 200 * CUELINE_MS, ..ONCE };
    let run = files.player(run, Some(fading));
    for ms in [0_i64, 100, 150, 200, 299, 300, 900] {
        let faded = u32::try_from((ms - 100).clamp(0, 200)).expect("not below zero");
        let weight = Weight::from_bits(faded * 65536 / 200);
        let (mut x, mut at) = (Blend::new(), Blend::new());
        x.put(10.0, Weight::FULL);
        x.put(20.0, weight);
        at.put(Vec2 { x: 1.0, y: 2.0 }, Weight::FULL);
        at.put(Vec2 { x: 5.0, y: 0.0 }, weight);
        let at: Vec2 = at.over(&Vec2 { x: 0.0, y: 0.0 });
        assert_eq!(value(&[walk, run], c"x", ms), Ok(vec![x.over(&0.0)]), "{ms} ms");
        assert_eq!(value(&[walk, run], c"at", ms), Ok(vec![at.x.into(), at.y.into()]), "{ms} ms");
    }
    assert_eq!(value(&[run, walk], c"x", 300), Ok(vec![10.0]), "the last one lies on top");
    assert_eq!(value(&[run], c"x", 150), Ok(vec![20.0]), "the lowest counts fully");
}

#[test]
fn who_waits_or_has_faded_out_is_left_out_of_a_blend() {
    let _alone = alone();
    let mut files = Files::new();
    let walk = files.clip(c"walk");
    let rest = files.clip(c"rest");
    let late = files.player(walk, Some(Play { delay: 100 * CUELINE_MS, ..ONCE }));
    let (walk, rest) = (files.player(walk, None), files.player(rest, None));
    assert_eq!(value(&[late], c"x", 99), Ok(vec![]), "it waits");
    assert_eq!(value(&[late], c"x", 100), Ok(vec![10.0]));
    assert_eq!(cueline_player_fade_to(walk, 0, 0.5, 0), CUELINE_OK);
    let mut state = PlayerState::default();
    assert_eq!(c!(cueline_player_state(walk, 0, &raw mut state)), CUELINE_OK);
    assert_eq!(state.weight, 0.5);
    assert_eq!(cueline_player_fade_out(walk, 0, 200 * CUELINE_MS), CUELINE_OK);
    assert_eq!(value(&[walk], c"x", 199), Ok(vec![10.0]));
    assert_eq!(value(&[walk], c"x", 200), Ok(vec![]), "it has faded out");
    let (mut events, mut count) = ([Event::default(); 4], 0);
    let step =
        c!(cueline_player_step(walk, CUELINE_SECOND, events.as_mut_ptr(), 4, &raw mut count));
    assert_eq!((step, count), (CUELINE_OK, 2));
    assert_eq!((events[1].kind, events[1].reason), (CUELINE_EVENT_END, CUELINE_REASON_CANCELLED));
    assert_eq!(events[1].due, 200 * CUELINE_MS);

    assert_eq!(value(&[late, rest], c"x", 100), Err(CUELINE_KIND));
    assert_eq!(reason(), "the property is of kind f64 in one player and of kind bool in another");
    assert_eq!(value(&[late, rest], c"sign", 100), Err(CUELINE_KIND), "a text");
    assert_eq!(value(&[late, rest], c"at", 100), Ok(vec![1.0, 2.0]), "one of them has it");
    assert_eq!(value(&[late, rest], c"y", 100), Err(CUELINE_UNKNOWN));
    assert_eq!(value(&[], c"x", 100), Ok(vec![]));
    for weight in [f64::NAN, f64::INFINITY, -0.1, 65536.0] {
        assert_eq!(cueline_player_fade_to(late, 0, weight, 0), CUELINE_ARGUMENT, "{weight}");
    }
}
