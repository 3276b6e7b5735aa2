//! The server: an address, a data folder, and whoever connects.

use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use erawan_board::Variant;
use erawan_syzygy::Tables;

use crate::http;
use crate::store::Store;

/// The port if none is asked for. Always the same, so that the browser finds
/// its settings and an open page its server again.
pub const DEFAULT_PORT: u16 = 7960;

/// What all connections share.
pub(crate) struct Shared {
    pub(crate) address: SocketAddr,
    pub(crate) token: String,
    pub(crate) store: Store,
    pub(crate) engines: Arc<AtomicUsize>,
    pub(crate) variant: Option<Variant>,
    pub(crate) tables: Option<Arc<Tables>>,
}

/// A server that is ready to run.
pub struct Server {
    listener: TcpListener,
    shared: Shared,
}

impl Server {
    /// Takes the port on 127.0.0.1 (0 for any that is free) and opens the data
    /// folder. `variant` is the game that a page without one begins with.
    pub fn bind(port: u16, data: &Path, variant: Option<Variant>) -> io::Result<Server> {
        let store = Store::open(data)?;
        let token = store.token()?;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let engines = Arc::new(AtomicUsize::new(0));
        let shared = Shared { address, token, store, engines, variant, tables: None };
        Ok(Server { listener, shared })
    }

    /// Gives engines and pages these endgame tables.
    pub fn with_tables(mut self, tables: Arc<Tables>) -> Server {
        self.shared.tables = Some(tables);
        self
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.shared.address
    }

    /// The address to open in a browser. It has the token after `#`, which
    /// browsers send to nobody.
    pub fn url(&self) -> String {
        url(self.shared.address.port(), &self.shared.token)
    }

    /// Serves until the process ends.
    pub fn run(self) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .thread_name("server")
            .enable_all()
            .build()?;
        runtime.block_on(async move {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            axum::serve(listener, http::routes(Arc::new(self.shared))).await
        })
    }
}

/// The address of the server that runs at a port, if it is Erawan with the
/// same data folder's token.
pub fn running_url(port: u16, data: &Path) -> Option<String> {
    use std::io::{Read, Write};
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let patience = std::time::Duration::from_secs(1);
    let mut stream = std::net::TcpStream::connect_timeout(&address, patience).ok()?;
    stream.set_read_timeout(Some(patience)).ok()?;
    let request = format!("GET /about HTTP/1.0\r\nHost: 127.0.0.1:{port}\r\n\r\n");
    stream.write_all(request.as_bytes()).ok()?;
    let mut answer = Vec::new();
    stream.take(4096).read_to_end(&mut answer).ok()?;
    let is_erawan = String::from_utf8_lossy(&answer).contains("{\"erawan\":");
    let token = is_erawan.then(|| Store::open(data).and_then(|store| store.token()).ok()).flatten();
    token.map(|token| url(port, &token))
}

fn url(port: u16, token: &str) -> String {
    format!("http://127.0.0.1:{port}/#{token}")
}
