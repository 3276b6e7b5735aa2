//! Chunks: some games with a header and a checksum.

use crate::adjudicate::Adjudication;
use crate::error::{GameFault, ReadError};
use crate::game::{FIXED, GameRecord};
use crate::layout::{self as at, CHECKSUM, HEADER, MAGIC_BYTES};
use crate::opening::Openings;

/// How games were made; every chunk says so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The game, and where it begins.
    pub openings: Openings,
    /// The nodes after which no new iteration begins.
    pub soft_nodes: u32,
    /// The nodes after which a search is broken off.
    pub hard_nodes: u32,
    /// When games are ended early.
    pub adjudication: Adjudication,
    /// What chance is made of.
    pub seed: u64,
}

impl Settings {
    /// Games of this kind with `nodes` a move.
    pub fn new(openings: Openings, nodes: u32, seed: u64) -> Settings {
        Settings {
            openings,
            soft_nodes: nodes,
            hard_nodes: nodes.saturating_mul(8),
            adjudication: Adjudication::default(),
            seed,
        }
    }
}

/// Some games of one kind.
#[derive(Clone, PartialEq, Debug)]
pub struct Chunk {
    /// Where the chunk begins in its file.
    pub offset: u64,
    /// How the games were made.
    pub settings: Settings,
    /// The number of the next game of the seed; games with lower numbers need
    /// not be made again.
    pub next: u64,
    games: u32,
    payload: Vec<u8>,
}

/// No chunk's payload is longer, so that no file fills the memory.
pub(crate) const LONGEST: usize = 16 << 20;

/// The FNV-1a hash, continued.
fn fnv(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}

fn checksum(header: &[u8], payload: &[u8]) -> u64 {
    fnv(fnv(0xCBF2_9CE4_8422_2325, header), payload)
}

/// The bytes of a chunk: the fields of [`layout`](crate::layout) in their order.
pub(crate) fn encode(settings: &Settings, next: u64, games: u32, payload: &[u8]) -> Vec<u8> {
    let Settings { openings, soft_nodes, hard_nodes, adjudication, seed } = *settings;
    let mut bytes = Vec::with_capacity(HEADER + payload.len());
    bytes.extend(MAGIC_BYTES);
    bytes.extend((payload.len() as u32).to_le_bytes());
    bytes.extend(games.to_le_bytes());
    bytes.extend([openings.code(), 0]);
    bytes.extend(adjudication.win_score.to_le_bytes());
    bytes.extend([adjudication.win_plies, adjudication.draw_score]);
    bytes.extend([adjudication.draw_plies, adjudication.draw_from]);
    bytes.extend(soft_nodes.to_le_bytes());
    bytes.extend(hard_nodes.to_le_bytes());
    bytes.extend(seed.to_le_bytes());
    bytes.extend(next.to_le_bytes());
    bytes.extend(adjudication.most_plies.to_le_bytes());
    bytes.extend([0; 6]);
    bytes.extend(checksum(&bytes, payload).to_le_bytes());
    bytes.extend(payload);
    bytes
}

/// The length of the payload a header promises.
pub(crate) fn payload_length(header: &[u8; HEADER], offset: u64) -> Result<usize, ReadError> {
    if header[..at::LENGTH] != MAGIC_BYTES {
        return Err(ReadError::Magic(offset));
    }
    let length = number::<4>(header, at::LENGTH) as u32;
    if length as usize > LONGEST {
        return Err(ReadError::Length(offset, length));
    }
    Ok(length as usize)
}

fn number<const N: usize>(header: &[u8; HEADER], at: usize) -> u64 {
    header[at..at + N].iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

impl Chunk {
    pub(crate) fn decode(
        header: &[u8; HEADER],
        payload: Vec<u8>,
        offset: u64,
    ) -> Result<Chunk, ReadError> {
        if checksum(&header[..CHECKSUM], &payload) != number::<8>(header, CHECKSUM) {
            return Err(ReadError::Checksum(offset));
        }
        let openings = Openings::from_code(header[at::OPENINGS])
            .ok_or(ReadError::Header(offset, "kind of opening"))?;
        if header[at::ZERO] != 0 {
            return Err(ReadError::Header(offset, "byte that should be zero"));
        }
        let games = number::<4>(header, at::GAMES) as u32;
        // No game is shorter than its fixed part.
        if games as usize > payload.len() / FIXED {
            return Err(ReadError::Header(offset, "number of games"));
        }
        let settings = Settings {
            openings,
            soft_nodes: number::<4>(header, at::SOFT_NODES) as u32,
            hard_nodes: number::<4>(header, at::HARD_NODES) as u32,
            adjudication: Adjudication {
                win_score: number::<2>(header, at::WIN_SCORE) as u16,
                win_plies: header[at::WIN_PLIES],
                draw_score: header[at::DRAW_SCORE],
                draw_plies: header[at::DRAW_PLIES],
                draw_from: header[at::DRAW_FROM],
                most_plies: number::<2>(header, at::MOST_PLIES) as u16,
            },
            seed: number::<8>(header, at::SEED),
        };
        Ok(Chunk { offset, settings, next: number::<8>(header, at::NEXT), games, payload })
    }

    /// The number of games.
    pub fn len(&self) -> usize {
        self.games as usize
    }

    /// True if there is no game in the chunk.
    pub fn is_empty(&self) -> bool {
        self.games == 0
    }

    /// The bytes of the chunk in its file.
    pub fn bytes(&self) -> u64 {
        (HEADER + self.payload.len()) as u64
    }

    /// The games in order. Behind one that cannot be read there is none.
    pub fn games(&self) -> impl Iterator<Item = Result<GameRecord, GameFault>> + '_ {
        let mut rest = self.payload.as_slice();
        let mut left = self.games;
        let mut done = false;
        std::iter::from_fn(move || {
            if done {
                return None;
            }
            if left == 0 {
                done = true;
                return (!rest.is_empty()).then_some(Err(GameFault::Surplus(rest.len())));
            }
            left -= 1;
            let game = GameRecord::decode(&mut rest);
            done = game.is_err();
            Some(game)
        })
    }
}
