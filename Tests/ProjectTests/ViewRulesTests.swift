import Foundation
import Testing

/// `Docs/ViewRules.md` has each rule of the double of AppKit with its source.
@Suite("The page of rules names each test of the double of AppKit")
struct ViewRulesTests {
  @Test("Each rule has a test, and each test a rule")
  func namesAreEqual() throws {
    let page = try Project.text("Docs/ViewRules.md")
    let start = try #require(page.range(of: "## The double of AppKit")).upperBound
    let rows = page[start...].components(separatedBy: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
    var named: Set<String> = []
    for row in rows {
      let columns = row.components(separatedBy: " | ")
      let names = columns.last?.matches(of: /`(\w+Tests\/\w+)`/).map { String($0.1) } ?? []
      #expect(columns.count == 3 && !names.isEmpty, "\(row)")
      named.formUnion(names)
    }
    let tests = try TestNames(target: "AppKitTests").all
    #expect(named.subtracting(tests) == [])
    #expect(tests.subtracting(named) == [])
    #expect(tests.count > 30)
  }
}
