import Foundation
import SectionedTesting

/// The state that the benchmarks of a run share: the scale, and the stores, which take long to fill. Unchecked, because
/// the program uses it on the main actor only.
final class Workspace: @unchecked Sendable {
  let scale: Scale
  private let folder: TemporaryFolder
  private var libraries: [LibraryShape: LibraryStore] = [:]
  private var sharedObjects: [String: AnyObject] = [:]
  private var storeCount = 0
  private var lastSeed: UInt64 = 10

  init(_ scale: Scale) throws {
    self.scale = scale
    folder = try TemporaryFolder("Benchmarks")
  }

  /// Returns a store that several benchmarks read. A benchmark that writes to it must not change its shape.
  func library(_ shape: LibraryShape) throws -> LibraryStore {
    if let known = libraries[shape] { return known }
    let library = try ownLibrary(shape)
    libraries[shape] = library
    return library
  }

  /// Returns a seed that no other benchmark of the run has.
  func newSeed() -> UInt64 {
    lastSeed += 1
    return lastSeed
  }

  /// Makes a store for one benchmark.
  func ownLibrary(_ shape: LibraryShape) throws -> LibraryStore {
    try LibraryStore(shape, at: newFile())
  }

  /// Copies a library to a file, for a baseline that writes.
  func database(copying library: LibraryStore) throws -> CDatabase {
    try CDatabase(path: try file(copying: library).path)
  }

  /// Copies a library to a new file.
  func file(copying library: LibraryStore) throws -> URL {
    let copy = newFile()
    try library.database.run("PRAGMA wal_checkpoint(TRUNCATE)")
    try FileManager.default.copyItem(at: library.url, to: copy)
    return copy
  }

  /// Returns the object that several benchmarks share under a name, and makes it at the first call.
  func shared<Value: AnyObject>(_ name: String, _ make: () throws -> Value) rethrows -> Value {
    if let known = sharedObjects[name] as? Value { return known }
    let new = try make()
    sharedObjects[name] = new
    return new
  }

  /// Deletes all files of the run.
  func remove() {
    libraries = [:]
    sharedObjects = [:]
    folder.remove()
  }

  /// Returns the URL of a new store, which does not exist yet.
  func newFile() -> URL {
    storeCount += 1
    return folder.file("Library\(storeCount).sqlite")
  }
}
