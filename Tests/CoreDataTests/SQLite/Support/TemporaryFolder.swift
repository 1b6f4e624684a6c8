import Foundation

@testable import CoreData

/// A folder that is removed with everything in it when the test is done.
final class TemporaryFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("stores-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    chmod(url.path, 0o755)
    try? FileManager.default.removeItem(at: url)
  }

  func file(_ name: String = "Store.sqlite") -> URL { url.appendingPathComponent(name) }

  /// The names of everything in the folder, sorted.
  var contents: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted()
  }

  /// Copies a sample store and its log here, writable, and without the index of the log.
  func copy(_ sample: URL, name: String = "Store.sqlite") throws -> URL {
    for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: sample.path + suffix) {
      let target = file(name + suffix).path
      try FileManager.default.copyItem(atPath: sample.path + suffix, toPath: target)
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: target)
    }
    return file(name)
  }
}
