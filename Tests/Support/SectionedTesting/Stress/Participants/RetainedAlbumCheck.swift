import CoreData
import Foundation

/// Checks that an album keeps its tracks if the run retains only the album, as a screen does. Tracks that were read
/// must stay the same objects.
final class RetainedAlbumCheck {
  private let context: NSManagedObjectContext
  private var album: NSManagedObject?
  private var tracks: [Member] = []
  private let refreshes = Refreshes()
  private var token: (any NSObjectProtocol)?

  private struct Member {
    let id: NSManagedObjectID
    weak var object: NSManagedObject?
  }

  /// The objects that were refreshed, or deleted and inserted again by an undo. Their relationships are read anew.
  /// Unchecked: used on the context's queue only.
  private final class Refreshes: @unchecked Sendable {
    var objects: Set<NSManagedObject> = []
    var isAll = false
  }

  /// Observes the context. Must be called on its queue.
  init(in context: NSManagedObjectContext) {
    self.context = context
    token = NotificationCenter.default.addObserver(
      forName: NSManagedObjectContext.didChangeObjectsNotification, object: context, queue: nil
    ) { [refreshes] notification in
      let info = notification.userInfo ?? [:]
      for key in [NSRefreshedObjectsKey, NSDeletedObjectsKey, NSInsertedObjectsKey] {
        refreshes.objects.formUnion(info[key] as? Set<NSManagedObject> ?? [])
      }
      if info[NSInvalidatedAllObjectsKey] != nil { refreshes.isAll = true }
    }
  }

  deinit {
    if let token { NotificationCenter.default.removeObserver(token) }
  }

  /// Checks that the tracks of the album are still the same objects. Must be called on the context's queue, in a block
  /// that has not accessed any object yet.
  func check() throws {
    defer { (refreshes.objects, refreshes.isAll) = ([], false) }
    if let album, album.managedObjectContext === context, !album.isDeleted, !refreshes.isAll,
      !refreshes.objects.contains(album)
    {
      let gone = tracks.filter { $0.object == nil }.map(\.id)
      let members = Set(album.objectIDs(forRelationshipNamed: "tracks"))
      if let lost = gone.first(where: members.contains) {
        throw StressRun.Wrong("\(lost.uriRepresentation().lastPathComponent) of a retained album was released")
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
