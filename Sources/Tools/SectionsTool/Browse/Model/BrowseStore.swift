import CoreData
import Foundation
import SectionedDataSources
import Synchronization

/// The store that is browsed, and the context that all its lists share.
@MainActor
final class BrowseStore {
  let store: ToolStore
  let context: NSManagedObjectContext
  /// Whether the user may edit objects.
  let canEdit: Bool
  /// Receives the failures that lists report when no method was called. The default handler would write them over the
  /// screen.
  let anomalies: AnomalyHandler
  private let reported = Reports()
  private let contextRevision: ContextRevision
  private let file: WatchedFile?
  /// Whether other processes may write to the store.
  private let isShared: Bool
  private var writes: ExternalWrites?
  /// The store's versions before the first list was fetched. They show whether another process has written since.
  private let versions: [Int]

  /// - Parameters:
  ///   - store: the store.
  ///   - path: the store's file or address; nil if no other process writes to it.
  ///   - canEdit: whether the user may edit objects.
  init(_ store: ToolStore, path: String?, canEdit: Bool) throws {
    self.store = store
    self.canEdit = canEdit
    anomalies = AnomalyHandler { [reported] anomaly in reported.add(anomaly.message) }
    context = NSManagedObjectContext(.mainQueue)
    context.persistentStoreCoordinator = store.coordinator
    if canEdit { context.undoManager = UndoManager() }
    contextRevision = ContextRevision(of: context)
    file = path.flatMap(WatchedFile.init)
    isShared = path != nil
    versions = try path == nil ? [] : ExternalWrites.versions(of: store.coordinator)
  }

  /// Merges changes that other processes have written since the last call.
  ///
  /// The first call only records the versions of rows. That takes a while in a large store, so the first list is shown
  /// before.
  ///
  /// - Returns: nil if no process has written; otherwise whether all changes were merged. If false, fetch everything
  ///   again.
  /// - Throws: an error if the file was deleted, was replaced by another file, or cannot be read.
  func look() throws -> Bool? {
    guard isShared else { return nil }
    try file?.check()
    guard let writes else {
      let writes = try ExternalWrites(to: store.coordinator, of: store.model.entities)
      self.writes = writes
      guard writes.versions != versions else { return nil }
      context.refreshAllObjects()
      contextRevision.advance()
      return false
    }
    guard let changes = try writes.poll() else { return nil }
    NSManagedObjectContext.mergeChanges(fromRemoteContextSave: changes, into: [context])
    // Also advance for objects that are not registered in the context because nothing references them.
    contextRevision.advance()
    return true
  }

  /// A number that changes whenever values that were read may have changed.
  var revision: Int { contextRevision.value }

  /// Returns the failures that lists reported since the last call.
  func takeReports() -> [String] { reported.take() }

  private final class Reports: Sendable {
    private let texts = Mutex<[String]>([])

    func add(_ text: String) { texts.withLock { $0.append(text) } }

    func take() -> [String] {
      texts.withLock { texts in
        defer { texts = [] }
        return texts
      }
    }
  }
}
