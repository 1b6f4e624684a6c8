import Foundation
import Testing

/// `Docs/DataSources.md` and the tests of sources, views and bindings: each numbered statement of the four older libraries has a
/// test with its number in the title, or a line in the page.
@Suite("Each statement about data sources is tested, or has a reason")
struct DataSourcesPageTests {
  /// The statements by library; `F` marks a fault.
  private static let statements: [String: [ClosedRange<Int>]] = [
    "NX": [1...8, 10...11, 20...30, 40...46, 50...54], "NX-F": [1...7],
    "TM": [1...10, 20...22], "TM-F": [1...7],
    "DT": [
      1...5, 10...23, 30...32, 40...47, 50...65, 70...70, 80...83, 90...92, 100...109,
    ], "DT-F": [1...11],
    "MK": [1...7, 10...14, 20...24, 30...35, 40...44, 50...52, 60...65], "MK-F": [1...9],
  ]

  private static var number: Regex<(Substring, Substring, Substring, Substring, Substring?)> {
    /\b(NX|TM|DT|MK)-(F?)(\d+)(?: to (?:(?:NX|TM|DT|MK)-)?F?(\d+))?/
  }

  private static func numbers(in text: some StringProtocol) -> Set<String> {
    var found: Set<String> = []
    for match in String(text).matches(of: number) {
      guard let first = Int(match.3) else { continue }
      let last = match.4.flatMap { Int($0) } ?? first
      for number in first...max(first, last) { found.insert("\(match.1)-\(match.2)\(number)") }
    }
    return found
  }

  private static var all: Set<String> {
    var all: Set<String> = []
    for (library, ranges) in statements {
      let prefix = library.hasSuffix("F") ? library : library + "-"
      for range in ranges { for number in range { all.insert("\(prefix)\(number)") } }
    }
    return all
  }

  @Test func eachStatementHasATestOrAReason() throws {
    var tested: Set<String> = []
    for folder in [
      "Tests/SectionedDataSourcesTests/", "Tests/SectionedViewsTests/", "Tests/SectionedUIKitTests/",
    ] {
      for file in try Project.sources(in: folder) {
        for line in try Project.text(folder + file).split(separator: "\n") where line.contains("\"") {
          tested.formUnion(Self.numbers(in: line))
        }
      }
    }
    let page = try Project.text("Docs/DataSources.md")
    let table = try #require(page.components(separatedBy: "## Statements that do not hold here").last)
    let reasons = Self.numbers(in: table)
    #expect(Self.all.count == 181)
    #expect(Self.all.subtracting(tested).subtracting(reasons).sorted() == [])
    #expect(reasons.intersection(tested).sorted() == [], "what is tested needs no reason")
  }
}
