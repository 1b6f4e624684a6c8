import Foundation
import SectionedTesting
import TestTraits
import Testing

@testable import CoreData
@testable import CoreDataModel

/// Pages with tags, colors and places, which are stored as data.
@Suite("Transformable attributes")
struct TransformableAttributeTests {
  init() { TransformerModel.register }

  private func stack(_ type: String) throws -> MusicStack { try MusicStack(type, TransformerModel.make()) }

  /// Returns the stored data of a page's attribute.
  private func data(_ key: String, in stack: MusicStack) throws -> Data? {
    let rows = try stack.store.rows.rows(matching: RowQuery(entity: stack.entity("Page")))
    let row = try #require(rows.first)
    let slot = try #require(stack.entity("Page").slot(named: key))
    guard case .data(let data) = row[slot] else { return nil }
    return data
  }

  @Test("Values are stored as data, and are themselves in another context", arguments: MusicStack.types)
  func roundTrip(type: String) throws {
    let stack = try stack(type)
    try stack.run { (context) throws in
      let page = try context.insert("Page", ["title": "a"])
      let place = Place("Rome")
      page.setValue(["x", "y"], forKey: "tags")
      page.setValue(Color(red: 1, green: 2, blue: 3), forKey: "color")
      page.setValue(place, forKey: "place")
      try context.save()
      // The value is still the object that was set, and not a copy.
      #expect(page.value(forKey: "place") as? Place === place)
      #expect(!context.hasChanges)
    }
    try stack.saving { (other) throws in
      let page = try #require(try other.all("Page").first)
      #expect(page.value(forKey: "tags") as? [String] == ["x", "y"])
      #expect(page.value(forKey: "color") as? Color == Color(red: 1, green: 2, blue: 3))
      let place = try #require(page.value(forKey: "place") as? Place)
      #expect(place == Place("Rome") && page.value(forKey: "place") as? Place === place)
      #expect(!other.hasChanges)
    }
    #expect(try data("color", in: stack) == Data([1, 2, 3]))
    #expect(try data("tags", in: stack)?.starts(with: Data("bplist00".utf8)) == true)
  }

  @Test("What equals the stored value is no change, also where it was changed in place", arguments: MusicStack.types)
  func changes(type: String) throws {
    let stack = try stack(type)
    try stack.run { (context) throws in
      let page = try context.insert("Page", ["tags": NSMutableArray(array: ["x"])])
      try context.save()
      page.setValue(["x"], forKey: "tags")
      #expect(!context.hasChanges)
      let tags = try #require(page.value(forKey: "tags") as? NSMutableArray)
      tags.add("y")
      page.setValue(tags, forKey: "tags")
      #expect(page.changedValues()["tags"] as? [String] == ["x", "y"])
      #expect(page.committedValues(forKeys: ["tags"])["tags"] as? [String] == ["x"])
      context.rollback()
      #expect(page.value(forKey: "tags") as? [String] == ["x"])
      page.setValue(nil, forKey: "tags")
      try context.save()
    }
    #expect(try data("tags", in: stack) == nil)
  }

  @Test("A child hands its values to its parent, which stores them", arguments: MusicStack.types)
  func parents(type: String) throws {
    let stack = try stack(type)
    try stack.run { (context) throws in
      let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      child.parent = context
      try child.performAndWait { () throws in
        try child.insert("Page", ["color": Color(red: 9, green: 8, blue: 7), "place": Place("Oslo")])
        try child.save()
      }
      let page = try #require(try context.all("Page").first)
      #expect(page.value(forKey: "place") as? Place == Place("Oslo"))
      try context.save()
      try child.performAndWait { () throws in
        child.reset()
        #expect(try child.all("Page").map { $0.value(forKey: "color") as? Color } == [Color(red: 9, green: 8, blue: 7)])
      }
    }
    #expect(try data("color", in: stack) == Data([9, 8, 7]))
  }

  @Test("Dictionaries have the values", arguments: MusicStack.types)
  func dictionaries(type: String) throws {
    let stack = try stack(type)
    try stack.run { (context) throws in
      try context.insert("Page", ["title": "a", "tags": ["x"], "color": Color(red: 0, green: 0, blue: 1)])
      try context.insert("Page", ["title": "b"])
      try context.save()
      let request = NSFetchRequest<NSDictionary>(entityName: "Page")
      request.resultType = .dictionaryResultType
      request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
      let found = try context.fetch(request)
      #expect(found.map { $0["tags"] as? [String] } == [["x"], nil])
      #expect(found.map { $0["color"] as? Color } == [Color(red: 0, green: 0, blue: 1), nil])
    }
  }

  /// Each value, and the reason why it cannot be saved.
  @Test("What no transformer takes is an error that says why, and nothing is lost", arguments: MusicStack.types)
  func refused(type: String) throws {
    let stack = try stack(type)
    let cases: [(key: String, value: Any, reason: String)] = [
      ("tags", Intruder(), "Page.tags cannot be saved: Intruder is no allowed class."),
      ("tags", [Place("x")], "Page.tags cannot be saved: Place is no allowed class."),
      ("color", "red", "Page.color cannot be saved: HexColor makes no data of a String."),
      ("place", Intruder(), "Page.place cannot be saved: Intruder is no allowed class."),
      ("place", [Intruder()], "Page.place cannot be saved: Intruder is no allowed class."),
      (
        "cover", Intruder(),
        "Page.cover cannot be saved: no value transformer is registered as NobodyHasIt, and Intruder is no allowed class."
      ),
    ]
    try stack.run { (context) throws in
      for (key, value, reason) in cases {
        let page = try context.insert("Page", ["title": "a"])
        page.setValue(value, forKey: key)
        let error = #expect(throws: NSError.self) { () throws in try context.save() }
        #expect(error?.code == NSPersistentStoreSaveError && error?.localizedDescription == reason)
        #expect(context.insertedObjects == [page] && page.objectID.isTemporaryID)
        page.setValue(nil, forKey: key)
        try context.save()
      }
      #expect(try context.all("Page").count == cases.count)
    }
  }

  @Test("The value of an unregistered transformer is its data", arguments: MusicStack.types)
  func unregistered(type: String) throws {
    let stack = try stack(type)
    try stack.saving { try $0.insert("Page", ["cover": Data([1, 2])]) }
    try stack.saving { (other) throws in
      #expect(try other.all("Page").map { $0.value(forKey: "cover") as? Data } == [Data([1, 2])])
    }
    #expect(try data("cover", in: stack) == Data([1, 2]))
  }

  /// Data that is itself an archive is archived again, so that it is read as data.
  @Test("Values of an unregistered transformer are archived", arguments: MusicStack.types)
  func archivedInstead(type: String) throws {
    let stack = try stack(type)
    let archive = try NSKeyedArchiver.archivedData(withRootObject: NSArray(array: [1]), requiringSecureCoding: true)
    let values: [Any] = [["x", "y"], 7, ["a": Date(timeIntervalSinceReferenceDate: 1)], archive, Data([1, 2])]
    for value in values {
      try stack.saving { try $0.insert("Page", ["cover": value]) }
      try stack.saving { (other) throws in
        let page = try #require(try other.all("Page").first)
        let read = try #require(page.value(forKey: "cover"))
        #expect(OpaqueBox(read).isEqual(to: OpaqueBox(value)), "\(value) came back as \(read)")
        other.delete(page)
      }
    }
  }

  /// In Foundation, an `Int8` and a Boolean have the same type of number.
  @Test("Numbers in a value are what they were", arguments: MusicStack.types)
  func numbers(type: String) throws {
    let stack = try stack(type)
    let numbers: [NSNumber] = [
      true, false, NSNumber(value: Int8(20)), NSNumber(value: Int8(-3)), NSNumber(value: Int8(1)),
      NSNumber(value: Int8(0)), NSNumber(value: UInt8(200)), NSNumber(value: Int16(-300)), NSNumber(value: UInt64.max),
      1.5,
    ]
    try stack.saving { try $0.insert("Page", ["tags": numbers]) }
    try stack.saving { (other) throws in
      let read = try #require(try other.all("Page").first?.value(forKey: "tags") as? [NSNumber])
      #expect(read == numbers)
      let booleans = read.map { $0 === NSNumber(value: true) || $0 === NSNumber(value: false) }
      #expect(booleans == numbers.indices.map { $0 < 2 })
    }
  }

  private static let nameOfTheClass = "NSSecureUnarchiveFromDataTransformer"

  /// Xcode suggests the archiving transformer by the name of its class.
  @Test("Values are archived under the name of the class, too", arguments: MusicStack.types)
  func classAsName(type: String) throws {
    let stack = try MusicStack(type, TransformerModel.make(tags: Self.nameOfTheClass))
    try stack.saving { try $0.insert("Page", ["tags": ["x", "y"]]) }
    try stack.saving { (other) throws in
      #expect(try other.all("Page").map { $0.value(forKey: "tags") as? [String] } == [["x", "y"]])
    }
    #expect(try data("tags", in: stack)?.starts(with: Data("bplist00".utf8)) == true)
    let known = ValueTransformer(forName: NSValueTransformerName(Self.nameOfTheClass))
    #expect(known is NSSecureUnarchiveFromDataTransformer)
  }

  /// Runs in a process of its own, because the transformer must not be registered for other tests.
  @Test("What the program registers under that name keeps the values", .startsProcesses)
  func registeredByTheProgram() async {
    await #expect(processExitsWith: .success) { try Self.saveByAnother() }
  }

  private static func saveByAnother() throws {
    ValueTransformer.setValueTransformer(HexColor(), forName: NSValueTransformerName(nameOfTheClass))
    let stack = try MusicStack(NSSQLiteStoreType, TransformerModel.make(tags: nameOfTheClass))
    let color = Color(red: 1, green: 2, blue: 3)
    try stack.saving { try $0.insert("Page", ["tags": color]) }
    try stack.saving { (other) throws in
      #expect(try other.all("Page").map { $0.value(forKey: "tags") as? Color } == [color])
    }
    #expect(try Self().data("tags", in: stack) == Data([1, 2, 3]))
  }

  /// The stored data of a page is an archive of a class that is not allowed, an incomplete archive, or no archive.
  @Test("Data that cannot be read is nil, and stays when the page is saved", arguments: MusicStack.types)
  func damaged(type: String) throws {
    let archive = try NSKeyedArchiver.archivedData(withRootObject: Intruder(), requiringSecureCoding: true)
    for bytes in [archive, archive.dropLast(9), Data(), Data("no archive".utf8)] {
      let stack = try stack(type)
      let entity = try stack.entity("Page")
      var values = ContiguousArray(repeating: Value.null, count: entity.slots.count)
      for key in ["tags", "place"] { values[try #require(entity.slot(named: key))] = .data(bytes) }
      let row = Row(key: RowKey(entity: entity.index, primaryKey: 1), version: 1, values: values)
      _ = try stack.store.save(StoreChanges(inserted: [row]))
      try stack.run { (context) throws in
        let page = try #require(try context.all("Page").first)
        #expect(page.value(forKey: "tags") == nil && page.value(forKey: "place") == nil)
        page.setValue("b", forKey: "title")
        try context.save()
      }
      #expect(try data("tags", in: stack) == bytes && data("place", in: stack) == bytes)
    }
  }
}
