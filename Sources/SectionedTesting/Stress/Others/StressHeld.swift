import CoreData
import Foundation

/// An album of a stress run that is held, as a screen holds what it shows: the tracks that were read of it stay the same
/// objects, though nothing else holds them.
final class StressHeld {
  private let context: NSManagedObjectContext
  private var album: NSManagedObject?
  private var tracks: [Member] = []
  private let refreshes = Refreshes()
  private var token: (any NSObjectProtocol)?

  private struct Member {
    let id: NSManagedObjectID
    weak var object: NSManagedObject?
  }

  /// What a notification named that may have made it a fault. Unchecked: used on the context's queue only.
  private final class Refreshes: @unchecked Sendable {
    var objects: Set<NSManagedObject> = []
    var isAll = false
  }

  /// To be made on the context's queue.
  init(in context: NSManagedObjectContext) {
    self.context = context
    token = NotificationCenter.default.addObserver(
      forName: NSManagedObjectContext.didChangeObjectsNotification, object: context, queue: nil
    ) { [refreshes] notification in
      let info = notification.userInfo ?? [:]
      refreshes.objects.formUnion(info[NSRefreshedObjectsKey] as? Set<NSManagedObject> ?? [])
      if info[NSInvalidatedAllObjectsKey] != nil { refreshes.isAll = true }
    }
  }

  deinit {
    if let token { NotificationCenter.default.removeObserver(token) }
  }

  /// To be called on the context's queue, in no block that has reached anything yet.
  func check() throws {
    defer { (refreshes.objects, refreshes.isAll) = ([], false) }
    if let album, album.managedObjectContext === context, !album.isDeleted, !refreshes.isAll,
      !refreshes.objects.contains(album)
    {
      let gone = tracks.filter { $0.object == nil }.map(\.id)
      let members = Set(album.objectIDs(forRelationshipNamed: "tracks"))
      if let lost = gone.first(where: members.contains) {
        throw StressRun.Wrong("\(lost.uriRepresentation().lastPathComponent) of a held album was let go")
      }
    } else {
      let request = NSFetchRequest<NSManagedObject>(entityName: "Album")
      request.sortDescriptors = [NSSortDescriptor(key: "position", ascending: true)]
      request.fetchLimit = 1
      album = try context.fetch(request).first
    }
    let read = album?.value(forKey: "tracks") as? NSSet
    tracks = (read?.allObjects ?? []).compactMap { $0 as? NSManagedObject }.map { Member(id: $0.objectID, object: $0) }
  }
}
