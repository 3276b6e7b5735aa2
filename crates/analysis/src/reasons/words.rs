//! Reasons as sentences.

use std::fmt;

use erawan_board::{Color, Role};

use super::{Kind, Man, Reason, Tactic};

/// `king, rook and knight`.
struct List<'a>(&'a [&'a str]);

impl fmt::Display for List<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, word) in self.0.iter().enumerate() {
            let left = self.0.len() - index;
            let glue = match (index, left) {
                (0, _) => "",
                (_, 1) => " and ",
                _ => ", ",
            };
            write!(f, "{glue}{word}")?;
        }
        Ok(())
    }
}

/// `a rook and two pawns`.
fn men(roles: &[Role], names: &[&'static str; 6]) -> String {
    let mut parts: Vec<String> = Vec::new();
    for role in Role::ALL.into_iter().rev() {
        let name = names[role.index()];
        match roles.iter().filter(|&&each| each == role).count() {
            0 => {}
            1 => parts.push(format!("a {name}")),
            2 => parts.push(format!("two {}", plural(name))),
            count => parts.push(format!("{count} {}", plural(name))),
        }
    }
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    List(&parts).to_string()
}

/// Thai words have no plural.
fn plural(name: &str) -> String {
    match name {
        "pawn" | "knight" | "bishop" | "rook" | "queen" => format!("{name}s"),
        name => name.to_owned(),
    }
}

fn moves(count: u32) -> String {
    format!("{count} move{}", if count == 1 { "" } else { "s" })
}

fn squares(count: u32) -> String {
    match count {
        0 => "no square".to_owned(),
        1 => "1 square".to_owned(),
        count => format!("{count} squares"),
    }
}

impl Reason {
    fn man(&self) -> String {
        self.men.first().map(Man::to_string).unwrap_or_default()
    }

    fn second(&self) -> &'static str {
        self.men.get(1).map_or("man", |man| man.name)
    }

    /// ` for a pawn`, if anything is got.
    fn for_what(&self, got: impl Fn(&super::Trade) -> &Vec<Role>) -> String {
        match &self.trade {
            Some(trade) if !got(trade).is_empty() => {
                format!(" for {}", men(got(trade), &self.names))
            }
            _ => String::new(),
        }
    }

    fn loss(&self, tactic: Tactic) -> String {
        let (man, san) = (self.man(), self.san.as_deref().unwrap_or_default());
        let price = self.for_what(|trade| &trade.won);
        let names: Vec<&str> = self.men.iter().map(|man| man.name).collect();
        let second = self.second();
        match tactic {
            Tactic::Fork => format!("It allows {san}, a fork of {}.", List(&names)),
            Tactic::Pin => format!("It allows {san}, which pins the {man}."),
            Tactic::Skewer => {
                format!("It allows {san}, a skewer: the {second} moves and the {man} is lost.")
            }
            Tactic::Discovery => format!("It allows {san}, a discovered attack on the {man}."),
            Tactic::DoubleCheck => format!("It allows {san}, a double check that wins the {man}."),
            Tactic::Guard => format!("It allows {san}, which takes the guard of the {man}."),
            Tactic::Overload => {
                format!("It allows {san}: the {second} cannot guard the {man} as well.")
            }
            Tactic::Trap => format!("After {san} the {man} has nowhere to go."),
            Tactic::Capture | Tactic::Force => format!("It loses the {man}{price} after {san}."),
        }
    }

    fn miss(&self, tactic: Tactic) -> String {
        let (man, san) = (self.man(), self.san.as_deref().unwrap_or_default());
        let price = self.for_what(|trade| &trade.lost);
        let names: Vec<&str> = self.men.iter().map(|man| man.name).collect();
        let second = self.second();
        let name = self.men.first().map_or("man", |man| man.name);
        match tactic {
            Tactic::Capture => format!("It misses {san}, which wins the {name}{price}."),
            Tactic::Fork => format!("It misses {san}, a fork of {}.", List(&names)),
            Tactic::Pin => format!("It misses {san}, which pins the {man} and wins it."),
            Tactic::Skewer => {
                format!("It misses {san}, a skewer: the {second} moves and the {man} is won.")
            }
            Tactic::Discovery => format!("It misses {san}, a discovered attack on the {man}."),
            Tactic::DoubleCheck => format!("It misses {san}, a double check that wins the {man}."),
            Tactic::Guard => format!("It misses {san}, which takes the guard of the {man}."),
            Tactic::Overload => {
                format!("It misses {san}: the {second} cannot guard the {man} as well.")
            }
            Tactic::Trap => format!("It misses {san}, after which the {man} has nowhere to go."),
            Tactic::Force => format!("It misses {san}, which wins the {man}{price}."),
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (man, number) = (self.man(), self.number.unwrap_or(0));
        let numbered = self.numbered.as_deref().unwrap_or_default();
        let square = self.men.first().map(|man| man.square.to_string()).unwrap_or_default();
        let side = if self.by == Some(Color::Black) { "Black" } else { "White" };
        let instead = self.instead.unwrap_or(0);
        let text = match self.kind {
            Kind::MissesMate => format!("There was mate in {number}."),
            Kind::AllowsMate => format!("It allows mate in {number}."),
            Kind::AllowsBackRankMate => format!("It allows mate in {number} on the back rank."),
            Kind::Stalemate => "It is stalemate, and the win is gone.".to_owned(),
            Kind::Repetition => {
                "The position is there once more, and the game is drawn.".to_owned()
            }
            Kind::TooLittleLeft => "Too little is left to mate with.".to_owned(),
            Kind::CountRunsOut if number == 0 => {
                "It loses the counting race: the count has run out.".to_owned()
            }
            Kind::CountRunsOut => {
                format!("It loses the counting race: {} left, no mate in time.", moves(number))
            }
            Kind::StartsCount => format!(
                "It starts a counting race it loses: {} {} too few to mate.",
                moves(number),
                if number == 1 { "is" } else { "are" }
            ),
            Kind::SpoilsWin => "By the endgame tables it was won, and is won no more.".to_owned(),
            Kind::SpoilsDraw => "By the endgame tables it was a draw, and is lost.".to_owned(),
            Kind::PutsEnPrise => format!("It puts the {man}, where it can be taken."),
            Kind::LeavesEnPrise => format!("It leaves the {man} to be taken."),
            Kind::Uncovers => format!("The {man} has lost its guard and can be taken."),
            Kind::DropsPinned => format!("The {man} is pinned and is lost."),
            Kind::BadExchange => {
                let lost = self.trade.as_ref().map(|trade| men(&trade.lost, &self.names));
                let price = self.for_what(|trade| &trade.won);
                format!("It gives {}{price}.", lost.unwrap_or_default())
            }
            Kind::LosesExchange => format!("It loses the exchange on {square}."),
            Kind::Loses(tactic) => self.loss(tactic),
            Kind::AllowsPromotion => format!("It lets the opponent get a {man}."),
            Kind::LosesPromotionRace => {
                format!("It loses the race to promote: the opponent gets a {man}.")
            }
            Kind::MissesRecapture => format!("It does not take back on {square}."),
            Kind::Misses(tactic) => self.miss(tactic),
            Kind::MissesPromotion => format!("It misses the way to a {man}."),
            Kind::FacesMate => format!("After {numbered} {side} threatens mate on {square}."),
            Kind::FacesLoss => format!("After {numbered} {side} threatens the {man}."),
            Kind::WeakensKing => format!(
                "It weakens the {man}: in the end {} beside it {} attacked, {instead} by the \
                 best line.",
                squares(number),
                if number == 1 { "is" } else { "are" }
            ),
            Kind::IsolatesPawn => format!("It leaves the {man} isolated."),
            Kind::DoublesPawn => format!("It leaves the {man} behind another."),
            Kind::AllowsPassedPawn => {
                format!("It lets the opponent have a passed {man}.")
            }
            Kind::IdlesMan => format!(
                "It leaves the {man} idle: {} to go to, {instead} on the best line.",
                squares(number)
            ),
            Kind::Answer => format!("The answer is {numbered}."),
        };
        f.write_str(&text)
    }
}
