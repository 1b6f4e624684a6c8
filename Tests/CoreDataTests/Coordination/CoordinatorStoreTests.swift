import CoreData
import Foundation
import PostgreSQLTesting
import SectionedTesting
import Synchronization
import Testing

@Suite("Stores of a coordinator")
struct CoordinatorStoreTests {
  private let folder: TemporaryFolder
  private let coordinator = NSPersistentStoreCoordinator(managedObjectModel: MusicModel.make())

  init() throws {
    folder = try TemporaryFolder()
  }

  private func url(_ name: String) -> URL { folder.url.appendingPathComponent(name) }

  /// Adds a store, and returns the error of that.
  private func failure(
    _ type: String = NSSQLiteStoreType, configuration: String? = nil, _ options: [AnyHashable: Any]? = nil
  ) throws -> NSError {
    let error = try #require(throws: NSError.self) {
      try coordinator.addPersistentStore(
        ofType: type, configurationName: configuration, at: url("failing.sqlite"), options: options
      )
    }
    #expect(error.domain == NSCocoaErrorDomain)
    #expect(!FileManager.default.fileExists(atPath: url("failing.sqlite").path))
    return error
  }

  @Test("A store knows its type, address, configuration, options and coordinator", arguments: MusicStack.types)
  func facts(type: String) throws {
    let url = StoresOnServers.newURL(type) ?? url("a.sqlite")
    let options = [NSPersistentStoreTimeoutOption: 5]
    let store = try coordinator.addPersistentStore(
      ofType: type, configurationName: "Music", at: url, options: options
    )
    #expect(store.type == type)
    #expect(store.url == url)
    #expect(store.configurationName == "Music")
    #expect(store.options as? [String: Int] == options)
    #expect(store.persistentStoreCoordinator === coordinator)
    #expect(store.isReadOnly == false)
    #expect(UUID(uuidString: store.identifier) != nil)
    #expect(coordinator.persistentStores == [store])
    #expect(coordinator.persistentStore(for: url) === store)
    #expect(coordinator.url(for: store) == url)
  }

  @Test("A store is added and removed with Apple's notifications in between")
  func notifications() throws {
    let trace = NotificationTrace(
      of: coordinator,
      [.NSPersistentStoreCoordinatorStoresWillChange, .NSPersistentStoreCoordinatorStoresDidChange])
    let store = try coordinator.addPersistentStore(type: .sqlite, at: url("a.sqlite"))
    // The object of this notification is the store that is removed.
    let going = NotificationTrace(of: store, [.NSPersistentStoreCoordinatorWillRemoveStore])
    try coordinator.remove(store)
    #expect(coordinator.persistentStores.isEmpty)
    #expect(going.lines == ["NSPersistentStoreCoordinatorWillRemoveStoreNotification removed"])
    #expect(
      trace.lines == [
        "NSPersistentStoreCoordinatorStoresDidChangeNotification added",
        "NSPersistentStoreCoordinatorStoresDidChangeNotification removed",
      ]
    )
    let error = try #require(throws: NSError.self) { try coordinator.remove(store) }
    #expect(error.code == NSPersistentStoreOperationError)
  }

  @Test("A store that comes back has its identity and its metadata")
  func comingBack() throws {
    let first = try coordinator.addPersistentStore(type: .sqlite, at: url("a.sqlite"))
    let identifier = first.identifier
    try coordinator.remove(first)
    let address = url("a.sqlite")
    try NSPersistentStoreCoordinator.setMetadata(["greeting": "hello"], type: .sqlite, at: address)
    let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: address)
    #expect(metadata["greeting"] as? String == "hello")
    #expect(metadata[NSStoreTypeKey] as? String == NSSQLiteStoreType)
    let second = try coordinator.addPersistentStore(type: .sqlite, at: address)
    #expect(second.identifier == identifier)
    #expect(second.metadata["greeting"] as? String == "hello")
  }

  @Test("Stores with different configurations stand side by side; one that holds the same entities is refused")
  func configurations() throws {
    let music = try coordinator.addPersistentStore(type: .sqlite, configuration: "Music", at: url("music.sqlite"))
    try coordinator.addPersistentStore(type: .inMemory, configuration: "Folders", at: url("folders"))
    #expect(coordinator.persistentStores.map(\.configurationName) == ["Music", "Folders"])
    let error = try failure()
    #expect(error.code == NSPersistentStoreOpenError)
    #expect(error.localizedDescription.contains("Album, Artist, Contract"))
    #expect(error.localizedDescription.contains(music.url?.path ?? "?"))
  }

  @Test("An unknown configuration is an error that names those that there are")
  func unknownConfiguration() throws {
    let error = try failure(configuration: "Boat")
    #expect(error.code == NSPersistentStoreOpenError)
    #expect(error.localizedDescription == "The model has no configuration Boat; it has Folders, Music.")
  }

  @Test("An unknown type is an error that names those that there are")
  func unknownType() throws {
    let error = try failure("XML")
    #expect(error.code == NSPersistentStoreInvalidTypeError)
    #expect(error.localizedDescription.contains("only InMemory, "))
  }

  @Test("What cannot be done is refused when an option asks for it, and accepted when it is turned off")
  func refusedOptions() throws {
    let error = try failure(NSSQLiteStoreType, ["NSSQLiteAnalyzeOption": true])
    #expect(error.code == NSPersistentStoreOpenError)
    #expect(error.localizedDescription.contains("ANALYZE"))
    let senseless = try failure(NSSQLiteStoreType, [NSReadOnlyPersistentStoreOption: "perhaps"])
    #expect(senseless.code == NSPersistentStoreOpenError)
    try coordinator.addPersistentStore(
      type: .sqlite, at: url("a.sqlite"),
      options: [
        "NSSQLiteAnalyzeOption": NSNumber(value: false), "a key of the program": "anything",
        NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true,
      ]
    )
  }

  @Test(
    "SQLite's settings are chosen among those that are safe",
    arguments: [
      ["journal_mode": "memory"], ["cache_size": "100"], ["synchronous": "7"], ["journal_mode": "WAL; DROP TABLE X"],
    ]
  )
  func unsafePragmas(pragmas: [String: String]) throws {
    let error = try failure(NSSQLiteStoreType, [NSSQLitePragmasOption: pragmas])
    #expect(error.code == NSPersistentStoreOpenError)
    #expect(error.localizedDescription.contains(pragmas.keys.first ?? "?"))
  }

  @Test("A store that is not there is not opened for reading only")
  func missingReadOnly() throws {
    let error = try failure(NSSQLiteStoreType, [NSReadOnlyPersistentStoreOption: true])
    #expect(error.code == CocoaError.fileReadNoSuchFile.rawValue)
  }

  @Test("A store made for another model is refused with the names of the entities that differ")
  func otherModel() throws {
    try coordinator.remove(coordinator.addPersistentStore(type: .sqlite, at: url("a.sqlite")))
    let other = MusicModel.make()
    other.entitiesByName["Person"]?.properties.first { $0.name == "name" }?.name = "surname"
    let bytes = try Data(contentsOf: url("a.sqlite"))
    let error = try #require(throws: NSError.self) {
      try NSPersistentStoreCoordinator(managedObjectModel: other)
        .addPersistentStore(type: .sqlite, at: url("a.sqlite"))
    }
    #expect(error.code == NSPersistentStoreIncompatibleVersionHashError)
    #expect(error.localizedDescription.contains("the entity Person differs in name, surname"))
    #expect(try Data(contentsOf: url("a.sqlite")) == bytes)
  }

  @Test("An SQLite store at /dev/null is in memory")
  func nowhere() throws {
    let store = try coordinator.addPersistentStore(type: .sqlite, at: URL(fileURLWithPath: "/dev/null"))
    #expect(store.type == NSSQLiteStoreType)
    #expect(!store.isReadOnly)
  }

  @Test("Destroying and replacing leave a store alone that another coordinator has open, and work on a closed one")
  func destroyingAndReplacing() throws {
    let (a, b) = (url("a.sqlite"), url("b.sqlite"))
    let store = try coordinator.addPersistentStore(type: .sqlite, at: a)
    let identifier = store.identifier
    let other = NSPersistentStoreCoordinator(managedObjectModel: MusicModel.make())
    for work in [
      { try other.destroyPersistentStore(at: a, ofType: NSSQLiteStoreType) },
      { try other.replacePersistentStore(at: a, withPersistentStoreFrom: b, type: .sqlite) },
    ] {
      let error = try #require(throws: NSError.self) { try work() }
      #expect(error.code == NSPersistentStoreOperationError)
    }
    try coordinator.replacePersistentStore(at: b, withPersistentStoreFrom: a, type: .sqlite)
    try coordinator.remove(store)
    try coordinator.destroyPersistentStore(at: a, type: .sqlite)
    #expect(FileManager.default.fileExists(atPath: a.path))
    #expect(!FileManager.default.fileExists(atPath: a.path + "-wal"))
    #expect(try coordinator.addPersistentStore(type: .sqlite, at: b).identifier == identifier)
    // An empty file, or none, counts as a store that was destroyed already.
    for _ in 0..<2 {
      try coordinator.destroyPersistentStore(at: a, type: .sqlite)
      try FileManager.default.removeItem(at: a)
    }
    let error = try #require(throws: NSError.self) {
      try coordinator.replacePersistentStore(at: url("c.sqlite"), withPersistentStoreFrom: a, type: .sqlite)
    }
    #expect(error.code == CocoaError.fileReadNoSuchFile.rawValue)
  }

  @Test("A store of the coordinator is closed before it is destroyed or replaced, and can be added again")
  func destroyingOpenStores() throws {
    let (a, b) = (url("a.sqlite"), url("b.sqlite"))
    let other = NSPersistentStoreCoordinator(managedObjectModel: MusicModel.make())
    let copied = try other.addPersistentStore(type: .sqlite, at: b).identifier
    let first = try coordinator.addPersistentStore(type: .sqlite, at: a)
    try coordinator.destroyPersistentStore(at: a, type: .sqlite)
    #expect(coordinator.persistentStores.isEmpty)
    let second = try coordinator.addPersistentStore(type: .sqlite, at: a)
    #expect(second.identifier != first.identifier)
    try coordinator.replacePersistentStore(at: a, withPersistentStoreFrom: b, type: .sqlite)
    #expect(coordinator.persistentStores.isEmpty)
    #expect(try coordinator.addPersistentStore(type: .sqlite, at: a).identifier == copied)
    // A store that another coordinator has open stays.
    let error = try #require(throws: NSError.self) { try coordinator.destroyPersistentStore(at: b, type: .sqlite) }
    #expect(error.code == NSPersistentStoreOperationError)
    try other.persistentStores.forEach(other.remove)
  }

  @Test("Only a store in memory takes another address while it is open")
  func settingAddresses() throws {
    let file = try coordinator.addPersistentStore(type: .sqlite, configuration: "Music", at: url("a.sqlite"))
    let memory = try coordinator.addPersistentStore(type: .inMemory, configuration: "Folders", at: url("m"))
    #expect(coordinator.setURL(url("n"), for: memory))
    #expect(memory.url == url("n"))
    #expect(!coordinator.setURL(url("b.sqlite"), for: file))
    #expect(coordinator.setURL(url("a.sqlite"), for: file))
    #expect(file.url == url("a.sqlite"))
  }
}

/// The notifications that an object posted: their names and the keys of their user info.
private final class NotificationTrace {
  private let recorded = Recorded()
  private var tokens: [any NSObjectProtocol] = []

  private final class Recorded: Sendable {
    let lines = Mutex<[String]>([])
  }

  init(of object: AnyObject, _ names: [NSNotification.Name]) {
    let recorded = recorded
    tokens = names.map { name in
      NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) { notification in
        let keys = (notification.userInfo ?? [:]).keys.compactMap { $0 as? String }.sorted()
        recorded.lines.withLock { $0.append(([notification.name.rawValue] + keys).joined(separator: " ")) }
      }
    }
  }

  deinit {
    for token in tokens { NotificationCenter.default.removeObserver(token) }
  }

  var lines: [String] { recorded.lines.withLock { $0 } }
}
