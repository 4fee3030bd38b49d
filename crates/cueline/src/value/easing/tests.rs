use super::*;

#[test]
fn linear_is_the_default_and_ends_are_exact() {
    assert_eq!(Easing::default(), Easing::Linear);
    assert_eq!(Easing::ELASTIC_IN_OUT.at(1.0), 1.0);
}
