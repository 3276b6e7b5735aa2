//! The command line.

#[derive(Default)]
pub struct Options {
    pub mode: String,
    pub quick: bool,
    pub stockfish: Option<String>,
    pub paths: Vec<String>,
    rounds: Option<usize>,
}

impl Options {
    pub fn read(arguments: impl Iterator<Item = String>) -> Result<Options, String> {
        let mut options = Options::default();
        let mut arguments = arguments;
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--quick" => options.quick = true,
                "--rounds" => {
                    let rounds = arguments.next().and_then(|text| text.parse().ok());
                    options.rounds = Some(rounds.ok_or("--rounds wants a number")?);
                }
                "--stockfish" => {
                    options.stockfish = Some(arguments.next().ok_or("--stockfish wants a path")?);
                }
                flag if flag.starts_with('-') => return Err(format!("unknown option {flag}")),
                _ if options.mode.is_empty() => options.mode = argument,
                _ => options.paths.push(argument),
            }
        }
        Ok(options)
    }

    /// How often everything is measured: as asked for, once if it is to be
    /// quick, else `usual` times.
    pub fn rounds(&self, usual: usize) -> usize {
        self.rounds.unwrap_or(if self.quick { 1 } else { usual }).max(1)
    }
}
