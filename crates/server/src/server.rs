//! The server: an address, a data folder, and whoever connects.

use std::fmt;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::time::{Duration, Instant};

use erawan_board::Variant;
use erawan_endings::Endings;
use erawan_syzygy::Tables;

use crate::http;
use crate::imports::Imports;
use crate::library::Library;
use crate::limits::Bounds;
use crate::listening;
use crate::memory::Memory;
use crate::rivals::Kept;
use crate::store::{self, Store};
use crate::tables::AllTables;
use crate::training::Training;

/// The port if none is asked for. Always the same, so that the browser finds
/// its settings and an open page its server again.
pub const DEFAULT_PORT: u16 = 7960;

/// How long another server has to answer.
const PATIENCE: Duration = Duration::from_secs(2);

/// What all connections share.
pub(crate) struct Shared {
    pub(crate) address: SocketAddr,
    pub(crate) token: String,
    pub(crate) store: Store,
    pub(crate) library: Library,
    pub(crate) training: Training,
    pub(crate) imports: Imports,
    pub(crate) engines: Arc<AtomicUsize>,
    pub(crate) memory: Arc<Memory>,
    pub(crate) kept: Kept,
    pub(crate) pages: Arc<AtomicUsize>,
    pub(crate) most_pages: usize,
    pub(crate) variant: Option<Variant>,
    pub(crate) tables: AllTables,
}

/// A server that is ready to run.
pub struct Server {
    listener: TcpListener,
    shared: Shared,
}

impl Server {
    /// Opens the data folder, which nobody else may be using, and takes the port
    /// on 127.0.0.1 (0 for any that is free). `variant` is the game that a page
    /// without one begins with.
    pub fn bind(port: u16, data: &Path, variant: Option<Variant>) -> Result<Server, StartError> {
        let store = Store::open(data).map_err(|error| match error.kind() {
            io::ErrorKind::WouldBlock => StartError::FolderInUse { url: owner_url(data) },
            _ => StartError::Io(error),
        })?;
        let token = store.token()?;
        let listener =
            TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(|error| match error.kind() {
                io::ErrorKind::AddrInUse => {
                    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
                    StartError::PortInUse { port, erawan: about(address, "").is_some() }
                }
                _ => StartError::Io(error),
            })?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        // It only helps a second start to find this one. On a full disk there is none,
        // and games can still be looked at.
        let _ = store.tell_address(address);
        let Bounds { pages: most_pages, memory } = Bounds::default();
        let shared = Shared {
            address,
            token,
            store,
            library: Library::new(data),
            training: Training::new(data),
            imports: Imports::default(),
            engines: Arc::default(),
            memory: Memory::new(memory),
            kept: Kept::new(data),
            pages: Arc::default(),
            most_pages,
            variant,
            tables: AllTables::default(),
        };
        Ok(Server { listener, shared })
    }

    /// Gives engines and pages these endgame tables of chess.
    pub fn with_tables(mut self, tables: Arc<Tables>) -> Server {
        self.shared.tables.syzygy = Some(tables);
        self
    }

    /// Gives engines and pages these tables of Makruk's endings and those of its
    /// sisters.
    pub fn with_endings(mut self, endings: Arc<Endings>) -> Server {
        self.shared.tables.endings = Some(endings);
        self
    }

    /// Gives all pages together no more than this.
    pub fn with_bounds(mut self, bounds: Bounds) -> Server {
        self.shared.memory = Memory::new(bounds.memory);
        self.shared.most_pages = bounds.pages;
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
            listening::serve(listener, http::routes(Arc::new(self.shared))).await
        })
    }
}

/// Why a server cannot begin.
#[derive(Debug)]
pub enum StartError {
    /// Another server uses the data folder.
    FolderInUse {
        /// Its address with the token, if it answers there.
        url: Option<String>,
    },
    /// Another program listens at the port.
    PortInUse {
        /// The port.
        port: u16,
        /// True if it is Erawan, with another data folder.
        erawan: bool,
    },
    /// The folder or the port cannot be used.
    Io(io::Error),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartError::FolderInUse { url: Some(url) } => {
                write!(f, "the data folder is used by the server at {url}")
            }
            StartError::FolderInUse { url: None } => {
                write!(f, "the data folder is used by another server, which does not answer")
            }
            StartError::PortInUse { port, erawan: true } => {
                write!(f, "at port {port} Erawan is running with another data folder")
            }
            StartError::PortInUse { port, erawan: false } => {
                write!(f, "another program uses port {port}")
            }
            StartError::Io(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for StartError {}

impl From<io::Error> for StartError {
    fn from(error: io::Error) -> StartError {
        StartError::Io(error)
    }
}

impl From<StartError> for io::Error {
    fn from(error: StartError) -> io::Error {
        match error {
            StartError::Io(error) => error,
            other => io::Error::other(other),
        }
    }
}

/// The address of the server that uses a folder, once it has proved that it
/// does: it knows the token. One that is just starting is given a moment.
fn owner_url(data: &Path) -> Option<String> {
    let patience = Instant::now() + PATIENCE;
    loop {
        let (address, token) = (store::read_address(data), store::read_token(data));
        if let (Some(address), Some(token)) = (address, token)
            && about(address, &token).is_some_and(|is_ours| is_ours)
        {
            return Some(url(address.port(), &token));
        }
        if Instant::now() > patience {
            return None;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Asks who listens there: nothing if it is not Erawan, true if the token is its
/// own.
fn about(address: SocketAddr, token: &str) -> Option<bool> {
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE).ok()?;
    stream.set_read_timeout(Some(PATIENCE)).ok()?;
    stream.set_write_timeout(Some(PATIENCE)).ok()?;
    let request = format!("GET /about?token={token} HTTP/1.0\r\nHost: {address}\r\n\r\n");
    stream.write_all(request.as_bytes()).ok()?;
    let mut answer = Vec::new();
    stream.take(4096).read_to_end(&mut answer).ok()?;
    let answer = String::from_utf8_lossy(&answer);
    answer.contains("{\"erawan\":").then(|| answer.contains("\"yours\":true"))
}

fn url(port: u16, token: &str) -> String {
    format!("http://127.0.0.1:{port}/#{token}")
}
