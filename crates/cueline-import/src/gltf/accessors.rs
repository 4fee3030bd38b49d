//! Numbers of a glTF file: typed views of its buffers.
//!
//! Counts are checked before reading: a file may claim more numbers than fit into memory.

use std::{collections::BTreeMap, rc::Rc};

use cueline_assets::{DocumentPath, Problem, Problems};
use gltf_json::{
    Root,
    accessor::{Accessor, ComponentType, Type},
    validation::{Checked, USize64},
};

use super::buffers::{Buffers, slice};
use crate::importer::refused;

/// The limit of numbers for each byte of the buffers in use, and the extra for accessors without a buffer. Regular
/// files stay below 6: every key has a time and a value, whose count is checked before it is read.
const NUMBERS_PER_BYTE: u64 = 16;
const NUMBERS_FREE: u64 = 1 << 21;

/// Reads accessors.
pub(super) struct Accessors<'a> {
    root: &'a Root,
    buffers: Buffers<'a>,
    /// Bytes in requested views, each view once.
    bytes: u64,
    seen: Vec<bool>,
    numbers: u64,
    /// The times of keys, each accessor once: most channels of an animation share them.
    times: BTreeMap<usize, Rc<[f32]>>,
}

/// The expected content of an accessor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    pub(super) of: Type,
    /// Whether whole numbers may stand for fractions of 1.
    pub(super) normalized: bool,
    /// Whether whole numbers may stand for themselves.
    pub(super) whole: bool,
}

impl<'a> Accessors<'a> {
    pub(super) fn new(root: &'a Root, buffers: Buffers<'a>) -> Self {
        let seen = vec![false; root.buffer_views.len()];
        Self { root, buffers, bytes: 0, seen, numbers: 0, times: BTreeMap::new() }
    }

    /// The size of the views that were asked for, in bytes.
    pub(super) fn size(&self) -> usize {
        usize::try_from(self.bytes).unwrap_or(usize::MAX)
    }

    /// How many numbers [`read`](Self::read) returns, after the checks that need no decoding.
    pub(super) fn count(&mut self, index: usize, wanted: Wanted) -> Result<usize, Problems> {
        let (accessor, item) = self.accessor(index)?;
        self.component(accessor, wanted, &item)?;
        let USize64(count) = accessor.count;
        self.allowed(accessor, count.checked_mul(wanted.of.multiplicity() as u64), &item)
    }

    /// All numbers of an accessor, item by item.
    pub(super) fn read(&mut self, index: usize, wanted: Wanted) -> Result<Vec<f32>, Problems> {
        let (accessor, item) = self.accessor(index)?;
        let component = self.component(accessor, wanted, &item)?;
        let USize64(count) = accessor.count;
        let width = wanted.of.multiplicity();
        let total = self.allowed(accessor, count.checked_mul(width as u64), &item)?;
        let mut numbers = match accessor.buffer_view {
            Some(view) => {
                let USize64(start) = accessor.byte_offset.unwrap_or_default();
                let items = Items { view: view.value(), start, count, width, component };
                self.items(items, accessor.normalized, &item)?
            }
            None => vec![0.0; total],
        };
        if let Some(sparse) = &accessor.sparse {
            let USize64(changed) = sparse.count;
            self.allowed(accessor, changed.checked_mul(width as u64 + 1), &item.field("sparse"))?;
            let at = item.field("sparse").field("indices");
            let Checked::Valid(kind) = sparse.indices.component_type else {
                return Err(refused(
                    at.field("componentType"),
                    "no such type",
                    "5121, 5123 or 5125",
                ));
            };
            let USize64(start) = sparse.indices.byte_offset;
            let view = sparse.indices.buffer_view.value();
            let indices = self
                .indices(Items { view, start, count: changed, width: 1, component: kind.0 }, &at)?;
            let USize64(start) = sparse.values.byte_offset;
            let view = sparse.values.buffer_view.value();
            let values = Items { view, start, count: changed, width, component };
            let item = item.field("sparse").field("values");
            let values = self.items(values, accessor.normalized, &item)?;
            for (number, (index, value)) in
                indices.into_iter().zip(values.chunks_exact(width)).enumerate()
            {
                let Some(place) = numbers.chunks_exact_mut(width).nth(index) else {
                    let found = format!("{index}");
                    let needed = format!("a number below {count}");
                    return Err(refused(at.index(number), found, needed));
                };
                place.copy_from_slice(value);
            }
        }
        Ok(numbers)
    }

    /// All whole numbers of an accessor, such as indices.
    pub(super) fn whole(&mut self, index: usize, of: Type) -> Result<Vec<usize>, Problems> {
        let (accessor, item) = self.accessor(index)?;
        let (kind, needed) = (item.field("componentType"), "U8, U16 or U32");
        let component = match accessor.component_type {
            Checked::Valid(of) => of.0,
            Checked::Invalid => return Err(refused(kind, "no such type", needed)),
        };
        if ![ComponentType::U8, ComponentType::U16, ComponentType::U32].contains(&component) {
            return Err(refused(kind, format!("{component:?}"), needed));
        }
        is_of_type(accessor, of, &item)?;
        let Some(view) = accessor.buffer_view else {
            return Err(refused(item.field("bufferView"), "none", "the view with the numbers"));
        };
        if accessor.sparse.is_some() {
            return Err(refused(
                item.field("sparse"),
                "replaced numbers",
                "all of them in one place",
            ));
        }
        let USize64(count) = accessor.count;
        let width = of.multiplicity();
        let _total = self.allowed(accessor, count.checked_mul(width as u64), &item)?;
        let USize64(start) = accessor.byte_offset.unwrap_or_default();
        self.indices(Items { view: view.value(), start, count, width, component }, &item)
    }

    /// The times of keys in seconds, checked. Notes about an accessor are added once.
    pub(super) fn times(
        &mut self,
        index: usize,
        notes: &mut Problems,
    ) -> Result<Rc<[f32]>, Problems> {
        if let Some(times) = self.times.get(&index) {
            return Ok(times.clone());
        }
        let wanted = Wanted { of: Type::Scalar, normalized: false, whole: false };
        let times: Rc<[f32]> = self.read(index, wanted)?.into();
        check_times(&times, &DocumentPath::root().field("accessors").index(index), notes)?;
        Ok(self.times.entry(index).or_insert(times).clone())
    }

    fn accessor(&self, index: usize) -> Result<(&'a Accessor, DocumentPath), Problems> {
        let item = DocumentPath::root().field("accessors").index(index);
        match self.root.accessors.get(index) {
            Some(accessor) => Ok((accessor, item)),
            None => {
                let found = format!("a number beyond the {} accessors", self.root.accessors.len());
                Err(refused(item, found, "one of them"))
            }
        }
    }

    /// The item type of an accessor.
    pub(super) fn kind(&self, index: usize) -> Option<Type> {
        match self.root.accessors.get(index)?.type_ {
            Checked::Valid(of) => Some(of),
            Checked::Invalid => None,
        }
    }

    /// The storage type of its numbers, if it is one of the expected types.
    fn component(
        &self,
        accessor: &Accessor,
        wanted: Wanted,
        item: &DocumentPath,
    ) -> Result<ComponentType, Problems> {
        is_of_type(accessor, wanted.of, item)?;
        let kind = item.field("componentType");
        match accessor.component_type {
            Checked::Valid(of) => match of.0 {
                ComponentType::F32 => Ok(ComponentType::F32),
                ComponentType::U32 => Err(refused(kind, "U32", "F32")),
                small if wanted.whole || (wanted.normalized && accessor.normalized) => Ok(small),
                small if wanted.normalized => {
                    Err(refused(kind, format!("{small:?}, not normalized"), "F32, or normalized"))
                }
                small => Err(refused(kind, format!("{small:?}"), "F32")),
            },
            Checked::Invalid => Err(refused(kind, "no such type", "F32")),
        }
    }

    /// Checks that this many numbers may be read, and returns them as a usize.
    fn allowed(
        &mut self,
        accessor: &Accessor,
        numbers: Option<u64>,
        item: &DocumentPath,
    ) -> Result<usize, Problems> {
        let sparse = accessor.sparse.as_ref();
        let views = [
            accessor.buffer_view,
            sparse.map(|sparse| sparse.indices.buffer_view),
            sparse.map(|sparse| sparse.values.buffer_view),
        ];
        for view in views.into_iter().flatten() {
            let (bytes, _) = self.buffers.view(view.value())?;
            if !core::mem::replace(&mut self.seen[view.value()], true) {
                self.bytes = self.bytes.saturating_add(bytes.len() as u64);
            }
        }
        let limit = self.bytes.saturating_mul(NUMBERS_PER_BYTE).saturating_add(NUMBERS_FREE);
        let sum = numbers.and_then(|numbers| self.numbers.checked_add(numbers));
        match (sum, numbers.map(usize::try_from)) {
            (Some(sum), Some(Ok(numbers))) if sum <= limit => {
                self.numbers = sum;
                Ok(numbers)
            }
            _ => {
                let USize64(count) = accessor.count;
                let needed = "no more numbers than a file of this size can hold";
                Err(refused(item.field("count"), format!("{count}"), needed))
            }
        }
    }

    fn items(
        &mut self,
        items: Items,
        normalized: bool,
        item: &DocumentPath,
    ) -> Result<Vec<f32>, Problems> {
        let component = items.component;
        self.each(items, item, |bytes| float(bytes, component, normalized))
    }

    fn indices(&mut self, items: Items, item: &DocumentPath) -> Result<Vec<usize>, Problems> {
        self.each(items, item, |bytes| {
            bytes.iter().rev().fold(0, |number, byte| (number << 8) | usize::from(*byte))
        })
    }

    /// Reads every number with `read`; the count was checked before.
    fn each<T>(
        &mut self,
        Items { view, start, count, width, component }: Items,
        item: &DocumentPath,
        read: impl Fn(&[u8]) -> T,
    ) -> Result<Vec<T>, Problems> {
        let (bytes, view) = self.buffers.view(view)?;
        let size = component.size();
        let packed = (width * size) as u64; // at most 16 numbers of 4 bytes
        let stride = view.byte_stride.map_or(packed, |stride| stride.0 as u64);
        if stride < packed {
            let needed = format!("{packed} or more");
            return Err(refused(item.field("byteStride"), format!("{stride}"), needed));
        }
        // The last item needs no more than itself.
        let length = match count.checked_sub(1) {
            None => Some(0),
            Some(before) => before.checked_mul(stride).and_then(|all| all.checked_add(packed)),
        };
        let Some(bytes) = length.and_then(|length| slice(bytes, start, length)) else {
            let found = format!("{count} items from byte {start} on");
            let needed = format!("items within its view of {} bytes", bytes.len());
            return Err(refused(item.clone(), found, needed));
        };
        let (stride, packed) = (usize::try_from(stride).unwrap_or(usize::MAX), width * size);
        let items = bytes.chunks(stride).filter_map(|chunk| chunk.get(..packed));
        Ok(items.flat_map(|item| item.chunks_exact(size)).map(read).collect())
    }
}

/// Refuses an accessor whose items have another type.
fn is_of_type(accessor: &Accessor, needed: Type, item: &DocumentPath) -> Result<(), Problems> {
    if accessor.type_ == Checked::Valid(needed) {
        return Ok(());
    }
    let found = match accessor.type_ {
        Checked::Valid(other) => format!("{other:?}"),
        Checked::Invalid => "no such type".into(),
    };
    Err(refused(item.field("type"), found, format!("{needed:?}")))
}

fn check_times(times: &[f32], item: &DocumentPath, notes: &mut Problems) -> Result<(), Problems> {
    // Ten years: far below the limit of a span, far above the range in which an f32 separates frames.
    let fits = |at: &f32| at.abs() < 3.2e8; // not NaN either
    if let Some(number) = times.iter().position(|at| !fits(at)) {
        let found = format!("{} s for key {number}", times[number]);
        return Err(refused(item.clone(), found, "a time of less than ten years"));
    }
    if let Some(number) = times.windows(2).position(|pair| pair[1] < pair[0]) {
        let found = format!("{} s for key {}", times[number + 1], number + 1);
        return Err(refused(item.clone(), found, format!("a time not before {} s", times[number])));
    }
    let same = times.windows(2).filter(|pair| pair[1] == pair[0]).count();
    if same > 0 {
        let found = format!("{same} keys at the time of the previous key");
        notes.push(Problem::note(item.clone(), found, "where the track jumps"));
    }
    if times.first().is_some_and(|first| *first < 0.0) {
        let found = format!("a first key at {} s", times[0]);
        notes.push(Problem::note(item.clone(), found, "of which only the part from 0 on plays"));
    }
    Ok(())
}

/// The place and the layout of items.
#[derive(Clone, Copy, Debug)]
struct Items {
    view: usize,
    start: u64,
    count: u64,
    width: usize,
    component: ComponentType,
}

/// A number of `component`, the lowest byte first; a normalized whole number encodes a fraction of 1 (glTF 2.0, 3.6.2.2).
fn float(bytes: &[u8], component: ComponentType, normalized: bool) -> f32 {
    let part = |number: f32, one: f32| if normalized { (number / one).max(-1.0) } else { number };
    match (component, bytes) {
        (ComponentType::F32, &[a, b, c, d]) => f32::from_le_bytes([a, b, c, d]),
        (ComponentType::I8, &[a]) => part(i8::from_le_bytes([a]).into(), 127.0),
        (ComponentType::U8, &[a]) => part(a.into(), 255.0),
        (ComponentType::I16, &[a, b]) => part(i16::from_le_bytes([a, b]).into(), 32_767.0),
        (ComponentType::U16, &[a, b]) => part(u16::from_le_bytes([a, b]).into(), 65_535.0),
        _ => f32::NAN, // not reachable with an accepted type; refused as not finite
    }
}
