import CoreData
import Foundation
import SectionedTerminal
import SectionedTesting
import Testing

@testable import SectionsTool

/// Lists of the objects of a relationship.
@MainActor
@Suite("Relationships that are followed") struct BrowseFollowingTests {
  /// Makes a store with a shelf that has book b1, and book b2 without a shelf. The relationship has no inverse.
  private func shelf(isOrdered: Bool, in scratch: TemporaryFolder) throws -> Browsing {
    let book = NSEntityDescription("Book", [NSAttributeDescription("title")])
    let shelf = NSEntityDescription("Shelf", [NSAttributeDescription("title")])
    shelf.properties.append(NSRelationshipDescription("books", isOrdered ? .ordered : .many, to: book))
    let model = NSManagedObjectModel()
    model.entities = [shelf, book]
    let path = scratch.file("Shelves.sqlite").path
    let store = try ToolStore.create(model, at: StoreLocation(path))
    let context = store.newContext()
    try context.performAndWait {
      let books = ["b1", "b2"].map { MusicStore.insert("Book", ["title": $0], into: context) }
      let first: Any = isOrdered ? NSOrderedSet(object: books[0]) as Any : NSSet(object: books[0]) as Any
      MusicStore.insert("Shelf", ["title": "S", "books": first], into: context)
      try context.save()
    }
    let browsing = try Browsing(path, edit: true) { $0.items = "Shelf" }
    browsing.go(to: "S")
    browsing.press(.enter)
    browsing.go(to: "books")
    browsing.press(.enter)
    return browsing
  }

  /// The inserted object was in the relationship, but in the list only after the next fetch.
  @Test(arguments: [false, true]) func whatIsInsertedIsInTheList(isOrdered: Bool) throws {
    let scratch = try TemporaryFolder()
    let browsing = try shelf(isOrdered: isOrdered, in: scratch)
    #expect(browsing.title.hasPrefix("books of S") && browsing.list == ["b1"], "\(browsing.lines)")
    browsing.press(.character("i"))
    browsing.go(to: "title")
    browsing.press(.enter)
    browsing.type("b3")
    browsing.press(.enter, .escape)
    #expect(browsing.list == ["b1", "* b3"] && browsing.cursorLine == "* b3", "\(browsing.lines)")
    browsing.press(.character("s"))
    #expect(browsing.list == ["b1", "b3"], "\(browsing.lines)")
  }
}
