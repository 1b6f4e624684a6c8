import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// The order of the bits is Apple's, as found in libraries of Photos (`RecentStoreTests`).
@Suite("How a history keeps which properties changed")
struct HistoryBitsTests {
  /// A folder has ordered albums, and an album has a cover. A smart album also has a query.
  private static let model: NSManagedObjectModel = {
    let folder = NSEntityDescription("Folder", [NSAttributeDescription("name")])
    let album = NSEntityDescription(
      "Album",
      [
        NSAttributeDescription("title"), NSAttributeDescription("date", .dateAttributeType),
        NSAttributeDescription("shown", isTransient: true),
      ])
    let smart = NSEntityDescription("Smart", [NSAttributeDescription("query"), NSAttributeDescription("order")])
    let photo = NSEntityDescription("Photo", [NSAttributeDescription("name")])
    album.subentities = [smart]
    folder.relate("albums", .ordered, to: album, "folder", .one)
    album.relate("cover", .one, to: photo, "coverOf", .many)
    album.relate("photos", .many, to: photo, "albums", .many)
    smart.properties.append(NSRelationshipDescription("found", .many, to: photo))
    return NSManagedObjectModel([folder, album, smart, photo])
  }()

  private func layout(_ name: String) throws -> EntityLayout {
    try #require(Self.model.compile().layout.entitiesByName[name])
  }

  /// Returns the properties in the order of their bits.
  private func order(_ form: HistoryBits, _ name: String) throws -> [String] {
    let layout = try layout(name)
    let count = form.bits(of: [], in: layout).count * 8
    return (0..<count).map { bit in
      var bytes = [UInt8](repeating: 0, count: count / 8)
      bytes[bit / 8] = form == .standard ? 0x80 >> UInt8(bit % 8) : 1 << UInt8(bit % 8)
      return form.slots(in: Data(bytes), of: layout).map { layout.slots[$0].name }.joined(separator: " ")
    }
  }

  @Test func appleOrder() throws {
    #expect(try order(.standard, "Album") == ["cover", "folder", "", "date", "title", "photos", "", ""])
    // Inherited properties come first. The ninth property needs a second byte.
    #expect(
      try order(.standard, "Smart")
        == ["cover", "folder", "", "date", "title", "order", "query", "photos", "found"]
        + Array(repeating: "", count: 7))
    #expect(try order(.standard, "Folder") == ["name", "albums"] + Array(repeating: "", count: 6))
    // The implied reference to the owner has no bit.
    #expect(try order(.standard, "Photo") == ["name", "albums", "coverOf"] + Array(repeating: "", count: 5))
  }

  @Test func formerOrder() throws {
    #expect(try order(.byName, "Album") == ["cover", "date", "folder", "photos", "shown", "title", "", ""])
  }

  @Test("An object that comes under another owner gets another place there")
  func placesAreSet() throws {
    let layout = try layout("Album")
    let slot = try #require(layout.slotsByName["folder"])
    #expect(HistoryBits.standard.bits(of: [slot], in: layout) == Data([0b0110_0000]))
    #expect(HistoryBits.standard.slots(in: Data([0b0010_0000]), of: layout) == [])
  }

  @Test("A history that an earlier version wrote is read in its order, what comes after it in Apple's")
  func formerHistories() throws {
    let stack = try MusicStack(NSSQLiteStoreType, options: [NSPersistentHistoryTrackingKey: true])
    func updates() throws -> [[String]] {
      let changes = try stack.store.rows.history(after: nil, withChanges: true).flatMap(\.changes)
      return changes.filter { $0.kind == .update }.map { change in
        change.slots.map { stack.store.rows.model[change.key].slots[$0].name }.sorted()
      }
    }
    try stack.run { context in
      let track = try context.insert("Track", ["title": "1"])
      try context.save()
      track.setValue("2", forKey: "title")
      try context.save()
    }
    #expect(try updates() == [["title"]])
    // Make the history look as the earlier version left it.
    let layout = try #require(stack.coordinator.managedObjectModel.compile().layout.entitiesByName["Track"])
    let title = try #require(layout.slotsByName["title"])
    let database = try SampleDatabase(#require(stack.store.url).path)
    let hex = HistoryBits.byName.bits(of: [title], in: layout).map { String(format: "%02X", $0) }.joined()
    try database.execute("UPDATE ACHANGE SET Z_OPT = NULL")
    try database.execute("UPDATE ACHANGE SET ZCOLUMNS = x'\(hex)' WHERE ZCHANGETYPE = 1")
    #expect(try updates() == [["title"]])
    // Make the history look as Apple's framework writes it: the names of its processes have no numbers.
    let apples = HistoryBits.standard.bits(of: [title], in: layout).map { String(format: "%02X", $0) }.joined()
    try database.execute("UPDATE ATRANSACTIONSTRING SET ZNAME = 'photolibraryd' WHERE ZNAME GLOB '*.[0-9]*'")
    try database.execute("UPDATE ACHANGE SET ZCOLUMNS = x'\(apples)' WHERE ZCHANGETYPE = 1")
    #expect(try updates() == [["title"]])
    database.close()
  }

  @Test("A take-over of a member without an inverse is a change of both owners", arguments: MusicStack.types)
  func owners(type: String) throws {
    let stack = try MusicStack(type, ListModel.make(), options: [NSPersistentHistoryTrackingKey: true])
    try stack.run { context in
      let tag = try context.insert("Tag", ["name": "a"])
      let lists = try ["l", "m"].map { try context.insert("List", ["name": $0]) }
      lists[0].mutableSetValue(forKey: "tags").add(tag)
      try context.save()
      lists[1].mutableSetValue(forKey: "tags").add(tag)
      try context.save()
    }
    let last = try #require(try stack.store.rows.history(after: nil, withChanges: true).last)
    let model = stack.store.rows.model
    let changes = last.changes.map { change in
      "\(model[change.key].name) \(change.slots.map { model[change.key].slots[$0].name }.filter { !$0.contains(".") })"
    }
    #expect(changes.sorted() == ["List [\"tags\"]", "List [\"tags\"]", "Tag []"])
  }
}
