//! The trace of a run: a table that plotting programs read, and all that is
//! needed to go on.

use std::fmt::{self, Write};

use super::Tuned;

/// A row of the trace: where the numbers are.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// How many iterations have been done.
    pub iteration: u64,
    /// How many points of difference the last batch had to learn from.
    pub points: f64,
    /// The numbers.
    pub values: Vec<f64>,
}

/// Why a trace cannot be gone on with.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TraceError {
    /// It begins with other settings or other names.
    Header {
        /// What stands there.
        found: String,
        /// What should.
        expected: String,
    },
    /// A row is broken that is not the last.
    Row {
        /// Its line, from 1.
        line: usize,
    },
}

impl fmt::Display for TraceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Header { found, expected } => {
                write!(f, "it begins with '{found}', and should with '{expected}'")
            }
            Self::Row { line } => write!(f, "line {line} is broken"),
        }
    }
}

impl std::error::Error for TraceError {}

/// The first two lines of a trace: the settings as a comment, and the names of
/// the columns.
#[must_use]
pub fn header(settings: &str, tuned: &[Tuned]) -> String {
    let settings: String = settings.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let mut text = format!("# {settings}\niteration,points");
    for number in tuned {
        let _ = write!(text, ",{}", number.name);
    }
    text.push('\n');
    text
}

/// The line of a row. Numbers are written so that reading gives the same ones.
impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.iteration, self.points)?;
        self.values.iter().try_for_each(|value| write!(f, ",{value:?}"))
    }
}

/// The last row of a trace that began with this header, if there is one, and
/// how many bytes are whole lines: what follows was being written when the run
/// was interrupted, and is to be cut off.
pub fn read_last_row(text: &str, header: &str) -> Result<(Option<Row>, usize), TraceError> {
    let Some(rows) = text.strip_prefix(header) else {
        // A header that was cut short is as good as none.
        if header.starts_with(text) {
            return Ok((None, 0));
        }
        let pair = text.lines().zip(header.lines()).find(|(found, expected)| found != expected);
        let (found, expected) = pair.unwrap_or(("", ""));
        let (found, expected) = (found.to_owned(), expected.to_owned());
        return Err(TraceError::Header { found, expected });
    };
    let columns = header.lines().last().map_or(0, |line| line.split(',').count());
    let (mut last, mut valid) = (None, header.len());
    for (index, line) in rows.split_inclusive('\n').enumerate() {
        match line.strip_suffix('\n').map(|line| read_row(line, columns)) {
            Some(Some(row)) => last = Some(row),
            // Only the last line may lack its end.
            None => break,
            Some(None) => return Err(TraceError::Row { line: index + 3 }),
        }
        valid += line.len();
    }
    Ok((last, valid))
}

fn read_row(line: &str, columns: usize) -> Option<Row> {
    let mut fields = line.split(',');
    let iteration = fields.next()?.parse().ok()?;
    let points = fields.next()?.parse().ok()?;
    let values: Option<Vec<f64>> =
        fields.map(|field| field.parse().ok().filter(|value: &f64| value.is_finite())).collect();
    values.filter(|values| values.len() + 2 == columns).map(|values| Row {
        iteration,
        points,
        values,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setting() -> (String, Row) {
        let number =
            |name: &str| Tuned { name: name.into(), start: 0.0, min: 0.0, max: 1.0, step: 0.5 };
        let row = Row { iteration: 40, points: 3.0, values: vec![0.1 + 0.2, 72.0] };
        (header("nodes=100", &[number("a"), number("b")]), row)
    }

    #[test]
    fn rows_are_read_as_they_were_written() {
        let (header, row) = setting();
        let whole = format!("{header}20,1,0.5,70.0\n{row}\n");
        assert_eq!(read_last_row(&whole, &header), Ok((Some(row.clone()), whole.len())));
        let torn = format!("{whole}60,2,0.");
        assert_eq!(read_last_row(&torn, &header), Ok((Some(row), whole.len())));
        assert_eq!(read_last_row(&header, &header), Ok((None, header.len())));
        assert_eq!(read_last_row(&header[..20], &header), Ok((None, 0)));
        assert_eq!(read_last_row("", &header), Ok((None, 0)));
    }

    #[test]
    fn traces_of_other_runs_are_refused() {
        let (header, row) = setting();
        let other = header.replace("100", "200");
        let error = read_last_row(&format!("{other}{row}\n"), &header).unwrap_err();
        assert!(error.to_string().contains("it begins with '# nodes=200'"), "{error}");
        for bad in ["x,1,2,3", "1,2,3", "1,2,3,4,5", "1,2,3,nan", ""] {
            let text = format!("{header}{bad}\n{row}\n");
            assert_eq!(read_last_row(&text, &header), Err(TraceError::Row { line: 3 }), "{bad}");
        }
    }
}
