//! Makes glTF files with the structures of the `gltf-json` crate.

use gltf_json::{
    Buffer, Index, Node, Root,
    accessor::{Accessor, ComponentType, GenericComponentType, Type},
    animation::{Animation, Channel, Interpolation, Property, Sampler, Target},
    buffer::View,
    validation::{Checked::Valid, USize64},
};

/// A file in the making: its JSON, and the bytes of its only buffer.
#[derive(Debug, Default)]
pub(crate) struct Make {
    pub(crate) root: Root,
    pub(crate) bytes: Vec<u8>,
}

impl Make {
    /// An accessor of those bytes.
    pub(crate) fn bytes(
        &mut self,
        bytes: &[u8],
        component: ComponentType,
        of: Type,
        normalized: bool,
    ) -> Index<Accessor> {
        let view = self.view(bytes);
        let count = bytes.len() / component.size() / of.multiplicity();
        self.root.push(accessor(Some(view), component, of, count, normalized))
    }

    /// An accessor of those numbers.
    pub(crate) fn floats(&mut self, of: Type, numbers: &[f32]) -> Index<Accessor> {
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        self.bytes(&bytes, ComponentType::F32, of, false)
    }

    pub(crate) fn view(&mut self, bytes: &[u8]) -> Index<View> {
        while !self.bytes.len().is_multiple_of(4) {
            self.bytes.push(0);
        }
        let start = self.bytes.len();
        self.bytes.extend(bytes);
        self.root.push(View {
            buffer: Index::new(0),
            byte_length: USize64(bytes.len() as u64),
            byte_offset: Some(USize64(start as u64)),
            byte_stride: None,
            name: None,
            target: None,
            extensions: None,
            extras: Default::default(),
        })
    }

    pub(crate) fn node(&mut self, name: &str, children: &[u32]) -> Index<Node> {
        let children =
            (!children.is_empty()).then(|| children.iter().map(|n| Index::new(*n)).collect());
        self.root.push(Node { name: Some(name.into()), children, ..Node::default() })
    }

    /// A channel of the last animation.
    pub(crate) fn channel(
        &mut self,
        node: u32,
        property: Property,
        way: Interpolation,
        input: Index<Accessor>,
        output: Index<Accessor>,
    ) {
        if self.root.animations.is_empty() {
            self.animation("move");
        }
        let animation = self.root.animations.last_mut().unwrap();
        animation.channels.push(Channel {
            sampler: Index::new(u32::try_from(animation.samplers.len()).unwrap()),
            target: Target {
                extensions: None,
                extras: Default::default(),
                node: Index::new(node),
                path: Valid(property),
            },
            extensions: None,
            extras: Default::default(),
        });
        animation.samplers.push(Sampler {
            extensions: None,
            extras: Default::default(),
            input,
            interpolation: Valid(way),
            output,
        });
    }

    /// The same with numbers.
    pub(crate) fn curve(
        &mut self,
        node: u32,
        property: Property,
        way: Interpolation,
        times: &[f32],
        numbers: &[f32],
    ) {
        let of = match property {
            Property::Translation | Property::Scale => Type::Vec3,
            Property::Rotation => Type::Vec4,
            Property::MorphTargetWeights => Type::Scalar,
        };
        let input = self.floats(Type::Scalar, times);
        let output = self.floats(of, numbers);
        self.channel(node, property, way, input, output);
    }

    pub(crate) fn animation(&mut self, name: &str) {
        self.root.push(Animation {
            extensions: None,
            extras: Default::default(),
            channels: Vec::new(),
            name: Some(name.into()),
            samplers: Vec::new(),
        });
    }

    /// As text, the buffer in it as base64.
    pub(crate) fn text(&self) -> Vec<u8> {
        use base64::Engine as _;
        let data = base64::engine::general_purpose::STANDARD.encode(&self.bytes);
        self.with_buffer(Some(format!("data:application/octet-stream;base64,{data}")))
    }

    /// As text with the buffer elsewhere.
    pub(crate) fn with_buffer(&self, uri: Option<String>) -> Vec<u8> {
        let mut root = self.root.clone();
        root.buffers.insert(
            0,
            Buffer {
                byte_length: USize64(self.bytes.len() as u64),
                name: None,
                uri,
                extensions: None,
                extras: Default::default(),
            },
        );
        root.asset.version = "2.0".into();
        root.to_vec().unwrap()
    }

    /// As one binary file (glTF 2.0, 4.4).
    pub(crate) fn binary(&self) -> Vec<u8> {
        let mut json = self.with_buffer(None);
        json.resize(json.len().next_multiple_of(4), b' ');
        let mut bytes = self.bytes.clone();
        bytes.resize(bytes.len().next_multiple_of(4), 0);
        let length = |bytes: &[u8]| u32::try_from(bytes.len()).unwrap().to_le_bytes();
        let mut file = b"glTF\x02\0\0\0\0\0\0\0".to_vec();
        for (kind, data) in [(b"JSON", &json), (b"BIN\0", &bytes)] {
            file.extend(length(data));
            file.extend(kind);
            file.extend(data);
        }
        let all = length(&file);
        file[8..12].copy_from_slice(&all);
        file
    }
}

pub(crate) fn accessor(
    view: Option<Index<View>>,
    component: ComponentType,
    of: Type,
    count: usize,
    normalized: bool,
) -> Accessor {
    Accessor {
        buffer_view: view,
        byte_offset: None,
        count: USize64(count as u64),
        component_type: Valid(GenericComponentType(component)),
        extensions: None,
        extras: Default::default(),
        type_: Valid(of),
        min: None,
        max: None,
        name: None,
        normalized,
        sparse: None,
    }
}
