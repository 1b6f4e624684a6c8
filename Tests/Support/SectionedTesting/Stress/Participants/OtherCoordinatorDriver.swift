import CoreData
import Foundation
import SectionedFetchedResults

/// A second coordinator on the store of a stress run, as in another process. It edits and saves, and has lists of its
/// own. It and the library learn of each other's saves only from the store's history.
final class OtherCoordinatorDriver {
  private static let author = "other coordinator"

  private let container: NSPersistentContainer
  private let context: NSManagedObjectContext
  private let controller: MusicLibrary.Controller
  private let rows: StressRows
  private let recorder = MusicLibrary.Recorder { $0.objectID.uriRepresentation().lastPathComponent }
  /// The history tokens up to which this coordinator has read the history, and the library has received its saves.
  private var (read, delivered): (NSPersistentHistoryToken?, NSPersistentHistoryToken?)
  /// The transactions that the library merged last.
  private var recent: [NSPersistentHistoryTransaction] = []

  init(of library: MusicLibrary, _ shape: StressShape) throws {
    container = try library.makeOtherContainer()
    context = library.traits.adapt(container.newBackgroundContext())
    context.transactionAuthor = Self.author
    controller = StressStage.controller(of: library, shape, in: context)
    controller.itemDependencies = shape.itemDependencies
    controller.delegate = recorder
    let (context, controller) = (context, controller)
    rows = try context.performAndWait { () throws in
      try controller.performFetch()
      return try StressRows(in: context)
    }
    read = container.persistentStoreCoordinator.currentPersistentHistoryToken(fromStores: nil)
    delivered = library.container.persistentStoreCoordinator.currentPersistentHistoryToken(fromStores: nil)
  }

  /// Edits and saves.
  ///
  /// - Returns: a description of the edits.
  func edit(_ editor: StressEditor, count: Int) throws -> String {
    try catchUp()
    var editor = editor
    editor.context = context
    let isSaved = try context.performAndWait { () throws in
      for _ in 0..<count { try editor.edit() }
      return try context.saveOrTakeBack()
    }
    return editor.log.joined(separator: ", ") + (isSaved ? "" : ", refused")
  }

  /// Returns the saves of this coordinator since the last call, for the library's contexts to merge. Some calls return
  /// them in reverse order.
  func takeSaves(for first: NSManagedObjectContext) throws -> [Notification] {
    let new = try Self.transactions(after: delivered, in: first)
    delivered = new.last?.token ?? delivered
    let saves = new.filter { $0.author == Self.author }
    recent = (recent + saves).suffix(5)
    let isReversed = (saves.first?.transactionNumber ?? 0) % 3 == 0
    return (isReversed ? saves.reversed() : saves).map { $0.objectIDNotification() }
  }

  /// Returns a random one of the transactions that the library merged last.
  func merged(_ random: inout SeededRandom) -> Notification? {
    recent.randomElement(using: &random)?.objectIDNotification()
  }

  /// Merges the library's saves.
  private func catchUp() throws {
    let new = try Self.transactions(after: read, in: context)
    read = new.last?.token ?? read
    context.performAndWait {
      for transaction in new where transaction.author != Self.author {
        context.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
      }
      context.processPendingChanges()
    }
  }

  private static func transactions(
    after token: NSPersistentHistoryToken?, in context: NSManagedObjectContext
  ) throws -> [NSPersistentHistoryTransaction] {
    try context.performAndWait { () throws in
      let result = try context.execute(NSPersistentHistoryChangeRequest.fetchHistory(after: token))
      return (result as? NSPersistentHistoryResult)?.result as? [NSPersistentHistoryTransaction] ?? []
    }
  }

  /// Merges the library's saves, and checks the lists.
  func check() throws {
    try catchUp()
    try context.performAndWait { () throws in
      if let error = recorder.errors.first { throw StressRun.Wrong("the other coordinator reported: \(error)") }
      let (shown, reference) = (ReferenceList(shownBy: controller), try ReferenceList(for: controller))
      guard shown == reference else {
        throw StressRun.Wrong("the other coordinator shows \(shown), should show \(reference)")
      }
      do { try rows.check() } catch { throw StressRun.Wrong("the other coordinator: \(error)") }
      _ = recorder.take()
    }
  }
}
