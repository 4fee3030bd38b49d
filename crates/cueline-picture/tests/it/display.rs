//! Whether there is a screen: a process is asked that has another `DISPLAY`.

use std::{
    env,
    net::TcpListener,
    os::{
        linux::net::SocketAddrExt,
        unix::net::{SocketAddr, UnixListener},
    },
    process::{self, Command},
};

use cueline_picture::find_screen;

/// Set in the process that is asked.
const ASKED: &str = "CUELINE_PICTURE_ASKED";
/// Its exit codes.
const FOUND: i32 = 10;
const NONE: i32 = 11;

/// Whether a process with this `DISPLAY` finds a screen.
fn finds(display: Option<&str>) -> bool {
    let mut child = Command::new(env::current_exe().unwrap());
    child.args(["--exact", "display::a_screen_is_there_where_a_server_answers"]);
    child.env(ASKED, "yes").env_remove("DISPLAY");
    if let Some(display) = display {
        child.env("DISPLAY", display);
    }
    match child.output().unwrap().status.code() {
        Some(FOUND) => true,
        Some(NONE) => false,
        code => panic!("DISPLAY {display:?}: exit code {code:?}"),
    }
}

/// A server with a name only, and its number.
fn by_name() -> (UnixListener, u16) {
    let bind = |number: u16| {
        let name = format!("/tmp/.X11-unix/X{number}");
        let server = UnixListener::bind_addr(&SocketAddr::from_abstract_name(name).ok()?);
        Some((server.ok()?, number))
    };
    (4000..5000).find_map(bind).unwrap()
}

/// A server with a port, and its number.
fn by_port() -> (TcpListener, u16) {
    let bind = |number: u16| Some((TcpListener::bind(("localhost", 6000 + number)).ok()?, number));
    (5000..6000).find_map(bind).unwrap()
}

#[test]
fn a_screen_is_there_where_a_server_answers() {
    if env::var_os(ASKED).is_some() {
        process::exit(if find_screen().is_some() { FOUND } else { NONE });
    }
    let (named, number) = by_name();
    let (with_port, port) = by_port();
    let cases = [
        (None, false),
        (Some(String::new()), false),
        (Some("elsewhere:0".to_owned()), true), // another machine is believed
        (Some(format!(":{number}")), true),
        (Some(format!(":{number}.0")), true),
        (Some(format!(":{port}")), true),
        (Some(":".to_owned()), false),
        (Some(":x".to_owned()), false),
        (Some(":65535".to_owned()), false), // its port would lie above the last one
    ];
    for (display, there) in &cases {
        assert_eq!(finds(display.as_deref()), *there, "{display:?}");
    }
    drop((named, with_port));
    for number in [number, port] {
        assert!(!finds(Some(&format!(":{number}"))), "server {number} is gone");
    }
}
