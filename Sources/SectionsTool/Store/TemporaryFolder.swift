import Foundation
import Synchronization

/// A folder of the run's own, removed with the value, or when the run ends before.
final class TemporaryFolder {
  private let url = FileManager.default.temporaryDirectory.appendingPathComponent("sections-\(UUID().uuidString)")
  private static let all = Mutex<Set<URL>>([])

  /// Makes the folder.
  func make() throws -> URL {
    Self.all.withLock { _ = $0.insert(url) }
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
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
