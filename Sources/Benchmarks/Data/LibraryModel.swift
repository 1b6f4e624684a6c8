import CoreData

/// The model of the benchmark's stores: shelves, and books that stand on them.
///
/// A book has five properties to read: two strings of 21 bytes, beyond what Swift keeps inline, a number, a date and a
/// rank. Lists are ordered by `name`; the index over the shelf and the name covers a list's first fetch.
enum LibraryModel {
  static let shared: NSManagedObjectModel = make(shelf: "NSManagedObject", book: "Benchmarks.Book")

  /// The same model as Xcode writes it: its classes are named without their module, and it has as many entities as many
  /// a program. Every other class of the additional entities is not in this program, as where a model is shared.
  static let byXcode = make(shelf: "LibraryShelf", book: "LibraryBook", additional: XcodeClasses.additional)

  /// The place of a property among a book's.
  static func slot(_ property: String) -> Int {
    guard let book = shared.entitiesByName["Book"], let slot = Book.slot(named: property, of: book) else {
      fatalError("The benchmark's model has no Book.\(property).")
    }
    return slot
  }

  private static func make(
    shelf shelfClass: String, book bookClass: String, additional: [String] = []
  ) -> NSManagedObjectModel {
    let shelf = NSEntityDescription()
    shelf.name = "Shelf"
    shelf.managedObjectClassName = shelfClass
    let book = NSEntityDescription()
    book.name = "Book"
    book.managedObjectClassName = bookClass

    let books = relationship("books", to: book, maxCount: 0, .cascadeDeleteRule)
    let place = relationship("shelf", to: shelf, maxCount: 1, .nullifyDeleteRule)
    books.inverseRelationship = place
    place.inverseRelationship = books

    shelf.properties = [
      attribute("code", .integer64AttributeType), attribute("name", .stringAttributeType),
      attribute("rank", .integer64AttributeType), books,
    ]
    book.properties = [
      attribute("author", .stringAttributeType), attribute("name", .stringAttributeType),
      attribute("rank", .integer64AttributeType), attribute("date", .dateAttributeType),
      attribute("value", .doubleAttributeType), place,
    ]
    book.indexes = [index("byName", ["name"]), index("byShelfAndName", ["shelf", "name"])]

    let model = NSManagedObjectModel()
    model.entities =
      [shelf, book]
      + additional.map { name in
        let other = NSEntityDescription()
        other.name = name
        other.managedObjectClassName = name
        other.properties = [attribute("name", .stringAttributeType)]
        return other
      }
    return model

    func index(_ name: String, _ keys: [String]) -> NSFetchIndexDescription {
      NSFetchIndexDescription(
        name: name,
        elements: keys.compactMap { key in
          book.propertiesByName[key].map { NSFetchIndexElementDescription(property: $0, collationType: .binary) }
        })
    }
  }

  private static func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.attributeType = type
    attribute.isOptional = true
    return attribute
  }

  private static func relationship(
    _ name: String, to destination: NSEntityDescription, maxCount: Int, _ rule: NSDeleteRule
  ) -> NSRelationshipDescription {
    let relationship = NSRelationshipDescription()
    relationship.name = name
    relationship.destinationEntity = destination
    relationship.minCount = 0
    relationship.maxCount = maxCount
    relationship.isOptional = true
    relationship.deleteRule = rule
    return relationship
  }
}
