//! The server alone: `serve [PORT [FOLDER]]`. What `erawan play` does, without
//! opening a browser.

use std::path::PathBuf;

use erawan_server::{DEFAULT_PORT, Server, data_folder};

fn main() -> std::io::Result<()> {
    let mut words = std::env::args().skip(1);
    let port = words.next().and_then(|port| port.parse().ok()).unwrap_or(DEFAULT_PORT);
    let folder = words.next().map(PathBuf::from).or_else(data_folder).unwrap_or_default();
    let server = Server::bind(port, &folder, None)?;
    println!("Erawan is at {}", server.url());
    server.run()
}
