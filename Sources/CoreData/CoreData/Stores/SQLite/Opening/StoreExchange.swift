import Foundation

/// Replaces a store's files with those of a copy.
///
/// The old files are set aside first, and moved back if anything fails. The main file is moved away first and moved in
/// last, so that it is never present without its WAL and external data.
struct StoreExchange {
  /// Moves a file or folder to an unused path.
  typealias Move = (_ from: String, _ to: String) throws -> Void

  private let destination: StoreFile
  private let aside: String
  private let move: Move
  private var moves: [(from: String, to: String)] = []

  /// - Parameters:
  ///   - destination: the store to replace.
  ///   - aside: an empty folder on the same volume, for the old files.
  ///   - move: moves files in and aside. `FileManager` moves them back.
  init(at destination: StoreFile, aside: String, move: @escaping Move) {
    self.destination = destination
    self.aside = aside
    self.move = move
  }

  /// Replaces the store with a copy. Afterwards the old files are in the folder `aside`.
  ///
  /// - Throws: any error of `move`. All files are then back in place, unless the error is `NotPutBack`.
  mutating func put(_ copy: StoreFile) throws {
    do {
      try exchange(copy)
    } catch {
      guard undo() else { throw NotPutBack(cause: error) }
      throw error
    }
  }

  /// The error if some of the old files could not be moved back from `aside`.
  struct NotPutBack: Error {
    let cause: any Error
  }

  private mutating func exchange(_ copy: StoreFile) throws {
    // Even without a main file, set aside a WAL, because SQLite would use it for the new file.
    for path in destination.allFiles where FileStamp(path)?.isRegularFile == true { try setAside(path) }
    if FileStamp(link: destination.supportFolder)?.isDirectory == true,
      try !StoreRemoval.sharesExternalData(destination)
    {
      try setAside(destination.supportFolder)
    }
    if FileStamp(link: copy.supportFolder) != nil { try putExternalData(copy) }
    for (from, to) in zip(copy.allFiles, destination.allFiles).reversed() where FileStamp(link: from) != nil {
      try record(from, to)
    }
  }

  /// Moves the copy's external files to the destination's folder. If another store uses that folder too, they are
  /// added to its files.
  private mutating func putExternalData(_ copy: StoreFile) throws {
    for (from, to) in [
      (copy.supportFolder, destination.supportFolder), (copy.externalDataFolder, destination.externalDataFolder),
    ] {
      guard let there = FileStamp(link: to) else { return try record(from, to) }
      guard there.isDirectory else { throw ExternalDataProblem.unreadable(to, ENOTDIR) }
    }
    for name in try FileManager.default.contentsOfDirectory(atPath: copy.externalDataFolder) {
      let (from, to) = (copy.externalDataFolder + "/" + name, destination.externalDataFolder + "/" + name)
      if let there = FileStamp(link: to) {
        // Files with equal UUIDs have equal contents. If the size differs, the existing file is incomplete or of
        // another kind.
        if there.isRegularFile, there.size == FileStamp(link: from)?.size { continue }
        try setAside(to)
      }
      try record(from, to)
    }
  }

  private mutating func setAside(_ path: String) throws { try record(path, aside + "/\(moves.count)") }

  private mutating func record(_ from: String, _ to: String) throws {
    try move(from, to)
    moves.append((from, to))
  }

  /// Moves all files back, the last one first.
  ///
  /// - Returns: whether all files are back.
  private func undo() -> Bool {
    var isWhole = true
    for (from, to) in moves.reversed() {
      do { try FileManager.default.moveItem(atPath: to, toPath: from) } catch { isWhole = false }
    }
    return isWhole
  }
}
