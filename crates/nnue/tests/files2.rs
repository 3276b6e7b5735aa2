//! Files of version 2 come back as they were written, and every kind of damage
//! is named.

use std::io::Read;

use erawan_board::{Chess, Position, Variant};
use erawan_nnue::{Architecture, Encoding, Kind, LayerWeights, Network, NetworkError, OutputRule};

/// Small, but with all there is.
fn network() -> Network {
    let architecture = Architecture::layered(Variant::Makruk, 64).with_outputs_by_count();
    let table = std::array::from_fn(|square| u8::from(square >= 32));
    Network::random(architecture.with_king_buckets(2, table), 11).unwrap()
}

fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3)
    })
}

/// Puts the hash right.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes[100..108].fill(0);
    let hash = fnv1a(&bytes);
    bytes[100..108].copy_from_slice(&hash.to_le_bytes());
    bytes
}

/// The file with some bytes written over and the hash put right.
fn with(at: usize, new: &[u8]) -> Vec<u8> {
    let mut bytes = network().with_encoding(Encoding::Plain).to_bytes();
    bytes[at..at + new.len()].copy_from_slice(new);
    sealed(bytes)
}

#[test]
fn what_is_written_is_read() {
    for (game, hidden, outputs) in
        [(Variant::Chess, 64, 1), (Variant::Makruk, 192, 8), (Variant::Chess960, 256, 31)]
    {
        let architecture = Architecture::layered(game, hidden).with_output_buckets(outputs);
        let network = Network::random(architecture, 5).unwrap();
        let plain = network.clone().with_encoding(Encoding::Plain);
        assert!(network.to_bytes().len() < plain.to_bytes().len() * 3 / 4);
        for network in [network, plain] {
            let bytes = network.to_bytes();
            let again = Network::from_bytes(&bytes).unwrap();
            assert!(again == network && again.to_bytes() == bytes);
            assert_eq!(again.summary(), "random weights, seed 5");
            assert_eq!(again.hash(), network.hash());
            assert_eq!(again.encoding(), network.encoding());
            assert_eq!(again.architecture().kind, Kind::Layered);
        }
    }
    let again = Network::from_bytes(&network().to_bytes()).unwrap();
    assert_eq!(again.architecture().output_rule, OutputRule::MenAndCount);
}

/// The layout byte by byte, as the format's description has it.
#[test]
fn bytes_are_where_they_belong() {
    let network = network().with_encoding(Encoding::Plain);
    let bytes = network.to_bytes();
    let u16_at = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
    let u32_at = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
    assert_eq!(&bytes[..8], b"ERAWANN2");
    let start = u32_at(8) as usize;
    assert_eq!(start, 192);
    assert_eq!((bytes[12], bytes[13], bytes[20], bytes[21]), (1, 1, 1, 0));
    assert_eq!([14, 16, 18].map(u16_at), [64, 2, 20]);
    assert_eq!([22, 24, 26, 28, 30].map(u16_at), [16, 32, 255, 64, 9]);
    assert_eq!(f32::from_bits(u32_at(32)), 400.0);
    assert_eq!((bytes[36 + 31], bytes[36 + 32]), (0, 1));
    let hash = u64::from_le_bytes(bytes[100..108].try_into().unwrap());
    assert_eq!(hash, network.hash());
    let mut unsealed = bytes.clone();
    unsealed[100..108].fill(0);
    assert_eq!(hash, fnv1a(&unsealed));
    let first_layer = 2 * 64 * (2 * 768 + 1);
    assert_eq!(u32_at(108) as usize, first_layer);
    assert_eq!(u32_at(112) as usize, network.summary().len());
    assert_eq!(&bytes[116..][..network.summary().len()], network.summary().as_bytes());
    let layers = 20 * (16 * 64 + 4 * (16 + 32 * 32 + 32 + 32 + 1));
    assert_eq!(bytes.len(), start + first_layer + layers);
    // The random weights of every output of the first layer: the fourth is
    // 127, the sixth -127.
    let first = &bytes[start + first_layer..][..20 * 16 * 64];
    for row in first.chunks(64) {
        assert_eq!((row[3] as i8, row[5] as i8), (127, -127));
    }
}

#[test]
fn every_kind_of_damage_is_named() {
    let start = 192;
    let layers = start + 2 * 64 * (2 * 768 + 1);
    let floats = layers + 20 * 16 * 64;
    let infinite = f32::INFINITY.to_le_bytes();
    let cases: [(Vec<u8>, &str); 36] = [
        (with(8, &[0; 4]), "a header cannot be 0 bytes long"),
        (with(8, &130u32.to_le_bytes()), "a header cannot be 130 bytes long"),
        (with(8, &u32::MAX.to_le_bytes()), "a header cannot be"),
        (with(12, &[2]), "there is no game of number 2"),
        (with(13, &[0]), "there is no activation of number 0"),
        (with(14, &[0, 0]), "hidden is 0"),
        (with(14, &[96, 0]), "hidden is 96, it must be a multiple of 64"),
        (with(14, &[0xFF, 0xFF]), "hidden is 65535, it must be from 64 to 4096"),
        (with(16, &[0, 0]), "king_buckets is 0"),
        (with(16, &[33, 0]), "king_buckets is 33"),
        (with(18, &[8, 0]), "out_buckets is 8, it must be from 20 to 20"),
        (with(20, &[2]), "there is no output rule of number 2"),
        (with(21, &[2]), "there is no encoding of number 2"),
        (with(22, &[15, 0]), "L1 is 15, this version knows 16 only"),
        (with(24, &[33, 0]), "L2 is 33"),
        (with(26, &[181, 0]), "QA is 181"),
        (with(28, &[63, 0]), "QB is 63"),
        (with(30, &[8, 0]), "SHIFT is 8"),
        (with(32, &0.5f32.to_le_bytes()), "the scale is 0.5, it must be from 1 to 4000"),
        (with(32, &4000.5f32.to_le_bytes()), "the scale is 4000.5"),
        (with(32, &f32::NAN.to_le_bytes()), "the scale is NaN"),
        (with(32, &(-200f32).to_le_bytes()), "the scale is -200"),
        (with(36 + 9, &[2]), "the king on square 9 is in bucket 2, but there are 2"),
        (with(108, &7u32.to_le_bytes()), "the first layer is 7"),
        (with(108, &u32::MAX.to_le_bytes()), "the first layer is 4294967295"),
        (with(112, &1000u32.to_le_bytes()), "a summary of 1000 bytes does not fit"),
        (with(116, &[0xFF]), "the summary is not UTF-8"),
        (with(start - 1, &[1]), "byte 191 of the header must be zero"),
        (with(layers + 64 * 16 + 7, &[0x80]), "set 1 behind the products has the weight -128"),
        (with(floats + 4 * 16 * 19, &infinite), "first bias of set 19 is not a finite number"),
        (with(floats + 4 * 16 * 20, &infinite), "second of set 0 is not"),
        (with(floats + 4 * 1040 * 20, &infinite), "second bias of set 0 is not"),
        (with(floats + 4 * 1072 * 20, &infinite), "third of set 0 is not"),
        (with(floats + 4 * 1105 * 20 - 4, &infinite), "third bias of set 19 is not"),
        (with(start, &i16::MAX.to_le_bytes()), "the weights of neuron 0 are so large"),
        (
            with(layers - 2, &i16::MIN.to_le_bytes()),
            "the weights of neuron 63 are so large that its sum could overflow",
        ),
    ];
    for (bytes, expected) in &cases {
        let message = Network::from_bytes(bytes).unwrap_err().to_string();
        assert!(message.contains(expected), "'{message}' should say '{expected}'");
    }
    assert!(Network::from_bytes(&with(32, &4000f32.to_le_bytes())).unwrap().scale() == 4000.0);
    assert!(Network::from_bytes(&with(layers, &[0x81])).is_ok());
}

/// The encoded first layer: odd forms, too few numbers, too many.
#[test]
fn odd_encodings_are_refused() {
    let bytes = network().to_bytes();
    let start = 192;
    // One number takes a byte more than it need.
    let mut long = bytes.clone();
    let small = start + bytes[start..].iter().position(|&byte| byte < 0x80).unwrap();
    long[small] |= 0x80;
    long.insert(small + 1, 0);
    let length = u32::from_le_bytes(bytes[108..112].try_into().unwrap());
    long[108..112].copy_from_slice(&(length + 1).to_le_bytes());
    let error = Network::from_bytes(&sealed(long)).unwrap_err();
    assert!(matches!(error, NetworkError::Encoded { offset } if offset == small));
    // One more number than there should be, and one fewer.
    let mut more = bytes.clone();
    more.insert(start + length as usize, 0);
    more[108..112].copy_from_slice(&(length + 1).to_le_bytes());
    let error = Network::from_bytes(&sealed(more)).unwrap_err();
    assert!(matches!(error, NetworkError::Encoded { .. }), "{error}");
    let mut fewer = bytes.clone();
    fewer.remove(small);
    fewer[108..112].copy_from_slice(&(length - 1).to_le_bytes());
    let error = Network::from_bytes(&sealed(fewer)).unwrap_err();
    assert!(matches!(error, NetworkError::Encoded { .. }), "{error}");
}

#[test]
fn truncated_and_too_long_files() {
    let bytes = network().to_bytes();
    for length in (8..bytes.len()).step_by(97).chain([115, 116, 191, 192, bytes.len() - 1]) {
        match Network::from_bytes(&bytes[..length]).unwrap_err() {
            NetworkError::Truncated { found, expected } => {
                assert!(found == length && expected > length);
            }
            other => panic!("{length}: {other}"),
        }
    }
    let longer = [&bytes[..], b"x"].concat();
    let error = Network::from_bytes(&longer).unwrap_err();
    assert!(matches!(error, NetworkError::TrailingBytes(end) if end == bytes.len()));
}

/// The whole file is hashed: not one byte may change. Every bit of the header
/// and one of every other byte.
#[test]
fn no_changed_byte_goes_unnoticed() {
    let architecture = Architecture::layered(Variant::Chess, 64).with_output_buckets(1);
    let network = Network::random(architecture, 2).unwrap();
    let mut bytes = network.to_bytes();
    for at in 0..bytes.len() {
        let bits = if at < 192 { 0..8 } else { at as u32 % 8..at as u32 % 8 + 1 };
        for bit in bits {
            bytes[at] ^= 1 << bit;
            assert!(Network::from_bytes(&bytes).is_err(), "bit {bit} of byte {at}");
            bytes[at] ^= 1 << bit;
        }
    }
    assert!(Network::from_bytes(&bytes).is_ok());
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

/// A network of nothing but its last bias.
fn constant(bias: f32, scale: f32) -> Result<Network, NetworkError> {
    let architecture = Architecture::layered(Variant::Chess, 64).with_output_buckets(1);
    let layers = LayerWeights {
        first: vec![0; 16 * 64],
        first_bias: vec![0.0; 16],
        second: vec![0.0; 1024],
        second_bias: vec![0.0; 32],
        third: vec![0.0; 32],
        third_bias: vec![bias],
    };
    let (features, zeros) = (vec![0; 768 * 64], vec![0; 64]);
    Network::layered(architecture, features, zeros, &layers, scale, String::new())
}

#[test]
fn the_scale_is_in_the_file() {
    let start = Position::<Chess>::startpos();
    let value = |bias, scale| {
        let bytes = constant(bias, scale).unwrap().to_bytes();
        Network::from_bytes(&bytes).unwrap().evaluate(&start).unwrap()
    };
    assert_eq!(value(0.5, 200.0), 100);
    assert_eq!(value(-0.5, 401.0), -200, "ties go to even");
    assert_eq!(value(0.5, 403.0), 202, "ties go to even");
    assert_eq!(value(1e30, 4000.0), 20_000);
    assert_eq!(value(-1e30, 1.0), -20_000);
    assert!(matches!(constant(0.0, 0.99), Err(NetworkError::Scale(_))));
    assert!(matches!(constant(0.0, f32::INFINITY), Err(NetworkError::Scale(_))));
}

#[test]
fn wrong_numbers_of_weights_are_refused() {
    let architecture = Architecture::layered(Variant::Chess, 64).with_output_buckets(1);
    let layers = |second| LayerWeights {
        first: vec![0; 16 * 64],
        first_bias: vec![0.0; 16],
        second: vec![0.0; second],
        second_bias: vec![0.0; 32],
        third: vec![0.0; 32],
        third_bias: vec![0.0],
    };
    let make = |features: usize, second: usize| {
        let (features, zeros) = (vec![0; features], vec![0; 64]);
        let layers = layers(second);
        Network::layered(architecture, features, zeros, &layers, 1.0, String::new())
    };
    assert!(make(768 * 64, 1024).is_ok());
    let error = make(768 * 64, 1023).unwrap_err().to_string();
    assert_eq!(error, "second: 1023 weights, the sizes ask for 1024");
    assert!(matches!(make(768, 1024), Err(NetworkError::WeightCount { field: "features", .. })));
}

/// 32 men at most stand on 32 squares: the largest weights of as many squares
/// may not overflow together, but not everything a bucket has.
#[test]
fn sums_are_bounded_by_what_a_board_can_hold() {
    let architecture = Architecture::layered(Variant::Chess, 64).with_output_buckets(1);
    let layers = LayerWeights {
        first: vec![0; 16 * 64],
        first_bias: vec![0.0; 16],
        second: vec![0.0; 1024],
        second_bias: vec![0.0; 32],
        third: vec![0.0; 32],
        third_bias: vec![0.0],
    };
    let make = |weight: i16, bias: i16| {
        let mut features = vec![0; 768 * 64];
        // Neuron 37 has the same weight for every man on every square.
        features.iter_mut().skip(37).step_by(64).for_each(|number| *number = weight);
        let mut biases = vec![0; 64];
        biases[37] = bias;
        Network::layered(architecture, features, biases, &layers, 1.0, String::new())
    };
    assert!(make(1000, 767).is_ok() && make(-1000, -768).is_ok());
    for network in [make(1000, 768), make(-1000, -769)] {
        assert!(matches!(network, Err(NetworkError::AccumulatorOverflow { neuron: 37 })));
    }
}
