//! Whether there is a screen to open a window on.

use std::env;

/// Whether a display server can be expected to answer. Only Unix with X or Wayland can lack one.
#[must_use]
pub fn is_found() -> bool {
    if !cfg!(all(unix, not(target_os = "macos"))) {
        return true;
    }
    let set = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
    set("WAYLAND_DISPLAY").is_some() || set("DISPLAY").is_some_and(|display| answers(&display))
}

/// Whether the X server of a display on this machine, such as ":0", listens; others are believed.
#[cfg(unix)]
fn answers(display: &str) -> bool {
    use std::os::unix::net::UnixStream;
    let Some(number) = display.strip_prefix(':') else { return true };
    let number = number.split('.').next().unwrap_or(number);
    UnixStream::connect(format!("/tmp/.X11-unix/X{number}")).is_ok()
        || std::net::TcpStream::connect((
            "localhost",
            number.parse::<u16>().map_or(0, |n| n.saturating_add(6000)),
        ))
        .is_ok()
        || abstract_socket(number)
}

#[cfg(not(unix))]
fn answers(_: &str) -> bool {
    true
}

/// The same on Linux, where the socket may have a name only.
#[cfg(target_os = "linux")]
fn abstract_socket(number: &str) -> bool {
    use std::os::{
        linux::net::SocketAddrExt,
        unix::net::{SocketAddr, UnixStream},
    };
    SocketAddr::from_abstract_name(format!("/tmp/.X11-unix/X{number}"))
        .and_then(|address| UnixStream::connect_addr(&address))
        .is_ok()
}

#[cfg(all(unix, not(target_os = "linux")))]
fn abstract_socket(_: &str) -> bool {
    false
}
