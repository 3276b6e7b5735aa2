//! Writes random networks, positions of random games and what every kernel
//! says of them, for `tests/nnue/reference.py` to check.
//!
//! `cargo run --release -p erawan-nnue --example nnue_evaluations FOLDER [COUNT]`
//!
//! For each game `FOLDER/GAME-N.net`, and `FOLDER/GAME-N.txt` with a line
//! `FEN<tab>evaluation` for each position.

use std::error::Error;
use std::fs;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::Arc;

use erawan_board::{Position, Rules, Strictness, Variant, chess960, with_rules};
use erawan_nnue::{Accumulators, Architecture, Encoding, Kernel, Network};
use erawan_notation::fen;
use erawan_testing::Random;

fn write<R: Rules>(
    folder: &Path,
    number: u64,
    architecture: Architecture,
    count: usize,
) -> Result<(), Box<dyn Error>> {
    let mut network = Network::random(architecture, number)?;
    if number.is_multiple_of(2) {
        network = network.with_encoding(Encoding::Plain).with_scale(237.0)?;
    }
    let network = Arc::new(network);
    let name = format!("{}-{number}", R::VARIANT);
    fs::write(folder.join(format!("{name}.net")), network.to_bytes())?;
    let mut out = BufWriter::new(fs::File::create(folder.join(format!("{name}.txt")))?);
    let mut lines: Vec<Accumulators> = Kernel::all()
        .iter()
        .map(|kernel| Accumulators::with_kernel(Arc::clone(&network), kernel))
        .collect();
    let mut random = Random::new(number);
    let mut position = Position::<R>::startpos();
    let mut ply = 0;
    for written in 0..count {
        let values: Vec<_> = lines.iter_mut().map(|line| line.evaluate(&position)).collect();
        let Some(value) = values[0] else { return Err("too many men".into()) };
        if values.iter().any(|other| *other != values[0]) {
            return Err(format!("kernels differ: {values:?} {}", fen::write(&position)).into());
        }
        writeln!(out, "{}\t{value}", fen::write(&position))?;
        let moves = position.legal_moves();
        let pick = random.below(moves.len().max(1));
        // Castling, en passant and promotions whenever there is one.
        let special =
            |m: &&erawan_board::Move| m.is_castle() || m.is_en_passant() || m.is_promotion();
        let m = moves.iter().find(special).or(moves.as_slice().get(pick));
        match m {
            Some(&m) if ply < 120 && written + 1 < count => {
                lines.iter_mut().for_each(|line| line.push(&position, m));
                position = position.play_unchecked(m);
                ply += 1;
            }
            _ => {
                lines.iter_mut().for_each(Accumulators::reset);
                ply = 0;
                position = Position::startpos();
                if R::VARIANT == Variant::Chess {
                    let setup =
                        chess960::double_start(random.below(960) as u16, random.below(960) as u16);
                    position = Position::from_setup(&setup, Strictness::Strict)?;
                } else if random.one_in(2) {
                    // Counts run, with many men and with few.
                    let starts = [
                        "1rs1k1s1/3n4/8/8/8/2S5/4MN2/R3K2R w - - 0 1",
                        "4k3/3m4/8/8/8/2S5/4M3/R3K3 w - 128 60 1",
                        "4k3/8/8/8/8/2S5/4M3/R3K3 w - 32 10 1",
                    ];
                    position = fen::parse(starts[random.below(3)], Strictness::Lenient)?;
                }
            }
        }
    }
    Ok(out.flush()?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let folder = words.next().ok_or("usage: nnue_evaluations FOLDER [COUNT]")?;
    let count: usize = words.next().map_or(Ok(10_000), |word| word.parse())?;
    let folder = Path::new(&folder);
    fs::create_dir_all(folder)?;
    // One bucket or eight, one layer or several, outputs by men or by count.
    let table = std::array::from_fn(|square| (square / 16 * 2 + square % 8 / 2 % 2) as u8);
    for game in [Variant::Chess, Variant::Makruk] {
        let layered = Architecture::layered(game, 128).with_king_buckets(8, table);
        let shapes = [
            Architecture::new(game, 96),
            Architecture::new(game, 64).with_king_buckets(8, table).with_output_buckets(1),
            if game == Variant::Makruk { layered.with_outputs_by_count() } else { layered },
            Architecture::layered(game, 64),
        ];
        for (number, shape) in (1..).zip(shapes) {
            with_rules!(game, R => write::<R>(folder, number, shape, count.div_ceil(4))?);
        }
    }
    println!("{count} positions of each game, {} kernels agree", Kernel::all().len());
    Ok(())
}
