//! The same bits as ever.

#[test]
fn the_digests_are_those_of_the_golden_file() {
    let golden: Vec<&str> =
        include_str!("../golden.txt").lines().filter(|line| !line.starts_with('#')).collect();
    let report = digests::report().expect("nothing is refused");
    let report: Vec<&str> = report.lines().collect();
    let differing = |line: &&&str| !golden.contains(*line);
    let differing: Vec<&&str> = report.iter().filter(differing).collect();
    assert_eq!(report, golden, "{differing:?} differ; when that may be stands in golden.txt");
}
