//! The server as a process of its own: who owns a folder, what is left after a
//! kill, and how it does with few descriptors.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use erawan_server::{Server, StartError, Store};
use serde_json::json;

/// The folder of a server to run instead of the tests.
const FOLDER: &str = "ERAWAN_TEST_FOLDER";

/// Not a test: what the other tests start as a process.
#[test]
fn serve() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    match Server::bind(0, Path::new(&folder), None) {
        Ok(server) => {
            println!("\nErawan is at {}", server.url());
            server.run().unwrap();
        }
        Err(error) => println!("\nrefused: {error}"),
    }
}

struct Process {
    child: Child,
    said: String,
    /// Open, so that it can say more.
    _output: Box<dyn Iterator<Item = String>>,
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Starts a server and waits for what it says.
fn start(folder: &Path) -> Process {
    start_with(Command::new(std::env::current_exe().unwrap()), folder)
}

/// The same, by way of a command that takes the program's arguments.
fn start_with(mut command: Command, folder: &Path) -> Process {
    let mut child = command
        .args(["--exact", "serve", "--nocapture"])
        .env(FOLDER, folder)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut output = lines.map(Result::unwrap);
    let begins = |line: &String| line.starts_with("Erawan is at ") || line.starts_with("refused: ");
    let said = output.find(begins).unwrap();
    Process { child, said, _output: Box::new(output) }
}

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("erawan-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_folder_has_one_owner() {
    let folder = Folder::new("owner");
    let first = start(&folder.0);
    let url = first.said.strip_prefix("Erawan is at ").unwrap().to_string();
    let second = start(&folder.0);
    assert_eq!(second.said, format!("refused: the data folder is used by the server at {url}"));
    assert!(
        matches!(Store::open(&folder.0), Err(error) if error.kind() == std::io::ErrorKind::WouldBlock)
    );
    // A killed one leaves nothing that would have to be removed.
    drop(first);
    let third = start(&folder.0);
    let token = |said: &str| said.rsplit_once('#').unwrap().1.to_string();
    assert_eq!(token(&third.said), token(&url), "an open page must find its way back");
}

/// Asks for the page, and gives the first line of the answer.
fn visit(address: &str) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_secs(30)))?;
    write!(stream, "GET / HTTP/1.1\r\nHost: {address}\r\n\r\n")?;
    let mut line = String::new();
    BufReader::new(stream).read_line(&mut line)?;
    Ok(line)
}

#[cfg(unix)]
#[test]
fn slow_connections_keep_nobody_out() {
    let folder = Folder::new("slow");
    let mut shell = Command::new("sh");
    shell.args(["-c", "ulimit -n 64 && exec \"$@\"", "sh"]).arg(std::env::current_exe().unwrap());
    let server = start_with(shell, &folder.0);
    let address = server.said.split('/').nth(2).unwrap();
    // A hundred that begin a request and go no further.
    let slow: Vec<_> = (0..100)
        .map(|_| {
            let mut stream = TcpStream::connect(address).unwrap();
            // It may have been sent away already.
            let _ = stream.write_all(b"GET / HTTP/1.1\r\nHost:");
            stream
        })
        .collect();
    for _ in 0..10 {
        assert_eq!(visit(address).unwrap().trim(), "HTTP/1.1 200 OK");
    }
    // And they are not kept for ever.
    for mut stream in slow {
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let mut rest = Vec::new();
        match stream.read_to_end(&mut rest) {
            Ok(_) => {}
            Err(error) => assert_eq!(error.kind(), std::io::ErrorKind::ConnectionReset),
        }
    }
}

/// Room for names but for no byte: what was kept can still be looked at.
#[cfg(unix)]
#[test]
fn a_full_disk_keeps_no_server_from_its_games() {
    let folder = Folder::new("full");
    let store = Store::open(&folder.0).unwrap();
    store.token().unwrap();
    store.save("game", &json!({"a": 1})).unwrap();
    drop(store);
    let mut shell = Command::new("sh");
    let little = "trap '' XFSZ; ulimit -f 0; exec \"$@\"";
    shell.args(["-c", little, "sh"]).arg(std::env::current_exe().unwrap());
    let server = start_with(shell, &folder.0);
    let address = server.said.split('/').nth(2).expect(&server.said);
    assert_eq!(visit(address).unwrap().trim(), "HTTP/1.1 200 OK");
    let left: Vec<_> = fs::read_dir(&folder.0).unwrap().map(|entry| entry.unwrap()).collect();
    assert!(left.iter().all(|entry| !entry.file_name().to_string_lossy().ends_with(".new")));
}

/// Pipes and devices in the place of files: neither is waited for or read without
/// end.
#[cfg(unix)]
#[test]
fn only_regular_files_are_read_in_a_folder() {
    let folder = Folder::new("pipes");
    let store = Store::open(&folder.0).unwrap();
    let games = folder.0.join("games");
    fs::create_dir(&games).unwrap();
    let pipe = |path: &Path| {
        assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
    };
    pipe(&games.join("pipe.json"));
    std::os::unix::fs::symlink("/dev/zero", games.join("endless.json")).unwrap();
    for name in ["pipe", "endless"] {
        let refused = store.load(name).unwrap_err().to_string();
        assert!(refused.contains("a pipe or a device"), "{refused}");
        let refused = store.save(name, &json!({"a": 1})).unwrap_err().to_string();
        assert!(refused.contains("a pipe or a device"), "{refused}");
    }
    // A file of four gigabytes that needs no room.
    fs::File::create(games.join("long.json")).unwrap().set_len(4 << 30).unwrap();
    assert!(store.load("long").unwrap_err().to_string().contains("too long"));
    drop(store);
    pipe(&folder.0.join("token"));
    pipe(&folder.0.join("address"));
    // The secret is made anew, and the address told.
    let server = start(&folder.0);
    assert!(server.said.starts_with("Erawan is at "), "{}", server.said);
    drop(server);
    fs::remove_file(folder.0.join("lock")).unwrap();
    pipe(&folder.0.join("lock"));
    let refused = start(&folder.0);
    let reason = "its file 'lock': this is a pipe or a device, not a regular file";
    assert_eq!(refused.said, format!("refused: {reason}"));
}

#[test]
fn the_address_of_another_server_is_never_offered() {
    let (mine, other) = (Folder::new("mine"), Folder::new("other"));
    let server = start(&other.0);
    let address = fs::read_to_string(other.0.join("address")).unwrap();
    // An owner that has died at its start, and an address that is another's.
    let store = Store::open(&mine.0).unwrap();
    store.token().unwrap();
    fs::write(mine.0.join("address"), &address).unwrap();
    let Err(StartError::FolderInUse { url }) = Server::bind(0, &mine.0, None) else { panic!() };
    assert_eq!(url, None);
    drop(store);
    let port = address.rsplit_once(':').unwrap().1.parse().unwrap();
    let taken = Server::bind(port, &mine.0, None);
    assert!(matches!(taken, Err(StartError::PortInUse { erawan: true, .. })));
    drop(server);
}

#[test]
fn unfinished_files_are_removed() {
    let folder = Folder::new("unfinished");
    let games = folder.0.join("games");
    fs::create_dir_all(&games).unwrap();
    let stale = [games.join("a.new"), games.join("b.12-3.new"), folder.0.join("settings.4-5.new")];
    for path in &stale {
        fs::write(path, "{").unwrap();
    }
    fs::write(games.join("kept.json"), "{}").unwrap();
    // Somebody else's, in a folder that is not Erawan's alone.
    let foreign = folder.0.join("letter.new");
    fs::write(&foreign, "Dear").unwrap();
    let store = Store::open(&folder.0).unwrap();
    assert!(stale.iter().all(|path| !path.exists()));
    assert!(foreign.exists());
    assert_eq!(store.names().unwrap(), ["kept"]);
    assert_eq!(store.load("kept").unwrap(), Some(json!({})));
    // A save that fails at the last step: the name is that of a folder.
    fs::create_dir(folder.0.join("settings.json")).unwrap();
    assert!(store.save("settings", &json!({"a": 1})).is_err());
    let left: Vec<_> =
        fs::read_dir(&folder.0).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    let is_stale = |name: &std::ffi::OsString| {
        name.to_string_lossy().starts_with("settings.") && name != "settings.json"
    };
    assert!(!left.iter().any(is_stale), "{left:?}");
    // Damaged files are set aside one by one, and said.
    fs::create_dir(&games).unwrap();
    for n in 0..2 {
        fs::write(games.join("bad.json"), "{").unwrap();
        let error = store.load("bad").unwrap_err().to_string();
        assert!(error.contains("damaged") && error.contains("broken"), "{n}: {error}");
        assert!(store.load("bad").unwrap().is_none());
    }
    assert!(games.join("bad.broken").exists() && games.join("bad.2.broken").exists());
}
