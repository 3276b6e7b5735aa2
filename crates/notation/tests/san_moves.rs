//! SAN against the generator: what is written is read back, in every position
//! of many playouts, and odd forms mean what they should.

use erawan_board::{
    Cambodian, Chess, Color, Makpong, Makruk, Move, Position, Role, Rules, Square, Strictness,
    Variant,
};
use erawan_notation::fen;
use erawan_notation::san::{self, SanError};
use erawan_testing::Random;

fn position<R: Rules>(text: &str) -> Position<R> {
    fen::parse(text, Strictness::Lenient).unwrap()
}

fn play<R: Rules>(text: &str, san: &str) -> Result<String, SanError> {
    san::parse(&position::<R>(text), san).map(|m| m.to_string())
}

/// Every legal move survives, no two have one name, and no text built from
/// squares and letters is read as a move that is not legal.
fn check_position<R: Rules>(position: &Position<R>, random: &mut Random) {
    let legal = position.legal_moves();
    let mut names: Vec<String> = Vec::new();
    for &m in legal.iter() {
        let text = san::write(position, m);
        assert_eq!(san::parse(position, &text), Ok(m), "{text} in {position:?}");
        let bare = text.trim_end_matches(['+', '#']);
        assert_eq!(san::parse(position, format!("{bare}!?")), Ok(m), "{text}!?");
        if bare.contains('x') && m.role() != Role::Pawn {
            assert_eq!(san::parse(position, bare.replace('x', "")), Ok(m));
        }
        if !m.is_castle() {
            let promotion = m.promotion().map_or(String::new(), |r| san::letter::<R>(r).into());
            let letter = match m.role() {
                Role::Pawn => String::new(),
                role => san::letter::<R>(role).into(),
            };
            for text in [
                format!("{letter}{}{}{promotion}", m.from(), m.to()),
                format!("{letter}{}-{}{promotion}", m.from(), m.to()),
                format!("{}{}{promotion}", m.from(), m.to()),
            ] {
                assert_eq!(san::parse(position, &text), Ok(m), "{text} in {position:?}");
            }
        }
        names.push(text);
    }
    names.sort();
    assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
    let letters: Vec<char> = Role::ALL.map(|role| san::letter::<R>(role)).to_vec();
    for _ in 0..20 {
        let from = Square::from_index(random.below(64)).unwrap();
        let to = Square::from_index(random.below(64)).unwrap();
        let letter = letters[random.below(6)];
        for text in [
            format!("{to}"),
            format!("{letter}{to}"),
            format!("{letter}{}{to}", from.file().letter()),
            format!("{}x{to}", from.file().letter()),
            format!("{from}{to}"),
            format!("{to}={letter}"),
        ] {
            if let Ok(m) = san::parse(position, &text) {
                assert!(legal.contains(&m), "{text} gave {m:?} in {position:?}");
            }
        }
    }
}

fn playouts<R: Rules>(starts: impl Iterator<Item = Position<R>>) {
    let mut random = Random::new(0x9E37_79B9_7F4A_7C15);
    for start in starts {
        let mut position = start;
        for _ in 0..120 {
            check_position(&position, &mut random);
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.play_unchecked(moves[random.below(moves.len())]);
        }
    }
}

#[test]
fn every_move_of_playouts_is_read_back() {
    playouts((0..60).map(|_| Position::<Chess>::startpos()));
    playouts((0..60).map(|_| Position::<Makruk>::startpos()));
    playouts((0..60).map(|i| Position::<Chess>::chess960(i * 16)));
    playouts((0..30).map(|_| Position::<Cambodian>::startpos()));
    playouts((0..30).map(|_| Position::<Makpong>::startpos()));
}

#[test]
fn a_king_of_makpong_does_not_run_from_check() {
    let runs = SanError::KingRuns { variant: Variant::Makpong };
    assert_eq!(runs.to_string(), "the khun is in check: it may take what gives it, but not run");
    let far = "4k3/8/8/8/8/8/8/r4K2 w - - 0 1";
    assert_eq!(play::<Makpong>(far, "Ke2"), Err(runs));
    assert_eq!(play::<Makruk>(far, "Ke2"), Ok("f1e2".into()));
    let near = "4k3/8/8/8/8/8/8/4rK2 w - - 0 1";
    assert_eq!(play::<Makpong>(near, "Kg2"), Err(runs));
    assert_eq!(play::<Makpong>(near, "Kxe1"), Ok("f1e1".into()));
    let calm = "4k3/8/8/8/8/r7/8/5K2 w - - 0 1";
    assert_eq!(play::<Makpong>(calm, "Kg2"), Ok("f1g2".into()));
    // Not in check, it may not walk into one, as anywhere.
    let below = "4k3/8/8/8/8/8/r7/5K2 w - - 0 1";
    let to = Square::E2;
    let leaves = SanError::LeavesCheck { variant: Variant::Makpong, role: Role::King, to };
    assert_eq!(play::<Makpong>(below, "Ke2"), Err(leaves));
}

#[test]
fn forms_found_in_files() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for text in ["e4", "e2e4", "e2-e4", "Pe4", "e4!", "e4!!?", " e4 ", "e4+", "e4#"] {
        assert_eq!(play::<Chess>(start, text), Ok("e2e4".into()), "{text}");
    }
    for text in ["Nf3", "Ngf3", "N1f3", "Ng1f3", "Ng1-f3", "g1f3", "Nxf3"] {
        assert_eq!(play::<Chess>(start, text), Ok("g1f3".into()), "{text}");
    }
    let castle = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for text in ["O-O", "0-0", "o-o", "O-O+", "0-0!", "e1g1", "Ke1-g1", "e1h1"] {
        assert_eq!(play::<Chess>(castle, text), Ok("e1g1".into()), "{text}");
    }
    for text in ["O-O-O", "0-0-0", "o-o-o", "O-O-O#", "e1c1"] {
        assert_eq!(play::<Chess>(castle, text), Ok("e1c1".into()), "{text}");
    }
    let promotion = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    for text in ["axb8=N", "axb8N", "axb8(N)", "axb8/N", "ab8=N", "axb8=n", "a7xb8=N+", "a7b8n"] {
        assert_eq!(play::<Chess>(promotion, text), Ok("a7b8n".into()), "{text}");
    }
    let en_passant = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    for text in ["exd6", "exd6e.p.", "exd6 e.p.", "ed6", "e5xd6", "e5d6", "exd6ep", "e:d6"] {
        assert_eq!(play::<Chess>(en_passant, text), Ok("e5d6".into()), "{text}");
    }
}

#[test]
fn errors_say_what_is_wrong() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for text in ["", "x", "e", "e9", "i4", "Nf", "Xf3", "e4e5e6", "\0", "½", "1-0", "NNf3", "O-O-"]
    {
        assert_eq!(play::<Chess>(start, text), Err(SanError::NotAMove), "{text}");
    }
    for text in ["--", "Z0", "--!"] {
        assert_eq!(play::<Chess>(start, text), Err(SanError::NullMove));
    }
    let variant = Variant::Chess;
    let unreachable = |role, to| Err(SanError::Unreachable { variant, role, to });
    assert_eq!(play::<Chess>(start, "e5"), unreachable(Role::Pawn, Square::E5));
    assert_eq!(play::<Chess>(start, "exd3"), unreachable(Role::Pawn, Square::D3));
    assert_eq!(play::<Chess>(start, "exe4"), unreachable(Role::Pawn, Square::E4));
    assert_eq!(play::<Chess>(start, "Nd2"), unreachable(Role::Knight, Square::D2));
    assert_eq!(play::<Chess>(start, "Nbf3"), unreachable(Role::Knight, Square::F3));
    assert_eq!(play::<Chess>(start, "e4=Q"), Err(SanError::WrongPromotion(Square::E4)));
    assert_eq!(
        play::<Chess>(start, "O-O"),
        Err(SanError::CannotCastle(erawan_board::CastlingSide::Short))
    );
    let pinned = "4r1k1/8/8/8/8/4N3/8/4K3 w - - 0 1";
    let leaves = SanError::LeavesCheck { variant, role: Role::Knight, to: Square::D5 };
    assert_eq!(play::<Chess>(pinned, "Nd5"), Err(leaves));
    let promotion = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    assert_eq!(play::<Chess>(promotion, "a8"), Err(SanError::MissingPromotion(Square::A8)));
    assert_eq!(play::<Chess>(promotion, "a8=K"), Err(SanError::WrongPromotion(Square::A8)));
    // Every game has its own names for the men.
    let error = play::<Chess>(start, "Bc4").unwrap_err();
    assert_eq!(error.to_string(), "no such bishop can go to c4");
    let error =
        play::<Makruk>("rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1", "Sc5").unwrap_err();
    assert_eq!(error.to_string(), "no such khon can go to c5");
    let two = "4k3/8/8/8/8/8/1N3N2/4K3 w - - 0 1";
    let error = play::<Chess>(two, "Nd3").unwrap_err();
    assert_eq!(error.to_string(), "several moves are meant: b2d3 or f2d3");
    // One of two knights is pinned: no disambiguation is needed or written.
    let one = "1k2r3/8/8/8/8/4N3/8/N3K3 w - - 0 1";
    assert_eq!(play::<Chess>(one, "Nc2"), Ok("a1c2".into()));
    let m = san::parse(&position::<Chess>(one), "Nc2").unwrap();
    assert_eq!(san::write(&position::<Chess>(one), m), "Nc2");
}

#[test]
fn disambiguation_by_file_rank_and_both() {
    let queens = position::<Chess>("1k6/8/8/8/4Q2Q/8/8/K6Q w - - 0 1");
    let name = |from: Square| {
        let m =
            queens.legal_moves().iter().copied().find(|m| m.from() == from && m.to() == Square::E1);
        san::write(&queens, m.unwrap())
    };
    assert_eq!(name(Square::H4), "Qh4e1");
    assert_eq!(name(Square::E4), "Qee1");
    assert_eq!(name(Square::H1), "Q1e1");
}

#[test]
fn makruk_promotes_without_being_told() {
    let bia = "4k3/8/2n5/1P6/8/8/8/3K4 w - - 0 1";
    for text in ["bxc6=M", "bxc6", "bxc6M", "b5c6m", "bc6"] {
        let m = san::parse(&position::<Makruk>(bia), text).unwrap();
        assert_eq!((m.to(), m.promotion()), (Square::C6, Some(Role::Queen)), "{text}");
        assert_eq!(san::write(&position::<Makruk>(bia), m), "bxc6=M");
    }
    assert_eq!(play::<Makruk>(bia, "bxc6=Q"), Err(SanError::NotAMove));
    assert_eq!(play::<Makruk>(bia, "bxc6=S"), Err(SanError::WrongPromotion(Square::C6)));
}

/// Constants made by pyffish 0.0.90.
#[test]
fn thai_as_fairy_stockfish_writes_it() {
    for (text, san, thai) in THAI {
        let position = position::<Makruk>(text);
        let m: Move = san::parse(&position, san).unwrap();
        assert_eq!(
            (san::write(&position, m).as_str(), san::write_thai(&position, m).as_str()),
            (*san, *thai)
        );
    }
    assert_eq!(position::<Makruk>(THAI[0].0).turn(), Color::White);
}

const THAI: &[(&str, &str, &str)] = &[
    ("R3rm2/2k5/6sp/2M~4P/6p1/2M~5/5S2/3K4 w - - 2 68", "M5d4", "ง๕-ง๔"),
    ("5kn1/5s2/4pmp1/ps3p2/PSP2PpN/1N1RP1r1/5S2/3KM3 w - - 3 35", "Ke2", "ข-จ๒"),
    ("R2r1m2/8/3k2sp/2M~4P/6p1/2M~3S1/8/3K4 b - - 7 70", "Kc6+", "ข-ค๖+"),
    ("rm6/4k3/1s6/p7/4Pr1S/5NK1/m~7/8 w - - 10 69", "Kxf4", "ขxฉ๔"),
    ("2s2knr/2mns3/3pp1p1/p3rp1p/pPP2Pm~P/4P3/RS4S1/3KMNNR b - - 1 24", "Mb6", "ม็-ข๖"),
    ("R4m2/2rk3s/1M~5p/4r2P/R2M~2p1/4S3/3K1S2/8 w - - 3 63", "Mbc5", "งข-ค๕"),
    ("s7/m1nkrr2/1pp5/1M~p2p2/S1S4P/PN2P2P/6RR/2M1K1N1 w - - 2 44", "Mxc6+", "งxค๖+"),
    ("r1n1kr2/3ss3/1mn1pppp/1K1p4/pP1PP2P/1PN2PP1/3S3R/3SM1NR b - - 2 24", "Nxd4#", "มxง๔#"),
    ("1r1kr3/2s1n3/1m4sn/1PpPpPpP/2m~1P1N1/P2R1S1N/4KM1R/8 b - - 14 40", "Nhxf5", "มญxฉ๕"),
    ("5ms1/1r4r1/2N4p/1Pn1Mk2/2pP4/R3P3/n4Ks1/2N3S1 b - - 1 61", "Rgd7", "รช-ง๗"),
    ("1m3R2/2S5/r3ksR1/7p/2r1P2M~/1s6/5K1N/1n2M3 w - - 9 69", "Sxb8", "คxข๘"),
    ("rn1m2r1/4nss1/pp3k1p/2ppNP2/2PP1p2/PP2P1SP/R4K2/1NS1M1R1 b - - 0 15", "f3=M", "ฉ๓=M"),
    ("r1sm2nr/3nks2/pppppppp/8/2P1PP2/PP1P2PP/1S2K2R/RN2MSN1 b - - 6 6", "g5", "ช๕"),
    // A met and a promoted bia are told apart, and disambiguated all the same.
    ("4k3/8/8/8/8/1M~1M4/8/3K4 w - - 0 1", "Mbc2", "งข-ค๒"),
    ("4k3/8/8/8/8/1M~1M4/8/3K4 w - - 0 1", "Mdc2", "ม็ง-ค๒"),
    ("4k3/8/8/1M~6/8/1M6/8/3K4 w - - 0 1", "M3c4", "ม็๓-ค๔"),
];
