import CoreData
import Foundation
import SectionedTerminal
import SectionedTesting
import Testing

@testable import SectionsTool

/// Values that a line of text cannot show completely.
@MainActor
@Suite("Values in the browser") struct BrowseValueTests {
  let store: SampleStore
  let browsing: Browsing

  init() throws {
    store = try SampleStore()
    browsing = try Browsing(store.path, edit: true) { $0.items = "Sample" }
  }

  private func edit(_ attribute: String) {
    browsing.go(to: attribute)
    browsing.press(.enter)
  }

  @Test(arguments: ["data", "hidden", "name", "price", "ratio", "text", "time"])
  func anUnchangedTextChangesNothing(attribute: String) throws {
    let before = try store.values(attribute)
    browsing.press(.enter)
    edit(attribute)
    #expect(browsing.lastLine.hasPrefix("\(attribute):"), "\(browsing.lines)")
    browsing.press(.enter)
    #expect(browsing.model.prompt == nil)
    #expect(!browsing.model.store.context.hasChanges, "\(browsing.lines)")
    browsing.type("s")
    #expect(try store.values(attribute) == before)
  }

  /// The browser asks again with the refused text. It is refused again, even if the user does not change it.
  @Test func aRefusedTextIsRefusedAgain() throws {
    browsing.press(.enter)
    edit("price")
    browsing.type("x")
    browsing.press(.enter, .enter)
    #expect(browsing.lines.suffix(4).joined().contains("is no value for Sample.price"), "\(browsing.lines)")
    #expect(browsing.model.prompt?.text == "12.5x")
    browsing.press(.backspace, .enter)
    #expect(browsing.model.prompt == nil && !browsing.model.store.context.hasChanges)
  }

  @Test func aDecimalWithACommaIsRefused() throws {
    browsing.press(.enter)
    edit("price")
    browsing.press(.control("u"))
    browsing.type("12,50")
    browsing.press(.enter)
    #expect(browsing.lines.suffix(4).joined(separator: " ").contains("\"12,50\" is no value"), "\(browsing.lines)")
  }

  @Test(arguments: ["time", "price", "text", "ratio"])
  func anObjectIsInsertedWithTheValueOfItsSection(attribute: String) throws {
    let browsing = try Browsing(store.path, edit: true) { ($0.items, $0.by) = ("Sample", attribute) }
    browsing.type("i")
    #expect(browsing.model.status == nil, "\(browsing.lines)")
    browsing.type("s")
    #expect(browsing.lastLine == "Saved.", "\(browsing.lines)")
    let values = try store.values(attribute)
    #expect(values.count == 2 && values[0] == values[1], "\(values)")
  }
}
