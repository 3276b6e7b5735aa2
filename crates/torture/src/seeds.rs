//! Good files to be damaged, made by the program itself.

use std::fs;
use std::io::Write;
use std::path::Path;

use erawan_board::Variant;

use crate::child::{self, command};

/// A game with everything that a PGN file can have.
const ANNOTATED: &str = r#"[Event "Torture; \"quoted\" \\ é"]
[Site "?"]
[Date "2026.??.??"]
[Round "1.2"]
[White "White, A."]
[Black "Black"]
[Result "1/2-1/2"]
[WhiteElo "2100"]
[TimeControl "40/5400+30:900"]

{Before all.} 1. e4 $1 {[%clk 1:29:55][%eval 0.31]} e5 (1... c5 {Sicilian} 2. Nf3 (2. c3 $5 d5 (2... Nf6
3. e5)) 2... d6) 2. Nf3 ; to the end of the line
Nc6 3. Bb5 a6 {[%cal Ga2a4,Rb5c6][%csl Yd4]} 4. O-O?! -- 5. Bxc6 dxc6! 1/2-1/2

% an escaped line
[Event "Second"]
[FEN "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"]
[SetUp "1"]
[Result "*"]

1. a8=Q+ Kd7 2. Qd5+ Ke7 *
"#;

const SUITE: &str = "\
2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id \"WAC.003\"; c0 \"a; b\";
8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - bm Rxb2; id \"WAC.002\"; dm 3; am Rb4 Ra3;
r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4
";

const COUNTS: &str = "\
# counts of the start position and two others
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400 ;D3 8902
r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 ;D1 48 ;D2 2039
8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1 ;D1 14 ;D2 191 ;D3 2812
";

/// Makes a folder with one good file of each kind.
pub(crate) fn make(program: &Path, folder: &Path) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let write = |name: &str, bytes: &[u8]| {
        fs::write(folder.join(name), bytes).map_err(|error| format!("{name}: {error}"))
    };
    write("suite.epd", SUITE.as_bytes())?;
    write("counts.epd", COUNTS.as_bytes())?;
    let mut played = Vec::new();
    for game in Variant::ALL.map(Variant::name) {
        let file = format!("{game}.pgn");
        make_by(
            program,
            folder,
            &[
                "match",
                "--engine",
                "builtin",
                "--engine",
                "builtin name=other",
                "--nodes",
                "40",
                "--games",
                "2",
                "--variant",
                game,
                "--pgn",
                &file,
            ],
        )?;
        let path = folder.join(&file);
        played.extend(fs::read(&path).map_err(|error| format!("{file}: {error}"))?);
        played.push(b'\n');
    }
    write("played.pgn", &played)?;
    let games = [ANNOTATED.as_bytes(), &played].concat();
    write("games.pgn", &games)?;
    write("games.pgn.gz", &gzip(&games)?)?;
    let zstd = ruzstd::encoding::compress_to_vec(
        games.as_slice(),
        ruzstd::encoding::CompressionLevel::Fastest,
    );
    write("games.pgn.zst", &zstd)?;
    make_by(
        program,
        folder,
        &["book", "build", "chess.pgn", "--out", "book.bin", "--min-games", "1"],
    )?;
    remove_database(&folder.join("games.erawan"));
    make_by(program, folder, &["db", "import", "games.pgn", "--db", "games.erawan"])?;
    for game in ["chess", "makruk"] {
        let file = format!("{game}.games");
        make_by(
            program,
            folder,
            &[
                "datagen",
                "--variant",
                game,
                "--games",
                "2",
                "--nodes",
                "20",
                "--threads",
                "1",
                "--seed",
                "1",
                "--out",
                &file,
            ],
        )?;
    }
    let network = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../nets/chess.net");
    fs::copy(&network, folder.join("chess.net"))
        .map_err(|error| format!("{}: {error}", network.display()))?;
    Ok(())
}

/// Removes a database with what SQLite keeps beside it.
pub(crate) fn remove_database(path: &Path) {
    for end in ["", "-wal", "-shm"] {
        let mut name = path.as_os_str().to_owned();
        name.push(end);
        let _ = fs::remove_file(name);
    }
}

fn make_by(program: &Path, folder: &Path, words: &[&str]) -> Result<(), String> {
    let ended = child::run(&mut command(program, folder, words), b"")?;
    if ended.succeeded() {
        return Ok(());
    }
    Err(format!("erawan {}: {}", words.join(" "), ended.errors))
}

fn gzip(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).map_err(|error| error.to_string())
}
