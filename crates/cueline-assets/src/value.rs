//! Values of every kind, as files write them: plain numbers in the order in which they are counted.

use std::fmt::Debug;

use cueline::{
    clip::Animated,
    value::{
        AxisAngle, Color, Discrete, Mat4, Oklab, Quat, Text, TextChange, Transform, Vec2, Vec3,
        Vec4,
    },
};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::DeserializeOwned};

use crate::forms::ColorForm;

/// A kind of value that files hold.
pub trait InFile: Animated {
    /// A value in a file.
    #[doc(hidden)]
    type Form: Serialize + DeserializeOwned;
    /// A slope in a file.
    #[doc(hidden)]
    type SlopeForm: Serialize + DeserializeOwned + Debug;
    #[doc(hidden)]
    fn form(self) -> Self::Form;
    #[doc(hidden)]
    fn from_form(form: Self::Form) -> Self;
    #[doc(hidden)]
    fn slope_form(slope: Self::Delta) -> Self::SlopeForm;
    #[doc(hidden)]
    fn slope_from_form(form: Self::SlopeForm) -> Self::Delta;
    /// What is wrong with a value whose numbers are finite.
    #[doc(hidden)]
    fn fault(&self) -> Option<Fault> {
        None
    }
}

/// What is wrong with a value: what was found, and what was needed.
#[doc(hidden)]
#[derive(Debug, PartialEq, Eq)]
pub struct Fault {
    pub(crate) found: String,
    pub(crate) needed: &'static str,
}

/// Hands the list of kinds to a macro that has something for each of them. A new kind goes to the end: binary files count
/// them.
macro_rules! all_kinds {
    ($with:ident) => {
        $with! {
            /// A number.
            F32(f32)
            /// A number with double precision.
            F64(f64)
            /// A whole number.
            I32(i32)
            /// A large whole number.
            I64(i64)
            /// On or off.
            Bool(bool)
            /// Two numbers.
            Vec2(cueline::value::Vec2)
            /// Three numbers.
            Vec3(cueline::value::Vec3)
            /// Four numbers.
            Vec4(cueline::value::Vec4)
            /// A rotation: x, y, z, w of a quaternion.
            Rotation(cueline::value::Quat)
            /// Sixteen numbers, the translation in numbers 12 to 14, from 0.
            Matrix(cueline::value::Mat4)
            /// Scale, rotation and translation.
            Transform(cueline::value::Transform)
            /// Red, green, blue light and opacity.
            Color(cueline::value::Color)
            /// A colour, blended as the eye sees it.
            Oklab(cueline::value::Oklab)
            /// A text in quotes.
            Text(cueline::value::Text)
        }
    };
}
pub(crate) use all_kinds;

/// How each kind is written: a value, and a slope.
macro_rules! forms {
    ($($type:ty {
        $value:pat => $form:expr; $form_in:pat => $form_type:ty => $value_out:expr;
        $slope:pat => $slope_form:expr; $slope_in:pat => $slope_type:ty => $slope_out:expr;
        $(fault => $fault:expr;)?
    })*) => { $(
        impl InFile for $type {
            type Form = $form_type;
            type SlopeForm = $slope_type;
            fn form(self) -> Self::Form {
                let $value = self;
                $form
            }
            fn from_form($form_in: Self::Form) -> Self {
                $value_out
            }
            fn slope_form($slope: Self::Delta) -> Self::SlopeForm {
                $slope_form
            }
            fn slope_from_form($slope_in: Self::SlopeForm) -> Self::Delta {
                $slope_out
            }
            $(fn fault(&self) -> Option<Fault> {
                $fault(self)
            })?
        }
    )* };
}

/// Kinds whose values and slopes are written as they are.
macro_rules! plain {
    ($($type:ty, $slope:ty;)*) => {
        forms! { $($type {
            value => value; value => $type => value;
            slope => slope; slope => $slope => slope;
        })* }
    };
}

plain! { f32, f32; f64, f64; i32, i64; }

forms! {
    i64 {
        number => number; number => i64 => number;
        // A steeper slope than a file can hold is the steepest that it can hold.
        slope => i64::try_from(slope).unwrap_or(if slope < 0 { i64::MIN } else { i64::MAX });
        slope => i64 => slope.into();
    }
    bool {
        on => on; on => bool => on;
        slope => SwitchedForm(slope); SwitchedForm(slope) => SwitchedForm => slope;
    }
    Text {
        text => TextForm(text); TextForm(text) => TextForm => text;
        slope => TextSlopeForm(slope); TextSlopeForm(slope) => TextSlopeForm => slope;
    }
    Vec2 {
        value => value.into(); form => [f32; 2] => form.into();
        slope => slope.into(); form => [f32; 2] => form.into();
    }
    Vec3 {
        value => value.into(); form => [f32; 3] => form.into();
        slope => slope.into(); form => [f32; 3] => form.into();
    }
    Vec4 {
        value => value.into(); form => [f32; 4] => form.into();
        slope => slope.into(); form => [f32; 4] => form.into();
    }
    Quat {
        Quat { x, y, z, w } => [x, y, z, w]; [x, y, z, w] => [f32; 4] => Quat::new(x, y, z, w);
        AxisAngle { vector } => vector.into(); form => [f32; 3] => AxisAngle { vector: form.into() };
        fault => rotation_fault;
    }
    Mat4 {
        Mat4(numbers) => numbers; numbers => [f32; 16] => Mat4(numbers);
        slope => slope; form => [f32; 16] => form;
    }
    Transform {
        value => value.into(); form => TransformForm => form.into();
        (scale, AxisAngle { vector }, translation) => (scale.into(), vector.into(), translation.into());
        (scale, turn, translation) => ([f32; 3], [f32; 3], [f32; 3]) =>
            (scale.into(), AxisAngle { vector: turn.into() }, translation.into());
        fault => transform_fault;
    }
    Color {
        color => ColorForm(color); ColorForm(color) => ColorForm => color;
        slope => slope; form => [f32; 4] => form;
        fault => color_fault;
    }
    Oklab {
        Oklab { l, a, b, alpha } => [l, a, b, alpha];
        [l, a, b, alpha] => [f32; 4] => Oklab { l, a, b, alpha };
        slope => slope; form => [f32; 4] => form;
        fault => oklab_fault;
    }
}

/// A rotation has the length 1. One that is half or twice as long still says in which direction it turns; angles in place of
/// a quaternion, or no numbers at all, are longer or shorter.
fn rotation_fault(rotation: &Quat) -> Option<Fault> {
    let Quat { x, y, z, w } = *rotation;
    let length = [x, y, z, w].map(f64::from).map(|part| part * part).iter().sum::<f64>().sqrt();
    (!(0.5..=2.0).contains(&length)).then(|| Fault {
        found: format!("({x}, {y}, {z}, {w}), which is {} long", rounded(length)),
        needed: "x, y, z, w of a quaternion of length 1, such as (0, 0.7071, 0, 0.7071) for a quarter turn about y",
    })
}

fn transform_fault(value: &Transform) -> Option<Fault> {
    rotation_fault(&value.rotation)
}

/// The most light that a colour has: 10,000 nits, the brightest that HDR signals hold, over the 80 of a white of 1.
const MOST_LIGHT: f32 = 125.0;

/// Light may be above 1 in HDR, and below 0 outside of the gamut. An opacity may overshoot a little.
fn color_fault(color: &Color) -> Option<Fault> {
    let Color { r, g, b, a } = *color;
    if [r, g, b].iter().all(|light| light.abs() <= MOST_LIGHT) {
        return opacity_fault(a);
    }
    Some(Fault {
        found: format!("({r}, {g}, {b}, {a})"),
        needed: "linear light, 1 for white and up to 125 in HDR; bytes are written as \"#ff8800\"",
    })
}

fn oklab_fault(color: &Oklab) -> Option<Fault> {
    let Oklab { l, a, b, alpha } = *color;
    if [l, a, b].iter().all(|part| part.abs() <= 8.0) {
        return opacity_fault(alpha);
    }
    Some(Fault {
        found: format!("({l}, {a}, {b}, {alpha})"),
        needed: "a lightness from 0 to 1, up to 8 in HDR, and a and b of the same scale, as in (0.63, 0.22, 0.13, 1)",
    })
}

fn opacity_fault(alpha: f32) -> Option<Fault> {
    (!(-1.0..=2.0).contains(&alpha)).then(|| Fault {
        found: format!("an opacity of {alpha}"),
        needed: "an opacity from 0 to 1; bytes are written as \"#ff8800cc\"",
    })
}

fn rounded(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}

/// How often something is switched on, in a file.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct SwitchedForm(#[cfg_attr(test, schemars(with = "i64"))] Discrete);

/// A text in a file.
#[doc(hidden)]
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct TextForm(#[cfg_attr(test, schemars(with = "String"))] Text);

/// The text that is set, in a file. Of no effect, as texts have no slopes.
#[doc(hidden)]
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct TextSlopeForm(#[cfg_attr(test, schemars(with = "Option<String>"))] TextChange);

/// Scale, rotation and translation in a file; each may be left out where it changes nothing.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, rename = "Transform", deny_unknown_fields)]
pub struct TransformForm {
    /// How much longer each axis gets.
    #[serde(skip_serializing_if = "is_one")]
    scale: [f32; 3],
    /// x, y, z, w of a quaternion.
    #[serde(skip_serializing_if = "is_no_rotation")]
    rotation: [f32; 4],
    /// How far it is moved.
    #[serde(skip_serializing_if = "is_zero")]
    translation: [f32; 3],
}

fn same<const N: usize>(one: &[f32; N], other: [f32; N]) -> bool {
    one.map(f32::to_bits) == other.map(f32::to_bits)
}

fn is_one(scale: &[f32; 3]) -> bool {
    same(scale, [1.0; 3])
}

fn is_no_rotation(rotation: &[f32; 4]) -> bool {
    same(rotation, [0.0, 0.0, 0.0, 1.0])
}

fn is_zero(translation: &[f32; 3]) -> bool {
    same(translation, [0.0; 3])
}

impl Default for TransformForm {
    fn default() -> Self {
        Transform::default().into()
    }
}

impl From<Transform> for TransformForm {
    fn from(Transform { scale, rotation, translation }: Transform) -> Self {
        Self { scale: scale.into(), rotation: rotation.form(), translation: translation.into() }
    }
}

impl From<TransformForm> for Transform {
    fn from(TransformForm { scale, rotation, translation }: TransformForm) -> Self {
        Self {
            scale: scale.into(),
            rotation: Quat::from_form(rotation),
            translation: translation.into(),
        }
    }
}

impl TransformForm {
    pub(crate) fn is_usual(value: &Transform) -> bool {
        let Self { scale, rotation, translation } = (*value).into();
        is_one(&scale) && is_no_rotation(&rotation) && is_zero(&translation)
    }

    pub(crate) fn serialize<S: Serializer>(
        value: &Transform,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        Serialize::serialize(&Self::from(*value), serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Transform, D::Error> {
        <Self as Deserialize>::deserialize(deserializer).map(Into::into)
    }
}

/// Matrices in files: sixteen numbers each.
pub(crate) mod matrices {
    use cueline::value::Mat4;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(all: &[Mat4], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(all.iter().map(|matrix| matrix.0))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<Mat4>, D::Error> {
        let all = Vec::<[f32; 16]>::deserialize(deserializer)?;
        Ok(all.into_iter().map(Mat4).collect())
    }
}
