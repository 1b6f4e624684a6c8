#if canImport(Darwin) || SECTIONED_PUBLIC_API
  import CoreData
  import Foundation

  /// What the controllers of a context announce to each other before they have objects refreshed of which nothing
  /// changed: a notification will name these, and none of the controllers then counts what depends on them as changed.
  /// Items and sections may depend on each other, and on those of other controllers.
  final class RefreshAnnouncements {
    private static let name = Notification.Name("SectionedFetchedResults.refreshes")

    /// Objects that a notification will name.
    private(set) var ids: Set<NSManagedObjectID> = []
    /// What they were before any controller of the context refreshed them.
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

    /// Goes on with what was announced before this one observed.
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
    ///   - values: what is known of the objects before. What a refresh changes of that counts for all.
    ///   - isOver: whether they will be named no more.
    static func post(
      _ ids: Set<NSManagedObjectID>, values: [NSManagedObjectID: [String: Any]] = [:], isOver: Bool = false,
      in context: NSManagedObjectContext
    ) {
      NotificationCenter.default.post(
        name: name, object: context, userInfo: [isOver ? "over" : "ids": ids, "values": values])
    }
  }
#endif
