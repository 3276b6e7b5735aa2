//! The server as a page sees it: over a real socket, good manners and bad.

mod documents;
mod engine;
mod library;
mod manners;
mod own;
mod positions;
mod repertoires;
#[cfg(unix)]
mod rivals;
mod training;

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use erawan_server::Server;
use erawan_server::limits::Bounds;
use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn folder(name: &str) -> Folder {
    let path = std::env::temp_dir().join(format!("erawan-server-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    Folder(path)
}

struct Running {
    address: SocketAddr,
    token: String,
    folder: Folder,
}

fn start(name: &str) -> Running {
    start_within(name, Bounds::default())
}

/// A server that gives its pages no more than this.
fn start_within(name: &str, bounds: Bounds) -> Running {
    let folder = folder(name);
    let server = Server::bind(0, &folder.0, None).unwrap().with_bounds(bounds);
    let address = server.address();
    let token = server.url().split_once('#').unwrap().1.to_string();
    thread::spawn(move || server.run());
    Running { address, token, folder }
}

type Handshake = Result<Page, u16>;

struct Page {
    socket: WebSocket<TcpStream>,
    next: u64,
}

fn connect(server: &Running, origin: Option<&str>, token: &str) -> Handshake {
    let stream = TcpStream::connect(server.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    let url = format!("ws://{}/socket?token={token}", server.address);
    let mut request = url.into_client_request().unwrap();
    if let Some(origin) = origin {
        request.headers_mut().insert("Origin", origin.parse().unwrap());
    }
    match tungstenite::client(request, stream) {
        Ok((socket, _)) => Ok(Page { socket, next: 1 }),
        Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(response))) => {
            Err(response.status().as_u16())
        }
        Err(error) => panic!("{error}"),
    }
}

fn greeted(server: &Running) -> (Page, Value) {
    let origin = format!("http://{}", server.address);
    let mut page = connect(server, Some(&origin), &server.token).unwrap();
    let hello = page.receive();
    assert_eq!(hello["type"], "hello");
    assert_eq!(hello["id"], 0);
    (page, hello)
}

fn page(server: &Running) -> Page {
    greeted(server).0
}

impl Page {
    fn receive(&mut self) -> Value {
        loop {
            if let Message::Text(text) = self.socket.read().unwrap() {
                return serde_json::from_str(&text).unwrap();
            }
        }
    }

    fn send(&mut self, mut request: Value) -> u64 {
        let id = self.next;
        self.next += 1;
        request["id"] = id.into();
        self.socket.send(Message::text(request.to_string())).unwrap();
        id
    }

    fn ask(&mut self, request: Value) -> Value {
        let id = self.send(request);
        loop {
            let answer = self.receive();
            if answer["id"] == id && answer["type"] != "analysis" && answer["type"] != "reviewing" {
                return answer;
            }
        }
    }
}

fn position(variant: &str, moves: &[&str]) -> Value {
    json!({"type": "position", "line": {"variant": variant, "moves": moves}})
}

/// A request in plain HTTP and its whole answer.
fn http(server: &Running, path: &str, host: &str) -> String {
    let mut stream = TcpStream::connect(server.address).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}
