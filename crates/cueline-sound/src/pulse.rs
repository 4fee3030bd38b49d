//! The sound of a Linux desktop: a client of PulseAudio, which PipeWire serves too, in Rust alone, so that no package of
//! the system is needed to build it.

use core::ffi::CStr;

use futures::executor::block_on;
use kira::backend::{Backend, Renderer};
use pulseaudio::{
    AsPlaybackSource, Client, ClientError, PlaybackStream,
    protocol::{
        ChannelMap, DEFAULT_SINK, PlaybackStreamParams, SampleFormat, SampleSpec,
        stream::{BufferAttr, StreamFlags},
    },
};

/// The name that the sound server shows.
pub(super) struct Program(pub(super) &'static CStr);

impl Default for Program {
    fn default() -> Self {
        Self(c"Cueline")
    }
}

/// A connection to the sound server, and what plays over it.
pub(super) struct Pulse {
    client: Client,
    stream: Option<PlaybackStream>,
}

const RATE: u32 = 48_000;
const CHANNELS: u8 = 2;
/// Bytes of a frame: a sample for each channel.
const FRAME: u8 = 4 * CHANNELS;
/// Bytes that wait to be heard, 40 ms: enough that a busy machine does not stutter.
const BUFFER: u32 = RATE / 25 * FRAME as u32;

impl Backend for Pulse {
    type Settings = Program;
    type Error = ClientError;

    fn setup(Program(name): Program, _: usize) -> Result<(Self, u32), ClientError> {
        Ok((Self { client: Client::from_env(name)?, stream: None }, RATE))
    }

    fn start(&mut self, mut renderer: Renderer) -> Result<(), ClientError> {
        let mut samples = Vec::new();
        // No bytes would be the end of the stream, so a part of a frame is filled too.
        let source = move |bytes: &mut [u8]| {
            let frames = bytes.len().div_ceil(usize::from(FRAME));
            samples.resize(frames * usize::from(CHANNELS), 0.0_f32);
            renderer.on_start_processing();
            renderer.process(&mut samples, u16::from(CHANNELS));
            let heard = samples.iter().flat_map(|sample| sample.to_le_bytes());
            bytes.iter_mut().zip(heard).for_each(|(byte, heard)| *byte = heard);
            bytes.len()
        };
        let params = PlaybackStreamParams {
            sample_spec: SampleSpec {
                format: SampleFormat::Float32Le,
                channels: CHANNELS,
                sample_rate: RATE,
            },
            channel_map: ChannelMap::stereo(),
            sink_name: Some(DEFAULT_SINK.to_owned()),
            buffer_attr: BufferAttr { target_length: BUFFER, ..BufferAttr::default() },
            flags: StreamFlags { adjust_latency: true, ..StreamFlags::default() },
            ..PlaybackStreamParams::default()
        };
        let stream = self.client.create_playback_stream(params, source.as_playback_source());
        self.stream = Some(block_on(stream)?);
        Ok(())
    }
}
