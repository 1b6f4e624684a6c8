import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// A label that trims its name when it is validated, and then counts all labels.
final class CountingLabel: NSManagedObject {
  override func validateForInsert() throws {
    try super.validateForInsert()
    let name = value(forKey: "name") as? String ?? ""
    setValue(name.trimmingCharacters(in: .whitespaces), forKey: "name")
    _ = try managedObjectContext?.count(for: NSFetchRequest<CountingLabel>(entityName: "Label"))
  }
}

/// An entry. In its `willSave`, the first entry inserts a second one and then counts all entries.
final class CountingEntry: NSManagedObject {
  private(set) var willSaves = 0
  private(set) var next: CountingEntry?

  override func willSave() {
    super.willSave()
    willSaves += 1
    guard value(forKey: "name") as? String == "first", next == nil else { return }
    next = (try? managedObjectContext?.insert("Entry", ["name": "second"])) as? CountingEntry
    _ = try? managedObjectContext?.count(for: NSFetchRequest<CountingEntry>(entityName: "Entry"))
  }
}

/// A fetch ends the event of earlier changes. But the save must still contain the changes that validation and
/// `willSave` made.
@Suite("Fetches of objects that are saved")
struct FetchingWhileSavingTests {
  /// Makes a store of labels and entries, whose names must have at least one character.
  private func stack(_ type: String) throws -> MusicStack {
    let classes: [(name: String, type: NSManagedObject.Type)] = [
      ("Label", CountingLabel.self), ("Entry", CountingEntry.self),
    ]
    let entities = classes.map { name, type in
      let attribute = NSAttributeDescription("name")
      attribute.bounds = AttributeBounds(minimum: 1)
      let entity = NSEntityDescription(name, [attribute])
      entity.managedObjectClassName = String(reflecting: type)
      return entity
    }
    return try MusicStack(type, NSManagedObjectModel(entities))
  }

  @Test("What validation changed before it fetched must be valid, too", arguments: MusicStack.types)
  func validation(type: String) throws {
    let stack = try stack(type)
    try stack.run { (context) throws in
      let label = try context.insert("Label", ["name": "  "])
      let error = try #require(throws: NSError.self) { try context.save() }
      #expect(error.code == NSValidationStringTooShortError)
      #expect(context.insertedObjects == [label])
      label.setValue(" a ", forKey: "name")
      try context.save()
      #expect(!context.hasChanges)
      context.reset()
      #expect(try context.texts("Label", "name") == ["a"])
    }
  }

  @Test("willSave is called of what another willSave inserted before it fetched", arguments: MusicStack.types)
  func willSave(type: String) throws {
    let stack = try stack(type)
    try stack.run { (context) throws in
      let first = try #require(try context.insert("Entry", ["name": "first"]) as? CountingEntry)
      try context.save()
      #expect(first.willSaves == 2)
      #expect(first.next?.willSaves == 1)
      #expect(!context.hasChanges)
      context.reset()
      #expect(try context.texts("Entry", "name") == ["first", "second"])
    }
  }
}
