import Foundation

/// The folders of all temporary copies of stores that this process has made.
package enum TemporaryCopies {
  private struct Folders {
    /// The folders, each with the file descriptor that holds its lock.
    var locks: [URL: Int32] = [:]
    var hasSwept = false
    var hasEnded = false
  }

  private static let folders = Protected(Folders())
  private static let prefix = "store-copy-"
  /// Held while folders are removed. A process that exits waits for a removal that a signal began, because exiting
  /// would interrupt it.
  private static let removal = NSLock()

  /// Creates a folder that only the current user can access. The first call also removes the folders of processes that
  /// were killed.
  ///
  /// - Throws: an error if the folder cannot be created, or if `removeAll` was called.
  static func make() throws -> URL {
    // Creates it with the lock held, so that `removeAll` sees every folder.
    try folders.withLock { folders in
      if !folders.hasSwept { sweep() }
      folders.hasSwept = true
      while true {
        guard !folders.hasEnded else { throw CocoaError(.userCancelled) }
        let temporary = FileManager.default.temporaryDirectory
        // The environment may name a temporary folder that does not exist yet.
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

  /// Removes all copies, for a process that ends without returning from its main function, as after a signal. Stores
  /// with a copy can no longer be read, and no more copies can be made.
  ///
  /// Unlinking the files right after opening them would make this unnecessary, but SQLite opens the WAL, its index and
  /// further connections by path.
  package static func removeAll() {
    let urls = folders.withLock { folders in
      folders.hasEnded = true
      return Array(folders.locks.keys)
    }
    removal.lock()
    defer { removal.unlock() }
    for url in urls {
      // Rename the folder first, so that files being copied and new WALs cannot appear in it.
      let ended = url.appendingPathExtension("ended")
      try? FileManager.default.removeItem(at: rename(url.path, ended.path) == 0 ? ended : url)
    }
  }

  /// Opens a folder and locks it for as long as the process lives. Returns nil if another process that sweeps has
  /// locked the folder first.
  private static func hold(_ folder: URL) throws -> Int32? {
    let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else {
      let code = errno
      if code == ENOENT { return nil }
      rmdir(folder.path)
      throw failure(folder, code)
    }
    // On file systems without locks, no other process can take the folder either.
    let isTaken = flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
    if !isTaken, access(folder.path, F_OK) == 0 { return descriptor }
    close(descriptor)
    return nil
  }

  /// An error that names the folder, which the system's error does not.
  private static func failure(_ folder: URL, _ code: Int32) -> NSError {
    NSError(
      domain: NSPOSIXErrorDomain, code: Int(code),
      userInfo: [NSLocalizedDescriptionKey: "\(folder.path): \(String(cString: strerror(code)))"])
  }

  /// Removes the current user's folders that no process has locked.
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
