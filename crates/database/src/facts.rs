//! By which rules documents have been told as games: whoever has other rules by now
//! tells them anew.
//!
//! The table is no step of the layout. Programs that do not know it miss nothing, and
//! only a database with documents has one.

use crate::database::Database;
use crate::error::DatabaseError;

const TABLE: &str = "CREATE TABLE IF NOT EXISTS facts (version INTEGER NOT NULL) STRICT";

impl Database {
    /// The version of the rules by which all documents have been told as games; 0 if
    /// nobody has said it.
    ///
    /// ```
    /// use erawan_database::Database;
    /// # let folder = std::env::temp_dir().join(format!("erawan-facts-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder).unwrap();
    /// let mut database = Database::create(folder.join("own.erawan"))?;
    /// assert_eq!(database.facts_version()?, 0);
    /// database.set_facts_version(2)?;
    /// assert_eq!(database.facts_version()?, 2);
    /// # drop(database);
    /// # std::fs::remove_dir_all(&folder).unwrap();
    /// # Ok::<(), erawan_database::DatabaseError>(())
    /// ```
    pub fn facts_version(&self) -> Result<u32, DatabaseError> {
        let fail = DatabaseError::sqlite(&self.path);
        let is_there = "SELECT count(*) FROM sqlite_schema WHERE name = 'facts'";
        let tables = self.connection.query_row(is_there, [], |row| row.get::<_, u32>(0));
        if tables.map_err(&fail)? == 0 {
            return Ok(0);
        }
        let version = "SELECT coalesce(max(version), 0) FROM facts";
        self.connection.query_row(version, [], |row| row.get(0)).map_err(&fail)
    }

    /// Notes that all documents have been told as games by these rules.
    pub fn set_facts_version(&mut self, version: u32) -> Result<(), DatabaseError> {
        let fail = DatabaseError::sqlite(&self.path);
        let note = || -> rusqlite::Result<()> {
            let transaction = self.connection.unchecked_transaction()?;
            transaction.execute_batch(TABLE)?;
            transaction.execute("DELETE FROM facts", [])?;
            transaction.execute("INSERT INTO facts (version) VALUES (?1)", [version])?;
            transaction.commit()
        };
        note().map_err(fail)
    }
}
