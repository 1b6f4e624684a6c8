#if canImport(Darwin) || SECTIONED_PUBLIC_API
  import CoreData
  import Foundation

  /// Announcements between the controllers of a context, posted before they refresh unchanged objects. The context's
  /// notification will name these objects, and the controllers must not treat the objects that depend on them as
  /// changed. Items and sections may depend on each other, and on objects of other controllers.
  final class RefreshAnnouncements {
    private static let name = Notification.Name("SectionedFetchedResults.refreshes")

    /// The announced objects, which a notification will name, with their values before any controller of the context
    /// refreshed them. Objects and not their IDs, because an observer of the refresh may give them permanent IDs.
    private(set) var values: [NSManagedObject: [String: Any]] = [:]
    private var token: (any NSObjectProtocol)?

    /// Observes the announcements until this object is released.
    init(_ context: NSManagedObjectContext) {
      let box = QueueBox(self)
      token = NotificationCenter.default.addObserver(forName: Self.name, object: context, queue: nil) {
        // Posted on the context's queue.
        guard let announcement = $0.userInfo?["announcement"] as? Announcement else { return }
        box.object?.receive(announcement)
      }
    }

    deinit { token.map(NotificationCenter.default.removeObserver) }

    /// Takes over the announcements that the previous instance received.
    func take(over previous: RefreshAnnouncements) { values = previous.values }

    private func receive(_ announcement: Announcement) {
      values.merge(announcement.values) { _, new in new }
      for object in announcement.ended { values[object] = nil }
    }

    /// Announces a refresh to all controllers of a context, including the caller.
    ///
    /// - Parameter values: the objects, and their values before the refresh. If they differ afterwards, every controller
    ///   treats the object as changed.
    static func post(_ values: [NSManagedObject: [String: Any]], in context: NSManagedObjectContext) {
      post(Announcement(values: values, ended: []), in: context)
    }

    /// Announces that the refresh of some objects has ended, so that no notification will name them any more.
    static func postEnd(of objects: Set<NSManagedObject>, in context: NSManagedObjectContext) {
      post(Announcement(values: [:], ended: objects), in: context)
    }

    private static func post(_ announcement: Announcement, in context: NSManagedObjectContext) {
      NotificationCenter.default.post(
        name: name, object: context, userInfo: ["announcement": announcement])
    }

    // A class, because a dictionary in `userInfo` would need keys that can be copied.
    private final class Announcement {
      let values: [NSManagedObject: [String: Any]]
      let ended: Set<NSManagedObject>

      init(values: [NSManagedObject: [String: Any]], ended: Set<NSManagedObject>) {
        (self.values, self.ended) = (values, ended)
      }
    }
  }
#endif
