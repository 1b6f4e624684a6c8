import Foundation

/// A folder of a test's own, which is removed with this and with everything in it.
package final class TemporaryFolder: Sendable {
  package let url: URL

  package init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("sectioned-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    // A test may have taken the right to write.
    chmod(url.path, 0o755)
    try? FileManager.default.removeItem(at: url)
  }

  package func file(_ name: String = "Store.sqlite") -> URL { url.appendingPathComponent(name) }

  /// Writes a file and returns its path.
  package func file(_ name: String, _ text: String) throws -> String {
    try Data(text.utf8).write(to: file(name))
    return file(name).path
  }

  /// The names of everything in the folder, sorted.
  package var contents: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted()
  }

  /// Copies a sample store and its log here, writable, and without the index of the log.
  package func copy(_ sample: URL, name: String = "Store.sqlite") throws -> URL {
    for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: sample.path + suffix) {
      let target = file(name + suffix).path
      try FileManager.default.copyItem(atPath: sample.path + suffix, toPath: target)
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: target)
    }
    return file(name)
  }
}
