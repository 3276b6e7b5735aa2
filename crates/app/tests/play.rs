//! `erawan play`: the address it prints, and what is wrong with a command line.

use crate::common::{Folder, erawan};

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

/// Ends the server when the test does.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn play(port: &str, data: &str) -> (Server, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_erawan"))
        .args(["play", "--no-open", "--port", port, "--data", data])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    (Server(child), line)
}

#[test]
fn the_first_line_is_the_address_and_a_second_start_finds_it() {
    let folder = Folder::new("play");
    let data = folder.path("data");
    let data = data.to_str().unwrap();
    let (_server, line) = play("0", data);
    let url = line.trim().strip_prefix("Erawan is at http://127.0.0.1:").unwrap();
    let (port, token) = url.split_once("/#").unwrap();
    assert_eq!(token.len(), 32);
    let mut stream = TcpStream::connect(format!("127.0.0.1:{port}")).unwrap();
    write!(stream, "GET /about HTTP/1.0\r\nHost: 127.0.0.1:{port}\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.contains("{\"erawan\":"), "{answer}");
    erawan(["play", "--no-open", "--port", port, "--data", data])
        .exits(0)
        .says(line.trim())
        .says("It is running already.");
}

#[test]
fn a_port_with_another_folder_is_an_error_and_one_folder_has_one_server() {
    let folder = Folder::new("play-owner");
    let (first, second) = (folder.path("first"), folder.path("second"));
    let (first, second) = (first.to_str().unwrap(), second.to_str().unwrap());
    let (server, line) = play("0", first);
    let port = line.trim().rsplit_once("/#").unwrap().0.rsplit_once(':').unwrap().1;
    erawan(["play", "--no-open", "--port", port, "--data", second])
        .exits(2)
        .complains(&format!("port {port}: Erawan runs there with another data folder"));
    // Whatever the port, the folder's server is found.
    erawan(["play", "--no-open", "--port", "0", "--data", first])
        .exits(0)
        .says(line.trim())
        .says("It is running already.");
    // One that was killed owns nothing any longer.
    drop(server);
    let (_server, again) = play("0", first);
    assert_eq!(again.rsplit_once('#').unwrap().1, line.rsplit_once('#').unwrap().1);
}

#[test]
fn mistakes_are_named() {
    erawan(["play", "chess"]).exits(2).complains("unexpected argument 'chess'");
    erawan(["play", "--port", "65536"]).exits(2).complains("invalid value '65536'");
    erawan(["play", "--variant", "go"]).exits(2).complains("there is no variant 'go'");
    let folder = Folder::new("play-file");
    let file = folder.write("file", "");
    erawan(["play", "--no-open", "--port", "0", "--data", file.to_str().unwrap()]).exits(2);
    let empty = folder.path("data");
    let empty = empty.to_str().unwrap();
    erawan(["play", "--no-open", "--port", "0", "--data", empty, "--syzygy", "no-such-folder"])
        .exits(1)
        .complains("there are no tables in 'no-such-folder'");
    erawan(["play", "--no-open", "--port", "0", "--data", empty, "--endings", "no-such-folder"])
        .exits(1)
        .complains("there are no tables of endings in 'no-such-folder'");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let data = folder.path("data");
    erawan(["play", "--no-open", "--port", &port, "--data", data.to_str().unwrap()])
        .exits(2)
        .complains("another program uses it");
}
