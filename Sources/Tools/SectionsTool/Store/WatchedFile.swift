import Foundation

/// A file that stays open for long. It checks whether its path still leads to the same file. A store on a server has
/// none.
struct WatchedFile {
  private let path: String
  private let identity: Identity?

  private struct Identity: Equatable {
    let device: UInt64
    let number: UInt64
  }

  init?(_ path: String) {
    guard !StoreLocation.isAddress(path) else { return nil }
    self.path = path
    identity = Self.identity(of: path)
  }

  /// - Throws: an error if the file was removed, moved or replaced.
  func check() throws {
    let now = Self.identity(of: path)
    guard now != identity else { return }
    throw ToolError.data(now == nil ? "\(path) is gone." : "\(path) was replaced by another file.")
  }

  private static func identity(of path: String) -> Identity? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return Identity(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
  }
}
