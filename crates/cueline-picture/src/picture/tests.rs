use core::f32::consts::TAU;

use super::*;
use crate::SoftPainter;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Control {
    Pause,
    Skip,
}

#[test]
fn a_rect_owns_its_left_and_top_edges_only() {
    let rect = Rect::new(10.0, 20.0, 5.0, 5.0);
    let cases =
        [((10.0, 20.0), true), ((14.9, 24.9), true), ((15.0, 20.0), false), ((10.0, 25.0), false)];
    for ((x, y), inside) in cases {
        assert_eq!(rect.contains(Point::new(x, y)), inside, "({x}, {y})");
    }
    assert!(!Rect::new(1.0, 1.0, -5.0, 3.0).contains(Point::new(0.0, 2.0)), "negative is none");
}

#[test]
fn the_topmost_hot_area_takes_the_click() {
    let mut picture = Picture::new(Color::hex(0));
    picture.hot(Rect::new(0.0, 0.0, 10.0, 10.0), Control::Pause);
    picture.hot(Rect::new(5.0, 0.0, 10.0, 10.0), Control::Skip);
    assert_eq!(picture.control_at(Point::new(1.0, 1.0)), Some(Control::Pause));
    assert_eq!(picture.control_at(Point::new(6.0, 1.0)), Some(Control::Skip));
    assert_eq!(picture.control_at(Point::new(20.0, 1.0)), None);
}

#[test]
fn a_gradient_ends_in_its_ends_colours() {
    let rect = Rect::new(0.0, 10.0, 4.0, 10.0);
    let ink = Ink::downwards(rect, Color::hex(0), Color::hex(0xff_ff_ff));
    let cases = [(0.0, 0), (10.0, 0), (15.0, 128), (20.0, 255), (90.0, 255)];
    for (y, red) in cases {
        assert_eq!(ink.at(Point::new(2.0, y)).r, red, "at {y}");
    }
}

#[test]
fn shapes_without_extent_have_no_outline() {
    let at = Point::new(1.0, 1.0);
    let arc = |sweep| Shape::Arc { center: at, radius: 3.0, start: 0.0, sweep };
    for shape in [Shape::Circle(at, 0.0), arc(0.0), Shape::Lines(vec![]), Shape::Polygon(vec![])] {
        assert_eq!(shape.outline(), [], "{shape:?}");
    }
    assert_eq!(arc(TAU * 9.0).outline().len(), 5, "one turn at most: a start and four quarters");
}

#[test]
fn text_is_as_wide_as_its_letters_and_cut_to_fit() {
    let text = Text::new("Kings and men", Point::default(), 20.0, Color::hex(0));
    let width = text.width();
    assert!((100.0..160.0).contains(&width), "{width}");
    assert_eq!(text.clone().fitted(width).text, "Kings and men");
    let cut = text.clone().fitted(width / 2.0);
    assert!(cut.text.ends_with('…') && cut.width() <= width / 2.0, "{cut:?}");
    assert!(text.clone().bold().width() > width);
    assert_eq!(text.fitted(0.0).text, "…", "never less than the ellipsis");
}

#[test]
fn a_shadow_is_darkest_in_its_middle_and_has_no_hole() {
    for blur in [3.0, 6.0, 12.0] {
        let mut picture: Picture<Control> = Picture::new(Color::hex(0xff_ff_ff));
        picture.shadow(
            Rect::around(Point::new(40.0, 40.0), 24.0),
            24.0,
            blur,
            Color::hex(0).with_opacity(0.5),
        );
        let mut painter = SoftPainter::new(80, 80, 1.0).unwrap();
        let pixels = painter.paint(&picture);
        let brightness = |x: usize, y: usize| pixels[(y * 80 + x) * 4];
        assert!(brightness(40, 40) < 150, "blur {blur}: {}", brightness(40, 40));
        for (dx, dy) in [(1, 0), (0, 1), (1, 1)] {
            let ray: Vec<_> =
                (0..28).map(|step| brightness(40 + dx * step, 40 + dy * step)).collect();
            assert!(ray.is_sorted(), "blur {blur}, from the middle towards {dx},{dy}: {ray:?}");
        }
    }
}

#[test]
fn the_rim_of_a_shadow_is_that_of_the_whole_shadow() {
    let (rect, black) = (Rect::new(10.0, 10.0, 60.0, 60.0), Color::hex(0).with_opacity(0.5));
    let painted = |rim: bool| {
        let mut picture: Picture<Control> = Picture::new(Color::hex(0xff_ff_ff));
        if rim {
            picture.shadow_rim(rect, 5.0, 8.0, black)
        } else {
            picture.shadow(rect, 5.0, 8.0, black)
        }
        picture.fill(rect.grown(-7.0), Color::hex(0x12_34_56));
        SoftPainter::new(80, 80, 1.0).unwrap().paint(&picture).to_vec()
    };
    assert!(painted(true) == painted(false), "what the thing covers is the same in both");
}
