import Foundation

/// The store files that this process has open, by their identity on the device and not by their names.
///
/// POSIX locks belong to the process: closing a descriptor of a database that was opened without SQLite drops the locks
/// of every connection to it. So nothing here opens, copies or removes a store's file while it is in this list.
enum OpenFiles {
  /// Holds a file in the list for as long as it lives.
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
