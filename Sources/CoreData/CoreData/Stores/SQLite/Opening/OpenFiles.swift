import Foundation

/// The store files that this process has open, identified by device and inode instead of by path.
///
/// POSIX locks belong to the process. If the process opens a database file without SQLite and closes it, the locks of
/// all its connections to the file are released. So this package never does that to a file in this list.
enum OpenFiles {
  /// Keeps a file in the list while the token lives.
  final class Token: Sendable {
    private let identity: FileStamp.Identity

    fileprivate init(_ identity: FileStamp.Identity) {
      self.identity = identity
      counts.withLock { $0[identity, default: 0] += 1 }
    }

    deinit {
      let identity = identity
      counts.withLock { counts in
        let left = (counts[identity] ?? 1) - 1
        counts[identity] = left > 0 ? left : nil
      }
    }
  }

  private static let counts = Protected<[FileStamp.Identity: Int]>([:])

  static func enter(_ file: FileStamp.Identity) -> Token { Token(file) }

  static func contains(_ file: StoreFile) -> Bool {
    guard let identity = FileStamp(file.path)?.identity else { return false }
    return counts.withLock { $0[identity] != nil }
  }
}
