//! Values and their differences go into a file and come back to the bit.
#![cfg(feature = "serde")]

use core::fmt::Debug;

use cueline::value::{
    AxisAngle, Color, Lerp, Mat4, Oklab, Quat, Text, Transform, Vec2, Vec3, Vec4,
};
use serde::{Serialize, de::DeserializeOwned};

#[track_caller]
fn comes_back<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: T, text: &str) {
    let saved = serde_json::to_string(&value).expect("saved");
    assert_eq!(saved, text);
    assert_eq!(serde_json::from_str::<T>(&saved).expect("loaded"), value);
}

#[test]
fn values_by_the_names_of_their_fields() {
    comes_back(Vec2::new(0.1_f32, -0.0), r#"{"x":0.1,"y":-0.0}"#);
    comes_back(Vec3::new(0.1, 0.2, 2.5), r#"{"x":0.1,"y":0.2,"z":2.5}"#);
    comes_back(Vec4::new(1.0_f32, 2.0, 3.0, 4.0), r#"{"x":1.0,"y":2.0,"z":3.0,"w":4.0}"#);
    comes_back(Quat::<f32>::default(), r#"{"x":0.0,"y":0.0,"z":0.0,"w":1.0}"#);
    comes_back(Color::new(0.5, 0.25, 0.0, 1.0), r#"{"r":0.5,"g":0.25,"b":0.0,"a":1.0}"#);
    comes_back(Oklab::new(0.5, 0.25, 0.0, 1.0), r#"{"l":0.5,"a":0.25,"b":0.0,"alpha":1.0}"#);
    comes_back(Text::new("\"Hello\""), r#""\"Hello\"""#);
}

#[test]
fn matrices_as_sixteen_numbers() {
    let numbers = "[1.0,0.0,0.0,0.0,0.0,1.0,0.0,0.0,0.0,0.0,1.0,0.0,0.0,0.0,0.0,1.0]";
    comes_back(Mat4::<f64>::default(), numbers);
    assert!(serde_json::from_str::<Mat4>("[1.0,0.0]").is_err(), "two numbers");
}

#[test]
fn differences() {
    let turn = AxisAngle::about(Vec3::new(0.0_f64, 0.0, 2.0), 7.0);
    comes_back(turn, r#"{"vector":{"x":0.0,"y":0.0,"z":7.0}}"#);
    let none = Transform::<f32>::default();
    let zero = r#"{"x":0.0,"y":0.0,"z":0.0}"#;
    comes_back(none.minus(&none), &format!(r#"[{zero},{{"vector":{zero}}},{zero}]"#));
}
