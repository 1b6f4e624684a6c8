import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// Items have a number, whose attribute has another type in the second version. Special items are a subentity.
@Suite("Numbers whose attribute gets another type")
struct NumberMigrationTests {
  struct Change: CustomTestStringConvertible {
    let from: NSAttributeType
    let to: NSAttributeType
    var testDescription: String { "\(from) to \(to)" }
  }

  /// A number that the second type cannot represent.
  struct Loss: CustomTestStringConvertible {
    let change: Change
    let number: Double
    var testDescription: String { "\(number), \(change.testDescription)" }

    init(_ from: NSAttributeType, _ to: NSAttributeType, _ number: Double) {
      change = Change(from: from, to: to)
      self.number = number
    }
  }

  private static let whole: [NSAttributeType] = [
    .integer16AttributeType, .integer32AttributeType, .integer64AttributeType,
  ]

  static let changes: [Change] = {
    let wider: [NSAttributeType] = whole + [.floatAttributeType, .doubleAttributeType, .decimalAttributeType]
    var changes: [Change] = []
    for from in whole {
      for to in wider where to != from { changes.append(Change(from: from, to: to)) }
    }
    changes.append(Change(from: .floatAttributeType, to: .doubleAttributeType))
    changes.append(Change(from: .doubleAttributeType, to: .floatAttributeType))
    return changes
  }()

  static let losses: [Loss] = [
    Loss(.integer32AttributeType, .integer16AttributeType, 32_768),
    Loss(.integer64AttributeType, .integer16AttributeType, -32_769),
    Loss(.integer64AttributeType, .integer32AttributeType, 2_147_483_648),
    Loss(.integer32AttributeType, .floatAttributeType, 16_777_217),
    Loss(.integer64AttributeType, .floatAttributeType, -16_777_218),
    Loss(.integer64AttributeType, .doubleAttributeType, 9_007_199_254_740_994),
    Loss(.doubleAttributeType, .floatAttributeType, 1e300),
  ]

  private func model(
    _ type: NSAttributeType, _ defaultValue: Any? = nil, isOptional: Bool = true
  ) -> NSManagedObjectModel {
    let number = NSAttributeDescription("number", type, defaultValue, isOptional: isOptional)
    number.preservesValueInHistoryOnDeletion = true
    let item = NSEntityDescription("Item", [NSAttributeDescription("name"), number])
    let special = NSEntityDescription("SpecialItem")
    item.subentities = [special]
    return NSManagedObjectModel([item, special])
  }

  private static func number(_ number: Double, _ type: NSAttributeType) -> NSNumber {
    whole.contains(type) ? NSNumber(value: Int64(number)) : NSNumber(value: number)
  }

  /// Returns numbers that both types can represent, including the least and the greatest one.
  private static func numbers(_ change: Change) -> [String: NSNumber] {
    guard whole.contains(change.from) else {
      let greatest = Double(Float.greatestFiniteMagnitude)
      return ["a": NSNumber(value: 1.5), "b": NSNumber(value: greatest), "c": NSNumber(value: -0.25)]
    }
    let range = change.to.limits(of: change.from) ?? change.from.integerRange
    return [
      "a": NSNumber(value: 3), "b": NSNumber(value: range.lowerBound), "c": NSNumber(value: range.upperBound),
    ]
  }

  /// Stores items with these names, the last one special, and an item without a number.
  private func fill(_ store: MigratingStore, _ type: NSAttributeType, _ numbers: [String: NSNumber]) throws {
    let last = numbers.keys.max()
    try store.fill(model(type)) { context in
      for name in numbers.keys.sorted() {
        let item = NSEntityDescription.insertNewObject(
          forEntityName: name == last ? "SpecialItem" : "Item", into: context)
        item.setValue(name, forKey: "name")
        item.setValue(numbers[name], forKey: "number")
      }
      NSEntityDescription.insertNewObject(forEntityName: "Item", into: context).setValue("none", forKey: "name")
    }
  }

  /// Returns the numbers by the names of their items.
  private func numbers(_ store: MigratingStore, _ model: NSManagedObjectModel) throws -> [String: String] {
    try store.with(model, migrates: false) { context in
      var numbers: [String: String] = [:]
      for item in try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Item")) {
        numbers[item.value(forKey: "name") as? String ?? ""] = StoreContents.text(item.value(forKey: "number"))
      }
      return numbers
    }
  }

  @Test(arguments: TestSeeds.share(of: changes), MigratingStore.types)
  func everyNumberComesAlong(change: Change, type: String) throws {
    let store = try MigratingStore(type)
    try fill(store, change.from, Self.numbers(change))
    let before = try numbers(store, model(change.from))
    #expect(before.count == 4)
    try store.migrate(to: model(change.to))
    let problems = try store.problems(model(change.to))
    #expect(problems == [])
    let after = try numbers(store, model(change.to))
    #expect(after == before)
    // The values in the column have the new type, so that fetches find them and edits work.
    try store.with(model(change.to), migrates: false) { context in
      let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
      request.predicate = NSPredicate(format: Self.whole.contains(change.from) ? "number == 3" : "number == 1.5")
      let found = try context.fetch(request)
      #expect(found.map { $0.value(forKey: "name") as? String } == ["a"])
      found.first?.setValue(NSNumber(value: 2), forKey: "number")
      try context.save()
    }
    let changed = try numbers(store, model(change.to))
    #expect(changed["a"] == "2.0")
  }

  @Test(arguments: TestSeeds.share(of: changes), [true, false]) func byAManager(change: Change, byStore: Bool) throws {
    let store = try MigratingStore()
    try fill(store, change.from, Self.numbers(change))
    let before = try numbers(store, model(change.from))
    let manager = NSMigrationManager(sourceModel: model(change.from), destinationModel: model(change.to))
    manager.usesStoreSpecificMigrationManager = byStore
    let mapping = try NSMappingModel.inferredMappingModel(
      forSourceModel: manager.sourceModel, destinationModel: manager.destinationModel)
    let url = store.folder.file("New.sqlite")
    try manager.migrateStore(from: store.url, type: .sqlite, mapping: mapping, to: url, type: .sqlite)
    let after = try numbers(store.at(url), model(change.to))
    #expect(after == before)
  }

  static let booleans: [Change] = whole.flatMap {
    [Change(from: $0, to: .booleanAttributeType), Change(from: .booleanAttributeType, to: $0)]
  }

  /// 0 and 1 become false and true. Any other number is an error, because it would be lost.
  @Test(arguments: TestSeeds.share(of: booleans), MigratingStore.types) func booleansAndWholeNumbers(
    change: Change, type: String
  ) throws {
    let store = try MigratingStore(type)
    let numbers = ["a": NSNumber(value: 1), "b": NSNumber(value: 0), "c": NSNumber(value: 1)]
    try fill(store, change.from, numbers)
    let before = try self.numbers(store, model(change.from))
    #expect(before == ["a": "1.0", "b": "0.0", "c": "1.0", "none": "nil"])
    let copy = store.folder.file("New.sqlite")
    if store.isFile {
      let manager = NSMigrationManager(sourceModel: model(change.from), destinationModel: model(change.to))
      manager.usesStoreSpecificMigrationManager = false
      let mapping = try NSMappingModel.inferredMappingModel(
        forSourceModel: manager.sourceModel, destinationModel: manager.destinationModel)
      try manager.migrateStore(from: store.url, type: .sqlite, mapping: mapping, to: copy, type: .sqlite)
      #expect(try self.numbers(store.at(copy), model(change.to)) == before)
    }
    try store.migrate(to: model(change.to))
    #expect(try store.problems(model(change.to)) == [])
    #expect(try self.numbers(store, model(change.to)) == before)
    try store.with(model(change.to), migrates: false) { context in
      let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
      request.predicate = NSPredicate(format: "number == YES")
      let found = try context.fetch(request).compactMap { $0.value(forKey: "name") as? String }.sorted()
      #expect(found == ["a", "c"])
    }
    // Migrate back, and store a number other than 0 and 1.
    try store.migrate(to: model(change.from))
    #expect(try self.numbers(store, model(change.from)) == before)
    guard change.to == .booleanAttributeType else { return }
    try store.with(model(change.from), migrates: false) { context in
      let item = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
      item.setValue(NSNumber(value: 2), forKey: "number")
      try context.save()
    }
    let error = try #require(store.error(migratingTo: model(change.to)))
    #expect(error.code == NSMigrationError)
    #expect(error.userInfo["attribute"] as? String == "number")
    #expect(error.localizedDescription.contains("each whole number from 0 to 1"), "\(error)")
  }

  /// The store must be as before, and be migrated once the number is gone.
  @Test(arguments: losses, MigratingStore.types)
  func aNumberThatTheNewTypeDoesNotHoldIsAnError(loss: Loss, type: String) throws {
    let (from, to) = (loss.change.from, loss.change.to)
    let store = try MigratingStore(type)
    try fill(store, from, ["a": Self.number(1, from), "b": Self.number(loss.number, from)])
    let before = try store.contents(model(from))
    let bytes = store.isFile ? try Data(contentsOf: store.url) : Data()
    let error = try #require(store.error(migratingTo: model(to)))
    #expect(error.code == NSMigrationError, "\(error)")
    #expect(error.localizedDescription.contains("SpecialItem.number holds"), "\(error)")
    #expect(error.userInfo["entity"] as? String == "SpecialItem")
    #expect(error.userInfo["attribute"] as? String == "number")
    if store.isFile {
      let left = try Data(contentsOf: store.url)
      #expect(left == bytes)
    }
    let kept = try store.contents(model(from))
    #expect(kept == before)
    try store.with(model(from), migrates: false) { context in
      for item in try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "SpecialItem")) { context.delete(item) }
      try context.save()
    }
    try store.migrate(to: model(to))
    let after = try numbers(store, model(to))
    #expect(after == ["a": "1.0", "none": "nil"])
  }

  @Test(arguments: losses) func soItIsByAManagersObjects(loss: Loss) throws {
    let (from, to) = (loss.change.from, loss.change.to)
    let store = try MigratingStore()
    try fill(store, from, ["a": Self.number(1, from), "b": Self.number(loss.number, from)])
    let manager = NSMigrationManager(sourceModel: model(from), destinationModel: model(to))
    manager.usesStoreSpecificMigrationManager = false
    let mapping = try NSMappingModel.inferredMappingModel(
      forSourceModel: manager.sourceModel, destinationModel: manager.destinationModel)
    let url = store.folder.file("New.sqlite")
    let error = try #require(throws: NSError.self) {
      try manager.migrateStore(from: store.url, type: .sqlite, mapping: mapping, to: url, type: .sqlite)
    }
    #expect(error.code == NSMigrationError, "\(error)")
    #expect(error.localizedDescription.contains("SpecialItem.number does not hold"), "\(error)")
    #expect(!FileManager.default.fileExists(atPath: url.path))
  }

  @Test(
    arguments: [NSAttributeType.floatAttributeType, .doubleAttributeType, .decimalAttributeType], MigratingStore.types)
  func aDefaultOfTheNewTypeIsFilledIn(to: NSAttributeType, type: String) throws {
    let store = try MigratingStore(type)
    try fill(store, .integer32AttributeType, ["a": NSNumber(value: 3), "b": NSNumber(value: 4)])
    let value = to == .decimalAttributeType ? NSDecimalNumber(string: "0.5") as Any : Double(0.5) as Any
    try store.migrate(to: model(to, value, isOptional: false))
    let after = try numbers(store, model(to, value, isOptional: false))
    #expect(after == ["a": "3.0", "b": "4.0", "none": "0.5"])
  }

  /// The history must report the number of a deleted item with the new type.
  @Test(arguments: TestSeeds.share(of: changes), MigratingStore.types)
  func aDeletedItemsNumberComesAlong(change: Change, type: String) throws {
    let store = try MigratingStore(type)
    let options = [NSPersistentHistoryTrackingKey: true]
    try store.with(model(change.from), migrates: false, options: options) { context in
      let item = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
      item.setValue(NSNumber(value: 5), forKey: "number")
      try context.save()
      context.delete(item)
      try context.save()
    }
    try store.with(model(change.to), options: options) { context in
      let request = NSPersistentHistoryChangeRequest.fetchHistory(after: nil as NSPersistentHistoryToken?)
      let result = try #require(try context.execute(request) as? NSPersistentHistoryResult)
      let transactions = try #require(result.result as? [NSPersistentHistoryTransaction])
      let kept = transactions.flatMap { $0.changes ?? [] }.compactMap { $0.tombstone?["number"] as? NSNumber }
      #expect(kept.map(\.doubleValue) == [5])
    }
  }
}
