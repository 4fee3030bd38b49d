use super::*;
use proptest::prelude::*;

fn speed(num: i64, den: u64) -> Speed {
    Speed::new(num, den).unwrap()
}
fn flicks(n: i64) -> Span {
    Span::from_flicks(n)
}

#[test]
fn a_third_of_the_speed_takes_three_flicks_for_one() {
    let mut clock = Clock::new().with_speed(speed(1, 3));
    let shown: [i64; 7] = core::array::from_fn(|_| clock.advance(flicks(1)).to.flicks());
    assert_eq!(shown, [0, 0, 1, 1, 1, 2, 2]);
}

#[test]
fn a_window_has_the_direction_of_the_clock() {
    let mut clock = Clock::starting_at(Time::from_flicks(5)).with_speed(Speed::REVERSE);
    let back = clock.advance(flicks(3));
    assert_eq!(
        (back, back.is_backward()),
        (ClockWindow::new(Time::from_flicks(5), Time::from_flicks(2)), true)
    );
    assert!(clock.advance(Span::ZERO).is_empty());
    assert_eq!(clock.advance(flicks(-3)).span(), flicks(3));
}

#[test]
fn a_new_speed_keeps_the_place_and_the_remainder() {
    let mut clock = Clock::new().with_speed(speed(1, 3));
    clock.advance(flicks(2)); // two thirds of a flick
    clock.set_speed(speed(1, 7));
    assert_eq!(clock.now(), Time::ZERO);
    clock.advance(flicks(2)); // 14/21 + 6/21
    assert_eq!(clock.now(), Time::ZERO);
    clock.set_speed(speed(1, 21));
    clock.advance(flicks(1));
    assert_eq!((clock.now(), clock.part), (Time::from_flicks(1), ClockPart::ZERO));
}

#[test]
fn a_pause_keeps_the_remainder_and_the_speed() {
    let mut clock = Clock::new().with_speed(speed(1, 2));
    clock.advance(flicks(1));
    clock.pause();
    assert!(clock.advance(Span::MAX).is_empty());
    assert_eq!(clock.step(flicks(10)).span(), flicks(10), "by hand");
    clock.resume();
    clock.advance(flicks(1));
    assert_eq!((clock.now(), clock.speed()), (Time::from_flicks(11), speed(1, 2)));
}

#[test]
fn speeds_without_a_common_denominator_cost_less_than_a_flick() {
    let mut clock = Clock::new().with_speed(speed(1, u64::MAX));
    clock.advance(flicks(i64::MAX));
    clock.set_speed(speed(1, u64::MAX - 1));
    assert_eq!(clock.part.den.get(), (u64::MAX - 1) / gcd(u64::MAX - 1, (1 << 63) - 2));
    assert_eq!(clock.now(), Time::ZERO);
    clock.advance(flicks(i64::MAX));
    assert_eq!(clock.now(), Time::ZERO, "twice just below a half");
    clock.advance(flicks(2));
    assert_eq!(clock.now(), Time::from_flicks(1));
}

#[test]
fn the_ends_of_time_hold() {
    let mut clock = Clock::new().with_speed(Speed::whole(i64::MIN));
    assert_eq!(clock.advance(Span::MIN).to, Time::MAX);
    assert_eq!(clock.advance(Span::MAX).to, Time::MIN);
    assert_eq!(clock.step(Span::MIN).to, Time::MIN);
}

#[test]
fn no_drift_in_years_at_an_awkward_speed() {
    let mut clock = Clock::new().with_speed(speed(1001, 60_000));
    let frame = flicks(11_771_760 + 1);
    let frames = 60 * 3600;
    (0..frames).for_each(|_| {
        clock.advance(frame);
    });
    let mut leap = Clock::new().with_speed(speed(1001, 60_000));
    leap.advance(frame * frames);
    assert_eq!(clock, leap);
    let years = flicks(frame.flicks() * 60_000 * 10_000_000);
    leap.set(Time::ZERO);
    assert_eq!(leap.advance(years).span(), flicks(frame.flicks() * 1001 * 10_000_000));
}

proptest! {
    #[test]
    fn backwards_mirrors_forwards(s in (-999i64..999, 1u64..).prop_map(|(n, d)| speed(n, d)), span in -1i64 << 50..1 << 50) {
        let mut clock = Clock::new().with_speed(s);
        clock.advance(flicks(12_345));
        let before = clock;
        clock.advance(flicks(span));
        clock.advance(flicks(-span));
        prop_assert_eq!(clock, before);
    }
}

#[cfg(feature = "serde")]
#[test]
fn a_tampered_save_is_refused_or_made_whole() {
    let load = serde_json::from_str::<Clock>;
    assert!(load(r#"{"now":0,"part":[0,1],"speed":[1,0],"paused":false}"#).is_err());
    assert!(load(r#"{"now":0,"part":[0,0],"speed":[1,1],"paused":false}"#).is_err());
    let whole = load(r#"{"now":0,"part":[9,6],"speed":[1,1],"paused":false}"#).unwrap();
    assert_eq!(whole.part, ClockPart { num: 1, den: NonZeroU64::new(2).unwrap() });
    // No common denominator below 2^64: rounded down to one of the speed's.
    let mut odd =
        load(r#"{"now":0,"part":[1,2],"speed":[1,18446744073709551615],"paused":false}"#).unwrap();
    assert_eq!(odd.part.den.get(), u64::MAX);
    odd.advance(Span::MAX);
}

#[test]
fn a_default_clock_is_a_new_one() {
    assert_eq!(Clock::default(), Clock::new());
}
