import Foundation

/// Holds on to a file: as long as it does, no file that takes its place has its number on the device, which
/// distinguishes the two.
///
/// The descriptor can neither read nor write, and takes no part in locking: closing one that could would drop SQLite's
/// locks on the file.
final class HeldFile: Sendable {
  private let opened: FileStamp
  /// Nil once the file is let go of, and where a system has no such descriptors.
  private let descriptor: Protected<Int32?>

  /// - Returns: nil when there is no such file.
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
      // Linux's O_PATH, which Glibc keeps from programs that do not ask for it.
      let descriptor = open(path, 0o10000000 | O_CLOEXEC)
      return descriptor >= 0 ? descriptor : nil
    #else
      return nil
    #endif
  }

  var identity: FileStamp.Identity { opened.identity }

  /// The file as it is, wherever it is.
  var stamp: FileStamp? { descriptor.withLock { $0.flatMap { FileStamp(descriptor: $0) } } }

  /// Whether this is the file at a path.
  func isAt(_ path: String) -> Bool { FileStamp(path)?.identity == opened.identity }

  /// - Throws: `SQLiteError.moved` where the file was removed, or another one is in its place.
  func require(at path: String) throws {
    if !isAt(path) { throw SQLiteError.moved }
  }
}
