import Foundation

/// Replaces a store's files with those of a copy.
///
/// The old files are set aside first and come back when anything fails. A main file is never where a store is without
/// its log and its external data: it goes away first, and it comes last.
struct StoreExchange {
  /// Moves a file or folder to where nothing is.
  typealias Move = (_ from: String, _ to: String) throws -> Void

  private let destination: StoreFile
  private let aside: String
  private let move: Move
  private var moves: [(from: String, to: String)] = []

  /// - Parameters:
  ///   - destination: the store that is replaced.
  ///   - aside: an empty folder on the same volume, for the old files.
  ///   - move: how files get there; they come back as the system moves them.
  init(at destination: StoreFile, aside: String, move: @escaping Move) {
    self.destination = destination
    self.aside = aside
    self.move = move
  }

  /// Replaces the store with a copy. The old files are then in the folder `aside`.
  ///
  /// - Throws: what failed; everything is as before, unless it is a `NotPutBack`.
  mutating func put(_ copy: StoreFile) throws {
    do {
      try exchange(copy)
    } catch {
      guard undo() else { throw NotPutBack(cause: error) }
      throw error
    }
  }

  /// Some of the old files are still where they were set aside.
  struct NotPutBack: Error {
    let cause: any Error
  }

  private mutating func exchange(_ copy: StoreFile) throws {
    // Also where the main file is gone: its log would be taken for that of the next file in its place.
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

  /// Adds the copy's external data to that of another store, where there is one.
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
        // One UUID names one content; what is not as long was cut off, or is something else.
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

  /// - Returns: whether everything is back.
  private func undo() -> Bool {
    var isWhole = true
    for (from, to) in moves.reversed() {
      do { try FileManager.default.moveItem(atPath: to, toPath: from) } catch { isWhole = false }
    }
    return isWhole
  }
}
