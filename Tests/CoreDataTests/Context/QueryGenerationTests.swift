import Foundation
import SectionedTesting
import Synchronization
import TestTraits
import Testing

@testable import CoreData

@Suite("Query generations")
struct QueryGenerationTests {
  private let stack: MusicStack
  private let pinned: NSManagedObjectContext

  /// Stores Nina, and makes a context that stays at this generation once it has read it.
  init() throws {
    let stack = try MusicStack(NSSQLiteStoreType)
    try stack.saving { try $0.insert("Artist", ["name": "Nina"]) }
    let pinned = stack.newContext()
    try pinned.performAndWait { try pinned.setQueryGenerationFrom(.current) }
    self.stack = stack
    self.pinned = pinned
  }

  private func names(_ context: NSManagedObjectContext) throws -> [String] {
    try context.performAndWait { try context.texts("Artist", "name") }
  }

  private func saveBessie() throws {
    try stack.saving { context in
      try #require(try context.all("Artist").first).setValue("Nina S.", forKey: "name")
      try context.insert("Artist", ["name": "Bessie"])
    }
  }

  @Test func aSaveNamesTheGenerationThatItWasMadeIn() throws {
    let tokens = Mutex<[Bool]>([])
    let token = NotificationCenter.default.addObserver(
      forName: NSManagedObjectContext.didSaveObjectsNotification, object: nil, queue: nil
    ) { [coordinator = stack.coordinator] notification in
      guard let context = notification.object as? NSManagedObjectContext else { return }
      let named = notification.userInfo?[NSManagedObjectContextQueryGenerationKey] as? NSQueryGenerationToken
      if context.persistentStoreCoordinator === coordinator {
        tokens.withLock { $0.append(named != nil && named === context.queryGenerationToken) }
      }
    }
    defer { NotificationCenter.default.removeObserver(token) }
    try pinned.performAndWait {
      try pinned.insert("Artist", ["name": "Miles"])
      try pinned.save()
    }
    try stack.saving { try $0.insert("Artist", ["name": "Bill"]) }
    #expect(tokens.withLock { $0 } == [true, false])
  }

  @Test func aPinnedContextReadsItsGeneration() throws {
    #expect(pinned.performAndWait { pinned.queryGenerationToken } === NSQueryGenerationToken.current)
    #expect(try names(pinned) == ["Nina"])
    let token = pinned.performAndWait { pinned.queryGenerationToken }
    #expect(token != nil && token !== NSQueryGenerationToken.current)
    try saveBessie()
    #expect(try names(pinned) == ["Nina"])
    #expect(try names(stack.newContext()) == ["Bessie", "Nina S."])
    try pinned.performAndWait { () throws in
      // The fault is filled from the pinned generation, and the count and the predicate use it, too.
      let nina = try #require(try pinned.all("Artist").first)
      pinned.refreshAllObjects()
      #expect(nina.text("name") == "Nina")
      #expect(try pinned.count(for: NSFetchRequest<NSManagedObject>(entityName: "Artist")) == 1)
      #expect(try pinned.all("Artist", where: "name == 'Nina'") == [nina])
      try pinned.setQueryGenerationFrom(nil)
      #expect(pinned.queryGenerationToken == nil)
      pinned.refreshAllObjects()
      #expect(nina.text("name") == "Nina S.")
    }
    #expect(try names(pinned) == ["Bessie", "Nina S."])
  }

  /// The generation is that of the first read, not of the call.
  @Test func theGenerationBeginsWithTheFirstRead() throws {
    try saveBessie()
    #expect(try names(pinned) == ["Bessie", "Nina S."])
  }

  @Test func aTokenIsForOtherContextsToo() throws {
    #expect(try names(pinned) == ["Nina"])
    let token = try #require(pinned.performAndWait { pinned.queryGenerationToken })
    try saveBessie()
    let other = stack.newContext()
    try other.performAndWait { try other.setQueryGenerationFrom(token) }
    #expect(try names(other) == ["Nina"])
    #expect(other.performAndWait { other.queryGenerationToken } === token)
    // The token retains its generation.
    try pinned.performAndWait { try pinned.setQueryGenerationFrom(.current) }
    #expect(try names(pinned) == ["Bessie", "Nina S."])
    #expect(try names(other) == ["Nina"])
  }

  @Test func whatAnotherProcessWritesIsNotSeenEither() throws {
    #expect(try names(pinned) == ["Nina"])
    let other = try stack.newExternalContext()
    try other.performAndWait {
      try other.insert("Artist", ["name": "Bessie"])
      try other.save()
    }
    #expect(try names(pinned) == ["Nina"])
    #expect(try names(stack.newContext()) == ["Bessie", "Nina"])
  }

  @Test("After a save, a merge and a reset the newest generation is read", arguments: ["save", "merge", "reset"])
  func theGenerationAdvances(by way: String) throws {
    #expect(try names(pinned) == ["Nina"])
    try saveBessie()
    let merged = try stack.saving { try $0.insert("Artist", ["name": "Ella"]) }
    #expect(try names(pinned) == ["Nina"])
    try pinned.performAndWait {
      switch way {
      case "save":
        try pinned.insert("Artist", ["name": "Own"])
        try pinned.save()
      case "merge": pinned.mergeChanges(fromContextDidSave: merged)
      default: pinned.reset()
      }
      pinned.refreshAllObjects()
    }
    let newest = ["Bessie", "Ella", "Nina S."] + (way == "save" ? ["Own"] : [])
    #expect(try names(pinned) == newest)
    // The context stays at this generation.
    try stack.saving { try $0.insert("Artist", ["name": "Late"]) }
    #expect(try names(pinned) == newest)
  }

  /// A save is compared with the newest stored values. If it fails, the context stays at its generation.
  @Test func aSaveIsComparedWithTheNewestGeneration() throws {
    try pinned.performAndWait { () throws in
      let nina = try #require(try pinned.all("Artist").first)
      try saveBessie()
      nina.setValue("Eunice", forKey: "name")
      let error = try #require(throws: NSError.self) { try pinned.save() }
      #expect(error.code == NSManagedObjectMergeError)
      pinned.rollback()
      #expect(try pinned.texts("Artist", "name") == ["Nina"])
      pinned.mergePolicy = NSMergePolicy.overwrite
      nina.setValue("Eunice", forKey: "name")
      try pinned.save()
      #expect(try pinned.texts("Artist", "name") == ["Bessie", "Eunice"])
    }
  }

  @Test func listsShowTheGeneration() throws {
    try pinned.performAndWait {
      let request = NSFetchRequest<NSManagedObject>(entityName: "Artist")
      request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
      let list = NSFetchedResultsController(
        fetchRequest: request, managedObjectContext: pinned, sectionNameKeyPath: nil, cacheName: nil)
      let delegate = Delegate()
      list.delegate = delegate
      try list.performFetch()
      let saved = try stack.saving { try $0.insert("Artist", ["name": "Bessie"]) }
      // An unsaved object is sorted among the objects of the generation.
      try pinned.insert("Artist", ["name": "A"])
      pinned.processPendingChanges()
      #expect(list.fetchedObjects?.map { $0.text("name") } == ["A", "Nina"])
      pinned.mergeChanges(fromContextDidSave: saved)
      #expect(list.fetchedObjects?.map { $0.text("name") } == ["A", "Bessie", "Nina"])
    }
  }

  @Test func aChildReadsWhatItsParentReads() throws {
    #expect(try names(pinned) == ["Nina"])
    try saveBessie()
    let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    child.parent = pinned
    #expect(try names(child) == ["Nina"])
    #expect(child.performAndWait { child.queryGenerationToken } == nil)
  }

  @Test(.startsProcesses) func aChildCannotBePinned() async {
    await #expect(processExitsWith: .failure) {
      let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      child.parent = try MusicStack().newContext()
      try child.setQueryGenerationFrom(.current)
    }
  }

  /// An open reader would keep the WAL from being checkpointed into the file.
  @Test func aStoreIsClosedUnderItsTokens() throws {
    #expect(try names(pinned) == ["Nina"])
    let token = try #require(pinned.performAndWait { pinned.queryGenerationToken })
    try saveBessie()
    try stack.coordinator.remove(stack.store)
    #expect(stack.folder.contents == ["music.sqlite"])
    #expect(throws: NSError.self) { try names(pinned) }
    let store = try stack.coordinator.addPersistentStore(type: .sqlite, at: stack.folder.file("music.sqlite"))
    let other = stack.newContext()
    let error = try #require(throws: NSError.self) {
      try other.performAndWait { try other.setQueryGenerationFrom(token) }
    }
    #expect(error.code == NSPersistentStoreOperationError)
    // The context continues with the store that is there now.
    #expect(try names(pinned) == ["Bessie", "Nina S."])
    try stack.coordinator.remove(store)
  }

  /// As Apple's documentation says, contexts of such stores read the newest data.
  @Test("Where no earlier state is kept the newest is read", arguments: ["memory", "no log", "read only"])
  func withoutALogTheNewestIsRead(kind: String) throws {
    let stack = try MusicStack(NSInMemoryStoreType)
    let url = stack.folder.file("other.sqlite")
    try stack.coordinator.remove(stack.store)
    let coordinator = stack.coordinator
    let options: [AnyHashable: Any] = [NSSQLitePragmasOption: ["journal_mode": "delete"]]
    let type = kind == "memory" ? NSInMemoryStoreType : NSSQLiteStoreType
    var store = try coordinator.addPersistentStore(
      ofType: type, configurationName: nil, at: url, options: kind == "no log" ? options : nil)
    try stack.saving { try $0.insert("Artist", ["name": "Nina"]) }
    if kind == "read only" {
      try coordinator.remove(store)
      store = try coordinator.addPersistentStore(
        ofType: type, configurationName: nil, at: url, options: [NSReadOnlyPersistentStoreOption: true])
    }
    let context = stack.newContext()
    try context.performAndWait { try context.setQueryGenerationFrom(.current) }
    #expect(try names(context) == ["Nina"])
    if kind == "read only" {
      let other = NSPersistentStoreCoordinator(managedObjectModel: coordinator.managedObjectModel)
      let writable = try other.addPersistentStore(type: .sqlite, at: url)
      let writer = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      writer.persistentStoreCoordinator = other
      try writer.performAndWait {
        try writer.insert("Artist", ["name": "Bessie"])
        try writer.save()
      }
      try other.remove(writable)
    } else {
      try stack.saving { try $0.insert("Artist", ["name": "Bessie"]) }
    }
    #expect(try names(context) == ["Bessie", "Nina"])
    try coordinator.remove(store)
  }

  @Test func aTokenIsOfOneCoordinator() throws {
    #expect(try names(pinned) == ["Nina"])
    let token = try #require(pinned.performAndWait { pinned.queryGenerationToken })
    let other = try stack.newExternalContext()
    let error = try #require(throws: NSError.self) {
      try other.performAndWait { try other.setQueryGenerationFrom(token) }
    }
    #expect(error.domain == NSCocoaErrorDomain && error.code == NSPersistentStoreOperationError)
  }

  private final class Delegate: NSObject, NSFetchedResultsControllerDelegate {
    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {}
  }
}

@Suite("How old what is read may be")
struct StalenessTests {
  /// Another process renames Nina while an event of the context has read Bessie.
  @Test(
    "A fault is filled with what is no older than asked for",
    arguments: [(-1.0, "Nina"), (3600, "Nina"), (0, "N")])
  func aFaultIsFilledWithWhatIsNoOlder(interval: TimeInterval, name: String) throws {
    let stack = try MusicStack(NSSQLiteStoreType)
    try stack.saving { context in
      for name in ["Bessie", "Nina"] { try context.insert("Artist", ["name": name]) }
    }
    let other = try stack.newExternalContext()
    try stack.run { context in
      #expect(context.stalenessInterval == -1)
      context.stalenessInterval = interval
      let request = NSFetchRequest<NSManagedObjectID>(entityName: "Artist")
      request.resultType = .managedObjectIDResultType
      request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
      let artists = try context.fetch(request).map(context.object)
      #expect(artists[0].text("name") == "Bessie")
      try other.performAndWait {
        try #require(try other.all("Artist", where: "name == 'Nina'").first).setValue("N", forKey: "name")
        try other.save()
      }
      #expect(artists[1].text("name") == name)
    }
  }

  @Test("A fetch can refresh what it finds", arguments: MusicStack.types)
  func aFetchCanRefreshWhatItFinds(type: String) throws {
    let stack = try MusicStack(type)
    try stack.saving { try $0.insert("Artist", ["name": "Nina"]) }
    try stack.run { context in
      let nina = try #require(try context.all("Artist").first)
      #expect(nina.text("name") == "Nina")
      try stack.saving { try #require(try $0.all("Artist").first).setValue("B", forKey: "name") }
      let request = NSFetchRequest<NSManagedObject>(entityName: "Artist")
      _ = try context.fetch(request)
      #expect(nina.text("name") == "Nina")
      request.shouldRefreshRefetchedObjects = true
      _ = try context.fetch(request)
      #expect(nina.text("name") == "B")
      #expect(!context.hasChanges)
    }
  }
}
