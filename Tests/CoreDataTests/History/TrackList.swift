import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// A list of tracks, and random changes of tracks.
enum TrackList {
  /// A delegate, because a list without one does not follow its context.
  final class Listener: NSObject, NSFetchedResultsControllerDelegate {}

  static func list(in context: NSManagedObjectContext) -> NSFetchedResultsController<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Track")
    request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
    let list = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
    #expect(throws: Never.self) { try list.performFetch() }
    return list
  }

  static func text(_ track: NSManagedObject) -> String {
    let tags = (track.value(forKey: "tags") as? Set<NSManagedObject> ?? []).map { "\($0.value(forKey: "name") ?? "")" }
    let singer = (track.value(forKey: "singer") as? NSManagedObject)?.value(forKey: "name") ?? "-"
    return "\(track.objectID.key.primaryKey) \(track.value(forKey: "title") ?? "") \(singer) \(tags.sorted())"
  }

  static func edit(_ context: NSManagedObjectContext, _ random: inout SeededRandom) throws {
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
