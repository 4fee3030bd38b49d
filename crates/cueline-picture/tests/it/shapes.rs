//! Outlines of shapes: their areas, bounds and lengths.

use core::f32::consts::{FRAC_PI_2, PI, TAU};

use cueline_picture::{Item, Point, Rect, Segment, Shape};

use crate::{BLACK, Plain, area, bounds, flattened, near};

const RECT: Rect = Rect { x: -4.0, y: 10.0, w: 50.0, h: 30.0 };

#[test]
fn a_rectangle_has_the_area_that_its_corners_leave_and_its_own_bounds() {
    for (radius, used) in
        [(0.0, 0.0), (-3.0, 0.0), (4.0, 4.0), (15.0, 15.0), (16.0, 15.0), (900.0, 15.0)]
    {
        for rect in [RECT, Rect { w: RECT.h, h: RECT.w, ..RECT }] {
            let lines = flattened(&Shape::rounded(rect, radius));
            let expected = RECT.w * RECT.h - (4.0 - PI) * used * used;
            // A curve lies up to 3 in 10,000 outside of its circle.
            let apart = 0.1 + 3e-4 * PI * used * used;
            assert!(near(area(&lines), expected, apart), "{rect:?}, {radius}: {}", area(&lines));
            let found = bounds(lines.into_iter().flatten());
            let wanted = [rect.x, rect.y, rect.right(), rect.bottom()];
            assert!(
                found.iter().zip(wanted).all(|(a, b)| near(*a, b, 1e-4)),
                "{rect:?}, {radius}: {found:?}"
            );
        }
    }
}

#[test]
fn a_rectangle_without_width_or_height_has_no_outline() {
    for (w, h) in [(0.0, 5.0), (5.0, 0.0), (0.0, 0.0), (-1.0, 5.0)] {
        for radius in [0.0, 2.0] {
            assert_eq!(Shape::rounded(Rect::new(1.0, 1.0, w, h), radius).outline(), [], "{w}, {h}");
        }
    }
    for radius in [0.0, -2.0] {
        assert_eq!(Shape::Circle(Point::new(1.0, 1.0), radius).outline(), []);
    }
}

#[test]
fn every_point_of_a_circle_or_an_arc_is_one_radius_away() {
    let center = Point::new(7.0, -3.0);
    let away = |at: &Point| (at.x - center.x).hypot(at.y - center.y);
    for radius in [0.5, 1.0, 30.0] {
        let circle = flattened(&Shape::Circle(center, radius));
        assert!(near(area(&circle) / (PI * radius * radius), 1.0, 1e-3));
        assert!(circle[0].iter().all(|at| near(away(at) / radius, 1.0, 3e-4)));
        for start in [-2.0, 0.0, 1.0, 6.0] {
            for sweep in [0.1, -0.1, 1.0, FRAC_PI_2, -3.0, 5.0, TAU, -TAU, 9.0] {
                let arc = Shape::Arc { center, radius, start, sweep };
                let points = flattened(&arc).concat();
                let used: f32 = sweep.clamp(-TAU, TAU);
                let on = |angle: f32| center.moved(radius * angle.cos(), radius * angle.sin());
                let same = |a: Point, b: Point| (a.x - b.x).hypot(a.y - b.y) < radius * 1e-4;
                assert!(same(points[0], on(start)), "{arc:?} begins");
                assert!(same(points[points.len() - 1], on(start + used)), "{arc:?} ends");
                assert!(points.iter().all(|at| near(away(at) / radius, 1.0, 3e-4)), "{arc:?}");
                // It goes one way all the time, and all of the way.
                let pairs = points.windows(2);
                let length: f32 =
                    pairs.map(|two| (two[1].x - two[0].x).hypot(two[1].y - two[0].y)).sum();
                assert!(near(length / (radius * used.abs()), 1.0, 1e-3), "{arc:?}: {length}");
            }
        }
    }
}

#[test]
fn a_figure_is_closed_and_lines_are_not() {
    let points = vec![Point::new(0.0, 0.0), Point::new(4.0, 0.0), Point::new(4.0, 3.0)];
    let figure = Shape::Polygon(points.clone());
    assert_eq!(area(&flattened(&figure)), 6.0);
    assert_eq!(figure.outline().last(), Some(&Segment::Close));
    let open = Shape::Lines(points).outline();
    assert_eq!(open.len(), 3);
    assert!(!open.contains(&Segment::Close));
}

#[test]
fn a_hole_takes_its_area_out_of_what_it_is_drawn_with() {
    let mut outline = Shape::from(RECT).outline();
    outline.extend(RECT.grown(-5.0).hole());
    let lines = flattened(&Shape::Path(outline));
    assert_eq!(area(&lines), 50.0 * 30.0 - 40.0 * 20.0);
}

/// The layers of a shadow lie evenly between half of its blur outside and half of it inside.
#[test]
fn a_shadow_fades_over_its_blur_half_outside_and_half_inside() {
    for blur in [4.0, 8.0] {
        let mut picture = Plain::new(BLACK);
        picture.shadow(RECT, 6.0, blur, BLACK.with_opacity(0.5));
        let mut left = 1.0;
        let mut edges = Vec::new();
        for item in &picture.items {
            let Item::Fill(shape, ink) = item else { panic!("{item:?}") };
            let [from, top, to, bottom] = bounds(flattened(shape).concat());
            let out = RECT.x - from;
            for other in [RECT.y - top, to - RECT.right(), bottom - RECT.bottom()] {
                assert!(near(out, other, 1e-4), "as far on every side: {out}, {other}");
            }
            edges.push(out);
            left *= 1.0 - ink.at(Point::default()).opacity();
        }
        assert!(
            near(edges[0], blur / 2.0, 1e-4) && near(edges[edges.len() - 1], -blur / 2.0, 1e-4),
            "{edges:?}"
        );
        let steps: Vec<_> = edges.windows(2).map(|two| two[0] - two[1]).collect();
        assert!(steps.iter().all(|step| near(*step, steps[0], 1e-4)), "{steps:?}");
        assert!(near(left, 0.5, 0.01), "all layers together hide half: {left}");
    }
}
