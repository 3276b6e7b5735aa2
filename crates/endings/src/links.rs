//! Where captures and promotions lead: into tables that are solved already.

use std::sync::Arc;

use erawan_board::{Color, Role, Rules};

use crate::counts::{self, Begun};
use crate::index::{Layout, MAX_SQUARES, Man, Squares};
use crate::material::Material;
use crate::moves::Step;
use crate::solve::{DRAW, LONGEST, Metric, SolveError, Table};

/// Gives the tables that are solved already.
pub(crate) type Known<'a> = dyn Fn(Material) -> Option<Arc<Table>> + 'a;

/// The table that a capture or promotion leads to, and how its men are those
/// of this one.
struct Link {
    table: Arc<Table>,
    /// The men of that table, as places in this one.
    from: Vec<usize>,
    /// The colours are exchanged, and the board is upside down.
    flip: bool,
    /// The count that the move begins, if any.
    begun: Option<Begun>,
}

/// What a material's captures and promotions lead to: by the man that promotes,
/// if any, and the man that is taken, if any.
pub(crate) struct Links {
    links: Vec<Option<Link>>,
    men: usize,
}

impl Links {
    pub(crate) fn new<R: Rules>(layout: &Layout, known: &Known) -> Result<Links, SolveError> {
        let men = layout.men.len();
        let mut links = Vec::new();
        for promoted in 0..=men {
            for captured in 0..=men {
                let place = |place: usize| (place < men).then_some(place);
                links.push(link::<R>(layout, place(promoted), place(captured), known)?);
            }
        }
        Ok(Links { links, men })
    }

    /// What a move of `us` is worth to the side that is to move after it; `None`
    /// for a quiet one, which stays in the table.
    #[inline]
    pub(crate) fn value(
        &self,
        squares: &Squares,
        step: &Step,
        us: Color,
        metric: Metric,
    ) -> Option<u8> {
        if step.captured.is_none() && !step.promotes {
            return None;
        }
        let promoted = if step.promotes { step.man } else { self.men };
        let captured = step.captured.unwrap_or(self.men);
        let link = self.links[promoted * (self.men + 1) + captured].as_ref();
        Some(link.map_or(DRAW, |link| link.value(squares, step, us, metric)))
    }
}

impl Link {
    fn value(&self, squares: &Squares, step: &Step, us: Color, metric: Metric) -> u8 {
        let mut moved = *squares;
        moved[step.man] = step.to;
        let mut next = [0; MAX_SQUARES];
        let upside_down = if self.flip { 56 } else { 0 };
        for (square, &place) in next.iter_mut().zip(&self.from) {
            *square = moved[place] ^ upside_down;
        }
        let turn = if self.flip { us } else { !us };
        let Some(index) = self.table.layout.index(&next, turn) else { return DRAW };
        match (metric, self.begun) {
            (Metric::Mate, _) => self.table.mate[index],
            (Metric::Count, None) => self.table.deciding()[index],
            (Metric::Count, Some(count)) => settled(count, self.table.deciding()[index]),
        }
    }
}

/// What a position is worth once a count has begun there: lost or won at once,
/// if it is within the count.
pub(crate) fn settled(count: Begun, plies: u8) -> u8 {
    match plies {
        0..=LONGEST if count.allows(plies) => plies % 2,
        _ => DRAW,
    }
}

fn link<R: Rules>(
    layout: &Layout,
    promoted: Option<usize>,
    captured: Option<usize>,
    known: &Known,
) -> Result<Option<Link>, SolveError> {
    let Some((next, us)) = outcome(layout, promoted, captured) else { return Ok(None) };
    let (material, flip) = next.canonical();
    let table = known(material).ok_or(SolveError::Missing(material))?;
    // The men that are left, with what they are in the other table.
    let mut left: Vec<(Man, usize)> = Vec::new();
    for (place, man) in layout.men.iter().enumerate().filter(|&(place, _)| Some(place) != captured)
    {
        let role = if Some(place) == promoted { Role::Queen } else { man.role };
        let color = if flip { !man.color } else { man.color };
        left.push((Man { color, role }, place));
    }
    let mut from = Vec::new();
    for man in &table.layout.men {
        let Some(at) = left.iter().position(|(other, _)| other == man) else {
            return Err(SolveError::Missing(material));
        };
        from.push(left.swap_remove(at).1);
    }
    let role = captured.map(|place| layout.men[place].role);
    let running = counts::is_running::<R>(&layout.material);
    let begun = counts::begun::<R>(&next, us, role, promoted.is_some(), running);
    Ok(Some(Link { table, from, flip, begun }))
}

/// What is left, and who moved; `None` for what no move does.
fn outcome(
    layout: &Layout,
    promoted: Option<usize>,
    captured: Option<usize>,
) -> Option<(Material, Color)> {
    let man = |place: Option<usize>| place.map(|place| layout.men[place]);
    match (man(promoted), man(captured)) {
        (None, None) => None,
        (Some(bia), _) if bia.role != Role::Pawn => None,
        (_, Some(man)) if man.role == Role::King => None,
        (Some(bia), None) => Some((layout.material.promoted(bia.color)?, bia.color)),
        (None, Some(man)) => Some((layout.material.without(man.color, man.role)?, !man.color)),
        (Some(bia), Some(man)) if bia.color != man.color => {
            let promoted = layout.material.promoted(bia.color)?;
            Some((promoted.without(man.color, man.role)?, bia.color))
        }
        (Some(_), Some(_)) => None,
    }
}
