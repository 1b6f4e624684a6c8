import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// Trims its name when it is validated, then counts its like.
final class CountingLabel: NSManagedObject {
  override func validateForInsert() throws {
    try super.validateForInsert()
    let name = value(forKey: "name") as? String ?? ""
    setValue(name.trimmingCharacters(in: .whitespaces), forKey: "name")
    _ = try managedObjectContext?.count(for: NSFetchRequest<CountingLabel>(entityName: "Label"))
  }
}

/// The first one inserts another one when it is saved, then counts its like.
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

/// A fetch ends the event of what was changed before it. What validation and `willSave` have changed belongs to the
/// save all the same.
@Suite("Fetches of objects that are saved")
struct FetchingWhileSavingTests {
  /// A store of labels and entries, whose names have a character at least.
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
