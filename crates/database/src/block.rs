//! Games side by side.
//!
//! A block holds up to [`MOST`] games in three parts, so that no search reads more
//! than it needs: the heads, in the games' order; the openings, the first
//! [`OPENING`] bytes of every game's moves; and the rest of the moves. Openings are
//! sorted. Whoever replays them keeps what two neighbours share, and passes over all
//! games that begin like one that cannot lead where it looks.

use crate::head::{self, Head};
use crate::record::{Extra, Record};

/// The most games of a block.
pub(crate) const MOST: usize = 4096;
/// The bytes of an opening.
pub(crate) const OPENING: usize = 24;
/// The place of the head, the length of all moves, the opening.
const ENTRY: usize = 4 + OPENING;
const GROUP: usize = 8;

/// The three parts of a block as they are kept.
#[derive(Default)]
pub(crate) struct Parts {
    pub(crate) heads: Vec<u8>,
    pub(crate) openings: Vec<u8>,
    pub(crate) rest: Vec<u8>,
}

/// The heads of a block.
pub(crate) fn heads(bytes: &[u8]) -> impl ExactSizeIterator<Item = Option<Head>> {
    bytes.as_chunks::<{ head::LENGTH }>().0.iter().map(Head::read)
}

/// One head of a block.
pub(crate) fn head_at(bytes: &[u8], place: usize) -> Option<Head> {
    Head::read(bytes.as_chunks::<{ head::LENGTH }>().0.get(place)?)
}

/// Games that start alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Group {
    pub(crate) variant: u8,
    pub(crate) is_wide: bool,
    pub(crate) start: u32,
    /// Its entries.
    pub(crate) from: usize,
    pub(crate) to: usize,
}

/// The openings of a block.
pub(crate) struct Openings<'a> {
    pub(crate) groups: Vec<Group>,
    entries: &'a [[u8; ENTRY]],
}

/// The opening of a game.
#[derive(Clone, Copy)]
pub(crate) struct Entry<'a>(&'a [u8; ENTRY]);

impl<'a> Entry<'a> {
    /// Which head is the game's.
    #[inline(always)]
    pub(crate) fn place(self) -> usize {
        usize::from(u16::from_le_bytes([self.0[0], self.0[1]]))
    }

    /// The bytes of all its moves.
    #[inline(always)]
    pub(crate) fn length(self) -> usize {
        usize::from(u16::from_le_bytes([self.0[2], self.0[3]]))
    }

    /// The first of them; zeros after the end.
    #[inline(always)]
    pub(crate) fn opening(self) -> &'a [u8] {
        &self.0[4..]
    }

    /// How many of its bytes are elsewhere.
    #[inline(always)]
    pub(crate) fn rest(self) -> usize {
        self.length().saturating_sub(OPENING)
    }
}

impl<'a> Openings<'a> {
    /// Reads what [`pack`] has written; nothing if it makes no sense.
    pub(crate) fn read(bytes: &'a [u8]) -> Option<Openings<'a>> {
        let (count, bytes) = bytes.split_first_chunk::<2>()?;
        let count = usize::from(u16::from_le_bytes(*count));
        let (list, bytes) = bytes.split_at_checked(count * GROUP)?;
        let (entries, left) = bytes.as_chunks::<ENTRY>();
        let mut groups = Vec::with_capacity(count);
        let mut from = 0;
        for group in list.as_chunks::<GROUP>().0 {
            let to = usize::from(u16::from_le_bytes([group[0], group[1]]));
            let start = u32::from_le_bytes([group[4], group[5], group[6], group[7]]);
            if to < from || to > entries.len() {
                return None;
            }
            groups.push(Group { variant: group[2], is_wide: group[3] != 0, start, from, to });
            from = to;
        }
        (left.is_empty() && from == entries.len()).then_some(Openings { groups, entries })
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    #[inline(always)]
    pub(crate) fn entry(&self, index: usize) -> Option<Entry<'a>> {
        self.entries.get(index).map(Entry)
    }

    /// Where the rest of each game begins, with the end of all as the last.
    pub(crate) fn offsets(&self) -> Vec<usize> {
        let mut offsets = Vec::with_capacity(self.entries.len() + 1);
        let mut at = 0;
        offsets.push(at);
        for entry in self.entries {
            at += Entry(entry).rest();
            offsets.push(at);
        }
        offsets
    }

    /// The moves of all games in the order of the heads.
    pub(crate) fn moves(&self, rest: &[u8]) -> Option<Vec<Vec<u8>>> {
        let mut all = vec![Vec::new(); self.len()];
        let mut at = 0;
        for entry in self.entries.iter().map(Entry) {
            let mut moves = entry.opening().get(..entry.length().min(OPENING))?.to_vec();
            moves.extend_from_slice(rest.get(at..at + entry.rest())?);
            at += entry.rest();
            *all.get_mut(entry.place())? = moves;
        }
        (at == rest.len()).then_some(all)
    }
}

/// A game in a block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Kept {
    pub(crate) head: Head,
    pub(crate) moves: Vec<u8>,
}

/// Makes the parts of a block.
pub(crate) fn pack(games: &[Kept]) -> Parts {
    let mut parts = Parts::default();
    let mut order: Vec<usize> = (0..games.len()).collect();
    let kind = |kept: &Kept| {
        let is_wide = kept.head.flags & head::WIDE != 0;
        (head::variant_number(kept.head.variant), kept.head.start, is_wide)
    };
    order.sort_by(|&a, &b| {
        let (a, b) = (&games[a], &games[b]);
        kind(a).cmp(&kind(b)).then_with(|| a.moves.cmp(&b.moves))
    });
    let mut groups = Vec::new();
    let mut entries = Vec::with_capacity(games.len() * ENTRY);
    for (index, &place) in order.iter().enumerate() {
        let kept = &games[place];
        if index == 0 || kind(&games[order[index - 1]]) != kind(kept) {
            groups.push((kind(kept), index));
        }
        entries.extend((place as u16).to_le_bytes());
        entries.extend((kept.moves.len() as u16).to_le_bytes());
        let shared = kept.moves.len().min(OPENING);
        entries.extend_from_slice(&kept.moves[..shared]);
        entries.resize(entries.len() + OPENING - shared, 0);
        parts.rest.extend_from_slice(&kept.moves[shared..]);
    }
    parts.openings.extend((groups.len() as u16).to_le_bytes());
    for (i, &((variant, start, is_wide), _)) in groups.iter().enumerate() {
        let to = groups.get(i + 1).map_or(games.len(), |next| next.1);
        parts.openings.extend((to as u16).to_le_bytes());
        parts.openings.extend([variant, u8::from(is_wide)]);
        parts.openings.extend(start.to_le_bytes());
    }
    parts.openings.extend(entries);
    for kept in games {
        kept.head.write(&mut parts.heads);
    }
    parts
}

/// The games of a block.
pub(crate) fn unpack(parts: &Parts) -> Option<Vec<Kept>> {
    let openings = Openings::read(&parts.openings)?;
    let moves = openings.moves(&parts.rest)?;
    let heads = heads(&parts.heads);
    if heads.len() != moves.len() || parts.heads.len() != moves.len() * head::LENGTH {
        return None;
    }
    heads.zip(moves).map(|(head, moves)| Some(Kept { head: head?, moves })).collect()
}

/// The flags of a record.
pub(crate) fn flags_of(record: &Record) -> u8 {
    let extra = match record.extra {
        Extra::None => 0,
        Extra::Tags(_) => head::TAGGED,
        Extra::Whole(_) => head::ANNOTATED,
    };
    extra | if record.is_wide { head::WIDE } else { 0 }
}

#[cfg(test)]
mod tests {
    use erawan_board::Variant;
    use erawan_notation::pgn::GameResult;
    use erawan_testing::Random;

    use super::*;
    use crate::date::Date;

    fn kept(random: &mut Random) -> Kept {
        let head = Head {
            white: random.below(9) as u32,
            black: 2,
            event: 3,
            site: 4,
            round: 5,
            start: random.below(3) as u32,
            hash: random.next(),
            date: Date::UNKNOWN,
            ratings: [0; 2],
            eco: 0,
            plies: 0,
            variant: random.choose(&[Variant::Chess, Variant::Makruk]),
            result: GameResult::Draw,
            flags: random.choose(&[0, head::WIDE]),
            men: [16; 2],
            home: [0xFF; 2],
        };
        let length = random.below(60);
        Kept { head, moves: (0..length).map(|_| random.below(3) as u8).collect() }
    }

    #[test]
    fn blocks_are_read_as_they_were_written() {
        let mut random = Random::new(3);
        for count in [0, 1, 2, 500] {
            let games: Vec<Kept> = (0..count).map(|_| kept(&mut random)).collect();
            let parts = pack(&games);
            assert_eq!(unpack(&parts).unwrap(), games);
            let openings = Openings::read(&parts.openings).unwrap();
            for group in &openings.groups {
                let moves: Vec<&[u8]> =
                    (group.from..group.to).map(|i| openings.entry(i).unwrap().opening()).collect();
                assert!(moves.is_sorted());
            }
        }
    }

    #[test]
    fn damaged_blocks_are_refused_or_read_without_harm() {
        let mut random = Random::new(4);
        let games: Vec<Kept> = (0..20).map(|_| kept(&mut random)).collect();
        let parts = pack(&games);
        for _ in 0..5000 {
            let mut openings = parts.openings.clone();
            let at = random.below(openings.len());
            openings[at] = random.below(256) as u8;
            openings.truncate(openings.len() - random.choose(&[0, 0, 1, 28]));
            let damaged = Parts { heads: parts.heads.clone(), openings, rest: parts.rest.clone() };
            let _ = unpack(&damaged);
        }
    }
}
