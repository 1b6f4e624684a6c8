import Foundation

/// Holds on to a file: as long as this lives, no file that takes its place has its number on the device, by which the
/// two are told apart.
///
/// What is held cannot be read or written, and takes no part in locking: closing a descriptor that could would drop
/// SQLite's locks on the file.
final class HeldFile: Sendable {
  private let descriptor: Int32
  private let stamp: FileStamp

  /// Linux's `O_PATH`, which Glibc keeps from programs that do not ask for it.
  private static let asName: Int32 = 0o10000000

  /// - Returns: nil when there is no such file.
  init?(_ file: StoreFile) {
    let descriptor = open(file.path, Self.asName | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    guard let stamp = FileStamp(descriptor: descriptor) else {
      close(descriptor)
      return nil
    }
    (self.descriptor, self.stamp) = (descriptor, stamp)
  }

  deinit { close(descriptor) }

  /// Whether this is the file at a path.
  func isAt(_ path: String) -> Bool { FileStamp(path)?.isSameFile(as: stamp) == true }

  /// - Throws: `SQLiteError.moved` where the file was removed, or another one is in its place.
  func require(at path: String) throws {
    if !isAt(path) { throw SQLiteError.moved }
  }
}
