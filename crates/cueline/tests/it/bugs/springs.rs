//! Springs and new targets: closed form, so a step of any size is right.

use cueline::value::{MovingEvent, Vec2};

use super::*;

/// All that a value reports in steps of `frame` milliseconds.
fn reported<T: Lerp>(x: &mut Moving<T>, from: i64, to: i64, frame: usize) -> Vec<MovingEvent> {
    let mut events = Vec::new();
    for now in (from..=to).step_by(frame) {
        x.step(at(now), None, |event| events.push(event));
    }
    events
}

fn ends(events: &[MovingEvent]) -> usize {
    events.iter().filter(|event| matches!(event, MovingEvent::End(_))).count()
}

#[test]
fn svelte_11337_a_spring_does_not_burst_in_a_long_frame() {
    let mut x = Moving::at(0.0_f64);
    x.spring_to(at(0), 100.0, Spring::bouncy(ms(400)));
    for now in [100, 200, 300] {
        let (mut stepped, mut once) = (x.clone(), x.clone());
        reported(&mut stepped, 0, now, 1);
        assert_eq!(once.step(at(now), None, |_| ()), stepped.shown(at(now)), "to the bit");
        assert!(x.value(at(now)) < 130.0);
    }
}

#[test]
fn hyprutils_110_a_spring_takes_the_same_time_at_any_rate() {
    let settles = |frame| {
        let mut x = Moving::at(0.0_f64);
        x.spring_to(at(0), 1.0, Spring::snappy(ms(350)));
        reported(&mut x, 0, 3000, frame).pop()
    };
    assert_eq!(settles(1), settles(50));
    assert!(settles(1).is_some());
}

#[test]
fn fusion_194_a_spring_refuses_what_is_no_number() {
    let mut x = Moving::at(0.0_f64);
    x.spring_to(at(0), 1.0, Spring::smooth(ms(400)));
    let before = x.clone();
    assert!(!x.spring_to(at(100), f64::NAN, Spring::smooth(ms(400))));
    assert_eq!((x.value(at(100)), x.value(at(5000))), (before.value(at(100)), 1.0));
}

#[test]
fn termui_2010_after_a_sleep_a_spring_rests_at_its_target() {
    let mut x = Moving::at(0.0_f64);
    x.spring_to(at(0), 7.0, Spring::bouncy(ms(400)));
    let events = reported(&mut x, 0, 3_600_000, 3_600_000);
    assert_eq!((x.value(at(3_600_000)), ends(&events), x.is_resting()), (7.0, 1, true));
}

#[test]
fn motionone_76_a_spring_over_a_tiny_distance_is_a_spring() {
    let [mut tiny, mut large] = [1e-6, 1e6].map(|target| {
        let mut x = Moving::at(0.0_f64);
        x.spring_to(at(0), target, Spring::snappy(ms(400)));
        (x, target)
    });
    for now in [50, 100, 200] {
        let part = |(x, target): &mut (Moving<f64>, f64)| x.value(at(now)) / *target;
        let (tiny, large) = (part(&mut tiny), part(&mut large));
        assert!((tiny - large).abs() < 1e-9 && tiny > 0.0, "{tiny} {large}");
    }
    assert_eq!(tiny.0.value(at(5000)), 1e-6);
}

#[test]
fn motion_1403_a_spring_with_bounce_goes_on_from_where_it_is() {
    let mut x = Moving::at(0.0_f64);
    let spring = Spring::with_bounce(ms(500), 0.25);
    x.spring_to(at(0), 100.0, spring);
    let (place, velocity) = (x.value(at(180)), x.velocity(at(180)));
    x.spring_to(at(180), 0.0, spring);
    assert_eq!((x.value(at(180)), x.velocity(at(180))), (place, velocity));
    assert!((x.value(at(181)) - place).abs() < 2.0 && x.value(at(5000)) == 0.0);
}

#[test]
fn popmotion_808_a_part_that_rests_takes_the_new_target_too() {
    let mut place = Moving::at(Vec2::new(0.0, 0.0));
    place.spring_to(at(0), Vec2::new(100.0, 0.0), Spring::smooth(ms(400)));
    place.spring_to(at(200), Vec2::new(200.0, 100.0), Spring::smooth(ms(400)));
    assert_eq!(place.value(at(5000)), Vec2::new(200.0, 100.0));
}

#[test]
fn react_spring_220_a_part_that_stays_holds_back_no_end() {
    let mut style = Moving::at((1.0, -50.0));
    style.spring_to(at(0), (1.0, 0.0), Spring::smooth(ms(400)));
    assert_eq!(ends(&reported(&mut style, 0, 3000, 16)), 1);
}

#[test]
fn react_spring_1802_two_targets_at_one_moment_have_one_end() {
    let mut opacity = Moving::at(0.0);
    opacity.spring_to(at(0), 1.0, Spring::smooth(ms(400)));
    opacity.spring_to(at(0), 0.0, Spring::smooth(ms(400)));
    let events = reported(&mut opacity, 0, 3000, 16);
    assert_eq!((ends(&events), opacity.value(at(3000))), (1, 0.0));
}

#[test]
fn react_spring_2467_a_new_target_is_no_end() {
    let mut x = Moving::at(0.0_f64);
    x.tween_to(at(0), 1.0, ms(300), Easing::Linear);
    let mut events = reported(&mut x, 0, 100, 10);
    x.tween_to(at(100), 0.0, ms(300), Easing::Linear);
    events.extend(reported(&mut x, 100, 1000, 10));
    assert_eq!(
        events,
        [MovingEvent::Start(at(0)), MovingEvent::Start(at(100)), MovingEvent::End(at(400))]
    );
}

#[test]
fn react_spring_623_after_the_end_a_step_reports_nothing() {
    let mut x = Moving::at(0.0_f64);
    x.spring_to(at(0), 1.0, Spring::smooth(ms(200)));
    assert_eq!(ends(&reported(&mut x, 0, 3000, 16)), 1);
    assert_eq!(reported(&mut x, 3000, 6000, 16), []);
}

#[test]
fn react_spring_225_a_smooth_spring_from_rest_stays_below_its_target() {
    let mut x = Moving::at(0.0_f64);
    x.spring_to(at(0), 1000.0, Spring::smooth(ms(400)));
    let values: Vec<f64> = (0..3000).map(|now| x.value(at(now))).collect();
    assert!(values.is_sorted() && values.iter().all(|value| *value <= 1000.0));
}

#[test]
fn framer_457_a_spring_ends_without_a_jump() -> Tested {
    let mut x = Moving::at(0.0_f64);
    x.spring_to(at(0), 1000.0, Spring::snappy(ms(400)));
    let end = x.settles_at().ok_or("it settles")?;
    let rest = 1000.0 - x.value(end - Span::from_flicks(1));
    assert!(rest.abs() <= 0.1, "at most a ten-thousandth of the distance: {rest}");
    assert_eq!(x.value(end), 1000.0);
    Ok(())
}

#[test]
fn flutter_148467_what_is_thrown_comes_to_rest() -> Tested {
    let mut x = Moving::at(0.0_f64);
    x.throw_to(at(0), 10.0, 5.0, Spring::smooth(ms(400)));
    let end = x.settles_at().ok_or("it settles")?;
    assert!(end < at(3000) && x.velocity(end) == 0.0);
    Ok(())
}
