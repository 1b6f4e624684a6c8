import AppKit
import SectionedAppKit
import SectionedDataSources
import SectionedTesting
import Testing

@Suite("A search field filters a source")
@MainActor
struct SearchFieldTests {
  @Test("Each key filters, and the button that removes the text shows all")
  func typing() {
    let found = FilteredDataSource(library()) { book, query in "\(book.id)".hasSuffix(query.text) }
    found.text = "2"
    let field = NSSearchField(frame: .zero)
    let binding = SearchFieldBinding(found, in: field)
    #expect(field.stringValue == "2")
    func shown() -> [Int] { (0..<found.numberOfSections).flatMap { found.items(inSection: $0) }.map(\.id) }
    #expect(shown() == [12, 22])
    field.userTypes("22")
    #expect(shown() == [22])
    field.userTypes("21")
    #expect(shown() == [21])
    field.userClears()
    #expect(shown() == [10, 11, 12, 20, 21, 22])
    #expect(found.text == "")
    #expect(binding.searchField === field)
  }

  @Test("A field that is cleared twice, or to the same text, makes one step")
  func sameText() {
    let found = FilteredDataSource(library()) { book, query in "\(book.id)".hasSuffix(query.text) }
    let field = NSSearchField(frame: .zero)
    let binding = SearchFieldBinding(found, in: field)
    var steps = 0
    let token = found.observe { _ in steps += 1 }
    field.userTypes("2")
    field.userTypes("2")
    field.userClears()
    field.userClears()
    #expect(steps == 2)
    withExtendedLifetime((binding, token)) {}
  }
}
