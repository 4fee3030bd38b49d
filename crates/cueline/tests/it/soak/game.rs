//! The game of the soak test: clocks, loops, a queue that is refilled, and the expected sums.

use cueline::{
    clip::{ClipBuilder, Clips, Cue, Flipbook, Order},
    event::EventKind,
    playback::{Play, PlaybackHandle, Player, Repeat, RepeatMode, Subject},
    relay::Relay,
    sequencer::{Enqueue, Sequencer},
    time::{CatchUp, Clock, FixedStep, FixedStepConfig, Span, Speed, TickRate, Time},
};

/// Durations of the consecutive entries of the queue, in flicks; one is zero.
const CHAIN: [i64; 5] = [141_120_000, 0, 246_960_001, 123_457, 352_800_000];
/// Durations of the endless clips.
const LOOPS: [i64; 4] = [705_600_000, 352_800_007, 99_999_989, 1_000_000_007];
/// All speeds are whole sixtieths.
const SPEEDS: [(i64, u64); 6] = [(1, 1), (1, 2), (5, 4), (0, 1), (1, 3), (3, 2)];
const SIXTIETHS: i128 = 60;
/// The duration of one speed setting, in flicks of real time.
const SPELL: i64 = 11 * 60 * 705_600_000 + 12_345;
/// The interval between reports of the rules, and the duration of each of the two entries.
const TURN: i64 = 2 * 705_600_000;
const SHOW: i64 = 640_000_003;

pub(crate) struct Game {
    pub(crate) frames: u64,
    /// The number of all reported events.
    pub(crate) events: u64,
    /// The state of the frame times' generator.
    dice: u64,
    real: i64,
    steps: FixedStep,
    clock: Clock,
    /// Runs on the clock.
    world: Clock,
    /// Runs on the world.
    dream: Clock,
    /// The expected time of the world, in sixtieths of a flick.
    world_sum: i128,
    spell: usize,
    clips: Clips,
    player: Player<usize>,
    walkers: Vec<PlaybackHandle>,
    /// Reported loops of each endless clip, and reported cues of the sparks that each loop of the first clip starts.
    loops: [u64; LOOPS.len()],
    sparks: u64,
    queue: Sequencer<usize>,
    ended: u64,
    relay: Relay<()>,
    blink: Flipbook,
}

impl Game {
    pub(crate) fn new() -> Self {
        let rules = FixedStepConfig {
            catch_up: CatchUp::Carry { max_debt: Span::MAX },
            ..FixedStepConfig::default()
        };
        let mut clips = Clips::new();
        let mut player = Player::new();
        let mut walkers = Vec::new();
        for (number, length) in LOOPS.into_iter().enumerate() {
            let walk =
                ClipBuilder::new(format!("walk {number}")).duration(Span::from_flicks(length));
            let clip = clips.add(walk.build().unwrap()).unwrap();
            let repeat = if number % 2 == 0 { RepeatMode::Restart } else { RepeatMode::PingPong };
            let play = Play { repeat: Repeat::Forever, repeat_mode: repeat, ..Play::default() };
            walkers.push(player.play_on(number, &clips, clip, play).unwrap());
        }
        let glow = Cue::state(Span::from_flicks(10), "glow");
        let spark = ClipBuilder::new("spark").duration(Span::from_millis(100)).cue(glow);
        clips.add(spark.build().unwrap()).unwrap();
        let mut queue = Sequencer::new();
        queue.enqueue(Span::from_flicks(CHAIN[0]), 0);
        Self {
            frames: 0,
            events: 0,
            dice: 1,
            real: 0,
            steps: FixedStep::with_config(TickRate::NTSC_60, rules).unwrap(),
            clock: Clock::new(),
            world: Clock::new(),
            dream: Clock::new().with_speed(Speed::new(-5, 7).unwrap()),
            world_sum: 0,
            spell: 0,
            clips,
            player,
            walkers,
            loops: [0; LOOPS.len()],
            sparks: 0,
            queue,
            ended: 0,
            relay: Relay::new(),
            blink: Flipbook::equal(7, Span::from_flicks(70_560_001))
                .unwrap()
                .order(Order::PingPong),
        }
    }

    /// Plays frames of irregular durations up to a moment; the last frame ends exactly there.
    pub(crate) fn play_until(&mut self, end: Span) {
        while self.real < end.flicks() {
            // Knuth's MMIX generator; between 10 and 57 ms.
            self.dice = self
                .dice
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let frame = 7_056_000 + i64::try_from(self.dice >> 39).unwrap();
            // A frame ends at each change of speed and at each report of the rules, so that the sums are exact.
            let next = |spacing: i64| spacing - self.real % spacing;
            let frame = frame.min(next(SPELL)).min(next(TURN)).min(end.flicks() - self.real);
            self.frame(frame);
        }
    }

    fn frame(&mut self, flicks: i64) {
        let by = Span::from_flicks(flicks);
        self.frames += 1;
        self.real += flicks;
        self.steps.advance(by);

        let window = self.world.advance(self.clock.advance(by).span());
        self.dream.advance(window.span());
        let (num, den) = SPEEDS[self.spell];
        self.world_sum += i128::from(flicks) * i128::from(num) * (SIXTIETHS / i128::from(den));
        self.play_world();
        if self.real % SPELL == 0 {
            self.spell = (self.spell + 1) % SPEEDS.len();
            let (num, den) = SPEEDS[self.spell];
            let speed = Speed::new(num, den).unwrap();
            self.world.set_speed(speed);
        }

        let ended = &mut self.ended;
        self.queue
            .advance(by, |step, commands| {
                if step.ended && step.role == cueline::sequencer::Role::Holding {
                    *ended += 1;
                    let next = (*step.payload + 1) % CHAIN.len();
                    commands.enqueue(Span::from_flicks(CHAIN[next]), next);
                    commands.background(Span::from_millis(700), next);
                }
            })
            .unwrap();
        self.events += self.queue.events().len() as u64;

        self.relay.display_mut().advance(by, |_, _| ()).unwrap();
        if self.real % TURN == 0 {
            self.relay.emit(&(), |(), queue| {
                queue.blocking(Span::from_flicks(SHOW), ());
                queue.blocking(Span::from_flicks(SHOW), ());
            });
        }
    }

    fn play_world(&mut self) {
        let mut thrown = 0;
        for event in self.player.advance_to(self.world.now(), &self.clips) {
            self.events += 1;
            match (event.kind, event.id) {
                (EventKind::Loop, Subject::Item { target: walker, .. }) => {
                    self.loops[walker] += 1;
                    thrown += u64::from(walker == 0);
                }
                (EventKind::Cue(0), _) => self.sparks += 1,
                _ => {}
            }
        }
        let spark = self.clips.id("spark").unwrap();
        for _ in 0..thrown {
            self.player.play_on(LOOPS.len(), &self.clips, spark, Play::default()).unwrap();
        }
    }

    /// Compares the whole game with the expected sums.
    pub(crate) fn check(&self) {
        let real = Time::from_flicks(self.real);
        let rate = TickRate::NTSC_60;
        let tick = rate.tick_at(real);
        assert_eq!((self.steps.tick(), self.steps.dropped()), (tick, Span::ZERO));
        // The moment of a tick is rounded up to a flick, the rest of the accumulator is rounded down.
        let left = (self.steps.leftover() - (real - rate.time_of(tick))).flicks();
        assert!((0..=1).contains(&left), "the accumulator is {left} flicks off");

        let world = i64::try_from(self.world_sum.div_euclid(SIXTIETHS)).unwrap();
        let at = |clock: Clock| clock.now().flicks();
        assert_eq!((at(self.clock), at(self.world)), (self.real, world));
        assert_eq!(i128::from(at(self.dream)), (i128::from(world) * -5).div_euclid(7));

        assert_eq!(self.player.now().flicks(), world);
        for (number, (walker, length)) in self.walkers.iter().zip(LOOPS).enumerate() {
            let (pass, rest) = (world / length, world % length);
            let mirrored = number % 2 == 1 && pass % 2 == 1;
            let local = Span::from_flicks(if mirrored { length - rest } else { rest });
            let position = self.player.position(*walker).unwrap();
            assert_eq!((position.pass, position.local), (pass, local), "walker {number}");
            assert_eq!(i64::try_from(self.loops[number]), Ok(pass), "loops of walker {number}");
        }
        let thrown = self.loops[0];
        assert!(self.sparks == thrown || self.sparks + 1 == thrown, "every spark glows once");
        assert!(self.player.len() <= LOOPS.len() + 1, "sparks leave");

        let blink = self.blink.frame_at(Time::ZERO, real);
        let place = u32::try_from(self.real / 70_560_001 % 12).unwrap();
        assert_eq!(blink, place.min(12 - place), "7 frames there and back are 12 places");

        let (cycles, mut rest) =
            (self.real / CHAIN.iter().sum::<i64>(), self.real % CHAIN.iter().sum::<i64>());
        let in_this = CHAIN.iter().take_while(|length| {
            rest -= **length;
            rest >= 0
        });
        let ended = cycles * 5 + i64::try_from(in_this.count()).unwrap();
        assert_eq!((self.queue.time(), i64::try_from(self.ended)), (real, Ok(ended)));
        assert!(self.queue.len() <= 10, "{} entries are queued", self.queue.len());

        let turns = u64::try_from(self.real / TURN).unwrap();
        assert_eq!(self.relay.emitted(), turns);
        assert!(turns - self.relay.shown() <= 1, "the display keeps up");
    }
}
