//! Other engines: shell scripts that behave, and some that do not.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use erawan_uci::engines::{EngineList, KnownEngine};
use erawan_uci::options::Options;
use erawan_uci::protocol::OptionDeclaration;
use serde_json::{Value, json};

use super::{Page, Running, page, start};

/// A script that answers as an engine does, but for the cases that come first.
/// `$0.pid` holds the number of the process, `$0.log` what it was told.
fn script(cases: &str) -> String {
    format!(
        "echo $$ > $0.pid\n\
         while read -r line; do echo \"$line\" >> $0.log\n\
         case \"$line\" in\n{cases}\n\
         uci) echo 'id name Mock'; echo 'option name Hash type spin default 16 min 1 max 64'\n\
         echo 'option name MultiPV type spin default 1 min 1 max 3'\n\
         echo 'option name UCI_ShowWDL type check default false'; echo uciok;;\n\
         isready) echo readyok;;\n\
         go*) echo 'info depth 7 seldepth 9 multipv 1 score cp 30 wdl 400 350 250 nodes 1000 time 10 pv e7e5 g1f3 a1a8'\n\
         echo 'info depth 7 multipv 2 score mate 3 pv c7c5'\n\
         case \"$line\" in *infinite*) ;; *) sleep 0.3; echo 'bestmove e7e5';; esac;;\n\
         stop) echo 'bestmove e7e5';;\n\
         quit) exit 0;;\n\
         esac; done\n"
    )
}

/// Keeps a script as an engine.
fn keep(server: &Running, name: &str, script: &str, options: Options) {
    let folder = &server.folder.0;
    let path = folder.join(format!("{name}.sh"));
    fs::write(&path, script).unwrap();
    let engine = KnownEngine {
        name: name.into(),
        command: "/bin/sh".into(),
        arguments: vec![path.display().to_string()],
        title: Some("Mock".into()),
        options,
        ..KnownEngine::default()
    };
    EngineList::change(&EngineList::path(folder), |list| list.add(engine)).unwrap();
}

/// A server with one engine, which is called mock, and a page.
fn with_mock(name: &str, cases: &str) -> (Running, Page) {
    let server = start(name);
    keep(&server, "mock", &script(cases), Options::default());
    let page = page(&server);
    (server, page)
}

fn after_e4() -> Value {
    json!({"variant": "chess", "moves": ["e2e4"]})
}

fn analyse(engine: Option<&str>) -> Value {
    json!({"type": "analyse", "line": after_e4(), "engine": engine, "lines": 2})
}

fn play(engine: &str) -> Value {
    json!({"type": "play", "line": after_e4(), "engine": engine, "movetime": 200})
}

impl Page {
    /// The next answer of a kind to a request.
    fn wait(&mut self, id: u64, kind: &str) -> Value {
        loop {
            let answer = self.receive();
            if answer["id"] == id && answer["type"] == kind {
                return answer;
            }
            let is_end = ["error", "done", "played"].iter().any(|end| answer["type"] == *end);
            assert!(!is_end || answer["id"] != id, "waited for {kind}, got {answer}");
        }
    }

    /// Erawan answers as ever.
    fn sees_erawan_alive(&mut self) {
        let request = json!({"type": "play", "line": after_e4(), "movetime": 50});
        let played = self.ask(request);
        assert_eq!(played["type"], "played", "{played}");
    }
}

fn told(server: &Running, name: &str) -> String {
    fs::read_to_string(server.folder.0.join(format!("{name}.sh.log"))).unwrap()
}

/// The number of an engine's process, once it runs.
fn pid(server: &Running, name: &str) -> String {
    let path = server.folder.0.join(format!("{name}.sh.pid"));
    until("the process", || fs::read_to_string(&path).is_ok_and(|text| text.ends_with('\n')));
    fs::read_to_string(path).unwrap().trim().to_owned()
}

fn is_running(pid: &str) -> bool {
    fs::read_to_string(Path::new("/proc").join(pid).join("stat"))
        .is_ok_and(|stat| !stat.contains(") Z "))
}

fn until(what: &str, mut test: impl FnMut() -> bool) {
    let patience = Instant::now() + Duration::from_secs(20);
    while !test() {
        assert!(Instant::now() < patience, "waited in vain: {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn engines_are_listed_with_their_games() {
    let (server, mut page) = with_mock("rivals-list", "");
    let mut options = Options::default();
    let choices = ["chess", "makruk", "atomic"];
    options.declare(OptionDeclaration::combo("UCI_Variant", "chess", &choices).unwrap()).unwrap();
    options.declare(OptionDeclaration::check("UCI_Chess960", false).unwrap()).unwrap();
    // An engine that was added after the page came is there too.
    keep(&server, "fairy", "exit 1", options);
    let answer = page.ask(json!({"type": "engines"}));
    let expected = json!([
        {"name": "mock", "title": "Mock", "games": ["chess"]},
        {"name": "fairy", "title": "Mock", "games": ["chess", "chess960", "makruk"]},
    ]);
    assert_eq!(answer["engines"], expected);
    let refused =
        page.ask(json!({"type": "play", "engine": "mock", "line": {"variant": "makruk"}}));
    assert_eq!(
        (&refused["kind"], &refused["message"]),
        (&json!("rival"), &json!("mock does not play Makruk"))
    );
    for name in ["nobody", "/bin/sh", "", "../mock"] {
        let refused = page.ask(play(name));
        let message = format!("no engine is kept under the name {name}");
        assert_eq!((&refused["kind"], &refused["message"]), (&json!("rival"), &json!(message)));
    }
    assert!(!server.folder.0.join("fairy.sh.pid").exists(), "nothing was started");
    fs::write(server.folder.0.join("engines.txt"), "nonsense").unwrap();
    assert_eq!(page.ask(json!({"type": "engines"}))["kind"], "storage");
    page.sees_erawan_alive();
}

#[test]
fn an_engine_analyses_beside_erawan() {
    let (server, mut page) = with_mock("rivals-analyse", "");
    let (own, other) = (page.send(analyse(None)), page.send(analyse(Some("mock"))));
    let mut heard = [None, None];
    while heard.iter().any(Option::is_none) {
        let answer = page.receive();
        assert_eq!(answer["type"], "analysis", "{answer}");
        let which = usize::from(answer["id"] == other);
        heard[which] = Some(answer);
    }
    let told_by_mock = heard[1].take().unwrap();
    // The engine speaks for Black; the page hears what White sees. A move that is not
    // legal ends a line.
    assert_eq!(told_by_mock["depth"], 7);
    assert_eq!(told_by_mock["nps"], 100_000);
    let line = &told_by_mock["lines"][0];
    assert_eq!(line["score"], json!({"cp": -30}));
    assert_eq!(line["wdl"], json!([250, 350, 400]));
    assert_eq!(line["sans"], json!(["e5", "Nf3"]));
    assert_eq!(told_by_mock["lines"][1]["score"], json!({"mate": -3}));
    assert_eq!(told_by_mock["lines"][1]["wdl"], json!([0, 0, 1000]));
    // Each is stopped by itself.
    assert_eq!(page.ask(json!({"type": "stop", "engine": "nobody"}))["type"], "stopped");
    page.send(json!({"type": "stop", "engine": "mock"}));
    page.wait(other, "done");
    page.wait(own, "analysis");
    page.send(json!({"type": "stop"}));
    page.wait(own, "done");
    // A new search ends the old one, and the table is as large as asked for.
    let first = page.send(analyse(Some("mock")));
    page.wait(first, "analysis");
    let mut request = analyse(Some("mock"));
    request["hash"] = 32.into();
    let second = page.send(request);
    page.wait(first, "done");
    page.wait(second, "analysis");
    let told = told(&server, "mock");
    for line in [
        "setoption name Hash value 64",
        "setoption name Hash value 32",
        "setoption name MultiPV value 2",
        "setoption name UCI_ShowWDL value true",
        "position startpos moves e2e4",
        "go infinite",
    ] {
        assert!(told.lines().any(|said| said == line), "{line} in {told}");
    }
    assert_eq!(told.matches("uci\n").count(), 1, "one process for all of it: {told}");
}

#[test]
fn an_engine_plays() {
    let (server, mut page) = with_mock("rivals-play", "");
    let id = page.send(play("mock"));
    let played = page.receive();
    assert_eq!(
        (&played["type"], &played["id"]),
        (&json!("played"), &json!(id)),
        "and nothing before it"
    );
    assert_eq!((&played["move"], &played["san"]), (&json!("e7e5"), &json!("e5")));
    assert_eq!((&played["score"], &played["depth"]), (&json!({"cp": 30}), &json!(7)));
    let clock =
        json!({"type": "play", "line": after_e4(), "engine": "mock", "clock": [60000, 500]});
    assert_eq!(page.ask(clock)["move"], "e7e5");
    let mated = json!({"variant": "chess", "moves": ["f2f3", "e7e5", "g2g4", "d8h4"]});
    let over = page.ask(json!({"type": "play", "line": mated, "engine": "mock"}));
    assert_eq!((&over["type"], &over["move"]), (&json!("played"), &Value::Null));
    let wrong = json!({"variant": "chess", "moves": ["e2e5"]});
    assert_eq!(page.ask(json!({"type": "play", "line": wrong, "engine": "mock"}))["kind"], "input");
    let told = told(&server, "mock");
    assert!(told.contains("go movetime 200\n"), "{told}");
    assert!(told.contains("go wtime 60000 btime 60000 winc 500 binc 500\n"), "{told}");
}

/// An engine that fails whenever it is asked: told, started anew once, then given up,
/// and tried again when it is asked again.
fn fails(name: &str, cases: &str, words: &str) {
    let (_server, mut page) = with_mock(name, cases);
    for _ in 0..2 {
        let id = page.send(play("mock"));
        let restarted = page.wait(id, "engineRestarted");
        assert_eq!(restarted["engine"], "mock");
        let message = restarted["message"].as_str().unwrap();
        assert!(message.contains(words), "{message}");
        let error = page.wait(id, "error");
        assert_eq!(error["kind"], "rival");
        let message = error["message"].as_str().unwrap();
        assert!(
            message.starts_with("mock has failed again: ") && message.contains(words),
            "{message}"
        );
        page.sees_erawan_alive();
    }
}

#[test]
fn an_engine_that_ends_at_once_is_given_up() {
    fails("rivals-ends", "*) echo 'no network' >&2; exit 3;;", "no network");
}

#[test]
fn an_engine_that_ends_in_a_search_is_given_up() {
    fails("rivals-crashes", "go*) echo info depth 1; kill -9 $$;;", "while waiting for bestmove");
}

#[test]
fn an_engine_that_makes_illegal_moves_is_given_up() {
    fails("rivals-illegal", "go*) echo bestmove e7e4;;", "it gave the move e7e4: ");
    fails("rivals-no-move", "go*) echo 'bestmove (none)';;", "gives no move");
    fails(
        "rivals-nonsense",
        "go*) printf 'bestmove \\377\\376xyzzyxyzzyxyzzyxyzzy\\n';;",
        "it gave the move ",
    );
}

#[test]
fn an_engine_that_never_answers_is_given_up() {
    fails("rivals-dumb", "*) ;;", "uciok");
}

#[test]
fn an_engine_that_ignores_stop_is_given_up() {
    fails("rivals-deaf", "go*|stop) ;;", "told to stop");
}

#[test]
fn an_engine_that_fails_once_goes_on() {
    let cases = "go*) if [ ! -e $0.again ]; then touch $0.again; exit 7; fi; echo bestmove c7c5;;";
    let (_server, mut page) = with_mock("rivals-once", cases);
    let id = page.send(play("mock"));
    page.wait(id, "engineRestarted");
    assert_eq!(page.wait(id, "played")["move"], "c7c5");
}

#[test]
fn an_engine_that_floods_is_heard_ten_times_a_second() {
    let cases = "go*) while :; do \
        echo 'info depth 3 score cp 1 pv e7e5'; echo 'info string la la la'; done;;";
    let (_server, mut page) = with_mock("rivals-flood", cases);
    let id = page.send(analyse(Some("mock")));
    let (begun, mut updates) = (Instant::now(), 0);
    while begun.elapsed() < Duration::from_secs(2) {
        page.wait(id, "analysis");
        updates += 1;
    }
    assert!((5..=25).contains(&updates), "{updates} updates in two seconds");
    page.sees_erawan_alive();
    // It does not hear that it is to stop, and is ended.
    page.send(json!({"type": "stop", "engine": "mock"}));
    page.wait(id, "engineRestarted");
    page.wait(id, "done");
}

#[test]
fn engines_end_with_their_page_and_are_not_too_many() {
    let server = start("rivals-end");
    let names = ["one", "two", "three", "four", "five"];
    for name in names {
        keep(&server, name, &script(""), Options::default());
    }
    let mut page = page(&server);
    for name in names {
        let id = page.send(analyse(Some(name)));
        page.wait(id, "analysis");
    }
    let pids = names.map(|name| pid(&server, name));
    // The one that was asked longest ago has made room.
    until("the first to end", || !is_running(&pids[0]));
    assert!(pids[1..].iter().all(|pid| is_running(pid)));
    // Another page may have as many, and no third one.
    let mut second = super::page(&server);
    for name in &names[..4] {
        assert_eq!(second.ask(play(name))["type"], "played");
    }
    let refused = super::page(&server).ask(play("one"));
    assert_eq!(refused["kind"], "limit");
    let others = names[..4].iter().map(|name| pid(&server, name)).collect::<Vec<_>>();
    drop((page, second));
    until("all of them to end", || !pids.iter().chain(&others).any(|pid| is_running(pid)));
}
