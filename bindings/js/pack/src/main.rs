//! Packs the module that comes from the standard input for a page; the text goes to the standard output.

#[cfg(not(target_family = "wasm"))]
fn main() -> std::io::Result<()> {
    use std::io::{Error, Read, Write, stdin, stdout};

    use cueline_js_pack::{CONTEXT_BITS, LETTERS, size, unpack};
    use lzma_rust2::{EncodeMode, LzmaOptions, LzmaWriter, MfType};

    let mut module = Vec::new();
    stdin().read_to_end(&mut module)?;
    let options = LzmaOptions {
        dict_size: 1 << 24,
        lc: CONTEXT_BITS,
        lp: 0,
        pb: 0,
        mode: EncodeMode::Normal,
        nice_len: LzmaOptions::NICE_LEN_MAX,
        mf: MfType::Bt4,
        depth_limit: 1000,
        preset_dict: None,
    };
    let head = &(module.len() as u32).to_le_bytes()[..3];
    let mut writer = LzmaWriter::new_no_header(head.to_vec(), &options, false)?;
    writer.write_all(&module)?;
    let mut text = Vec::new();
    for bytes in writer.finish()?.chunks(3) {
        let bytes = bytes.iter().fold(0, |all, byte| all << 8 | u32::from(*byte))
            << (8 * (3 - bytes.len()));
        text.extend([18, 12, 6, 0].map(|shift| LETTERS[bytes as usize >> shift & 63]));
    }
    let mut unpacked = vec![0; size(&text)];
    unpack(&text, &mut unpacked);
    if unpacked != module {
        return Err(Error::other("what is unpacked differs from what was packed"));
    }
    stdout().write_all(&text)
}

#[cfg(target_family = "wasm")]
fn main() {}
