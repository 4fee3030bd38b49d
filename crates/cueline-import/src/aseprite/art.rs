//! The pixels of Aseprite's own files: layers, cels, palettes and tilesets, and the frames they form.
//!
//! Cels are decompressed row by row while they are drawn, so that only the canvas and the tilesets stay in memory.
//! Visible layers are drawn from the lowest to the highest, each cel moved by its z-index. Hidden layers, layers in hidden
//! groups and reference layers are not drawn.

use std::{collections::BTreeMap, io::Read};

use cueline_assets::{DocumentPath, Problem, Problems};
use flate2::read::ZlibDecoder;

use super::{
    blend::{Mode, Pixel, product},
    bytes::Bytes,
    chunk::{self, Chunk, Header, Part},
};
use crate::importer::refused;

/// The limit of bytes for pixels while a file is read: this, or [`PER_BYTE`] of the file if that is more.
const FREE: usize = 48 << 20;
const PER_BYTE: usize = 16;
/// The limit of pixels of all canvases and cels together: this, and [`WORK_PER_BYTE`] of the file. Otherwise a small file
/// could ask for years of work. They are counted before the first one is drawn.
const WORK: u64 = 1 << 27;
const WORK_PER_BYTE: u64 = 1024;
/// The depth limit of nested groups.
const DEEP: u16 = 64;

/// The memory that is left for pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Memory {
    left: usize,
}

impl Memory {
    pub(super) fn of(file: &[u8]) -> Self {
        Self { left: FREE.max(file.len().saturating_mul(PER_BYTE)) }
    }

    /// Takes the bytes for this many pixels.
    pub(super) fn take(
        &mut self,
        width: usize,
        height: usize,
        item: &DocumentPath,
    ) -> Result<usize, Problems> {
        let bytes = width.checked_mul(height).and_then(|pixels| pixels.checked_mul(4));
        let (bytes, left) = bytes
            .and_then(|bytes| Some((bytes, self.left.checked_sub(bytes)?)))
            .ok_or_else(|| {
                let needed = format!("no more than {} pixels in all", self.left / 4);
                refused(item.clone(), format!("{width} x {height} pixels"), needed)
            })?;
        self.left = left;
        Ok(bytes)
    }
}

#[derive(Debug)]
struct Layer {
    name: String,
    /// The names of its groups and its own, such as `arm/hand`.
    path: String,
    parent: Option<usize>,
    visible: bool,
    group: bool,
    /// A reference layer, which is not part of the sprite.
    reference: bool,
    background: bool,
    tileset: Option<u32>,
    mode: Mode,
    opacity: u8,
}

#[derive(Clone, Copy, Debug)]
struct Cel<'a> {
    frame: u16,
    chunk: u32,
    layer: u16,
    at: [i16; 2],
    opacity: u8,
    z: i16,
    content: Content<'a>,
}

#[derive(Clone, Copy, Debug)]
enum Content<'a> {
    /// The same pixels as in another frame.
    Link(u16),
    Pixels {
        size: [u16; 2],
        packed: bool,
        data: &'a [u8],
    },
    Tiles {
        size: [u16; 2],
        masks: [u32; 4],
        data: &'a [u8],
    },
}

#[derive(Debug)]
struct Tileset {
    size: [u16; 2],
    count: u32,
    /// Whether tile 0 is empty.
    empty_first: bool,
    pixels: Vec<u8>,
}

type Palette = [Pixel; 256];

/// Everything that draws the frames of a file.
#[derive(Debug)]
pub(super) struct Art<'a> {
    header: Header,
    layers: Vec<Layer>,
    /// By frame, with the cels of each frame.
    cels: Vec<Cel<'a>>,
    /// The cel of a frame and a layer.
    places: BTreeMap<(u16, u16), usize>,
    /// Palettes, each from a frame on.
    palettes: Vec<(u16, Box<Palette>)>,
    tilesets: BTreeMap<u32, Tileset>,
    /// The number of pixels that may be drawn.
    most: u64,
}

impl<'a> Art<'a> {
    /// Reads all layers, and the cels of the visible layers or of those that `chosen` names.
    pub(super) fn read(
        file: &'a [u8],
        chosen: &[String],
        memory: &mut Memory,
        notes: &mut Problems,
    ) -> Result<Self, Problems> {
        let mut reader = Reader::default();
        let (header, _) = chunk::read(file, |header, part| match part {
            Part::Frame(_) => Ok(()),
            Part::Chunk(chunk) => reader.chunk(header, chunk, memory, notes),
        })?;
        if ![8, 16, 32].contains(&header.depth) {
            let item = DocumentPath::root().field("header");
            let found = format!("{} bits a pixel", header.depth);
            return Err(refused(item, found, "8, 16 or 32"));
        }
        let Reader { mut layers, mut cels, mut palettes, older, tilesets } = reader;
        choose(&mut layers, chosen)?;
        if palettes.is_empty() {
            palettes = older;
        }
        cels.retain(|cel| usize::from(cel.layer) < layers.len());
        cels.sort_by_key(|cel| cel.frame); // stable
        let places = cels.iter().enumerate().map(|(index, cel)| ((cel.frame, cel.layer), index));
        let places = places.collect();
        let most = WORK.saturating_add((file.len() as u64).saturating_mul(WORK_PER_BYTE));
        Ok(Self { header, layers, cels, places, palettes, tilesets, most })
    }

    /// Refuses frames that are too much work to draw, from their sizes alone.
    pub(super) fn check_work(&self, frames: &[u16]) -> Result<(), Problems> {
        let [width, height] = self.size().map(|side| side as u64);
        let groups = self.layers.iter().filter(|layer| layer.group && layer.visible).count();
        let canvases = if self.composes_groups() { groups as u64 + 1 } else { 1 };
        // Each canvas is cleared, and asks all layers.
        let canvas = (width * height).saturating_add(self.layers.len() as u64);
        let mut work = canvas.saturating_mul(canvases).saturating_mul(frames.len() as u64);
        for frame in frames {
            for (_, cel) in self.places.range((*frame, 0)..=(*frame, u16::MAX)) {
                work = work.saturating_add(self.cel_work(*cel));
            }
        }
        if work <= self.most {
            return Ok(());
        }
        let item = DocumentPath::root().field("frames");
        Err(refused(item, format!("{work} pixels to draw"), format!("no more than {}", self.most)))
    }

    /// The number of pixels of a cel, one more in each direction, because an empty row is work too.
    fn cel_work(&self, index: usize) -> u64 {
        let shown = self.cels[index];
        let layer = &self.layers[usize::from(shown.layer)];
        if !layer.visible {
            return 0;
        }
        let [width, height] = match self.source(shown).map(|source| source.content) {
            Some(Content::Pixels { size, .. }) => size.map(u64::from),
            Some(Content::Tiles { size, .. }) => {
                let tileset = layer.tileset.and_then(|tileset| self.tilesets.get(&tileset));
                let tile = tileset.map_or([1, 1], |tileset| tileset.size);
                [0, 1].map(|axis| u64::from(size[axis]) * u64::from(tile[axis].max(1)))
            }
            Some(Content::Link(_)) | None => return 0,
        };
        (width + 1).saturating_mul(height + 1)
    }

    /// The cel with the pixels of a cel; `None` if its link leads nowhere.
    fn source(&self, shown: Cel<'a>) -> Option<Cel<'a>> {
        let Content::Link(frame) = shown.content else { return Some(shown) };
        self.places.get(&(frame, shown.layer)).map(|target| self.cels[*target])
    }

    pub(super) fn size(&self) -> [usize; 2] {
        [self.header.width.into(), self.header.height.into()]
    }

    /// Clears a canvas and draws a frame onto it.
    pub(super) fn draw(
        &self,
        frame: u16,
        canvas: &mut [u8],
        memory: Memory,
    ) -> Result<(), Problems> {
        canvas.fill(0);
        self.draw_group(frame, None, canvas, memory)
    }

    /// Whether groups have an opacity and a blend mode.
    fn composes_groups(&self) -> bool {
        self.header.flags & 2 != 0
    }

    /// Draws the layers of a group, or all of them.
    fn draw_group(
        &self,
        frame: u16,
        group: Option<usize>,
        canvas: &mut [u8],
        memory: Memory,
    ) -> Result<(), Problems> {
        // (order, z-index, layer)
        let mut order: Vec<(i64, i16, usize)> = Vec::new();
        for (index, layer) in self.layers.iter().enumerate() {
            let inside = !self.composes_groups() || layer.parent == group;
            if !layer.visible || !inside || (layer.group && !self.composes_groups()) {
                continue;
            }
            let cel = u16::try_from(index).ok().and_then(|index| self.places.get(&(frame, index)));
            let z = cel.map_or(0, |cel| self.cels[*cel].z);
            // A file has fewer layers than an i64 counts.
            order.push((i64::try_from(index).unwrap_or(i64::MAX) + i64::from(z), z, index));
        }
        order.sort_unstable();
        for (_, _, index) in order {
            let layer = &self.layers[index];
            if layer.group {
                let (mode, opacity) = (self.mode(layer), layer.opacity);
                let mut memory = memory;
                let [width, height] = self.size();
                let item = DocumentPath::root().field("layers").index(index);
                let mut own = vec![0; memory.take(width, height, &item)?];
                self.draw_group(frame, Some(index), &mut own, memory)?;
                for (below, over) in canvas.chunks_exact_mut(4).zip(own.chunks_exact(4)) {
                    put(below, mode, pixel(over), opacity);
                }
            } else if let Some(cel) = u16::try_from(index)
                .ok()
                .and_then(|index| self.places.get(&(frame, index)).copied())
            {
                self.draw_cel(cel, canvas)?;
            }
        }
        Ok(())
    }

    fn mode(&self, layer: &Layer) -> Mode {
        if self.header.depth == 16 { layer.mode.in_grayscale() } else { layer.mode }
    }

    fn draw_cel(&self, index: usize, canvas: &mut [u8]) -> Result<(), Problems> {
        let shown = self.cels[index];
        // A link leads to pixels, or it is broken.
        let Some(source) = self.source(shown) else { return Ok(()) };
        let item = DocumentPath::root().field("frames").index(source.frame.into());
        let item = item.field("chunks").index(source.chunk as usize);
        let layer = &self.layers[usize::from(shown.layer)];
        let opacity = if self.header.flags & 1 == 0 { 255 } else { layer.opacity };
        let brush = Brush {
            canvas_size: self.size(),
            mode: self.mode(layer),
            opacity: product(shown.opacity, opacity),
            colors: self.colors(shown.frame, layer.background),
        };
        match source.content {
            Content::Link(_) => Ok(()),
            Content::Pixels { size, packed, data } => {
                let row_bytes = usize::from(size[0]) * brush.colors.bytes();
                let rows = Rows::new(packed, data, row_bytes, &item);
                brush.pixels(rows, size, shown.at, canvas)
            }
            Content::Tiles { size, masks, data } => {
                let tileset = layer.tileset.and_then(|tileset| self.tilesets.get(&tileset));
                let Some(tileset) = tileset else { return Ok(()) };
                let rows = Rows::new(true, data, usize::from(size[0]) * 4, &item);
                brush.tiles(rows, size, masks, tileset, shown.at, canvas)
            }
        }
    }

    /// How stored pixels become colors in a frame.
    fn colors(&self, frame: u16, background: bool) -> Colors<'_> {
        match self.header.depth {
            8 => {
                let after = self.palettes.partition_point(|(from, _)| *from <= frame);
                let palette = after.checked_sub(1).map(|index| &*self.palettes[index].1);
                let clear = if background { None } else { Some(self.header.transparent) };
                Colors::Indexed { palette, clear }
            }
            16 => Colors::Gray,
            _ => Colors::Rgba,
        }
    }
}

/// Keeps only the layers to draw visible.
fn choose(layers: &mut [Layer], chosen: &[String]) -> Result<(), Problems> {
    let is = |layer: &Layer, name: &String| layer.name == *name || layer.path == *name;
    for name in chosen {
        if !layers.iter().any(|layer| is(layer, name)) {
            let known: Vec<&str> = layers.iter().map(|layer| &*layer.path).collect();
            let item = DocumentPath::root().field("layers");
            let needed = format!("one of {}", known.join(", "));
            return Err(refused(item, format!("no layer {name:?}"), needed));
        }
    }
    if !chosen.is_empty() {
        // A chosen layer is drawn with its groups, and a chosen group with its visible layers.
        let mut picked = vec![false; layers.len()];
        for index in 0..layers.len() {
            let own = chosen.iter().any(|name| is(&layers[index], name));
            let group = layers[index].parent.is_some_and(|parent| picked[parent]);
            picked[index] = own || (group && layers[index].visible);
        }
        let mut shown = picked.clone();
        for index in (0..layers.len()).rev() {
            if let (true, Some(parent)) = (shown[index], layers[index].parent) {
                shown[parent] = true;
            }
        }
        for (layer, shown) in layers.iter_mut().zip(shown) {
            layer.visible = shown;
        }
    }
    for index in 0..layers.len() {
        let parent = layers[index].parent.is_none_or(|parent| layers[parent].visible);
        let layer = &mut layers[index];
        layer.visible = layer.visible && parent && !layer.reference;
    }
    Ok(())
}

#[derive(Debug, Default)]
struct Reader<'a> {
    layers: Vec<Layer>,
    cels: Vec<Cel<'a>>,
    palettes: Vec<(u16, Box<Palette>)>,
    /// Palettes in the form of the first versions, which are used if the file has no other.
    older: Vec<(u16, Box<Palette>)>,
    tilesets: BTreeMap<u32, Tileset>,
}

impl<'a> Reader<'a> {
    fn chunk(
        &mut self,
        header: Header,
        chunk: Chunk<'a>,
        memory: &mut Memory,
        notes: &mut Problems,
    ) -> Result<(), Problems> {
        let Chunk { frame, index, kind, bytes } = chunk;
        match kind {
            0x2004 => self.layer(bytes, notes),
            0x2005 => self.cel(frame, index, bytes),
            0x2019 => self.palette(frame, bytes, memory),
            0x0004 => self.older_palette(frame, bytes, 255, memory),
            0x0011 => self.older_palette(frame, bytes, 63, memory),
            0x2023 => self.tileset(header, bytes, memory, notes),
            _ => Ok(()),
        }
    }

    fn layer(&mut self, mut bytes: Bytes<'_>, notes: &mut Problems) -> Result<(), Problems> {
        let (flags, kind, level) = (bytes.u16()?, bytes.u16()?, bytes.u16()?);
        bytes.take(4)?;
        let (mode, opacity) = (bytes.u16()?, bytes.u8()?);
        bytes.take(3)?;
        let name = bytes.text()?;
        let tileset = if kind == 2 { Some(bytes.u32()?) } else { None };
        let item = &bytes.item;
        if level > DEEP {
            let needed = format!("no more than {DEEP}");
            return Err(refused(item.clone(), format!("a group in {level} groups"), needed));
        }
        // The parent is the last layer one level higher.
        let mut parent = self.layers.len().checked_sub(1);
        let depth = |layers: &[Layer], mut of: Option<usize>| {
            let mut depth = 0;
            while let Some(index) = of {
                depth += 1;
                of = layers[index].parent;
            }
            depth
        };
        while depth(&self.layers, parent) > usize::from(level) {
            parent = parent.and_then(|parent| self.layers[parent].parent);
        }
        let parent = parent.filter(|parent| self.layers[*parent].group);
        let path = match parent {
            // Otherwise long names in deep groups would grow with the square of the file.
            Some(parent) if self.layers[parent].path.len() < 256 => {
                format!("{}/{name}", self.layers[parent].path)
            }
            _ => name.clone(),
        };
        let known = Mode::of(mode);
        if known.is_none() {
            let found = format!("blend mode {mode}");
            notes.push(Problem::note(item.clone(), found, "which is drawn as the normal one"));
        }
        self.layers.push(Layer {
            name,
            path,
            parent,
            visible: flags & 1 != 0,
            group: kind == 1,
            reference: flags & 64 != 0,
            background: flags & 8 != 0,
            tileset,
            mode: known.unwrap_or_default(),
            opacity,
        });
        Ok(())
    }

    fn cel(&mut self, frame: u16, chunk: u32, mut bytes: Bytes<'a>) -> Result<(), Problems> {
        let layer = bytes.u16()?;
        let at = [bytes.i16()?, bytes.i16()?];
        let (opacity, kind, z) = (bytes.u8()?, bytes.u16()?, bytes.i16()?);
        bytes.take(5)?;
        let content = match kind {
            0 | 2 => {
                let size = [bytes.u16()?, bytes.u16()?];
                Content::Pixels { size, packed: kind == 2, data: bytes.rest() }
            }
            1 => Content::Link(bytes.u16()?),
            3 => {
                let size = [bytes.u16()?, bytes.u16()?];
                let bits = bytes.u16()?;
                if bits != 32 {
                    return Err(refused(bytes.item, format!("{bits} bits a tile"), "32"));
                }
                let masks = [bytes.u32()?, bytes.u32()?, bytes.u32()?, bytes.u32()?];
                bytes.take(10)?;
                Content::Tiles { size, masks, data: bytes.rest() }
            }
            _ => {
                let needed = "0 to 3, pixels to tiles";
                return Err(refused(bytes.item, format!("a cel of kind {kind}"), needed));
            }
        };
        self.cels.push(Cel { frame, chunk, layer, at, opacity, z, content });
        Ok(())
    }

    fn palette(
        &mut self,
        frame: u16,
        mut bytes: Bytes<'_>,
        memory: &mut Memory,
    ) -> Result<(), Problems> {
        let (_, first, last) = (bytes.u32()?, bytes.u32()?, bytes.u32()?);
        bytes.take(8)?;
        let mut palette = newest(&self.palettes);
        for index in first..=last {
            // Each takes bytes, so a loop with too high a count ends early.
            let flags = bytes.u16()?;
            let color = bytes.array()?;
            if flags & 1 != 0 {
                let _name = bytes.text()?;
            }
            if let Some(entry) = palette.get_mut(index as usize) {
                *entry = color;
            }
        }
        keep(&mut self.palettes, frame, palette, &bytes.item, memory)
    }

    /// A palette of the first versions; `full` is the value of full light.
    fn older_palette(
        &mut self,
        frame: u16,
        mut bytes: Bytes<'_>,
        full: u32,
        memory: &mut Memory,
    ) -> Result<(), Problems> {
        let mut palette = newest(&self.older);
        let mut index = 0_usize;
        for _ in 0..bytes.u16()? {
            index += usize::from(bytes.u8()?);
            let count = match bytes.u8()? {
                0 => 256,
                count => u16::from(count),
            };
            for _ in 0..count {
                let part =
                    |part: u8| u8::try_from((u32::from(part) * 255 / full).min(255)).unwrap_or(255);
                let [r, g, b] = bytes.array()?.map(part);
                if let Some(entry) = palette.get_mut(index) {
                    *entry = [r, g, b, 255];
                }
                index += 1;
            }
        }
        keep(&mut self.older, frame, palette, &bytes.item, memory)
    }

    fn tileset(
        &mut self,
        header: Header,
        mut bytes: Bytes<'_>,
        memory: &mut Memory,
        notes: &mut Problems,
    ) -> Result<(), Problems> {
        let (id, flags, count) = (bytes.u32()?, bytes.u32()?, bytes.u32()?);
        let size = [bytes.u16()?, bytes.u16()?];
        bytes.take(16)?;
        let name = bytes.text()?;
        if flags & 1 != 0 {
            bytes.take(8)?;
        }
        if flags & 2 == 0 {
            let found = format!("the tileset {name:?} in another file");
            notes.push(Problem::note(bytes.item, found, "whose tiles are not drawn"));
            return Ok(());
        }
        let length = bytes.u32()?;
        let data = bytes.take(length as usize)?;
        let rows = (count as usize).saturating_mul(size[1].into());
        let all = memory.take(size[0].into(), rows, &bytes.item)?;
        // The count assumed four bytes each, the largest depth.
        let wanted = all / 4 * usize::from(header.depth / 8);
        let mut pixels = Vec::new();
        let read = ZlibDecoder::new(data).take(wanted as u64).read_to_end(&mut pixels);
        if read.is_err() || pixels.len() < wanted {
            return Err(broken(&bytes.item, pixels.len(), wanted));
        }
        let _before =
            self.tilesets.insert(id, Tileset { size, count, empty_first: flags & 4 != 0, pixels });
        Ok(())
    }
}

/// A copy of the last palette, for changes.
fn newest(palettes: &[(u16, Box<Palette>)]) -> Box<Palette> {
    palettes.last().map_or_else(|| Box::new([[0, 0, 0, 255]; 256]), |(_, palette)| palette.clone())
}

/// Adds the palette of a frame, in the place of an earlier one of the frame.
fn keep(
    palettes: &mut Vec<(u16, Box<Palette>)>,
    frame: u16,
    palette: Box<Palette>,
    item: &DocumentPath,
    memory: &mut Memory,
) -> Result<(), Problems> {
    match palettes.last_mut() {
        Some((last, before)) if *last == frame => *before = palette,
        _ => {
            let _bytes = memory.take(palette.len(), 1, item)?;
            palettes.push((frame, palette));
        }
    }
    Ok(())
}

fn broken(item: &DocumentPath, found: usize, needed: usize) -> Problems {
    refused(item.clone(), format!("{found} bytes of pixels"), format!("{needed}, compressed"))
}

/// The rows of a cel in order.
struct Rows<'a> {
    source: Source<'a>,
    row: Vec<u8>,
    item: &'a DocumentPath,
}

enum Source<'a> {
    Plain(&'a [u8]),
    Packed(Box<ZlibDecoder<&'a [u8]>>),
}

impl<'a> Rows<'a> {
    fn new(packed: bool, data: &'a [u8], bytes: usize, item: &'a DocumentPath) -> Self {
        let source = if packed {
            Source::Packed(Box::new(ZlibDecoder::new(data)))
        } else {
            Source::Plain(data)
        };
        Self { source, row: vec![0; bytes], item }
    }

    fn next(&mut self) -> Result<&[u8], Problems> {
        let read = match &mut self.source {
            Source::Plain(data) => data.read_exact(&mut self.row),
            Source::Packed(decoder) => decoder.read_exact(&mut self.row),
        };
        match read {
            Ok(()) => Ok(&self.row),
            Err(error) => {
                let found = format!("incomplete pixels ({error})");
                Err(refused(self.item.clone(), found, format!("rows of {} bytes", self.row.len())))
            }
        }
    }
}

/// How stored pixels become colors.
#[derive(Clone, Copy)]
enum Colors<'a> {
    Rgba,
    Gray,
    Indexed { palette: Option<&'a Palette>, clear: Option<u8> },
}

impl Colors<'_> {
    fn bytes(self) -> usize {
        match self {
            Self::Rgba => 4,
            Self::Gray => 2,
            Self::Indexed { .. } => 1,
        }
    }

    /// The color of the pixel at this index in a run of pixels.
    fn at(self, pixels: &[u8], index: usize) -> Pixel {
        let start = index.saturating_mul(self.bytes());
        match (self, pixels.get(start..)) {
            (Self::Rgba, Some([r, g, b, a, ..])) => [*r, *g, *b, *a],
            (Self::Gray, Some([value, alpha, ..])) => [*value, *value, *value, *alpha],
            (Self::Indexed { palette: Some(palette), clear }, Some([color, ..]))
                if clear != Some(*color) =>
            {
                palette[usize::from(*color)]
            }
            _ => [0; 4],
        }
    }
}

/// How cels go onto a canvas.
struct Brush<'a> {
    canvas_size: [usize; 2],
    mode: Mode,
    opacity: u8,
    colors: Colors<'a>,
}

impl Brush<'_> {
    fn dot(&self, canvas: &mut [u8], x: i64, y: i64, color: Pixel) {
        let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y)) else { return };
        let [width, height] = self.canvas_size;
        if x < width && y < height {
            let start = (y * width + x) * 4; // inside of the canvas, which is in memory
            put(&mut canvas[start..start + 4], self.mode, color, self.opacity);
        }
    }

    fn pixels(
        &self,
        mut rows: Rows<'_>,
        [width, height]: [u16; 2],
        [left, top]: [i16; 2],
        canvas: &mut [u8],
    ) -> Result<(), Problems> {
        for y in 0..height {
            let row = rows.next()?;
            for x in 0..width {
                let color = self.colors.at(row, x.into());
                let (x, y) = (i64::from(left) + i64::from(x), i64::from(top) + i64::from(y));
                self.dot(canvas, x, y, color);
            }
        }
        Ok(())
    }

    fn tiles(
        &self,
        mut rows: Rows<'_>,
        [across, down]: [u16; 2],
        [number, flip_x, flip_y, turn]: [u32; 4],
        tileset: &Tileset,
        [left, top]: [i16; 2],
        canvas: &mut [u8],
    ) -> Result<(), Problems> {
        let [width, height] = tileset.size;
        for row in 0..down {
            let tiles = rows.next()?;
            for (column, tile) in tiles.chunks_exact(4).take(across.into()).enumerate() {
                let tile = u32::from_le_bytes([tile[0], tile[1], tile[2], tile[3]]);
                let index = tile & number;
                if index >= tileset.count || (index == 0 && tileset.empty_first) {
                    continue;
                }
                let is = |mask: u32| tile & mask != 0;
                for y in 0..height {
                    for x in 0..width {
                        let (mut u, mut v) = (x, y);
                        if is(flip_x) {
                            u = width - 1 - u;
                        }
                        if is(flip_y) {
                            v = height - 1 - v;
                        }
                        // Rotated tiles are square in practice; pixels outside of other tiles are dropped.
                        if is(turn) {
                            (u, v) = (v, u);
                        }
                        if u >= width || v >= height {
                            continue;
                        }
                        let line = index as usize * usize::from(height) + usize::from(v);
                        let at = line * usize::from(width) + usize::from(u);
                        let color = self.colors.at(&tileset.pixels, at);
                        let x = i64::from(left)
                            + i64::try_from(column).unwrap_or(i64::MAX / 2) * i64::from(width)
                            + i64::from(x);
                        let y = i64::from(top) + i64::from(row) * i64::from(height) + i64::from(y);
                        self.dot(canvas, x, y, color);
                    }
                }
            }
        }
        Ok(())
    }
}

fn pixel(bytes: &[u8]) -> Pixel {
    bytes.try_into().unwrap_or_default()
}

fn put(below: &mut [u8], mode: Mode, over: Pixel, opacity: u8) {
    if over[3] != 0 {
        below.copy_from_slice(&mode.blend(pixel(below), over, opacity));
    }
}
