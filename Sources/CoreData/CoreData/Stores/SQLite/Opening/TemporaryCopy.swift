import Foundation

/// A private copy of a store's file and WAL, for reading. It is removed when it is no longer used.
final class TemporaryCopy: Sendable {
  let file: StoreFile
  private let folder: URL
  let original: StoreFile
  private let stamps: [FileStamp?]

  /// Copies the files. If another process changed them meanwhile, it copies them again.
  init(of original: StoreFile) throws {
    self.original = original
    do {
      folder = try TemporaryCopies.make()
    } catch {
      throw Self.failure(original, error)
    }
    file = StoreFile(path: folder.appendingPathComponent(original.name).path)
    var before: [FileStamp?]
    var attempts = 0
    repeat {
      before = Self.stamps(of: original)
      attempts += 1
      do {
        try Self.copy(original, to: file)
      } catch {
        TemporaryCopies.remove(folder)
        throw Self.failure(original, error)
      }
    } while Self.stamps(of: original) != before && attempts < Self.attemptLimit
    stamps = before
  }

  deinit { TemporaryCopies.remove(folder) }

  private static func failure(_ original: StoreFile, _ error: any Error) -> NSError {
    .coreData(
      NSPersistentStoreOpenError,
      "\(original.name) cannot be read where it is, and a temporary copy could not be made: "
        + "\(error.localizedDescription).", underlying: error
    )
  }

  private struct Reference {
    weak var copy: TemporaryCopy?
  }

  private static let copies = Protected<[StoreFile: Reference]>([:])

  /// A current copy that is in use, or else a new one. Opening a store reads it several times, and each time can use
  /// the same copy.
  static func shared(of original: StoreFile) throws -> TemporaryCopy {
    if let copy = inUse(of: original) { return copy }
    let copy = try TemporaryCopy(of: original)
    copies.withLock { copies in
      copies = copies.filter { $0.value.copy != nil }
      copies[original] = Reference(copy: copy)
    }
    return copy
  }

  /// A copy that is in use and has the newest state; nil if there is none.
  static func inUse(of original: StoreFile) -> TemporaryCopy? {
    copies.withLock { $0[original]?.copy }.flatMap { $0.isCurrent ? $0 : nil }
  }

  /// Whether the original's files are unchanged since they were copied.
  var isCurrent: Bool { Self.stamps(of: original) == stamps }

  private static let attemptLimit = 5

  private static func copy(_ original: StoreFile, to copy: StoreFile) throws {
    let manager = FileManager.default
    for (source, target) in zip(files(of: original), files(of: copy)) {
      try? manager.removeItem(atPath: target)
      guard FileStamp(source) != nil else { continue }
      try manager.copyItem(atPath: source, toPath: target)
      // The copy of a read-only file would be read-only too.
      try manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: target)
    }
  }

  private static func files(of file: StoreFile) -> [String] { [file.path, file.log, file.rollbackJournal] }

  private static func stamps(of file: StoreFile) -> [FileStamp?] { files(of: file).map { FileStamp($0) } }
}
