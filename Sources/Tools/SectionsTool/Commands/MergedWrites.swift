import CoreData
import Foundation
import Synchronization

/// Records whether a context has merged external changes to objects of some entities.
final class MergedWrites: Sendable {
  private let isNew = Mutex(false)
  private let observation: Observation

  /// Unchecked: `token` is set once, before other threads can use the object, and read only in `deinit`.
  private final class Observation: @unchecked Sendable {
    var token: (any NSObjectProtocol)?

    deinit {
      if let token { NotificationCenter.default.removeObserver(token) }
    }
  }

  /// - Parameters:
  ///   - context: the context that merges.
  ///   - entities: the entities whose changes count, each with all entities of its inheritance hierarchy.
  init(of context: NSManagedObjectContext, _ entities: [NSEntityDescription]) {
    observation = Observation()
    let names = Set(entities.map { $0.root.name })
    observation.token = NotificationCenter.default.addObserver(
      forName: NSManagedObjectContext.didMergeChangesObjectIDsNotification, object: context, queue: nil
    ) { [weak self] notification in
      let ids = (notification.userInfo ?? [:]).values.lazy.flatMap { $0 as? Set<NSManagedObjectID> ?? [] }
      if ids.contains(where: { names.contains($0.entity.root.name) }) { self?.isNew.withLock { $0 = true } }
    }
  }

  /// Returns whether the context has merged such changes since the last call.
  func take() -> Bool {
    isNew.withLock { isNew in
      defer { isNew = false }
      return isNew
    }
  }
}

extension NSEntityDescription {
  fileprivate var root: NSEntityDescription { superentity?.root ?? self }
}
