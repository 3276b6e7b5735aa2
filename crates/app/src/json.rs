//! Just enough JSON to print a result.

pub(crate) use erawan_analysis::json::Text;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_escaped() {
        assert_eq!(Text("a\"b\\c\n\u{1}ช้าง").to_string(), r#""a\"b\\c\n\u0001ช้าง""#);
    }
}
