import CoreData
import Foundation
import SectionedDataSources
import Synchronization

/// The store that is browsed, and the one context in which all its lists live.
@MainActor
final class BrowseStore {
  let store: ToolStore
  let context: NSManagedObjectContext
  /// Whether objects may be changed.
  let canEdit: Bool
  /// Receives the failures that lists report outside of a call. By default these would be written over the screen.
  let anomalies: AnomalyHandler
  private let reported = Reports()
  private let contextRevision: ContextRevision
  private let file: WatchedFile?
  /// Whether other processes may write to it.
  private let isShared: Bool
  private var writes: ExternalWrites?
  /// The versions of the store before the first list was fetched, which show whether another process has written since.
  private let versions: [Int]

  /// - Parameter path: the store's file or address, where other processes may write to it; nil where none does.
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

  /// Merges what other processes wrote since the last call.
  ///
  /// The first call only records the rows, which takes a while in a large store: a list is on the screen by then.
  ///
  /// - Returns: nil if nothing was written; otherwise whether the merge was complete. False means that everything must
  ///   be fetched again.
  /// - Throws: an error when the file is gone, another stands in its place, or it cannot be read.
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
    // Objects without a strong reference are not registered in the context, but their values have changed, too.
    contextRevision.advance()
    return true
  }

  /// A number that changes when something that was read may have another value now.
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
