import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// `Backup.sqlite` has one thing, with the number 7 and large data. `Library.sqlite` has two, with the numbers 1 and 2.
/// Both are closed.
@Suite("Replacing a store puts exactly the copy in its place, or changes nothing")
struct ReplacingTests {
  private let folder: TemporaryFolder
  private let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Library.everyType())
  private let data = Data(repeating: 7, count: 200_000)

  private var library: URL { folder.file("Library.sqlite") }
  private var backup: URL { folder.file("Backup.sqlite") }
  private var support: URL { folder.file(".Library_SUPPORT") }

  init() throws {
    folder = try TemporaryFolder()
    try make(backup, [7], data)
    try make(library, [1, 2], Data(repeating: 1, count: 150_000))
  }

  /// Makes a store. The last one of its things has external data.
  ///
  /// - Returns: the WAL as it was while the store was open.
  @discardableResult
  private func make(_ url: URL, _ numbers: [Int64], _ data: Data? = nil) throws -> Data {
    let handle = try StoreHandle(url, Library.everyType())
    defer { handle.store.close() }
    let rows = try numbers.map { number in
      let isLast = number == numbers.last
      return try handle.new(
        "Thing", number, ["int16": .int(number), "external": data.flatMap { isLast ? .data($0) : nil } ?? .null])
    }
    try handle.insert(rows)
    return try Data(contentsOf: URL(fileURLWithPath: url.path + "-wal"))
  }

  private func replace() throws {
    try coordinator.replacePersistentStore(at: library, withPersistentStoreFrom: backup, type: .sqlite)
  }

  private func removeLibraryFiles() throws {
    for name in folder.contents where name.hasPrefix("Library.sqlite") {
      try FileManager.default.removeItem(at: folder.file(name))
    }
  }

  /// Expects that the library has the backup's content.
  private func expectBackup(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let handle = try StoreHandle(library, Library.everyType())
    defer { handle.store.close() }
    #expect(try handle.values("int16", of: "Thing") == ["7"], sourceLocation: sourceLocation)
    #expect(try handle.values("external", of: "Thing") == [Value.data(data).text], sourceLocation: sourceLocation)
  }

  /// Returns the whole content of the folder: for each path, the bytes of a file, or nil for a folder.
  private func everything() throws -> [String: Data?] {
    var all: [String: Data?] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.url.path) {
      all[path] = .some(try? Data(contentsOf: folder.file(path)))
    }
    return all
  }

  @Test func theLogOfAStoreWhoseMainFileIsGoneDoesNotGetIntoTheCopy() throws {
    try removeLibraryFiles()
    try FileManager.default.removeItem(at: support)
    let log = try make(library, [3, 4, 5])
    #expect(!log.isEmpty)
    try removeLibraryFiles()
    try log.write(to: folder.file("Library.sqlite-wal"))
    try Data(repeating: 9, count: 512).write(to: folder.file("Library.sqlite-journal"))
    try replace()
    try expectBackup()
    #expect(!folder.contents.contains("Library.sqlite-journal"))
  }

  @Test func theExternalDataOfAStoreWhoseMainFileIsGoneGoes() throws {
    try removeLibraryFiles()
    try FileManager.default.removeItem(at: support)
    try FileManager.default.copyItem(at: folder.file(".Backup_SUPPORT"), to: support)
    try Data([1]).write(to: support.appendingPathComponent("_EXTERNAL_DATA/\(UUID().uuidString)"))
    try replace()
    try expectBackup()
    let names = try FileManager.default.contentsOfDirectory(atPath: support.path + "/_EXTERNAL_DATA")
    #expect(names.count == 1)
  }

  /// Something that already has the name of a file that the copy adds.
  enum Occupant: CaseIterable { case theSameFile, shorterFile, folder, link }

  /// The folder also belongs to another store, `Library.db`, whose data must stay.
  @Test(arguments: Occupant.allCases) func dataGoesBesideAnotherStores(occupant: Occupant) throws {
    try removeLibraryFiles()
    let other = folder.file("Library.db")
    try make(other, [8], Data(repeating: 8, count: 140_000))
    let source = folder.file(".Backup_SUPPORT/_EXTERNAL_DATA")
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: source.path).first)
    let target = support.appendingPathComponent("_EXTERNAL_DATA/\(name)")
    switch occupant {
    case .theSameFile: try data.write(to: target)
    case .shorterFile: try data.dropLast().write(to: target)
    case .folder: try FileManager.default.createDirectory(at: target, withIntermediateDirectories: false)
    case .link: try FileManager.default.createSymbolicLink(at: target, withDestinationURL: backup)
    }
    try replace()
    try expectBackup()
    let handle = try StoreHandle(other, Library.everyType())
    defer { handle.store.close() }
    #expect(try handle.values("external", of: "Thing") == [Value.data(Data(repeating: 8, count: 140_000)).text])
    #expect(!folder.contents.contains { $0.count == 37 && $0.hasPrefix(".") })
  }

  /// Files beside the library that are not stores. Only a database can refer to external data. The link leads to a
  /// store that keeps its data elsewhere.
  enum Neighbor: CaseIterable { case text, empty, log, link }

  @Test(arguments: Neighbor.allCases) func whatIsNoStoreKeepsNoExternalData(neighbor: Neighbor) throws {
    let place: URL
    switch neighbor {
    case .text:
      place = folder.file("Library.json")
      try Data("{}".utf8).write(to: place)
    case .empty:
      place = folder.file("Library")
      try Data().write(to: place)
    case .log:
      place = folder.file("Library.db-wal")
      try make(folder.file("Other.sqlite"), [1]).write(to: place)
    case .link:
      place = folder.file("Library.db")
      try FileManager.default.createSymbolicLink(at: place, withDestinationURL: library)
    }
    try replace()
    try expectBackup()
    let names = try FileManager.default.contentsOfDirectory(atPath: support.path + "/_EXTERNAL_DATA")
    #expect(names.count == 1)
    try coordinator.destroyPersistentStore(at: library, type: .sqlite)
    #expect(!folder.contents.contains(".Library_SUPPORT"))
    #expect(FileManager.default.fileExists(atPath: place.path))
  }

  @Test func aFailureInTheExternalDataLeavesTheOldStore() throws {
    try FileManager.default.removeItem(at: support)
    try Data("not a folder".utf8).write(to: support)
    let before = try everything()
    let error = try #require(throws: NSError.self) { try replace() }
    #expect(error.domain == NSCocoaErrorDomain)
    #expect(error.localizedDescription.contains(".Library_SUPPORT"))
    #expect(try everything() == before)
  }

  /// A save during the copy removes the file to which the copied row refers.
  @Test func dataThatASaveReplacesMeanwhileIsInTheCopy() throws {
    let source = try StoreHandle(backup, Library.everyType())
    defer { source.store.close() }
    let later = Data(repeating: 9, count: 160_000)
    var calls = 0
    try StoreCopy.replace(
      try StoreFile(library), with: try StoreFile(backup),
      didCopyRows: {
        calls += 1
        guard calls == 1 else { return }
        let row = try #require(try source.all("Thing").first)
        let update = try source.update(row, ["external": .data(later)])
        _ = try source.store.save(StoreChanges(updated: [update]))
      })
    #expect(calls == 2)
    let copy = try StoreHandle(library, Library.everyType())
    defer { copy.store.close() }
    #expect(try copy.values("int16", of: "Thing") == ["7"])
    #expect(try copy.values("external", of: "Thing") == [Value.data(later).text])
  }

  private struct Failed: Error {}

  /// Makes each of the moves that exchange the files fail once, and expects the old store after that.
  ///
  /// - Parameter prepare: changes the files first.
  private func expectOldStoreAfterEachFailure(_ prepare: () throws -> Void = {}) throws {
    try prepare()
    let before = try everything()
    var count = 0
    while true {
      var left = count
      do {
        try StoreCopy.replace(try StoreFile(library), with: try StoreFile(backup)) { from, to in
          if left == 0 { throw Failed() }
          left -= 1
          try FileManager.default.moveItem(atPath: from, toPath: to)
        }
        break
      } catch is Failed {
        #expect(try everything() == before, "the move \(count) failed")
        count += 1
      }
    }
    #expect(count >= 3)
    try expectBackup()
  }

  @Test func anyFailureLeavesTheOldStore() throws { try expectOldStoreAfterEachFailure() }

  @Test func anyFailureLeavesTheOldStoreItsLogAndItsJournal() throws {
    try expectOldStoreAfterEachFailure {
      for name in ["wal", "shm", "journal"] { try Data([1]).write(to: folder.file("Library.sqlite-\(name)")) }
    }
  }

  @Test func anyFailureLeavesTheDataBesideAnotherStores() throws {
    try expectOldStoreAfterEachFailure {
      try make(folder.file("Library.db"), [8], Data(repeating: 8, count: 140_000))
      let source = folder.file(".Backup_SUPPORT/_EXTERNAL_DATA")
      let name = try #require(try FileManager.default.contentsOfDirectory(atPath: source.path).first)
      try Data([1]).write(to: support.appendingPathComponent("_EXTERNAL_DATA/\(name)"))
    }
  }

  /// Another program makes a store at the address while the old one is set aside.
  @Test func whatCannotComeBackIsKeptAndNamed() throws {
    let old = try Data(contentsOf: library)
    let error = try #require(throws: NSError.self) {
      try StoreCopy.replace(try StoreFile(library), with: try StoreFile(backup)) { from, to in
        try FileManager.default.moveItem(atPath: from, toPath: to)
        if from == library.path { try Data("another".utf8).write(to: library) }
      }
    }
    #expect(error.domain == NSCocoaErrorDomain)
    #expect(error.code == NSPersistentStoreOperationError)
    let kept = try #require(error.userInfo[NSFilePathErrorKey] as? String)
    #expect(error.localizedDescription.contains(kept))
    #expect(try Data(contentsOf: URL(fileURLWithPath: kept + "/0")) == old)
    #expect(try Data(contentsOf: library) == Data("another".utf8))
    // The external data of the old store could be moved back.
    #expect(try FileManager.default.contentsOfDirectory(atPath: support.path + "/_EXTERNAL_DATA").count == 1)
  }
}
