//! Files come back as they were written, and every kind of damage is named.

use std::io::Read;

use erawan_board::{Makruk, Position, Variant};
use erawan_nnue::{Architecture, Network, NetworkError};

fn network() -> Network {
    let table = std::array::from_fn(|square| u8::from(square >= 32));
    let architecture = Architecture::new(Variant::Makruk, 64).with_king_buckets(2, table);
    Network::random(architecture, 11).unwrap()
}

/// A network's own unit comes first, then centipawns, both cut towards zero.
#[test]
fn the_scale_is_honoured() {
    let start = Position::<Makruk>::startpos();
    let whole = network().evaluate(&start).unwrap();
    for scale in [1u16, 200, 280, 400, 4000] {
        let scaled = network().with_scale(scale.into()).unwrap();
        let bytes = scaled.to_bytes();
        assert_eq!(u16::from_le_bytes([bytes[24], bytes[25]]), scale);
        let again = read(&bytes).unwrap();
        assert_eq!(again.scale(), f32::from(scale));
        // The hash covers the header.
        assert_eq!(again.hash() == network().hash(), scale == 400);
        assert_eq!(again.own_unit(i32::from(scale)), 400);
        assert_eq!(again.own_unit(-3 * i32::from(scale)), -1200);
        assert_eq!(again.evaluate(&start), Some(whole * i32::from(scale) / 400), "{scale}");
    }
    assert_eq!(network().with_scale(279.6).unwrap().scale(), 280.0);
    for scale in [0.0, 4000.5, f32::NAN] {
        assert!(matches!(network().with_scale(scale), Err(NetworkError::Scale(_))));
    }
}

fn read(bytes: &[u8]) -> Result<Network, NetworkError> {
    Network::from_bytes(bytes)
}

#[test]
fn what_is_written_is_read() {
    for (game, hidden, outputs) in
        [(Variant::Chess, 32, 1), (Variant::Makruk, 128, 8), (Variant::Chess960, 256, 31)]
    {
        let architecture = Architecture::new(game, hidden).with_output_buckets(outputs);
        let network = Network::random(architecture, 5).unwrap();
        let bytes = network.to_bytes();
        let again = read(&bytes).unwrap();
        assert!(again == network && again.to_bytes() == bytes);
        assert_eq!(again.summary(), "random weights, seed 5");
        assert_eq!(again.hash(), network.hash());
        assert_eq!(again.game() == Variant::Makruk, game == Variant::Makruk);
    }
}

/// The layout byte by byte, as the format's description has it.
#[test]
fn bytes_are_where_they_belong() {
    let network = network();
    let bytes = network.to_bytes();
    let u16_at = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
    let u32_at = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
    assert_eq!(&bytes[..8], b"ERAWANN1");
    let start = u32_at(8) as usize;
    assert!(start.is_multiple_of(64) && start == 128);
    assert_eq!((bytes[12], bytes[13]), (1, 0));
    let numbers = [14, 16, 18, 20, 22, 24, 26].map(u16_at);
    assert_eq!(numbers, [64, 2, 8, 255, 64, 400, 1]);
    assert_eq!((bytes[28 + 31], bytes[28 + 32]), (0, 1));
    assert_eq!(sealed(bytes.clone()), bytes);
    assert_eq!(u32_at(100) as usize, network.summary().len());
    assert_eq!(&bytes[104..][..network.summary().len()], network.summary().as_bytes());
    assert_eq!(bytes.len(), start + 2 * 64 * (2 * 768 + 1 + 16) + 32);
}

/// Puts the hash right.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes[92..100].fill(0);
    let hash = bytes.iter().fold(0xCBF2_9CE4_8422_2325u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3)
    });
    bytes[92..100].copy_from_slice(&hash.to_le_bytes());
    bytes
}

/// The file with some bytes written over and the hash put right.
fn with(at: usize, new: &[u8]) -> Vec<u8> {
    let mut bytes = network().to_bytes();
    bytes[at..at + new.len()].copy_from_slice(new);
    sealed(bytes)
}

/// The file with some weights written over and the hash put right.
fn with_weights(from_end: usize, new: &[u8]) -> Vec<u8> {
    with(network().to_bytes().len() - from_end, new)
}

#[test]
fn every_kind_of_damage_is_named() {
    let error = |bytes: &[u8]| read(bytes).unwrap_err().to_string();
    let cases: [(Vec<u8>, &str); 22] = [
        (with(0, b"ERAWANN9"), "begins with 'ERAWANN9'"),
        (b"hello".to_vec(), "not a network"),
        (with(8, &[0; 4]), "a header cannot be 0 bytes long"),
        (with(8, &130u32.to_le_bytes()), "a header cannot be 130 bytes long"),
        (with(8, &u32::MAX.to_le_bytes()), "a header cannot be"),
        (with(12, &[2]), "there is no game of number 2"),
        (with(13, &[1]), "there is no activation of number 1"),
        (with(14, &[0, 0]), "hidden is 0"),
        (with(14, &[65, 0]), "it must be a multiple of 32"),
        (with(14, &[0xFF, 0xFF]), "hidden is 65535, it must be from 32 to 4096"),
        (with(16, &[0, 0]), "king_buckets is 0"),
        (with(16, &[33, 0]), "king_buckets is 33"),
        (with(18, &[32, 0]), "out_buckets is 32"),
        (with(20, &[181, 0]), "QA is 181, this version knows 255 only"),
        (with(22, &[63, 0]), "QB is 63"),
        (with(24, &[0, 0]), "the scale is 0, it must be from 1 to 4000"),
        (with(26, &[0]), "the hash of this old file leaves its header out"),
        (with(27, &[1]), "there is no hash of kind 257"),
        (with(28 + 9, &[2]), "the king on square 9 is in bucket 2, but there are 2"),
        (with(100, &1000u32.to_le_bytes()), "a summary of 1000 bytes does not fit"),
        (with(104, &[0xFF]), "the summary is not UTF-8"),
        (with(127, &[1]), "byte 127 of the header must be zero"),
    ];
    for (bytes, expected) in &cases {
        let message = error(bytes);
        assert!(message.contains(expected), "'{message}' should say '{expected}'");
    }
    assert!(error(&with(24, &4001u16.to_le_bytes())).contains("the scale is 4001"));
    // A bucket on the files that are never looked up may be anything.
    assert!(read(&with(28 + 7, &[200])).is_ok());
    let end = 32 + 2 * 2 * 64;
    assert!(
        error(&with_weights(end, &128i16.to_le_bytes())).contains("output 7 has the weight 128")
    );
    assert!(error(&with_weights(end, &i16::MIN.to_le_bytes())).contains("-32768"));
    assert!(read(&with_weights(end, &(-127i16).to_le_bytes())).is_ok());
}

#[test]
fn an_output_that_could_overflow_is_refused() {
    let architecture = Architecture::new(Variant::Chess, 256).with_output_buckets(1);
    let make = |weight: i16| {
        let output = vec![weight; 512];
        let features = vec![0; 768 * 256];
        Network::new(architecture, features, vec![0; 256], output, vec![0], String::new())
    };
    // 512 weights times 255 squared: 64 is the most that fits.
    assert!(make(64).is_ok() && make(-64).is_ok());
    assert!(matches!(make(65), Err(NetworkError::OutputOverflow { bucket: 0 })));
    assert!(matches!(make(-65), Err(NetworkError::OutputOverflow { bucket: 0 })));
    let short = Network::new(architecture, vec![], vec![], vec![], vec![], String::new());
    assert!(matches!(short, Err(NetworkError::WeightCount { .. })));
}

#[test]
fn truncated_and_too_long_files() {
    let bytes = network().to_bytes();
    for length in (0..bytes.len()).step_by(97).chain([103, 104, 127, 128, bytes.len() - 1]) {
        let error = read(&bytes[..length]).unwrap_err();
        match error {
            NetworkError::Truncated { found, expected } => {
                assert!(found == length && expected > length);
            }
            // Too short even to tell.
            NetworkError::Magic(_) => assert!(length < 8),
            other => panic!("{length}: {other}"),
        }
    }
    let longer = [&bytes[..], b"x"].concat();
    assert!(matches!(read(&longer), Err(NetworkError::TrailingBytes(end)) if end == bytes.len()));
}

/// Every single bit of the header and one of every few bytes of weights, in
/// both versions: all are noticed.
#[test]
fn no_flipped_bit_goes_unnoticed() {
    let single = Architecture::new(Variant::Chess, 32).with_output_buckets(2);
    let layered = Architecture::layered(Variant::Makruk, 64).with_output_buckets(2);
    for architecture in [single, layered] {
        let mut bytes = Network::random(architecture, 7).unwrap().to_bytes();
        assert!(read(&bytes).is_ok());
        let header = u32::from_le_bytes(bytes[8..12].try_into().unwrap()) as usize;
        let everywhere = (0..header).flat_map(|at| (0..8).map(move |bit| (at, bit)));
        let weights = (header..bytes.len()).step_by(61).map(|at| (at, at % 8));
        for (at, bit) in everywhere.chain(weights) {
            bytes[at] ^= 1 << bit;
            assert!(read(&bytes).is_err(), "{architecture}: bit {bit} of byte {at}");
            bytes[at] ^= 1 << bit;
        }
    }
}

/// What is no regular file is refused at once: a pipe would never end.
#[test]
fn only_regular_files_are_opened() {
    let folder = Network::open(env!("CARGO_MANIFEST_DIR").as_ref()).unwrap_err();
    assert_eq!(folder.to_string(), "this is a folder, not a file");
    #[cfg(unix)]
    {
        let device = Network::open("/dev/zero".as_ref()).unwrap_err();
        assert_eq!(device.to_string(), "this is a pipe or a device, not a regular file");
    }
}

/// An endless input is read no further than a network can be long.
#[test]
fn endless_input_is_not_read_to_its_end() {
    struct Endless<'a>(&'a [u8], usize);
    impl Read for Endless<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let start = self.1;
            for byte in buffer.iter_mut() {
                *byte = self.0.get(self.1).copied().unwrap_or(0);
                self.1 += 1;
            }
            Ok(self.1 - start)
        }
    }
    let bytes = network().to_bytes();
    let mut endless = Endless(&bytes, 0);
    assert!(matches!(Network::read(&mut endless), Err(NetworkError::TrailingBytes(_))));
    assert!(endless.1 <= bytes.len() + 1);
}

#[test]
fn games_are_kept_apart() {
    let makruk = network();
    assert!(makruk.check_game(Variant::Makruk).is_ok());
    for wanted in [Variant::Chess, Variant::Chess960] {
        let error = makruk.check_game(wanted).unwrap_err();
        assert_eq!(error.to_string(), format!("this network is for makruk, not for {wanted}"));
    }
    let chess = Network::random(Architecture::new(Variant::Chess960, 32), 1).unwrap();
    assert!(
        chess.check_game(Variant::Chess).is_ok() && chess.check_game(Variant::Chess960).is_ok()
    );
}

#[test]
fn a_file_that_is_not_there() {
    let error = Network::open("no/such/file.net".as_ref()).unwrap_err();
    assert!(matches!(error, NetworkError::Io(_)));
}
