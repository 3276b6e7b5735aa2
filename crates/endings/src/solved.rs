//! Tables that are solved and in memory.

use core::marker::PhantomData;
use std::collections::HashMap;
use std::sync::Arc;

use erawan_board::Rules;

use crate::material::Material;
use crate::solve::{self, SolveError, Table, Work};
use crate::verify::{self, Disagreement};

/// The tables of a game that are in memory.
pub struct Solved<R: Rules> {
    tables: HashMap<Material, Arc<Table>>,
    rules: PhantomData<R>,
}

impl<R: Rules> Default for Solved<R> {
    fn default() -> Solved<R> {
        Solved { tables: HashMap::new(), rules: PhantomData }
    }
}

impl<R: Rules> Solved<R> {
    /// None yet.
    pub fn new() -> Solved<R> {
        Solved::default()
    }

    /// Solves a table; those it leads to must be here already.
    pub fn solve(&mut self, material: Material, work: Work) -> Result<Arc<Table>, SolveError> {
        let (material, _) = material.canonical();
        let table = solve::solve::<R>(material, &|material| self.get(material), work)?;
        let table = Arc::new(table);
        self.insert(Arc::clone(&table));
        Ok(table)
    }

    /// Solves everything with this many men or fewer.
    pub fn solve_all(&mut self, men: u32, work: Work) -> Result<(), SolveError> {
        for material in (2..=men).flat_map(Material::all) {
            if self.get(material).is_none() {
                self.solve(material, work)?;
            }
        }
        Ok(())
    }

    /// Looks at every `step`th number of a table, with the library's own moves.
    /// Returns how many were looked at, and the first that is wrong.
    pub fn verify(
        &self,
        table: &Table,
        step: usize,
        work: Work,
    ) -> Result<(u64, Option<Disagreement>), SolveError> {
        verify::verify::<R>(table, step.max(1), &|material| self.get(material), work)
    }

    /// A table that is here.
    pub fn get(&self, material: Material) -> Option<Arc<Table>> {
        self.tables.get(&material.canonical().0).map(Arc::clone)
    }

    /// Keeps a table.
    pub fn insert(&mut self, table: Arc<Table>) {
        self.tables.insert(table.material(), table);
    }

    /// Forgets all tables but some.
    pub(crate) fn retain(&mut self, mut keep: impl FnMut(Material) -> bool) {
        self.tables.retain(|&material, _| keep(material));
    }
}
