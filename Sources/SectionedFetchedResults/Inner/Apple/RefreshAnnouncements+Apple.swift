#if canImport(Darwin) || SECTIONED_PUBLIC_API
  import CoreData
  import Foundation

  /// The announcements that the controllers of a context make to each other before they refresh objects of which
  /// nothing changed. A notification will name these objects, and no controller then counts the objects that depend on
  /// them as changed. Items and sections may depend on each other, and on those of other controllers.
  final class RefreshAnnouncements {
    private static let name = Notification.Name("SectionedFetchedResults.refreshes")

    /// Objects that a notification will name.
    private(set) var ids: Set<NSManagedObjectID> = []
    /// The values of these objects before any controller of the context refreshed them.
    private(set) var values: [NSManagedObjectID: [String: Any]] = [:]
    private var token: (any NSObjectProtocol)?

    /// Observes the announcements until it is dropped.
    init(_ context: NSManagedObjectContext) {
      let box = QueueBox(self)
      token = NotificationCenter.default.addObserver(forName: Self.name, object: context, queue: nil) {
        // Posted on the context's queue.
        box.object?.receive($0.userInfo ?? [:])
      }
    }

    deinit { token.map(NotificationCenter.default.removeObserver) }

    /// Takes over the announcements from before this one observed.
    func take(over previous: RefreshAnnouncements) { (ids, values) = (previous.ids, previous.values) }

    private func receive(_ info: [AnyHashable: Any]) {
      let over = info["over"] as? Set<NSManagedObjectID> ?? []
      ids.formUnion(info["ids"] as? Set<NSManagedObjectID> ?? [])
      ids.subtract(over)
      values.merge(info["values"] as? [NSManagedObjectID: [String: Any]] ?? [:]) { _, new in new }
      for id in over { values[id] = nil }
    }

    /// Announces to all controllers of a context, the caller too.
    ///
    /// - Parameters:
    ///   - values: the values of the objects before. When they change meanwhile, that counts for all.
    ///   - isOver: whether no notification will name them any more.
    static func post(
      _ ids: Set<NSManagedObjectID>, values: [NSManagedObjectID: [String: Any]] = [:], isOver: Bool = false,
      in context: NSManagedObjectContext
    ) {
      NotificationCenter.default.post(
        name: name, object: context, userInfo: [isOver ? "over" : "ids": ids, "values": values])
    }
  }
#endif
