//! Every kernel does what plain arithmetic does, at every width.

use erawan_board::Variant;

use super::*;
use crate::architecture::Architecture;
use crate::block::LANES;
use crate::network::{Head, Network};
use crate::random::Random;

fn blocks(random: &mut Random, width: usize, most: i16) -> Vec<Block> {
    let number = |random: &mut Random| match random.below(16) {
        // The ends of the range, and of the activation.
        0 => most,
        1 => -most,
        2 => 255.min(most),
        3 => 256.min(most),
        4 => 0,
        _ => random.within(most),
    };
    (0..width).map(|_| Block(std::array::from_fn(|_| number(random)))).collect()
}

fn flat(row: &[Block]) -> Vec<i16> {
    row.iter().flat_map(|block| block.0).collect()
}

/// So that the tests below are about it.
#[test]
fn processors_have_the_kernels_made_for_them() {
    let names: Vec<&str> = Kernel::all().iter().map(|kernel| kernel.name()).collect();
    assert_eq!(names[0], "scalar");
    assert_eq!(names.contains(&"neon"), cfg!(target_arch = "aarch64"));
    assert_eq!(names.contains(&"simd128"), cfg!(target_feature = "simd128"));
}

#[test]
fn updates_are_sums_and_differences() {
    let mut random = Random::new(1);
    for width in [1, 2, 3, 7, 8, 9, 16, 24, 32, 33] {
        let rows: Vec<_> = (0..5).map(|_| blocks(&mut random, width, i16::MAX)).collect();
        let [from, a, b, c, d] = [0, 1, 2, 3, 4].map(|i| &rows[i][..]);
        let expected = |added: &[&Row], removed: &[&Row]| {
            let mut sum = flat(from);
            for (i, sum) in sum.iter_mut().enumerate() {
                let at = |row: &&Row| i64::from(row[i / LANES].0[i % LANES]);
                let exact = i64::from(*sum) + added.iter().map(at).sum::<i64>()
                    - removed.iter().map(at).sum::<i64>();
                *sum = exact as i16;
            }
            sum
        };
        for kernel in Kernel::all() {
            let mut to = vec![Block::ZERO; width];
            (kernel.add1sub1)(&mut to, from, [a], [b]);
            assert_eq!(flat(&to), expected(&[a], &[b]), "{kernel:?} {width}");
            (kernel.add1sub2)(&mut to, from, [a], [b, c]);
            assert_eq!(flat(&to), expected(&[a], &[b, c]), "{kernel:?} {width}");
            (kernel.add2sub2)(&mut to, from, [a, b], [c, d]);
            assert_eq!(flat(&to), expected(&[a, b], &[c, d]), "{kernel:?} {width}");
            let weights: Vec<Block> = rows.concat();
            let row = |n: usize| (n * width) as u32;
            to.copy_from_slice(from);
            (kernel.apply)(&mut to, &weights, &[row(1), row(2), row(4)], &[row(3)]);
            assert_eq!(flat(&to), expected(&[a, b, d], &[c]), "{kernel:?} {width}");
            to.copy_from_slice(from);
            (kernel.apply)(&mut to, &weights, &[], &[]);
            assert_eq!(to, from);
        }
    }
}

#[test]
fn outputs_are_sums_of_clipped_squares() {
    let mut random = Random::new(2);
    for width in [1, 2, 3, 8, 9, 16, 32, 128] {
        for _ in 0..50 {
            let [ours, theirs] = [(); 2].map(|()| blocks(&mut random, width, i16::MAX));
            let [our, their] = [(); 2].map(|()| blocks(&mut random, width, 127));
            let half = |values: &[Block], weights: &[Block]| -> i64 {
                let pairs = flat(values).into_iter().zip(flat(weights));
                pairs.map(|(v, w)| i64::from(v.clamp(0, 255)).pow(2) * i64::from(w)).sum()
            };
            let expected = (half(&ours, &our) + half(&theirs, &their)) as i32;
            for kernel in Kernel::all() {
                assert_eq!((kernel.output)(&ours, &theirs, &our, &their), expected, "{kernel:?}");
            }
        }
    }
}

/// The same bits as the plain way, whatever stands in the accumulators: all
/// neurons beyond the clip, none above zero, and everything between.
#[test]
fn layers_give_the_bits_of_plain_arithmetic() {
    let mut random = Random::new(3);
    let mut outputs = std::collections::HashSet::new();
    for hidden in [64, 128, 192, 512, 1024, 4096] {
        let network = Network::random(Architecture::layered(Variant::Chess, hidden), 4).unwrap();
        let Head::Layered(layers) = &network.head else { panic!("no layers") };
        let mut scratch = Scratch::new(&network.architecture);
        let width = hidden / LANES;
        for round in 0..100 {
            let [ours, theirs] = [(); 2].map(|()| match round {
                0 => vec![Block([i16::MAX; LANES]); width],
                1 => vec![Block([i16::MIN; LANES]); width],
                2 => vec![Block([255; LANES]); width],
                3..50 => blocks(&mut random, width, 300),
                _ => blocks(&mut random, width, i16::MAX),
            });
            let set = layers.set(round % 8);
            let expected = set.evaluate(&flat(&ours), &flat(&theirs));
            outputs.insert(expected.to_bits());
            for kernel in Kernel::all() {
                let output = (kernel.layers)(&ours, &theirs, set, &mut scratch);
                assert_eq!(output.to_bits(), expected.to_bits(), "{kernel:?} {hidden} {round}");
            }
        }
    }
    assert!(outputs.len() > 500, "{}", outputs.len());
}
