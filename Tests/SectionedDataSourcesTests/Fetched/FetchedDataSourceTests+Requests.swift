import CoreData
import SectionedDataSources
import SectionedFetchedResults
import SectionedTesting
import Testing

extension FetchedDataSourceTests {
  /// Written against an edit that replaces the request first: observers of the pending changes would see, and could
  /// change, a request that is not the one of their list.
  @Test("Changes that are pending are reported with the request from before an edit", arguments: [true, false])
  func pendingBeforeAnEdit(editsItems: Bool) throws {
    try library.run {
      let source = try source()
      library.track("b1", 0, in: source.section(at: 1)?.object)
      var seen: [String] = []
      let token = source.observe { [unowned source] _ in
        let controller = source.controller
        let predicate = editsItems ? controller.itemFetchRequest.predicate : controller.sectionFetchRequest.predicate
        seen.append("\(predicate == nil ? "before" : "after") \(self.text(source))")
      }
      if editsItems {
        try source.changeItemRequest { $0.predicate = NSPredicate(format: "title != 'a1'") }
        #expect(seen == ["before A: a1 a2 | B: b1 | C: c1", "after A: a2 | B: b1 | C: c1"])
      } else {
        try source.changeSectionRequest { $0.predicate = NSPredicate(format: "title != 'A'") }
        #expect(seen == ["before A: a1 a2 | B: b1 | C: c1", "after B: b1 | C: c1"])
      }
      withExtendedLifetime(token) {}
    }
  }
}
