import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// Makes a model in which shelves have ordered books, books have tags, and a novel is a book.
func shelves(_ change: (inout LibraryParts) -> Void = { _ in }) -> NSManagedObjectModel {
  var parts = LibraryParts()
  change(&parts)
  parts.book.subentities = [parts.novel]
  return NSManagedObjectModel([parts.shelf, parts.book, parts.novel, parts.tag] + parts.more)
}

struct LibraryParts {
  let shelf = NSEntityDescription("Shelf", [NSAttributeDescription("name")])
  let book = NSEntityDescription(
    "Book",
    [
      NSAttributeDescription("title"), NSAttributeDescription("pages", .integer32AttributeType),
      NSAttributeDescription("cover", .binaryDataAttributeType),
    ]
  )
  let novel = NSEntityDescription("Novel", [NSAttributeDescription("plot")])
  let tag = NSEntityDescription("Tag", [NSAttributeDescription("word")])
  var more: [NSEntityDescription] = []
  var isOrdered = true
  var areShelvesMany = false

  init() {}

  func relate() {
    shelf.relate("books", isOrdered ? .ordered : .many, to: book, "shelf", areShelvesMany ? .many : .one)
    book.relate("tags", .many, to: tag, "books", .many)
  }
}

/// A store with the library, and its content.
struct MigratedLibrary {
  let store: MigratingStore
  let before: StoreContents

  init(_ type: String) throws {
    store = try MigratingStore(type)
    try store.fill(shelves { $0.relate() }, Self.fill)
    before = try store.contents(shelves { $0.relate() })
  }

  func migrated(_ model: @autoclosure () -> NSManagedObjectModel) throws -> StoreContents {
    try store.migrate(to: model())
    #expect(try store.problems(model()) == [])
    return try store.contents(model())
  }

  /// Returns the bytes of the store's file; empty data, if it has none.
  func bytes() throws -> Data { store.isFile ? try Data(contentsOf: store.url) : Data() }

  /// Inserts two shelves and the books 1 to 4 with the titles a to d, of which 2 and 4 are novels. The first shelf has
  /// c, b, a, and d has no shelf.
  static func fill(_ context: NSManagedObjectContext) throws {
    func new(_ name: String, _ values: [String: Any]) throws -> NSManagedObject {
      let object = NSEntityDescription.insertNewObject(forEntityName: name, into: context)
      for (key, value) in values { object.setValue(value, forKey: key) }
      return object
    }
    let shelf = try new("Shelf", ["name": "first"])
    _ = try new("Shelf", ["name": "second"])
    let books = try ["a", "b", "c", "d"].enumerated().map { index, title in
      try new(index % 2 == 1 ? "Novel" : "Book", ["title": title, "pages": Int32(index * 100)])
    }
    books[1].setValue("murder", forKey: "plot")
    shelf.setValue(NSOrderedSet(array: [books[2], books[1], books[0]]), forKey: "books")
    let tag = try new("Tag", ["word": "old"])
    _ = try new("Tag", ["word": "new"])
    tag.setValue(Set([books[0], books[3]]), forKey: "books")
  }
}
