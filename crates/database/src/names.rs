//! Players, events, sites and rounds: names as numbers.

use std::collections::{HashMap, HashSet};

use rusqlite::{Connection, params};

/// The tables of names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Player,
    Event,
    Site,
    Round,
}

impl Kind {
    pub(crate) const ALL: [Kind; 4] = [Kind::Player, Kind::Event, Kind::Site, Kind::Round];

    const fn table(self) -> &'static str {
        match self {
            Kind::Player => "player",
            Kind::Event => "event",
            Kind::Site => "site",
            Kind::Round => "round",
        }
    }
}

/// The numbers of names that are known, for whoever writes.
#[derive(Default)]
pub(crate) struct Known([HashMap<String, u32>; 4]);

impl Known {
    pub(crate) fn load(connection: &Connection) -> rusqlite::Result<Known> {
        let mut known = Known::default();
        for kind in Kind::ALL {
            let mut rows = connection.prepare(&format!("SELECT name, id FROM {}", kind.table()))?;
            let rows = rows.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            known.0[kind as usize] = rows.collect::<Result<_, _>>()?;
        }
        Ok(known)
    }

    /// The number of a name, which is added if it is new.
    pub(crate) fn number(
        &mut self,
        connection: &Connection,
        kind: Kind,
        name: &str,
    ) -> rusqlite::Result<u32> {
        let names = &mut self.0[kind as usize];
        if let Some(&number) = names.get(name) {
            return Ok(number);
        }
        let insert = format!("INSERT INTO {} (name) VALUES (?1) RETURNING id", kind.table());
        let number = connection.query_row(&insert, params![name], |row| row.get(0))?;
        names.insert(name.to_owned(), number);
        Ok(number)
    }
}

/// The name of a number.
pub(crate) fn name_of(
    connection: &Connection,
    kind: Kind,
    number: u32,
) -> rusqlite::Result<String> {
    let select = format!("SELECT name FROM {} WHERE id = ?1", kind.table());
    connection.query_row(&select, params![number], |row| row.get(0))
}

/// The numbers of the names that contain a text, in any case. A text between
/// quotation marks is the whole name.
pub(crate) fn matching(
    connection: &Connection,
    kind: Kind,
    text: &str,
) -> rusqlite::Result<HashSet<u32>> {
    let whole = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    let wanted = text.to_lowercase();
    let mut rows = connection.prepare(&format!("SELECT id, name FROM {}", kind.table()))?;
    let mut rows = rows.query([])?;
    let mut found = HashSet::new();
    while let Some(row) = rows.next()? {
        let name = row.get_ref(1)?.as_str()?;
        let is_found = match whole {
            Some(whole) => name == whole,
            None => contains(name, &wanted),
        };
        if is_found {
            found.insert(row.get(0)?);
        }
    }
    Ok(found)
}

fn contains(name: &str, wanted: &str) -> bool {
    if name.is_ascii() && wanted.is_ascii() {
        let wanted = wanted.as_bytes();
        wanted.is_empty()
            || name.as_bytes().windows(wanted.len()).any(|part| part.eq_ignore_ascii_case(wanted))
    } else {
        name.to_lowercase().contains(wanted)
    }
}

/// How many names there are.
pub(crate) fn count(connection: &Connection, kind: Kind) -> rusqlite::Result<u64> {
    let select = format!("SELECT count(*) FROM {}", kind.table());
    connection.query_row(&select, [], |row| row.get(0))
}
