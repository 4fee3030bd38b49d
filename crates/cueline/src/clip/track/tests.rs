use alloc::vec::Vec;

use super::*;
use crate::clip::Keyframe;

#[derive(Clone, Copy, Debug, PartialEq)]
struct Metres(f64);

impl Lerp for Metres {
    type Delta = Self;
    fn lerp(&self, to: &Self, t: f64) -> Self {
        Self(self.0 + (to.0 - self.0) * t)
    }
    fn minus(&self, from: &Self) -> Self {
        Self(self.0 - from.0)
    }
    fn plus(&self, delta: &Self) -> Self {
        Self(self.0 + delta.0)
    }
}

impl Delta for Metres {
    fn zero() -> Self {
        Self(0.0)
    }
    fn and(&self, next: &Self) -> Self {
        Self(self.0 + next.0)
    }
    fn scaled(&self, factor: f64) -> Self {
        Self(self.0 * factor)
    }
}

fn track(keys: &[(i64, f64)]) -> Track<Metres> {
    let key = |&(at, value): &(i64, f64)| Keyframe::linear(Span::from_flicks(at), Metres(value));
    Track::new(keys.iter().map(key)).unwrap()
}

#[test]
fn blends_between_keyframes_and_holds_outside() {
    let track = track(&[(10, 1.0), (20, 3.0), (40, -1.0)]);
    let cases = [
        (i64::MIN, 1.0),
        (9, 1.0),
        (10, 1.0),
        (11, 1.2),
        (15, 2.0),
        (20, 3.0),
        (30, 1.0),
        (40, -1.0),
        (41, -1.0),
        (i64::MAX, -1.0),
    ];
    for (at, value) in cases {
        assert_eq!(track.sample(Span::from_flicks(at)), Metres(value), "at {at}");
    }
}

#[test]
fn an_unsorted_keyframe_is_refused_with_its_index() {
    let at = Span::from_flicks;
    let keys = [5, 7, 6, 1].map(|flicks| Keyframe::hold(at(flicks), Metres(0.0)));
    let error = Track::new(keys).unwrap_err();
    assert_eq!(error, TrackError::KeyframeOrder { index: 2, at: at(6), after: at(7) });
    assert_eq!(Track::new(Vec::<Keyframe<Metres>>::new()).unwrap_err(), TrackError::Empty);
}
