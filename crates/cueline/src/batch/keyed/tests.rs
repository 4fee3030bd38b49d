use alloc::vec::Vec;

use proptest::prelude::*;

use super::*;
use crate::digest::digest;

#[derive(Clone, Debug)]
enum Act {
    Set(u8, f32),
    To(u8, f32, u32),
    Smoothly(u8, f32, u32),
    Remove(u8),
    Advance(i64),
}

fn acts() -> impl Strategy<Value = Vec<Act>> {
    let (key, value, ticks) = (0..6_u8, -100.0..100.0_f32, 1..40_u32);
    let act = prop_oneof![
        2 => (key.clone(), value.clone()).prop_map(|(key, value)| Act::Set(key, value)),
        4 => (key.clone(), value.clone(), ticks.clone()).prop_map(|(key, to, ticks)| Act::To(key, to, ticks)),
        3 => (key.clone(), value, ticks).prop_map(|(key, to, ticks)| Act::Smoothly(key, to, ticks)),
        1 => key.prop_map(Act::Remove),
        3 => (0..30_i64).prop_map(Act::Advance),
    ];
    prop::collection::vec(act, 1..60)
}

fn act(values: &mut KeyedTweens<u8, f32>, act: &Act) -> Vec<KeyedTweenEvent<u8, f32>> {
    match *act {
        Act::Set(key, value) => values.set(key, value).unwrap(),
        Act::To(key, to, ticks) => values.to(key, to, ticks, Easing::OUT_QUAD).unwrap(),
        Act::Smoothly(key, to, ticks) => values.to_smoothly(key, to, ticks).unwrap(),
        Act::Remove(key) => drop(values.remove(&key)),
        Act::Advance(by) => return values.advance_to(values.now() + by).unwrap().to_vec(),
    }
    Vec::new()
}

proptest! {
    /// A movement begins at the present value and ends once, exactly at its target and at its tick; then the value
    /// rests.
    #[test]
    fn each_value_arrives_once_at_its_last_target(acts in acts()) {
        let mut values = KeyedTweens::new(Tick::new(-3));
        // The target and the arrival of each value; no arrival for a value at rest.
        let mut model: BTreeMap<u8, (f32, Option<Tick>)> = BTreeMap::new();
        for one in &acts {
            let before: BTreeMap<u8, f32> = values.iter(0.0).map(|(key, value)| (*key, value)).collect();
            let events = act(&mut values, one);
            prop_assert_eq!(values.is_empty(), values.iter(0.0).next().is_none());
            match *one {
                Act::Set(key, value) => drop(model.insert(key, (value, None))),
                Act::Remove(key) => drop(model.remove(&key)),
                Act::To(key, to, ticks) | Act::Smoothly(key, to, ticks) => {
                    let end = before.get(&key).map(|_| values.now() + i64::from(ticks));
                    model.insert(key, (to, end));
                    let now = values.value(&key, 0.0).unwrap();
                    let was = before.get(&key).copied().unwrap_or(to);
                    prop_assert!((now - was).abs() <= 1e-4, "{} {}", now, was);
                }
                Act::Advance(_) => {
                    let now = values.now();
                    let mut due: Vec<_> = model
                        .iter_mut()
                        .filter(|(_, (_, end))| end.is_some_and(|end| end <= now))
                        .map(|(key, (to, end))| (end.take().unwrap(), *key, *to))
                        .collect();
                    let mut arrived: Vec<_> =
                        events.iter().map(|event| (event.tick, event.key, event.value)).collect();
                    prop_assert!(arrived.iter().map(|one| one.0).is_sorted());
                    due.sort_by_key(|one| (one.0, one.1));
                    arrived.sort_by_key(|one| (one.0, one.1));
                    prop_assert_eq!(arrived, due);
                }
            }
            prop_assert_eq!(values.len(), model.len());
            for (key, (to, end)) in &model {
                prop_assert_eq!(values.is_moving(key), end.is_some());
                if end.is_none() {
                    prop_assert_eq!(values.value(key, 0.5), Some(*to));
                }
            }
        }
    }

    #[test]
    fn a_copy_and_a_save_continue_like_the_original(acts_before in acts(), later in acts()) {
        let mut values = KeyedTweens::new(Tick::ZERO);
        acts_before.iter().for_each(|one| drop(act(&mut values, one)));
        let mut copy = values.clone();
        #[cfg(feature = "serde")]
        let mut copy = {
            let text = serde_json::to_string(&copy).unwrap();
            prop_assert_eq!(&serde_json::from_str::<KeyedTweens<u8, f32>>(&text).unwrap(), &copy);
            copy = postcard::from_bytes(&postcard::to_allocvec(&copy).unwrap()).unwrap();
            copy
        };
        prop_assert_eq!((&copy, digest(&copy)), (&values, digest(&values)));
        for one in &later {
            prop_assert_eq!(act(&mut copy, one), act(&mut values, one));
            prop_assert_eq!(&copy, &values);
        }
    }
}

#[test]
fn a_refused_call_changes_nothing() {
    let mut values = KeyedTweens::new(Tick::ZERO);
    values.set(1, 0.0_f32).unwrap();
    values.to(2, 5.0, 9, Easing::LINEAR).unwrap();
    values.to(2, 6.0, 9, Easing::LINEAR).unwrap();
    let before = values.clone();
    assert_eq!(values.set(1, f32::NAN), Err(BatchError::NotFinite));
    assert_eq!(values.to(3, f32::INFINITY, 9, Easing::LINEAR), Err(BatchError::NotFinite));
    for key in [1, 2] {
        assert_eq!(values.to(key, f32::NAN, 9, Easing::LINEAR), Err(BatchError::NotFinite));
        assert_eq!(values.to_smoothly(key, f32::NAN, 9), Err(BatchError::NotFinite));
        assert_eq!(values.to(key, 1.0, 0, Easing::LINEAR), Err(BatchError::Duration { ticks: 0 }));
    }
    assert_eq!(values.cue(&1, 1, 1), Err(BatchError::Stale), "the value rests");
    assert_eq!(values, before);
}

#[test]
fn cues_carry_the_key_and_a_new_movement_drops_them() {
    let mut values = KeyedTweens::new(Tick::ZERO);
    for key in ["a", "b"] {
        values.set(key, 0.0_f32).unwrap();
        values.to(key, 8.0, 8, Easing::LINEAR).unwrap();
        values.cue(&key, 4, 7).unwrap();
    }
    values.advance_to(Tick::new(2)).unwrap();
    values.to("b", 0.0, 8, Easing::LINEAR).unwrap();
    let cues = values.advance_to(Tick::new(6)).unwrap();
    let cue =
        KeyedTweenEvent { tick: Tick::new(4), key: "a", kind: TweenEventKind::Cue(7), value: 4.0 };
    assert_eq!(cues, [cue]);
}

#[cfg(feature = "serde")]
#[test]
fn a_damaged_save_is_refused() {
    let mut values = KeyedTweens::new(Tick::ZERO);
    values.set(1, 0.0_f32).unwrap();
    values.to(1, 8.0, 8, Easing::LINEAR).unwrap();
    values.set(2, 0.0).unwrap();
    let mut save = serde_json::to_value(&values).unwrap();
    let moving = save["moving"].clone();
    save["moving"] = serde_json::json!([]);
    assert!(
        serde_json::from_value::<KeyedTweens<u8, f32>>(save.clone()).is_err(),
        "a tween without a key"
    );
    save["moving"] = moving.clone();
    save["resting"] = serde_json::json!([[1, 0.0]]);
    assert!(
        serde_json::from_value::<KeyedTweens<u8, f32>>(save.clone()).is_err(),
        "a key that occurs twice"
    );
    save["resting"] = serde_json::json!([]);
    save["moving"] = serde_json::json!([moving[0], moving[0]]);
    assert!(serde_json::from_value::<KeyedTweens<u8, f32>>(save).is_err(), "a tween with two keys");
}

#[test]
fn values_that_differ_have_other_digests() {
    let mut values = KeyedTweens::new(Tick::ZERO);
    let mut digests = Vec::from([digest(&values)]);
    values.set(1, 0.0_f32).unwrap();
    digests.push(digest(&values));
    values.to(1, 8.0, 8, Easing::LINEAR).unwrap();
    digests.push(digest(&values));
    digests.dedup();
    assert_eq!(digests.len(), 3);
}
