//! Whether there is a screen to open a window on.

use std::{env, fmt};

/// A screen that can be expected to be there.
///
/// It keeps the connection with which it was found: an X server without any other client starts again
/// when its last connection goes, and would refuse the window that comes just then. Hold it until
/// the window is open.
pub struct Screen {
    _connection: Option<Connection>,
}

impl fmt::Debug for Screen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Screen")
    }
}

#[cfg(unix)]
type Connection = Box<dyn std::any::Any>;
#[cfg(not(unix))]
type Connection = ();

/// The screen, unless it is known that there is none, which only Unix can lack. There windows open through X, which
/// desktops of Wayland have as well.
#[must_use]
pub fn find() -> Option<Screen> {
    let believed = Some(Screen { _connection: None });
    if !cfg!(all(unix, not(target_os = "macos"))) {
        return believed;
    }
    let display = env::var("DISPLAY").ok().filter(|value| !value.is_empty())?;
    match display.strip_prefix(':') {
        // The display of another machine is believed.
        None => believed,
        Some(number) => connect(number.split('.').next().unwrap_or(number)),
    }
}

/// Has a window open through X. Where winit has Wayland too, which readers of the screen bring, it would take that first, and
/// eframe draws there only if it is built for it.
#[cfg(all(feature = "egui", not(target_arch = "wasm32")))]
pub fn through_x<E>(window: &mut winit::event_loop::EventLoopBuilder<E>) {
    #[cfg(all(unix, not(target_os = "macos")))]
    winit::platform::x11::EventLoopBuilderExtX11::with_x11(window);
    #[cfg(not(all(unix, not(target_os = "macos"))))]
    let _ = window;
}

/// A connection to the X server with this number on this machine.
#[cfg(unix)]
fn connect(number: &str) -> Option<Screen> {
    use std::{net::TcpStream, os::unix::net::UnixStream};
    let screen = |connection: Connection| Screen { _connection: Some(connection) };
    if let Ok(stream) = UnixStream::connect(format!("/tmp/.X11-unix/X{number}")) {
        return Some(screen(Box::new(stream)));
    }
    if let Some(stream) = by_name(number) {
        return Some(screen(Box::new(stream)));
    }
    let port = number.parse::<u16>().ok()?.checked_add(6000)?;
    TcpStream::connect(("localhost", port)).ok().map(|stream| screen(Box::new(stream)))
}

#[cfg(not(unix))]
fn connect(_: &str) -> Option<Screen> {
    Some(Screen { _connection: None })
}

/// The same on Linux, where the socket may have a name only.
#[cfg(target_os = "linux")]
fn by_name(number: &str) -> Option<std::os::unix::net::UnixStream> {
    use std::os::{
        linux::net::SocketAddrExt,
        unix::net::{SocketAddr, UnixStream},
    };
    let address = SocketAddr::from_abstract_name(format!("/tmp/.X11-unix/X{number}")).ok()?;
    UnixStream::connect_addr(&address).ok()
}

#[cfg(all(unix, not(target_os = "linux")))]
fn by_name(_: &str) -> Option<std::os::unix::net::UnixStream> {
    None
}
