import CoreData
import Foundation
import SectionedTesting
import Testing

@Suite("Destroying and replacing touch stores only")
struct DestroyingTests {
  private let folder: TemporaryFolder
  private let coordinator = NSPersistentStoreCoordinator(managedObjectModel: MusicModel.make())

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Things other than a store to which a URL can lead.
  enum Other: CaseIterable {
    case text, longText, folder, pipe, linkToText, linkToFolder, device

    func make(in place: TemporaryFolder) throws -> URL {
      let url = place.file("other")
      let target = place.file("target")
      switch self {
      case .text: try Data("a diary".utf8).write(to: url)
      case .longText: try Data(repeating: 65, count: 10_000).write(to: url)
      case .folder: try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
      case .pipe: #expect(mkfifo(url.path, 0o644) == 0)
      case .linkToText:
        try Data("a diary".utf8).write(to: target)
        try FileManager.default.createSymbolicLink(at: url, withDestinationURL: target)
      case .linkToFolder:
        try FileManager.default.createDirectory(at: target, withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(at: url, withDestinationURL: target)
      case .device: try FileManager.default.createSymbolicLink(atPath: url.path, withDestinationPath: "/dev/null")
      }
      // Files beside it with a store's suffixes are not part of it, either.
      for name in ["other-wal", "other-shm", "target-wal"] { try Data([1]).write(to: place.file(name)) }
      try FileManager.default.createDirectory(
        at: place.file(".other_SUPPORT/_EXTERNAL_DATA"), withIntermediateDirectories: true)
      return url
    }
  }

  /// Returns the names, kinds and sizes of everything in the folder.
  private func facts() throws -> [String] {
    try folder.contents.map { name in
      let facts = try FileManager.default.attributesOfItem(atPath: folder.file(name).path)
      return "\(name) \(facts[.type] ?? "") \(facts[.size] ?? "")"
    }
  }

  /// Programs delete the file afterwards, so there must be one.
  @Test func aStoreThatIsNotThereLeavesAnEmptyFile() throws {
    let url = folder.file("none.sqlite")
    try coordinator.destroyPersistentStore(at: url, type: .sqlite)
    #expect(try Data(contentsOf: url).isEmpty)
    #expect(folder.contents == ["none.sqlite"])
    try coordinator.destroyPersistentStore(at: folder.file("no folder/none.sqlite"), type: .sqlite)
    #expect(folder.contents == ["none.sqlite"])
  }

  @Test(arguments: Other.allCases) func whatIsNoStoreStaysAsItIs(_ other: Other) throws {
    let url = try other.make(in: folder)
    let before = try facts()
    let destroying = try #require(throws: NSError.self) {
      try coordinator.destroyPersistentStore(at: url, ofType: NSSQLiteStoreType)
    }
    #expect([NSPersistentStoreOpenError, CocoaError.fileReadCorruptFile.rawValue].contains(destroying.code))
    let source = folder.file("music.sqlite")
    try coordinator.remove(coordinator.addPersistentStore(type: .sqlite, at: source))
    #expect(throws: NSError.self) {
      try coordinator.replacePersistentStore(at: url, withPersistentStoreFrom: source, type: .sqlite)
    }
    #expect(throws: NSError.self) {
      try coordinator.replacePersistentStore(at: source, withPersistentStoreFrom: url, type: .sqlite)
    }
    #expect(try coordinator.addPersistentStore(type: .sqlite, at: source).identifier != nil)
    try coordinator.remove(coordinator.persistentStores[0])
    for name in folder.contents where name.hasPrefix("music") {
      try FileManager.default.removeItem(at: folder.file(name))
    }
    #expect(try facts() == before)
  }

  @Test func nowhereStaysAndIsNoError() throws {
    let nowhere = URL(fileURLWithPath: "/dev/null")
    for type in [NSSQLiteStoreType, NSInMemoryStoreType] {
      let store = try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: nowhere)
      try coordinator.remove(store)
      try coordinator.destroyPersistentStore(at: nowhere, ofType: type)
    }
    #expect(throws: NSError.self) {
      try coordinator.replacePersistentStore(at: nowhere, withPersistentStoreFrom: nowhere, type: .sqlite)
    }
    #expect(
      try FileManager.default.attributesOfItem(atPath: nowhere.path)[.type] as? FileAttributeType
        == .typeCharacterSpecial)
  }

  /// A store in memory has no file, so the file at its address is something else.
  @Test(arguments: Other.allCases) func theFileAtTheAddressOfAStoreInMemoryStays(_ other: Other) throws {
    let url = try other.make(in: folder)
    let store = folder.file("music.sqlite")
    try coordinator.remove(coordinator.addPersistentStore(type: .sqlite, at: store))
    let before = (try facts(), try Data(contentsOf: store))
    for url in [url, store] { try? coordinator.destroyPersistentStore(at: url, ofType: NSInMemoryStoreType) }
    #expect(try facts() == before.0)
    #expect(try Data(contentsOf: store) == before.1)
  }

  @Test func anEmptyDatabaseIsLeftInWhichAStoreIsMadeAgain() throws {
    let url = folder.file("music.sqlite")
    let first = try coordinator.addPersistentStore(type: .sqlite, at: url)
    let identifier = try #require(first.identifier)
    try coordinator.remove(first)
    try FileManager.default.createDirectory(
      at: folder.file(".music_SUPPORT/_EXTERNAL_DATA"), withIntermediateDirectories: true)
    try coordinator.destroyPersistentStore(at: url, ofType: NSSQLiteStoreType)
    #expect(folder.contents == ["music.sqlite"])
    let database = try SampleDatabase(url.path)
    #expect(try database.rows("SELECT name FROM sqlite_schema").isEmpty)
    database.close()
    let error = try #require(throws: NSError.self) {
      try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url)
    }
    #expect(error.code == NSPersistentStoreOpenError)
    let second = try coordinator.addPersistentStore(type: .sqlite, at: url)
    #expect(second.identifier != identifier)
    try coordinator.remove(second)
  }

  @Test func aLinkLeadsToItsStore() throws {
    let (url, link) = (folder.file("music.sqlite"), folder.file("link.sqlite"))
    try coordinator.remove(coordinator.addPersistentStore(type: .sqlite, at: url))
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: url)
    try coordinator.destroyPersistentStore(at: link, ofType: NSSQLiteStoreType)
    #expect(folder.contents == ["link.sqlite", "music.sqlite"])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == url.path)
    let database = try SampleDatabase(url.path)
    #expect(try database.rows("SELECT name FROM sqlite_schema").isEmpty)
    database.close()
  }

  /// Both stores keep their external data in `.music_SUPPORT`.
  @Test func dataThatAnotherStoreMayHaveStays() throws {
    let (url, other) = (folder.file("music.sqlite"), folder.file("music.db"))
    for address in [url, other] { try coordinator.remove(coordinator.addPersistentStore(type: .sqlite, at: address)) }
    let data = folder.file(".music_SUPPORT/_EXTERNAL_DATA/\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: data.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data([1]).write(to: data)
    try coordinator.destroyPersistentStore(at: url, ofType: NSSQLiteStoreType)
    #expect(FileManager.default.fileExists(atPath: data.path))
    try FileManager.default.removeItem(at: url)
    try coordinator.destroyPersistentStore(at: other, ofType: NSSQLiteStoreType)
    #expect(!FileManager.default.fileExists(atPath: data.path))
  }
}
