import CoreData
import SectionedTesting

/// The model of the benchmark's stores: shelves, and the books that belong to them.
///
/// The benchmarks read five properties of a book: two strings of 21 bytes, which Swift does not store inline, a number,
/// a date and a rank. Lists are ordered by `name`. The index over the shelf and the name covers a list's first fetch.
enum LibraryModel {
  static let shared: NSManagedObjectModel = make(shelf: "NSManagedObject", book: "Benchmarks.Book")

  /// The same model in the form that Xcode writes. Its classes are named without their module, and it has two dozen
  /// entities. Half of the additional entities have a class that is not in this program, as in a model that several
  /// programs share.
  static let byXcode = make(shelf: "LibraryShelf", book: "LibraryBook", additional: XcodeClasses.additional)

  /// The slot of a property of `Book`.
  static func slot(_ property: String) -> Int {
    guard let book = shared.entitiesByName["Book"], let slot = Book.slot(named: property, of: book) else {
      fatalError("The benchmark's model has no Book.\(property).")
    }
    return slot
  }

  private static func make(
    shelf shelfClass: String, book bookClass: String, additional: [String] = []
  ) -> NSManagedObjectModel {
    let shelf = NSEntityDescription(
      "Shelf",
      [
        NSAttributeDescription("code", .integer64AttributeType), NSAttributeDescription("name"),
        NSAttributeDescription("rank", .integer64AttributeType),
      ])
    shelf.managedObjectClassName = shelfClass
    let book = NSEntityDescription(
      "Book",
      [
        NSAttributeDescription("author"), NSAttributeDescription("name"),
        NSAttributeDescription("rank", .integer64AttributeType), NSAttributeDescription("date", .dateAttributeType),
        NSAttributeDescription("value", .doubleAttributeType),
      ])
    book.managedObjectClassName = bookClass
    shelf.relate("books", .many, .cascadeDeleteRule, to: book, "shelf", .one)
    book.indexes = [index("byName", ["name"]), index("byShelfAndName", ["shelf", "name"])]
    let further = additional.map { name in
      let other = NSEntityDescription(name, [NSAttributeDescription("name")])
      other.managedObjectClassName = name
      return other
    }
    return NSManagedObjectModel([shelf, book] + further)

    func index(_ name: String, _ keys: [String]) -> NSFetchIndexDescription {
      NSFetchIndexDescription(
        name: name,
        elements: keys.compactMap { key in
          book.propertiesByName[key].map { NSFetchIndexElementDescription(property: $0, collationType: .binary) }
        })
    }
  }
}
