//! The server of the board, killed while pages save.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use erawan_testing::Random;
use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

use crate::Plan;
use crate::child::{PATIENCE, command};
use crate::report::Tally;

const NAME: &str = "server, killed while it saves";

/// Saves documents and kills the server, again and again. A document that was
/// acknowledged is there afterwards, the one on its way is old or new, and
/// nothing else.
pub(crate) fn kill_while_saving(
    plan: &Plan,
    folder: &Path,
    random: &mut Random,
    tally: &mut Tally,
) -> Result<(), String> {
    let data = folder.join("data");
    // What each document may be: one value, or two if a kill met a save.
    let mut known: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    let mut number = 0;
    // The first start has nothing to find again.
    for _ in 0..plan.share(40).max(3) {
        let (mut child, url) = start(plan, folder, &data)?;
        let result = (|| {
            let mut page = Page::connect(&url)?;
            for (name, values) in &mut known {
                let answer = page.ask(json!({ "type": "load", "name": name }))?;
                let is_kept = values.contains(&answer["value"]);
                let fault = (!is_kept).then(|| format!("{name} is {answer}, was {values:?}"));
                tally.judge(NAME, fault, name.as_bytes());
                *values = vec![answer["value"].clone()];
            }
            // Its death ends the conversation, which is what is wanted.
            let end = Instant::now() + Duration::from_millis(random.below(300) as u64);
            while Instant::now() < end {
                number += 1;
                let name = format!("game-{}", random.below(12));
                let value = json!({ "number": number, "text": "x".repeat(random.below(60_000)) });
                let answer = page.ask(json!({ "type": "save", "name": name, "value": value }))?;
                if answer["type"] != "saved" {
                    return Err(format!("a document was not saved: {answer}"));
                }
                known.insert(name, vec![value]);
            }
            // One more, which the kill meets on its way: old or new are both right.
            let name = format!("game-{}", random.below(12));
            let value = json!({ "number": 0 });
            let request = json!({ "type": "save", "name": name, "value": value });
            known.entry(name).or_insert_with(|| vec![Value::Null]).push(value);
            page.send(request).map(drop)
        })();
        let _ = child.kill();
        let _ = child.wait();
        if let Err(reason) = result {
            tally.failed(NAME, &reason, b"");
        }
    }
    Ok(())
}

/// Starts the server on a port of its choice; returns its address.
pub(crate) fn start(plan: &Plan, folder: &Path, data: &Path) -> Result<(Child, String), String> {
    let words = ["play", "--no-open", "--port", "0", "--data", &data.to_string_lossy()];
    let mut child = command(&plan.program, folder, &words)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| error.to_string())?;
    let (tell, told) = mpsc::channel();
    if let Some(output) = child.stdout.take() {
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if let Some((_, url)) = line.split_once("Erawan is at ") {
                    let _ = tell.send(url.trim().to_owned());
                }
            }
        });
    }
    match told.recv_timeout(PATIENCE) {
        Ok(url) => Ok((child, url)),
        Err(_) => {
            let _ = child.kill();
            let _ = child.wait();
            Err("the server did not say where it is".to_owned())
        }
    }
}

/// A page, as far as documents go.
pub(crate) struct Page {
    socket: WebSocket<TcpStream>,
    next: u64,
}

impl Page {
    pub(crate) fn connect(url: &str) -> Result<Page, String> {
        let (origin, token) = url.split_once("/#").ok_or_else(|| format!("no token in {url}"))?;
        let host = origin.strip_prefix("http://").unwrap_or(origin);
        let stream = TcpStream::connect(host).map_err(|error| format!("{host}: {error}"))?;
        stream.set_read_timeout(Some(PATIENCE)).map_err(|error| error.to_string())?;
        let mut request = format!("ws://{host}/socket?token={token}")
            .into_client_request()
            .map_err(|error| error.to_string())?;
        let value = origin.parse().map_err(|_| format!("{origin} is no origin"))?;
        request.headers_mut().insert("Origin", value);
        let (socket, _) =
            tungstenite::client(request, stream).map_err(|error| error.to_string())?;
        Ok(Page { socket, next: 1 })
    }

    /// Sends a request; gives its number.
    pub(crate) fn send(&mut self, mut request: Value) -> Result<u64, String> {
        let id = self.next;
        self.next += 1;
        request["id"] = id.into();
        self.socket
            .send(Message::text(request.to_string()))
            .map(|()| id)
            .map_err(|error| error.to_string())
    }

    /// Waits for the next answer to a request.
    pub(crate) fn hear(&mut self, id: u64) -> Result<Value, String> {
        loop {
            let Message::Text(text) = self.socket.read().map_err(|error| error.to_string())? else {
                continue;
            };
            let answer: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
            if answer["id"] == id {
                return Ok(answer);
            }
        }
    }

    /// Sends a request and waits for its answer.
    pub(crate) fn ask(&mut self, request: Value) -> Result<Value, String> {
        let id = self.send(request)?;
        self.hear(id)
    }
}
