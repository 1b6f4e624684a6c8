import Foundation

/// A folder of the run's own, removed with the value.
final class TemporaryFolder {
  private let url = FileManager.default.temporaryDirectory.appendingPathComponent("sections-\(UUID().uuidString)")

  /// Makes the folder.
  func make() throws -> URL {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    return url
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
