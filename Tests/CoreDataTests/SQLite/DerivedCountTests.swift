import Foundation
import SectionedTesting
import Testing

@testable import CoreData

@Suite("Derived counts are kept by the store's triggers")
struct DerivedCountTests {
  /// Books that count their pages, as Apple's triggers do it.
  private static func model() -> NSManagedObjectModel {
    let count = NSDerivedAttributeDescription()
    count.name = "pagesCount"
    count.attributeType = .integer64AttributeType
    count.derivation = "pages.@count"
    let book = NSEntityDescription("Book", [count])
    let page = NSEntityDescription("Page", [NSAttributeDescription("text")])
    page.relate("book", .one, to: book, "pages", .many)
    return NSManagedObjectModel([book, page])
  }

  @Test func aCountFollowsItsObjects() throws {
    let folder = try TemporaryFolder()
    let handle = try StoreHandle(folder.file(), Self.model())
    let book = try handle.new("Book", 1)
    let other = try handle.new("Book", 2)
    let pages = try (3...5).map { try handle.new("Page", $0, ["book": .reference(book.key)]) }
    // Pages before their book: the save answers what the triggers made of it.
    let saved = try handle.insert(pages + [book, other])
    #expect(saved[3][try handle.slot("pagesCount", of: "Book")].text == "3")
    #expect(saved[4][try handle.slot("pagesCount", of: "Book")].text == "0")
    let moved = try handle.update(saved[0], ["book": .reference(saved[4].key)])
    _ = try handle.store.save(StoreChanges(updated: [moved], deleted: [.init(key: saved[1].key, version: 1)]))
    #expect(try handle.values("pagesCount", of: "Book") == ["1", "1"])
  }
}
