import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// One coordinator writes, another one on the same file, as another process has it, follows by the history alone.
@Suite("A history that is followed")
struct HistoryRandomTests {
  @Test("merging transactions shows what a fresh fetch does", arguments: TestSeeds.seeds(30))
  func following(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let writing = try HistoryStack()
    let reading = try HistoryStack(at: writing.folder.file())
    let writer = writing.newContext()
    let reader = reading.newContext()
    // A list is followed while somebody is notified.
    let listener = Listener()
    let list = reader.performAndWait { UncheckedTransfer(Self.list(in: reader)) }.value
    list.delegate = listener
    var token: NSPersistentHistoryToken?
    for step in 0..<25 {
      try writer.performAndWait {
        for _ in 0...random.below(4) { try Self.edit(writer, &random) }
        try writer.save()
      }
      if random.oneIn(3) { continue }
      let transactions = try reading.transactions(after: token)
      token = transactions.last?.token ?? token
      try reader.performAndWait {
        for transaction in transactions { reader.mergeChanges(fromContextDidSave: transaction.objectIDNotification()) }
        let shown = (list.fetchedObjects ?? []).map(Self.text)
        let fresh = reading.newContext()
        let request = try #require(list.fetchRequest.copy() as? NSFetchRequest<NSManagedObject>)
        let expected = try fresh.performAndWait { try fresh.fetch(request).map(Self.text) }
        #expect(shown == expected, "step \(step), SECTIONS_SEED=\(seed)")
      }
    }
    #expect(token != nil)
    withExtendedLifetime(listener) {}
  }

  private final class Listener: NSObject, NSFetchedResultsControllerDelegate {}

  private static func list(in context: NSManagedObjectContext) -> NSFetchedResultsController<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Track")
    request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
    let list = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
    #expect(throws: Never.self) { try list.performFetch() }
    return list
  }

  private static func text(_ track: NSManagedObject) -> String {
    let tags = (track.value(forKey: "tags") as? Set<NSManagedObject> ?? []).map { "\($0.value(forKey: "name") ?? "")" }
    let singer = (track.value(forKey: "singer") as? NSManagedObject)?.value(forKey: "name") ?? "-"
    return "\(track.objectID.key.primaryKey) \(track.value(forKey: "title") ?? "") \(singer) \(tags.sorted())"
  }

  private static func edit(_ context: NSManagedObjectContext, _ random: inout SeededRandom) throws {
    func any(_ entity: String) throws -> NSManagedObject? {
      let request = NSFetchRequest<NSManagedObject>(entityName: entity)
      request.sortDescriptors = [NSSortDescriptor(key: "objectID", ascending: true)]
      let all = try context.fetch(request)
      return all.isEmpty ? nil : all[random.below(all.count)]
    }
    let name = "\(random.below(5))"
    switch random.below(9) {
    case 0, 1: try context.insert("Track", ["title": name])
    case 2: try context.insert("Tag", ["name": name])
    case 3: try context.insert("Person", ["name": name])
    case 4: try any("Track")?.setValue(name, forKey: "title")
    case 5: try any("Track")?.setValue(try any("Person"), forKey: "singer")
    case 6:
      if let track = try any("Track"), let tag = try any("Tag") {
        let tags = track.mutableSetValue(forKey: "tags")
        if tags.contains(tag) { tags.remove(tag) } else { tags.add(tag) }
      }
    case 7: if let tag = try any("Tag") { tag.setValue(name, forKey: "name") }
    default: if let object = try any(["Track", "Tag", "Person"][random.below(3)]) { context.delete(object) }
    }
  }
}
