import Foundation
import Testing

@Suite("An article names tests that exist")
struct NamedTestTests {
  private static let article =
    "Sources/Lists/SectionedDataSources/SectionedDataSources.docc/MovingFromOtherLibraries.md"

  /// The names in an article of the form `Target.Suite/function`.
  private static func names(in text: String) -> [(target: String, suite: String, function: String)] {
    text.matches(of: /`(\w+Tests)\.(\w+)\/(\w+)`/).map { (String($0.1), String($0.2), String($0.3)) }
  }

  @Test("Each test that the article about other libraries names is in its suite")
  func eachNamedTestExists() throws {
    let names = Self.names(in: try Project.text(Self.article))
    #expect(names.count == 195)
    for (target, named) in Dictionary(grouping: names, by: { $0.target }) {
      let tests = try TestNames(target: target)
      for name in named {
        #expect(tests.contains(name.suite, name.function), "\(target).\(name.suite)/\(name.function)")
      }
    }
  }

  @Test("Each row of the tables of statements names a test")
  func eachStatementNamesATest() throws {
    let tables = try Project.text(Self.article).components(separatedBy: "| statement | test |\n|---|---|\n").dropFirst()
    #expect(tables.count == 6)
    for row in tables.flatMap({ $0.components(separatedBy: "\n\n")[0].components(separatedBy: "\n") }) {
      #expect(!Self.names(in: row).isEmpty, "\(row)")
    }
  }
}
