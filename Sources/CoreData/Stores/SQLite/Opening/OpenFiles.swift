import Foundation

/// Which store files this process has open, by what they are and not by how they are named.
///
/// POSIX locks belong to the process: closing a descriptor of a database that was opened without SQLite drops the locks
/// of every connection to it. So nothing here opens, copies or removes a store's file while it is in this list.
enum OpenFiles {
  fileprivate struct Identity: Hashable {
    let device: UInt64
    let inode: UInt64
  }

  /// Holds a file in the list for as long as it lives.
  final class Token: Sendable {
    private let identity: Identity

    fileprivate init(_ identity: Identity) {
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

  private static let counts = Protected<[Identity: Int]>([:])

  /// - Returns: nil when there is no such file.
  static func enter(_ file: StoreFile) -> Token? {
    identity(of: file).map(Token.init)
  }

  static func contains(_ file: StoreFile) -> Bool {
    guard let identity = identity(of: file) else { return false }
    return counts.withLock { $0[identity] != nil }
  }

  private static func identity(of file: StoreFile) -> Identity? {
    FileStamp(file.path).map { Identity(device: $0.device, inode: $0.inode) }
  }
}
