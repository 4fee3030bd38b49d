//! Tracks as curves of plain numbers.

use cueline::{
    clip::{Animated, Channel, Clip, Interpolation, Keyframe, Keyframes, Value},
    time::{Span, ms},
    value::Lerp,
};

/// One number of a track over time.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// The path of the track.
    pub track: String,
    /// The index of the number in the value of the track, from 0: 1 is y of a vector.
    pub component: usize,
    /// The keys, in order.
    pub keys: Vec<CurveKey>,
    /// The least and the greatest value over the whole clip.
    pub(super) range: (f64, f64),
}

/// A key of a [`Curve`].
#[derive(Clone, Debug, PartialEq)]
pub struct CurveKey {
    /// The time, from the start of the clip.
    pub at: Span,
    /// The value at that time.
    pub value: f64,
    /// The interpolation to the next key.
    pub interpolation: Interpolation,
    /// The slope before the key, in change per second; `None` if no cubic ends here.
    pub tangent_in: Option<f64>,
    /// The slope after the key, in change per second; `None` if no cubic begins here.
    pub tangent_out: Option<f64>,
}

impl Curve {
    /// The name: the path of the track, and for a vector the letter of the component.
    pub(super) fn name(&self, parts: usize) -> String {
        match ["x", "y", "z", "w"].get(self.component) {
            Some(letter) if parts > 1 => format!("{} {letter}", self.track),
            _ if parts > 1 => format!("{} {}", self.track, self.component),
            _ => self.track.clone(),
        }
    }
}

/// The curves of a track, one for each number of its value.
pub(super) fn curves_of(path: &str, channel: &Channel, clip: &Clip) -> Vec<Curve> {
    let mut keys: Vec<Vec<CurveKey>> = Vec::new();
    for (at, interpolation, value, tangents) in keyframes(channel) {
        let numbers = numbers(&value);
        keys.resize(numbers.len(), Vec::new());
        for (component, value) in numbers.into_iter().enumerate() {
            let slope = |side: &[f64]| side.get(component).copied();
            let key = CurveKey {
                at,
                value,
                interpolation: interpolation.clone(),
                tangent_in: slope(&tangents.0),
                tangent_out: slope(&tangents.1),
            };
            keys[component].push(key);
        }
    }
    // Only a Hermite interpolation has a cubic to the next key.
    for keys in &mut keys {
        let smooth = |key: &CurveKey| {
            matches!(key.interpolation, Interpolation::Hermite | Interpolation::HermiteEased(_))
        };
        for index in (0..keys.len()).rev() {
            if index == 0 || !smooth(&keys[index - 1]) {
                keys[index].tangent_in = None;
            }
            if !smooth(&keys[index]) || index + 1 == keys.len() {
                keys[index].tangent_out = None;
            }
        }
    }
    let samples: Vec<Vec<f64>> = (0..=200)
        .map(|step| {
            numbers(
                &channel
                    .sample(Span::from_flicks(clip.duration().max(ms(1)).flicks() / 200 * step)),
            )
        })
        .collect();
    let curve = |(component, keys): (usize, Vec<CurveKey>)| {
        let values = keys.iter().map(|key| key.value);
        let values =
            values.chain(samples.iter().filter_map(|numbers| numbers.get(component).copied()));
        let range = values
            .filter(|value| value.is_finite())
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
        Curve { track: path.to_owned(), component, keys, range }
    };
    keys.into_iter().enumerate().map(curve).collect()
}

type Key = (Span, Interpolation, Value, (Vec<f64>, Vec<f64>));

/// The keys of any kind; slopes only for kinds whose slopes have the same numbers as their values.
fn keyframes(channel: &Channel) -> Vec<Key> {
    fn of<T: Animated>(
        keys: Keyframes<'_, T>,
        slopes: impl Fn(&<T as Lerp>::Delta) -> Vec<f64>,
    ) -> Vec<Key> {
        let key = |key: Keyframe<T>| {
            let tangents = (slopes(&key.tangent_in), slopes(&key.tangent_out));
            (key.at, key.interpolation, key.value.value(), tangents)
        };
        keys.map(key).collect()
    }
    match channel {
        Channel::F32(track) => of(track.keyframes(), |slope| vec![f64::from(*slope)]),
        Channel::F64(track) => of(track.keyframes(), |slope| vec![*slope]),
        Channel::I32(track) => of(track.keyframes(), |_| Vec::new()),
        Channel::I64(track) => of(track.keyframes(), |_| Vec::new()),
        Channel::Bool(track) => of(track.keyframes(), |_| Vec::new()),
        Channel::Vec2(track) => of(track.keyframes(), |slope| vec![slope.x.into(), slope.y.into()]),
        Channel::Vec3(track) => {
            of(track.keyframes(), |slope| vec![slope.x.into(), slope.y.into(), slope.z.into()])
        }
        Channel::Vec4(track) => of(track.keyframes(), |slope| {
            vec![slope.x.into(), slope.y.into(), slope.z.into(), slope.w.into()]
        }),
        Channel::Rotation(track) => of(track.keyframes(), |_| Vec::new()),
        Channel::Matrix(track) => of(track.keyframes(), |_| Vec::new()),
        Channel::Transform(track) => of(track.keyframes(), |_| Vec::new()),
        Channel::Color(track) => of(track.keyframes(), |_| Vec::new()),
        Channel::Oklab(track) => of(track.keyframes(), |_| Vec::new()),
        _ => Vec::new(),
    }
}

/// The components of a value, such as x, y and z; empty for a text.
#[must_use]
pub fn numbers(value: &Value) -> Vec<f64> {
    let wide = |numbers: &[f32]| numbers.iter().map(|&number| f64::from(number)).collect();
    match *value {
        Value::F32(number) => vec![number.into()],
        Value::F64(number) => vec![number],
        Value::I32(number) => vec![number.into()],
        #[expect(clippy::cast_precision_loss, reason = "only to be drawn")]
        Value::I64(number) => vec![number as f64],
        Value::Bool(on) => vec![f64::from(u8::from(on))],
        Value::Vec2(v) => wide(&[v.x, v.y]),
        Value::Vec3(v) => wide(&[v.x, v.y, v.z]),
        Value::Vec4(v) => wide(&[v.x, v.y, v.z, v.w]),
        Value::Rotation(q) => wide(&[q.x, q.y, q.z, q.w]),
        Value::Color(c) => wide(&[c.r, c.g, c.b, c.a]),
        Value::Oklab(c) => wide(&[c.l, c.a, c.b, c.alpha]),
        Value::Transform(t) => {
            let (s, q, t) = (t.scale, t.rotation, t.translation);
            wide(&[t.x, t.y, t.z, q.x, q.y, q.z, q.w, s.x, s.y, s.z])
        }
        Value::Matrix(matrix) => wide(&matrix.0),
        _ => Vec::new(),
    }
}
