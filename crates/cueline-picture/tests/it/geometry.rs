//! Points, rectangles, inks.

use cueline_picture::{Color, Ink, Point, Rect};

use crate::{BLACK, WHITE, near};

const RECT: Rect = Rect { x: 3.0, y: 5.0, w: 40.0, h: 24.0 };

#[test]
fn a_way_between_two_points_is_straight_and_even() {
    let (from, to) = (Point::new(2.0, 7.0), Point::new(10.0, -9.0));
    let cases =
        [(0.0, from), (1.0, to), (0.5, Point::new(6.0, -1.0)), (2.0, Point::new(18.0, -25.0))];
    for (t, at) in cases {
        assert_eq!(from.towards(to, t), at, "{t}");
    }
    assert_eq!(from.moved(1.0, -2.0), Point::new(3.0, 5.0));
}

#[test]
fn a_rectangle_that_is_moved_or_grown_keeps_its_middle_where_it_belongs() {
    assert_eq!(RECT.center(), Point::new(23.0, 17.0));
    assert_eq!(RECT.moved(2.0, -1.0), Rect::new(5.0, 4.0, 40.0, 24.0));
    for by in [-4.0, 0.0, 3.0] {
        let grown = RECT.grown(by);
        assert_eq!(grown.center(), RECT.center(), "{by}");
        assert_eq!((grown.w, grown.h), (40.0 + by * 2.0, 24.0 + by * 2.0));
    }
    let around = Rect::around(RECT.center(), 6.0);
    assert_eq!((around.center(), around.w, around.h), (RECT.center(), 12.0, 12.0));
}

#[test]
fn strips_and_columns_lie_side_by_side_and_fill_the_whole() {
    for cut in [-1.0, 0.0, 7.0, 24.0, 90.0] {
        let (strip, rest) = RECT.split_top(cut);
        assert_eq!((strip.x, strip.y, strip.w), (RECT.x, RECT.y, RECT.w), "{cut}");
        assert_eq!((rest.x, rest.w), (RECT.x, RECT.w), "{cut}");
        assert_eq!((strip.h, strip.bottom()), (cut.clamp(0.0, 24.0), rest.y), "{cut}");
        assert_eq!(rest.bottom(), RECT.bottom(), "{cut}");
    }
    for cut in [-1.0, 0.0, 9.0, 40.0, 90.0] {
        let (strip, rest) = RECT.split_left(cut);
        assert_eq!((strip.x, strip.y, strip.h), (RECT.x, RECT.y, RECT.h), "{cut}");
        assert_eq!((rest.y, rest.h), (RECT.y, RECT.h), "{cut}");
        assert_eq!((strip.w, strip.right()), (cut.clamp(0.0, 40.0), rest.x), "{cut}");
        assert_eq!(rest.right(), RECT.right(), "{cut}");
    }
    for count in [1, 2, 5] {
        let columns: Vec<_> = (0..count).map(|index| RECT.column(index, count, 2.5)).collect();
        assert_eq!(columns[0].x, RECT.x);
        assert!(near(columns[columns.len() - 1].right(), RECT.right(), 1e-4), "{count}");
        for pair in columns.windows(2) {
            assert!(near(pair[1].x - pair[0].right(), 2.5, 1e-4), "{pair:?}");
            assert_eq!((pair[0].w, pair[0].y, pair[0].h), (pair[1].w, RECT.y, RECT.h));
        }
    }
}

#[test]
fn what_two_rectangles_share_lies_in_both() {
    let other = Rect::new(20.0, 0.0, 100.0, 11.0);
    let shared = Rect::new(20.0, 5.0, 23.0, 6.0);
    assert_eq!((RECT.within(other), other.within(RECT)), (shared, shared));
    let away = RECT.within(Rect::new(90.0, 90.0, 5.0, 5.0));
    assert_eq!((away.w, away.h), (0.0, 0.0));
    for step in 0..60_u8 {
        let at = Point::new(f32::from(step), f32::from(step) / 2.0);
        let both = RECT.contains(at) && other.contains(at);
        assert_eq!(shared.contains(at), both, "{at:?}");
    }
}

#[test]
fn colours_go_evenly_from_one_end_to_the_other() {
    let (one, other) =
        (Color { r: 10, g: 200, b: 0, a: 255 }, Color { r: 20, g: 100, b: 0, a: 55 });
    assert_eq!(one.mix(other, 0.5), Color { r: 15, g: 150, b: 0, a: 155 });
    for beyond in [-3.0, 0.0] {
        assert_eq!(one.mix(other, beyond), one);
    }
    for beyond in [1.0, 3.0] {
        assert_eq!(one.mix(other, beyond), other);
    }
    assert_eq!(one.lighter(0.5), Color { r: 133, g: 228, b: 128, a: 255 });
    assert_eq!(one.darker(0.5), Color { r: 5, g: 100, b: 0, a: 255 });
    assert_eq!(
        (other.lighter(1.0), other.darker(1.0)),
        (Color { a: 55, ..WHITE }, Color { a: 55, ..BLACK })
    );
    assert_eq!(
        (one.faded(0.5).a, one.with_opacity(0.2).a, one.with_opacity(7.0).a),
        (128, 51, 255)
    );
    assert!(near(other.opacity(), 55.0 / 255.0, 1e-6));
}

#[test]
fn a_gradient_of_no_length_is_its_end() {
    let at = Point::new(4.0, 4.0);
    let ink = Ink::Linear { from: at, to: at, start: BLACK, end: WHITE };
    for x in [0.0, 4.0, 9.0] {
        assert_eq!(ink.at(Point::new(x, 4.0)), WHITE, "{x}");
    }
}

#[test]
fn a_gradient_is_the_same_along_lines_across_it() {
    let (from, to) = (Point::new(1.0, 2.0), Point::new(7.0, 10.0));
    let ink = Ink::Linear { from, to, start: BLACK, end: WHITE };
    let across = |at: Point, by: f32| at.moved(8.0 * by, -6.0 * by);
    for step in 0..=10_u8 {
        let at = from.towards(to, f32::from(step) / 10.0);
        let red = ink.at(at).r;
        assert!(near(f32::from(red), 25.5 * f32::from(step), 0.51), "{step}: {red}");
        for by in [-2.0, 0.5, 3.0] {
            assert!(ink.at(across(at, by)).r.abs_diff(red) <= 1, "{step}, {by} beside it");
        }
    }
}
