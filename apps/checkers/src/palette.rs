//! The colours of the demo: warm wood on a dark room.

use crate::picture::Color;

/// The room behind everything.
pub const ROOM: Color = Color::hex(0x1d_1f_27);
/// A panel's surface.
pub const PANEL: Color = Color::hex(0x27_2a_35);
/// A surface on a panel.
pub const WELL: Color = Color::hex(0x1a_1c_24);
/// The edge of a panel, and lines on it.
pub const EDGE: Color = Color::hex(0x3a_3e_4d);
/// A button.
pub const BUTTON: Color = Color::hex(0x3a_3f_50);
/// Text that matters.
pub const TEXT: Color = Color::hex(0xf1_ec_e1);
/// Text that explains.
pub const MUTED: Color = Color::hex(0x9b_a0_b2);
/// What is active or chosen.
pub const ACCENT: Color = Color::hex(0xe8_b0_4b);
/// What a hint shows.
pub const HINT: Color = Color::hex(0x62_c4_9a);
/// What is refused or late.
pub const ALARM: Color = Color::hex(0xe2_5c_4d);
/// Entries outside the epochs.
pub const CALM: Color = Color::hex(0x6c_9b_e0);

/// The board's frame.
pub const FRAME: Color = Color::hex(0x4a_2c_1b);
/// The light squares.
pub const LIGHT: Color = Color::hex(0xea_cf_a4);
/// The dark squares, on which all is played.
pub const DARK: Color = Color::hex(0x8a_56_35);
/// Numbers on the dark squares.
pub const NUMBER: Color = Color::hex(0xb9_84_5d);

/// The pieces of the side that moves first.
pub const BLACK: Color = Color::hex(0xa8_2f_2b);
/// The pieces of the other side.
pub const WHITE: Color = Color::hex(0xf0_e4_cd);
/// A crown.
pub const GOLD: Color = Color::hex(0xf3_c2_4b);
