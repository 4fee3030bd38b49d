//! Any calls of clocks, of clocks that run on them, and of fixed steps, with any numbers: two steps equal one step of their sum.

use arbitrary::Arbitrary;
use cueline::time::{
    CatchUp, Clock, ClockWindow, FLICKS_PER_SECOND, FixedStep, FixedStepConfig, Snap, Span, Speed,
    Tick, TickRate, Time,
};

#[derive(Arbitrary, Clone, Copy, Debug)]
pub(crate) enum Call {
    Advance(i64, i64),
    Speed(u8, i64, u64),
    Pause(u8),
    Resume(u8),
    Add,
    Set(u8, i64),
    Step(u8, i64),
    Save,
    Frame(i64),
    FrameAt(i64),
    Restart,
}

#[derive(Arbitrary, Clone, Copy, Debug)]
pub(crate) struct Rules {
    rate: (u32, u32),
    most: u8,
    catch_up: Option<i64>,
    reset: bool,
    limits: Option<(i64, i64)>,
    snap: Option<(u32, u32, i64)>,
}

fn loop_of(rules: Rules) -> Option<FixedStep> {
    let mut made = FixedStepConfig::default();
    made.max_ticks = made.max_ticks.saturating_add(rules.most.into());
    made.catch_up = match rules.catch_up {
        Some(debt) => CatchUp::Carry { max_debt: Span::from_flicks(debt) },
        None if rules.reset => CatchUp::Reset,
        None => CatchUp::Drop,
    };
    if let Some((min, max)) = rules.limits {
        (made.min_frame, made.max_frame) = (Span::from_flicks(min), Span::from_flicks(max));
    }
    if let Some((num, den, tolerance)) = rules.snap {
        let display = TickRate::new(num, den).ok()?;
        made.snap = Some(Snap { display, tolerance: Span::from_flicks(tolerance) });
    }
    FixedStep::with_config(TickRate::new(rules.rate.0, rules.rate.1).ok()?, made).ok()
}

/// A clock that has reached an end of time stays there.
fn is_free(clock: &Clock) -> bool {
    ![Time::MIN, Time::MAX].contains(&clock.now())
}

/// A clock, and behind it clocks that each run on the one before.
type Chain = Vec<Clock>;

/// Moves one clock by `go`, and each clock behind it by what the one before has moved.
fn run_from(
    chain: &mut [Clock],
    first: usize,
    go: impl FnOnce(&mut Clock) -> ClockWindow,
) -> Vec<ClockWindow> {
    let mut windows = vec![go(&mut chain[first])];
    for clock in &mut chain[first + 1..] {
        let moved = windows[windows.len() - 1].span();
        windows.push(clock.advance(moved));
    }
    windows
}

fn same<T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug>(
    state: &T,
) {
    let text = serde_json::to_string(state).expect("it is data");
    assert_eq!(&serde_json::from_str::<T>(&text).expect("as it was saved"), state);
}

/// A fixed-step loop, with its input and its reports so far.
struct Account {
    steps: FixedStep,
    next: Tick,
    /// The flicks of all frames, minus the flicks reported as dropped.
    balance: i128,
}

impl Account {
    fn frame(&mut self, by: Span) {
        let before = self.steps;
        let frame = self.steps.advance(by);
        assert!((0.0..1.0).contains(&frame.alpha()));
        assert!(frame.ticks <= self.steps.config().max_ticks);
        assert_eq!(frame.first, self.next, "no tick is left out");
        self.next = self.next + i64::from(frame.ticks);
        assert_eq!(self.steps.tick(), self.next);
        if by.is_negative() {
            assert_eq!((self.steps, frame.ticks, frame.backwards), (before, 0, -by));
            return;
        }
        let flicks = |span: Span| i128::from(span.flicks());
        self.balance += flicks(by) + flicks(frame.added) - flicks(frame.dropped);
        let rate = self.steps.rate();
        let kept = flicks(self.steps.leftover()) + flicks(self.steps.snap_remainder());
        let second = i128::from(FLICKS_PER_SECOND);
        let run =
            i128::from(self.next.get()) * second * i128::from(rate.den()) / i128::from(rate.num());
        let off = self.balance - kept - run;
        let ended = self.steps.dropped() == Span::MAX || self.next == Tick::new(i64::MAX);
        assert!(ended || off.abs() <= 2 || self.steps.config().snap.is_some(), "{off} flicks off");
    }
}

pub(crate) fn run(input: (Option<Rules>, Vec<Call>)) {
    let (rules, calls) = input;
    let mut accumulator =
        rules.and_then(loop_of).map(|steps| Account { steps, next: Tick::ZERO, balance: 0 });
    let mut chain: Chain = vec![Clock::new()];
    for call in calls.into_iter().take(80) {
        let pick = |at: u8| usize::from(at) % chain.len();
        match call {
            Call::Advance(a, b) => {
                let (a, b) = (Span::from_flicks(a), Span::from_flicks(b));
                let mut once = chain.clone();
                let moved = run_from(&mut chain, 0, |root| root.advance(a));
                let midway = chain.clone();
                let windows = run_from(&mut chain, 0, |root| root.advance(b));
                for ((clock, first), second) in chain.iter().zip(&moved).zip(&windows) {
                    assert_eq!((first.to, second.to), (second.from, clock.now()));
                }
                // A clock that saturates on the way loses time.
                let free = |clocks: &Chain| clocks.iter().all(is_free);
                let narrow = |windows: &[ClockWindow]| {
                    windows.iter().all(|window| ![Span::MIN, Span::MAX].contains(&window.span()))
                };
                if let Some(whole) = a.checked_add(b) {
                    let at_once = run_from(&mut once, 0, |root| root.advance(whole));
                    let exact = [&moved, &windows, &at_once].into_iter().all(|all| narrow(all))
                        && [&midway, &chain, &once].into_iter().all(free);
                    assert!(
                        !exact || once == chain,
                        "two steps are not their sum: {once:?} {chain:?}"
                    );
                }
            }
            Call::Speed(at, num, den) => {
                if let (Ok(speed), clock) = (Speed::new(num, den), pick(at)) {
                    let clock = &mut chain[clock];
                    let now = clock.now();
                    clock.set_speed(speed);
                    assert_eq!((clock.now(), clock.speed()), (now, speed));
                }
            }
            Call::Pause(at) => {
                let at = pick(at);
                chain[at].pause();
            }
            Call::Resume(at) => {
                let at = pick(at);
                chain[at].resume();
            }
            Call::Add if chain.len() < 8 => chain.push(Clock::new()),
            Call::Add => {}
            Call::Set(at, to) => {
                let at = pick(at);
                chain[at].set(Time::from_flicks(to));
            }
            Call::Step(at, by) => {
                let at = pick(at);
                run_from(&mut chain, at, |clock| clock.step(Span::from_flicks(by)));
            }
            Call::Save => {
                same(&chain);
                if let Some(accumulator) = &accumulator {
                    same(&accumulator.steps);
                }
            }
            Call::Frame(by) => {
                if let Some(accumulator) = &mut accumulator {
                    accumulator.frame(Span::from_flicks(by));
                }
            }
            Call::FrameAt(now) => {
                if let Some(accumulator) = &accumulator {
                    let mut apart = accumulator.steps;
                    assert!((0.0..1.0).contains(&apart.frame_at(Time::from_flicks(now)).alpha()));
                }
            }
            Call::Restart => {
                if let Some(accumulator) = &mut accumulator {
                    accumulator.steps.restart();
                }
            }
        }
    }
}
