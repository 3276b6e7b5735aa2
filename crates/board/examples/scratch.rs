use erawan_board::*;
fn fen<R: Rules>(s: &str) -> Position<R> {
    let w: Vec<&str> = s.split(' ').collect();
    let mut st = Setup::empty();
    for (r, row) in w[0].split('/').enumerate() { let mut f = 0; for ch in row.chars() {
        if let Some(n) = ch.to_digit(10) { f += n as usize; continue; }
        if ch == '~' { continue; }
        let role = match ch.to_ascii_lowercase() { 'p' => Role::Pawn, 'n' => Role::Knight, 'b'|'s' => Role::Bishop, 'r' => Role::Rook, 'q'|'m' => Role::Queen, _ => Role::King };
        st.put(Square::from_index((7-r)*8+f).unwrap(), Piece::new(if ch.is_uppercase() {Color::White} else {Color::Black}, role)); f+=1; } }
    if w[1]=="b" { st.turn = Color::Black; }
    for c in w[2].chars() { let s = match c { 'K' => 7, 'Q' => 0, 'k' => 63, 'q' => 56, _ => continue }; st.castling_rooks |= Square::from_index(s).unwrap().into(); }
    if w[3] != "-" { st.en_passant = w[3].parse().ok(); }
    Position::from_setup(&st, Strictness::Lenient).unwrap()
}
fn run<R: Rules>(list: &[(&str,&str,u32,u64)], reps: usize) {
    for simd in [false, true] {
        let mut gm = 0.0f64;
        print!("{} ", if simd {"simd  "} else {"scalar"});
        for (name, f, d, want) in list {
            let p = fen::<R>(f); let mut best = f64::MAX; let mut n = 0;
            for _ in 0..reps { let t = std::time::Instant::now(); n = perft::Perft::new().simd(simd).run(&p, *d); best = best.min(t.elapsed().as_secs_f64()); }
            gm += (n as f64 / best / 1e6).ln();
            print!("{name} {:.0}{} ", n as f64/best/1e6, if n == *want {"".into()} else {format!(" WRONG {n} want {want}")});
        }
        println!("gm {:.0}", (gm/list.len() as f64).exp());
    }
}
fn listed<R: Rules>(p: &Position<R>, d: u32) -> u64 { if d == 1 { return p.count_legal_moves() as u64; } let mut n = 0; for &m in &p.legal_moves() { n += listed(&p.play(m), d-1); } n }
fn main() {
    let reps = std::env::args().nth(1).and_then(|a| a.parse().ok()).unwrap_or(3);
    let list = [
        ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119060324u64),
        ("kiwi", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5, 193690690),
        ("mid", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5, 164075551),
        ("end", "5nk1/pp3pp1/2p4p/q7/2PPB2P/P5P1/1P5K/3Q4 w - - 1 28", 6, 849167880),
        ("pos3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7, 178633661),
        ("pos4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 15833292),
        ("pos5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 5, 89941194),
    ];
    run::<Chess>(&list, reps);
    for (name, f, d, want) in list { let p = fen::<Chess>(f); let mut best = f64::MAX; let mut n=0; for _ in 0..reps { let t = std::time::Instant::now(); n = listed(&p, d); best=best.min(t.elapsed().as_secs_f64()); } print!("list {name} {:.0}{} ", n as f64/best/1e6, if n==want {""} else {" WRONG"}); }
    println!();
    run::<Makruk>(&[("start", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1", 6, 142078049),
     ("B", "r3k2r/2s1m1s1/1n1p1p1p/P1P1P1P1/p1p1p1p1/1N1P1P1P/2S1M1S1/R3K2R w - - 0 1", 5, 103291927),
     ("C2", "3r1Rmk/8/7s/8/8/3S4/8/rM1K3R w - - 0 1", 5, 7568817), ("I", "4k3/3S4/8/4s3/4K3/8/3s4/2S5 w - - 0 1", 5, 33205), ("K", "4r3/4k3/4s3/r2nM2R/3P4/R2SK2r/4P3/4R3 w - - 0 1", 5, 3176032)], reps);
}
