import Foundation
import PostgreSQLTesting
import SectionedTesting
import Testing

@testable import CoreData

/// A store of the music model with a history, which preserves the titles and codes of deleted tracks.
final class HistoryStack {
  /// The types of stores that keep a history.
  static let types = [NSSQLiteStoreType] + StoresOnServers.types
  /// The stores that follow external writes. A server's store always keeps a history.
  static let kinds = types.map { (type: $0, tracksHistory: true) } + [(type: NSSQLiteStoreType, tracksHistory: false)]

  let folder: TemporaryFolder
  let coordinator: NSPersistentStoreCoordinator
  let store: NSPersistentStore

  /// - Parameter options: further options, beside that of the history.
  init(
    _ type: String = NSSQLiteStoreType, at url: URL? = nil, tracksHistory: Bool = true, options: [String: Any] = [:]
  ) throws {
    folder = try TemporaryFolder()
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.model())
    store = try coordinator.addPersistentStore(
      ofType: type, configurationName: nil, at: url ?? StoresOnServers.newURL(type) ?? folder.file(),
      options: options.merging([NSPersistentHistoryTrackingKey: tracksHistory]) { $1 })
  }

  deinit { try? coordinator.remove(store) }

  private static func model() -> NSManagedObjectModel {
    let model = MusicModel.make()
    for name in ["title", "code"] {
      model.entitiesByName["Track"]?.attributesByName[name]?.preservesValueInHistoryOnDeletion = true
    }
    return model
  }

  func newContext(author: String? = nil) -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    context.transactionAuthor = author
    return context
  }

  /// Edits and saves in a new context.
  func saving(author: String? = nil, _ edit: (NSManagedObjectContext) throws -> Void) throws {
    let context = newContext(author: author)
    try context.performAndWait {
      try edit(context)
      try context.save()
    }
  }

  func result<Result>(_ request: NSPersistentHistoryChangeRequest, as type: Result.Type = Result.self) throws -> Result
  {
    let context = newContext()
    let result = try context.performAndWait { UncheckedTransfer(try context.execute(request)) }.value
    let history = try #require(result as? NSPersistentHistoryResult)
    #expect(history.resultType == request.resultType)
    return try #require(history.result as? Result)
  }

  func transactions(after token: NSPersistentHistoryToken? = nil) throws -> [NSPersistentHistoryTransaction] {
    try result(.fetchHistory(after: token))
  }

  /// Returns a line for each change in the history, without times and processes.
  func trace() throws -> [String] {
    try transactions().flatMap { transaction in
      try #require(transaction.changes).map { change in
        let properties = change.updatedProperties?.map(\.name).sorted().joined(separator: " ") ?? ""
        let kept = (change.tombstone ?? [:]).map { "\($0)=\($1)" }.sorted().joined(separator: " ")
        let id = change.changedObjectID
        return "\(transaction.transactionNumber) \(transaction.author ?? "-") \(change.changeType) "
          + "\(id.entity.name ?? "")\(id.key.primaryKey) [\(properties)] [\(kept)]"
      }
    }
  }
}
