//! `erawan net`.

use crate::common::{Folder, erawan, erawan_with_input};

use erawan_board::{Chess, Makruk, Position, Rules, Variant};
use erawan_nnue::{Architecture, Network};

fn network() -> Network {
    let table = std::array::from_fn(|square| (square / 32) as u8);
    let architecture = Architecture::new(Variant::Makruk, 64).with_king_buckets(2, table);
    Network::random(architecture, 9).unwrap()
}

#[test]
fn a_network_is_described() {
    let folder = Folder::new("net");
    let network = network();
    let file = folder.write("a.net", network.to_bytes());
    let file = file.to_str().unwrap();
    let run = erawan(["net", "info", file])
        .exits(0)
        .says("Game: makruk\n")
        .says("Network: makruk, 768 x 2 -> 64 x 2 -> 8, SCReLU\n")
        .says(&format!("Hash: {:016x}\n", network.hash()))
        .says("   1  1  1  1\n   0  0  0  0\n");
    assert_eq!(run.last_line(), "Summary: random weights, seed 9");
    let run = erawan(["net", "info", file, "--json"]).exits(0);
    run.says("\"version\":1").says("\"hidden\":64,\"king_buckets\":2").says("\"scale\":400.0");
    erawan_with_input(["net", "info", "-"], network.to_bytes()).exits(0).says("Width: 64");
}

#[test]
fn a_layered_network_is_described() {
    let folder = Folder::new("net-layers");
    let architecture = Architecture::layered(Variant::Makruk, 128).with_outputs_by_count();
    let network = Network::random(architecture, 4).unwrap().with_scale(280.5).unwrap();
    let file = folder.write("a.net", network.to_bytes());
    let file = file.to_str().unwrap();
    erawan(["net", "info", file])
        .exits(0)
        .says("Network: makruk, 768 -> 128 x 2, pairwise -> 16 -> 32 -> 20 by count\n")
        .says("Output buckets: 20, by men and count\n")
        .says("Scale: 280.5 centipawns\n")
        .says("File: version 2, first layer of variable length\n")
        .says(&format!("Hash: {:016x}\n", network.hash()));
    erawan(["net", "info", file, "--json"]).exits(0).says("\"version\":2").says("\"scale\":280.5");
    let mut damaged = network.to_bytes();
    damaged[5000] ^= 1;
    let damaged = folder.write("damaged.net", damaged);
    erawan(["net", "info", damaged.to_str().unwrap()]).exits(1).complains("the file is damaged");
}

#[test]
fn what_cannot_be_used_is_refused_with_the_reason() {
    let folder = Folder::new("bad-net");
    let bytes = network().to_bytes();
    let short = folder.write("short.net", &bytes[..1000]);
    let run = erawan(["net", "info", short.to_str().unwrap()]).exits(1);
    assert!(run.complains("the file ends after 1000 bytes").out.is_empty());
    let text = folder.write("text.net", "a text");
    erawan(["net", "info", text.to_str().unwrap()]).exits(1).complains("not a network");
    let missing = folder.path("missing.net");
    erawan(["net", "info", missing.to_str().unwrap()]).exits(2).complains("no such file");
    let here = folder.path("");
    erawan(["net", "info", here.to_str().unwrap()]).exits(2).complains("this is a folder");
    erawan(["net"]).exits(2).complains("Usage: erawan net <COMMAND>");
    erawan(["net", "info"]).exits(2).complains("<FILE>");
    erawan(["net", "info", "a", "b"]).exits(2).complains("unexpected argument 'b'");
    erawan(["net", "inf"]).exits(2).complains("a similar subcommand exists: 'info'");
}

/// The start positions as a record each, White and Black to move.
fn start_records<R: Rules>() -> Vec<u8> {
    let position = Position::<R>::startpos();
    let mut record = [0u8; 32];
    record[..8].copy_from_slice(&position.occupied().bits().to_le_bytes());
    let marked = position.castling_rooks();
    for (i, square) in position.occupied().iter().enumerate() {
        let piece = position.piece_at(square).unwrap();
        let role = if marked.contains(square) { 6 } else { piece.role().index() as u8 };
        record[8 + i / 2] |= (role | (piece.color().index() as u8) << 3) << (4 * (i % 2));
    }
    let mut records = record.to_vec();
    record[27] = 1;
    records.extend(record);
    records
}

#[test]
fn records_are_evaluated() {
    let folder = Folder::new("net-evaluate");
    let chess = Network::random(Architecture::new(Variant::Chess, 64), 3).unwrap();
    let values = |network: &Network, records: Vec<u8>, expected: Option<i32>| {
        let net = folder.write("a.net", network.to_bytes());
        let file = folder.write("a.pos", &records);
        let run = erawan(["net".as_ref(), "evaluate".as_ref(), net.as_os_str(), file.as_os_str()]);
        let run = run.exits(0);
        let lines: Vec<i32> = run.out.lines().map(|line| line.parse().unwrap()).collect();
        assert_eq!(lines.len(), 2);
        assert_eq!(Some(lines[0]), expected);
    };
    let start = Position::<Chess>::startpos();
    values(&chess, start_records::<Chess>(), chess.evaluate(&start));
    let start = Position::<Makruk>::startpos();
    values(&network(), start_records::<Makruk>(), network().evaluate(&start));
    let layered = Architecture::layered(Variant::Makruk, 64).with_outputs_by_count();
    let layered = Network::random(layered, 6).unwrap().with_scale(280.0).unwrap();
    values(&layered, start_records::<Makruk>(), layered.evaluate(&start));

    let net = folder.write("good.net", chess.to_bytes());
    let net = net.to_str().unwrap();
    let records = start_records::<Chess>();
    let short = folder.write("short.pos", &records[..50]);
    erawan(["net", "evaluate", net, short.to_str().unwrap()])
        .exits(1)
        .complains("record 2: the file ends inside it");
    let empty = folder.write("empty.pos", [0u8; 32]);
    erawan(["net", "evaluate", net, empty.to_str().unwrap()]).exits(1).complains("record 1: ");
    let none = folder.write("none.pos", []);
    assert!(erawan(["net", "evaluate", net, none.to_str().unwrap()]).exits(0).out.is_empty());
    erawan(["net", "evaluate", net]).exits(2).complains("<RECORDS>");
    erawan(["net", "evaluate", "-", "-"]).exits(2).complains("only one of the two");
    erawan(["net", "evaluate", net, net, "--json"])
        .exits(2)
        .complains("unexpected argument '--json'");
    erawan_with_input(["net", "evaluate", net, "-"], &records).exits(0);
}

/// A network can be loaded over the wire; one that cannot be used is refused
/// and the old evaluation stays.
#[test]
fn the_engine_loads_networks() {
    let folder = Folder::new("uci-net");
    let network = network();
    let good = folder.write("good.net", network.to_bytes());
    let bad = folder.write("bad.net", &network.to_bytes()[..777]);
    let (good, bad) = (good.to_str().unwrap(), bad.to_str().unwrap());
    let input = format!(
        "uci\nsetoption name EvalFileMakruk value {good}\n\
         setoption name EvalFileMakruk value {bad}\n\
         setoption name EvalFile value {good}\n\
         setoption name UCI_Variant value makruk\nposition startpos\ngo depth 3\n"
    );
    erawan_with_input(["uci"], input)
        .exits(0)
        .says("option name EvalFile type string default <")
        .says("option name EvalFileMakruk type string default <")
        .says("EvalFileMakruk: makruk, 768 x 2 -> 64 x 2 -> 8, SCReLU\n")
        .says("the file ends after 777 bytes")
        .says("this network is for makruk, not for chess; the old evaluation stays")
        .says("bestmove ");
}

#[test]
fn a_network_evaluates_positions() {
    let folder = Folder::new("eval-net");
    let file = folder.write("a.net", network().to_bytes());
    let file = file.to_str().unwrap();
    let run = erawan(["eval", "--variant", "makruk", "--net", file]).exits(0);
    run.last_line().strip_suffix(", by the network").unwrap();
    let json = erawan(["eval", "--variant", "makruk", "--net", file, "--json"]).exits(0);
    let number = |name: &str| {
        let (_, after) = json.out.rsplit_once(name).unwrap();
        after.split([',', '}']).next().unwrap().to_owned()
    };
    assert_eq!(number("\"white\":"), number("\"by_network\":"));
    erawan(["eval", "--net", file]).exits(1).complains("makruk");
}
