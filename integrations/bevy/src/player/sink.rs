//! Ways into a component, for values of many rows at once.

use alloc::boxed::Box;
use core::{
    any::{Any, TypeId},
    marker::PhantomData,
};

use bevy_ecs::change_detection::Tick;
use bevy_math::{Quat, Vec2, Vec3, Vec4};
use cueline::clip::{Animate, Value, ValueKind};

use crate::property::{Property, reflected::fitted};

/// Rows of a table of entities.
pub(crate) struct Table<'w, T> {
    pub(crate) targets: &'w mut [T],
    /// The change tick of each.
    pub(crate) changed: &'w mut [Tick],
    pub(crate) now: Tick,
}

/// Where a track writes in a component.
pub(crate) trait Sink<T>: Send + Sync {
    /// How many numbers a value has, where numbers alone are enough.
    fn numbers(&self) -> Option<usize>;
    /// Writes values, number by number, into these rows.
    fn put_all(&self, numbers: &[f32], rows: &[u32], table: &mut Table<'_, T>);
    /// Writes any value into a row.
    fn put(&self, value: Value, row: u32, table: &mut Table<'_, T>);
}

/// A property, or a part of it.
struct Via<P> {
    place: Box<[u16]>,
    kind: ValueKind,
    property: PhantomData<fn() -> P>,
}

/// A `Box<dyn Sink<P::Target>>`.
pub(crate) fn sink<P: Property<Value: Animate>>(
    place: Box<[u16]>,
    kind: ValueKind,
) -> Box<dyn Any> {
    let sink: Box<dyn Sink<P::Target>> = Box::new(Via::<P> { place, kind, property: PhantomData });
    Box::new(sink)
}

/// The same value, where the types are the same.
#[inline(always)]
fn same<A: Copy + 'static, B: Copy + 'static>(value: A) -> Option<B> {
    (&value as &dyn Any).downcast_ref::<B>().copied()
}

impl<P: Property<Value: Animate>> Via<P> {
    #[inline(always)]
    fn put_each<const N: usize, V: Copy + 'static>(
        numbers: &[f32],
        rows: &[u32],
        table: &mut Table<'_, P::Target>,
        make: impl Fn([f32; N]) -> V,
    ) {
        let now = table.now;
        let put = |numbers: &[f32; N], target: &mut P::Target, changed: &mut Tick| {
            let Some(value) = same::<V, P::Value>(make(*numbers)) else { return };
            if P::differs(target, &value) {
                P::set(target, value);
                *changed = now;
            }
        };
        let numbers = numbers.as_chunks::<N>().0.iter();
        let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return };
        let (first, last) = (*first as usize, *last as usize);
        // Rows rise, so these follow each other, as they mostly do.
        if last - first + 1 == rows.len() {
            let targets = &mut table.targets[first..=last];
            let rows = targets.iter_mut().zip(&mut table.changed[first..=last]);
            numbers
                .zip(rows)
                .for_each(|(numbers, (target, changed))| put(numbers, target, changed));
            return;
        }
        for (numbers, row) in numbers.zip(rows) {
            let row = *row as usize;
            put(numbers, &mut table.targets[row], &mut table.changed[row]);
        }
    }
}

impl<P: Property<Value: Animate>> Sink<P::Target> for Via<P> {
    fn numbers(&self) -> Option<usize> {
        let value = TypeId::of::<P::Value>();
        let is = |one: TypeId, numbers: usize| (one == value).then_some(numbers);
        let whole = self.place.is_empty();
        let numbers = is(TypeId::of::<f32>(), 1)
            .or(is(TypeId::of::<Vec2>(), 2))
            .or(is(TypeId::of::<Vec3>(), 3))
            .or(is(TypeId::of::<Vec4>(), 4))
            .or(is(TypeId::of::<Quat>(), 4));
        numbers.filter(|_| whole)
    }

    fn put_all(&self, numbers: &[f32], rows: &[u32], table: &mut Table<'_, P::Target>) {
        let value = TypeId::of::<P::Value>();
        if value == TypeId::of::<f32>() {
            Self::put_each(numbers, rows, table, |[number]| number);
        } else if value == TypeId::of::<Vec2>() {
            Self::put_each(numbers, rows, table, Vec2::from_array);
        } else if value == TypeId::of::<Vec3>() {
            Self::put_each(numbers, rows, table, Vec3::from_array);
        } else if value == TypeId::of::<Vec4>() {
            Self::put_each(numbers, rows, table, Vec4::from_array);
        } else {
            Self::put_each(numbers, rows, table, Quat::from_array);
        }
    }

    fn put(&self, value: Value, row: u32, table: &mut Table<'_, P::Target>) {
        let row = row as usize;
        let target = &mut table.targets[row];
        let mut new = P::get(target);
        let value = fitted(value, self.kind);
        let written = new.slot(&self.place).is_some_and(|slot| slot.set(value));
        if written && P::differs(target, &new) {
            P::set(target, new);
            table.changed[row] = table.now;
        }
    }
}
