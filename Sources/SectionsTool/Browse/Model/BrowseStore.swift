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
  /// Where lists report what failed outside of a call. By itself that would be written over the screen.
  let anomalies: AnomalyHandler
  private let reported = Reports()
  private let contextRevision: ContextRevision
  private let file: WatchedFile?
  /// Whether other processes may write to it.
  private let isShared: Bool
  private var writes: ExternalWrites?
  /// What other processes had written before the first list was fetched.
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
  /// The first call only remembers the rows, which takes a while where there are many: a list is on the screen by then.
  ///
  /// - Returns: nil where nothing was written, else whether the merge said all; false where everything is to be fetched
  ///   again.
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
    // Objects that nobody holds are none of the context's, and what is read of them is another value all the same.
    contextRevision.advance()
    return true
  }

  /// Another number when something that was read may be read otherwise now.
  var revision: Int { contextRevision.value }

  /// What lists reported since the last call.
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
