import Foundation
import Synchronization

/// A folder of the run's own, removed with the value, or when the run ends before.
final class RunFolder {
  private let url = FileManager.default.temporaryDirectory.appendingPathComponent("sections-\(UUID().uuidString)")
  private static let all = Mutex<Set<URL>>([])

  /// Makes the folder. No other user may read it: a copy of a user's store is made there.
  ///
  /// - Throws: an error that names the folder that it cannot be made in, and why.
  func make() throws -> URL {
    guard mkdir(url.path, 0o700) == 0 else {
      let reason = String(cString: strerror(errno))
      throw ToolError.data("No temporary folder can be made in \(url.deletingLastPathComponent().path): \(reason).")
    }
    Self.all.withLock { _ = $0.insert(url) }
    return url
  }

  deinit {
    let url = url
    try? FileManager.default.removeItem(at: url)
    Self.all.withLock { _ = $0.remove(url) }
  }

  /// Removes the folders of this run. What is kept in them is lost.
  static func removeAll() {
    for url in all.withLock({ $0 }) { try? FileManager.default.removeItem(at: url) }
  }
}
