import Foundation

/// The state of a file, which reveals changes without opening the file.
///
/// If the process closes any descriptor of a database, it loses all its POSIX locks on the file. So a store's files are
/// examined only by path while this process may have them open.
package struct FileStamp: Hashable, Sendable {
  /// The identity of a file, independent of its name and contents.
  package struct Identity: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64
  }

  package let identity: Identity
  package let size: Int64
  private let seconds: Int
  private let nanoseconds: Int
  private let mode: mode_t

  /// - Returns: nil if the file does not exist.
  package init?(_ path: String) {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    self.init(facts)
  }

  /// Creates the stamp of a symbolic link itself; nil if it does not exist.
  package init?(link path: String) {
    var facts = stat()
    guard lstat(path, &facts) == 0 else { return nil }
    self.init(facts)
  }

  /// Creates the stamp of an open file; nil if that fails.
  package init?(descriptor: Int32) {
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { return nil }
    self.init(facts)
  }

  private init(_ facts: stat) {
    identity = Identity(device: UInt64(facts.st_dev), inode: UInt64(facts.st_ino))
    size = Int64(facts.st_size)
    mode = facts.st_mode
    #if canImport(Darwin)
      (seconds, nanoseconds) = (facts.st_mtimespec.tv_sec, facts.st_mtimespec.tv_nsec)
    #else
      (seconds, nanoseconds) = (facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec)
    #endif
  }

  package var isRegularFile: Bool { mode & S_IFMT == S_IFREG }
  package var isDirectory: Bool { mode & S_IFMT == S_IFDIR }

  /// Whether the file or folder may be written. A file without any write permission counts as read-only, even for a
  /// superuser, who could write it.
  package static func isWritable(_ path: String) -> Bool {
    guard let stamp = FileStamp(path) else { return false }
    return stamp.mode & 0o222 != 0 && access(path, W_OK) == 0
  }
}
