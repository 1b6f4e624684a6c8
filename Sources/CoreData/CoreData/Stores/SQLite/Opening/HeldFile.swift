import Foundation

/// Keeps a file's inode in use. While it does, no file that replaces it can have the same inode number, so the two can
/// be distinguished.
///
/// The descriptor is opened with `O_PATH`, so it cannot read, write or lock. Closing another kind of descriptor would
/// release SQLite's locks on the file.
final class HeldFile: Sendable {
  private let opened: FileStamp
  /// Nil after `letGo()`, and on systems without such descriptors.
  private let descriptor: Protected<Int32?>

  /// - Returns: nil if the file does not exist.
  init?(_ file: StoreFile) {
    let descriptor = Self.descriptor(file.path)
    guard let opened = descriptor.flatMap({ FileStamp(descriptor: $0) }) ?? FileStamp(file.path) else { return nil }
    (self.opened, self.descriptor) = (opened, Protected(descriptor))
  }

  deinit { letGo() }

  func letGo() {
    descriptor.withLock { descriptor in
      if let descriptor { close(descriptor) }
      descriptor = nil
    }
  }

  private static func descriptor(_ path: String) -> Int32? {
    #if os(Linux)
      // The value of Linux's `O_PATH`, which Glibc hides by default.
      let descriptor = open(path, 0o10000000 | O_CLOEXEC)
      return descriptor >= 0 ? descriptor : nil
    #else
      return nil
    #endif
  }

  var identity: FileStamp.Identity { opened.identity }

  /// The current stamp of the file, even if it was moved.
  var stamp: FileStamp? { descriptor.withLock { $0.flatMap { FileStamp(descriptor: $0) } } }

  /// Whether the file at a path is this file.
  func isAt(_ path: String) -> Bool { FileStamp(path)?.identity == opened.identity }

  /// - Throws: `SQLiteError.moved` if the file was removed or replaced.
  func require(at path: String) throws {
    if !isAt(path) { throw SQLiteError.moved }
  }
}
