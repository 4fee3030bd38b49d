//! The colours of a scene.

use cueline_picture::Color;

/// The background.
pub(crate) const PAPER: Color = Color::hex(0x1c_1f_26);
/// Words, and a colour for secondary words.
pub(crate) const INK: Color = Color::hex(0xe8_ea_ed);
pub(crate) const FAINT: Color = Color::hex(0x8b_93_a1);
/// Bars, lines.
pub(crate) const BAR: Color = Color::hex(0x4c_8b_d6);
pub(crate) const RULE: Color = Color::hex(0x33_39_45);
/// The playhead, and keys at the playhead.
pub(crate) const ACCENT: Color = Color::hex(0xf2_a5_41);
