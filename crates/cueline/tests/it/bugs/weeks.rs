//! Time over hours, days and years: every frame is as long as the first.

use cueline::value::Wiggle;

use super::*;

const DAY: i64 = 86_400_000;

#[test]
fn sbox_8096_after_a_day_a_frame_is_as_long_as_before() {
    let mut clock = Clock::starting_at(at(30 * DAY / 24));
    let before = clock.now();
    for _ in 0..1000 {
        clock.advance(ms(1));
    }
    assert_eq!(clock.now() - before, secs(1.0));
}

#[test]
fn spine_2794_after_three_days_a_loop_has_its_speed() -> Tested {
    let stage = Stage::new(clip(1300, &[]), Repeat::Forever)?;
    let days = 3 * DAY / 1300 * 1300;
    assert_eq!([0, 16, 32, 1299].map(|now| stage.local(days + now)), [0, 16, 32, 1299]);
    Ok(())
}

#[test]
fn libgdx_7536_a_flipbook_of_many_days_shows_every_picture() -> Tested {
    let flicker = Flipbook::equal(2, ms(16))?;
    for begun in [8 * DAY, 16 * DAY, (1 << 19) * 1000] {
        let begun = begun / 32 * 32;
        let shown = (0..4).map(|frame| flicker.frame_at(at(0), at(begun + 16 * frame)));
        assert!(shown.eq([0, 1, 0, 1]));
    }
    Ok(())
}

#[test]
fn openlrr_64_a_clock_of_many_weeks_stutters_nowhere() {
    let start = at(0x7000_0000 + 21 * DAY);
    let mut x = Moving::at(0.0);
    x.tween_to(start, 100.0, ms(1000), Easing::Linear);
    let shown: Vec<f64> = (0..=10).map(|step| x.value(start + ms(100) * step)).collect();
    assert_eq!(shown, [0.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0, 90.0, 100.0]);
}

#[test]
fn soloud_49_after_four_hundred_years_the_smallest_unit_counts() {
    let year = 365 * DAY;
    let late = at(400 * year);
    assert_eq!(late + Span::from_flicks(1) - late, Span::from_flicks(1));
}

#[test]
fn cinder_imgui_13_no_frame_is_negative() {
    let mut steps = FixedStep::new(TickRate::HZ_60);
    let mut last = steps.now();
    for frame in 0..10_000 {
        steps.frame_at(at(4 * DAY / 24 + frame * 7));
        assert!(steps.now() >= last);
        last = steps.now();
    }
}

#[test]
fn o3de_4426_after_a_month_a_wiggle_is_as_smooth_as_at_first() -> Tested {
    let wind = Wiggle::new(7, ms(500)).ok_or("a period above zero")?;
    let largest = |begun: i64| {
        let steps = (0..5000).map(|now| [now, now + 1].map(|now| wind.at(0, ms(begun + now))));
        steps.map(|[from, to]| (to - from).abs()).fold(0.0, f64::max)
    };
    // Its slope is at most 15/8 of the greatest difference, 2, in a period.
    assert!(largest(0) < 0.0076 && largest(30 * DAY) < 0.0076);
    Ok(())
}

#[test]
fn cuemol_152_thirty_frames_are_a_second() -> Tested {
    let frame = Span::from_frames(1, TickRate::hz(30)?);
    assert_eq!((1..=30).map(|_| frame).sum::<Span>(), secs(1.0));
    Ok(())
}

#[test]
fn flutter_engine_37035_a_clock_since_1970_moves_by_the_millisecond() {
    let now = at(1_800_000_000_000);
    let mut x = Moving::at(0.0_f32);
    x.tween_to(now, 1.0, ms(1000), Easing::Linear);
    assert_eq!((x.value(now + ms(1)), x.value(now + ms(2))), (0.001, 0.002));
}

#[test]
fn flixelgdx_191_seven_pictures_at_24_a_second_end_at_their_end() -> Tested {
    let rate = TickRate::hz(24)?;
    let hit = Flipbook::equal(7, Span::from_frames(1, rate))?.times(1)?;
    let end = Time::ZERO + Span::from_frames(7, rate);
    assert!(hit.is_over(at(0), end) && !hit.is_over(at(0), end - Span::from_flicks(1)));
    Ok(())
}
