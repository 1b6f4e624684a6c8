#if canImport(Darwin) || SECTIONED_PUBLIC_API
  import CoreData
  import Foundation

  /// Announcements between the controllers of a context, posted before they refresh unchanged objects. The context's
  /// notification will name these objects, and the controllers must not treat the objects that depend on them as
  /// changed. Items and sections may depend on each other, and on objects of other controllers.
  final class RefreshAnnouncements {
    private static let name = Notification.Name("SectionedFetchedResults.refreshes")

    /// The announced objects, which a notification will name.
    private(set) var ids: Set<NSManagedObjectID> = []
    /// The values of these objects before any controller of the context refreshed them.
    private(set) var values: [NSManagedObjectID: [String: Any]] = [:]
    private var token: (any NSObjectProtocol)?

    /// Observes the announcements until this object is released.
    init(_ context: NSManagedObjectContext) {
      let box = QueueBox(self)
      token = NotificationCenter.default.addObserver(forName: Self.name, object: context, queue: nil) {
        // Posted on the context's queue.
        box.object?.receive($0.userInfo ?? [:])
      }
    }

    deinit { token.map(NotificationCenter.default.removeObserver) }

    /// Takes over the announcements that the previous instance received.
    func take(over previous: RefreshAnnouncements) { (ids, values) = (previous.ids, previous.values) }

    private func receive(_ info: [AnyHashable: Any]) {
      let over = info["over"] as? Set<NSManagedObjectID> ?? []
      ids.formUnion(info["ids"] as? Set<NSManagedObjectID> ?? [])
      ids.subtract(over)
      values.merge(info["values"] as? [NSManagedObjectID: [String: Any]] ?? [:]) { _, new in new }
      for id in over { values[id] = nil }
    }

    /// Posts an announcement to all controllers of a context, including the caller.
    ///
    /// - Parameters:
    ///   - values: the objects' values before the refresh. If they differ afterwards, every controller treats the
    ///     object as changed.
    ///   - isOver: whether the refresh has ended, so that no notification will name the objects any more.
    static func post(
      _ ids: Set<NSManagedObjectID>, values: [NSManagedObjectID: [String: Any]] = [:], isOver: Bool = false,
      in context: NSManagedObjectContext
    ) {
      NotificationCenter.default.post(
        name: name, object: context, userInfo: [isOver ? "over" : "ids": ids, "values": values])
    }
  }
#endif
