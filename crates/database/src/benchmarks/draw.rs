//! Benchmarks as pictures: a line of characters, and a chart.

use std::fmt::Write as _;

use super::Benchmark;

/// The means of some speeds as one line of characters, each as high as its speed
/// between the least and the greatest.
///
/// ```
/// use erawan_database::benchmarks::sparkline;
/// assert_eq!(sparkline(&[1.0, 2.0, 8.0, 4.5]), "▁▂█▅");
/// assert_eq!(sparkline(&[3.0, 3.0]), "▄▄");
/// ```
pub fn sparkline(speeds: &[f64]) -> String {
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let (low, high) = range(speeds);
    let bar = |speed: &f64| match high > low {
        true => BARS[((speed - low) / (high - low) * 7.0).round() as usize % 8],
        false => BARS[3],
    };
    speeds.iter().map(bar).collect()
}

fn range(values: &[f64]) -> (f64, f64) {
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (low, high)
}

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 80.0;
const TOP: f64 = 50.0;
const RIGHT: f64 = 20.0;
const BOTTOM: f64 = 110.0;

/// A chart of nodes a second: a dot for each run, a line through the means. The
/// benchmarks should be of one machine.
pub fn svg(benchmarks: &[&Benchmark], title: &str) -> String {
    let means = |one: &&Benchmark| one.speed().map_or(0.0, |speed| speed.mean);
    let speeds = |one: &Benchmark| -> Vec<f64> {
        one.runs.iter().map(|run| super::per_second(run.nodes, run.seconds)).collect()
    };
    let all: Vec<f64> = benchmarks.iter().flat_map(|one| speeds(one)).collect();
    let (low, high) = if all.is_empty() { (0.0, 1.0) } else { range(&all) };
    // Some air, and not all of it if nothing differs.
    let air = ((high - low) * 0.1).max(high * 0.01).max(1.0);
    let (low, high) = ((low - air).max(0.0), high + air);
    let step = (WIDTH - LEFT - RIGHT) / benchmarks.len().max(1) as f64;
    let x = |index: usize| LEFT + (index as f64 + 0.5) * step;
    let y = |speed: f64| TOP + (high - speed) / (high - low) * (HEIGHT - TOP - BOTTOM);

    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <text x=\"{LEFT}\" y=\"28\" font-size=\"16\">{}</text>\n",
        escaped(title)
    );
    // Writing to a string cannot fail.
    for tick in 0..=4 {
        let speed = low + (high - low) * f64::from(tick) / 4.0;
        let (at, end) = (y(speed), WIDTH - RIGHT);
        let _ = writeln!(
            out,
            "<path d=\"M{LEFT} {at:.1}H{end}\" stroke=\"#ddd\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            LEFT - 8.0,
            at + 4.0,
            in_millions(speed)
        );
    }
    let points: Vec<String> = benchmarks
        .iter()
        .enumerate()
        .map(|(index, one)| format!("{:.1},{:.1}", x(index), y(means(one))))
        .collect();
    let _ = writeln!(
        out,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"#1f6feb\" stroke-width=\"2\"/>",
        points.join(" ")
    );
    for (index, one) in benchmarks.iter().enumerate() {
        for speed in speeds(one) {
            let (x, y) = (x(index), y(speed));
            let _ = writeln!(
                out,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"#1f6feb\" fill-opacity=\"0.5\"/>"
            );
        }
        let (x, y) = (x(index), HEIGHT - BOTTOM + 16.0);
        let name: String = one.name.chars().take(16).collect();
        let _ = writeln!(
            out,
            "<text transform=\"translate({x:.1} {y:.1}) rotate(-50)\" text-anchor=\"end\">\
             <title>{} {}</title>{}</text>",
            one.date,
            escaped(&one.name),
            escaped(&name)
        );
    }
    out.push_str("</svg>\n");
    out
}

/// A speed in millions, with as many decimals as it needs.
fn in_millions(speed: f64) -> String {
    format!("{:.3} M/s", speed / 1e6)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
