import Foundation

/// The folders of all temporary copies of stores that this process has.
package enum TemporaryCopies {
  private struct Folders {
    /// Each with a file descriptor that holds its lock.
    var locks: [URL: Int32] = [:]
    var hasSwept = false
    var hasEnded = false
  }

  private static let folders = Protected(Folders())
  private static let prefix = "store-copy-"
  /// Held while folders are removed: who ends the process by returning waits for a signal's removal, which it would cut
  /// off.
  private static let removal = NSLock()

  /// Makes a folder that no other user may look into. The first time, those that processes left behind are removed: what
  /// kills a process without a word lets it remove nothing.
  ///
  /// - Throws: why it cannot be made; also once the process is about to end.
  static func make() throws -> URL {
    // Within the lock, so that what ends the process sees each folder that is there.
    try folders.withLock { folders in
      if !folders.hasSwept { sweep() }
      folders.hasSwept = true
      while true {
        guard !folders.hasEnded else { throw CocoaError(.userCancelled) }
        let temporary = FileManager.default.temporaryDirectory
        // The environment may name a folder that is not there yet.
        try? FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
        let folder = temporary.appendingPathComponent(prefix + UUID().uuidString)
        guard mkdir(folder.path, 0o700) == 0 else { throw failure(folder, errno) }
        if let lock = try hold(folder) {
          folders.locks[folder] = lock
          return folder
        }
      }
    }
  }

  static func remove(_ folder: URL) {
    removal.withLock { _ = try? FileManager.default.removeItem(at: folder) }
    if let lock = folders.withLock({ $0.locks.removeValue(forKey: folder) }) { close(lock) }
  }

  /// Removes all copies because the process ends by other means than returning, as on a signal. No store that has one can
  /// be read afterwards, and no more copies are made.
  ///
  /// The files are not unlinked when they are open, which would need nothing of this: SQLite opens the log, its index and
  /// further connections by their paths.
  package static func removeAll() {
    let urls = folders.withLock { folders in
      folders.hasEnded = true
      return Array(folders.locks.keys)
    }
    removal.lock()
    defer { removal.unlock() }
    for url in urls {
      // Under another name first: a file that is being copied, or a log that is made meanwhile, cannot come into it.
      let ended = url.appendingPathExtension("ended")
      try? FileManager.default.removeItem(at: rename(url.path, ended.path) == 0 ? ended : url)
    }
  }

  /// A descriptor that holds the lock of a folder, as long as the process lives; nil where a process that sweeps has
  /// taken the folder before.
  private static func hold(_ folder: URL) throws -> Int32? {
    let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else {
      let code = errno
      if code == ENOENT { return nil }
      rmdir(folder.path)
      throw failure(folder, code)
    }
    // Where there are no locks no process can take it, either.
    let isTaken = flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
    if !isTaken, access(folder.path, F_OK) == 0 { return descriptor }
    close(descriptor)
    return nil
  }

  /// An error that names the folder, as the system's own does not.
  private static func failure(_ folder: URL, _ code: Int32) -> NSError {
    NSError(
      domain: NSPOSIXErrorDomain, code: Int(code),
      userInfo: [NSLocalizedDescriptionKey: "\(folder.path): \(String(cString: strerror(code)))"])
  }

  /// Removes the folders of this user that no process holds.
  private static func sweep() {
    let temporary = FileManager.default.temporaryDirectory
    for name in (try? FileManager.default.contentsOfDirectory(atPath: temporary.path)) ?? []
    where name.hasPrefix(prefix) {
      let folder = temporary.appendingPathComponent(name)
      var status = stat()
      guard lstat(folder.path, &status) == 0, status.st_uid == getuid() else { continue }
      let lock = open(folder.path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard lock >= 0 else { continue }
      defer { close(lock) }
      guard flock(lock, LOCK_EX | LOCK_NB) == 0 else { continue }
      try? FileManager.default.removeItem(at: folder)
    }
  }
}
