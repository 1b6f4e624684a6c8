import Foundation

/// A folder of a test's, a benchmark's or the tool's own, which is removed with this and with everything in it.
package final class TemporaryFolder: Sendable {
  package let url: URL

  /// Makes the folder. No other user may read it: the tool copies users' stores.
  ///
  /// - Parameter name: how its name begins.
  package init(_ name: String = "sectioned") throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("\(name)-\(UUID().uuidString)")
    guard mkdir(url.path, 0o700) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }

  deinit { remove() }

  /// Removes the folder before its time.
  package func remove() {
    // A test may have taken the right to write.
    chmod(url.path, 0o700)
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

extension Data {
  /// All bytes of a file that may be empty.
  ///
  /// `Data(contentsOf:)` and `String(contentsOf:encoding:)` of Foundation on Linux leak a buffer for each empty file,
  /// which a run under the address sanitizer reports and fails for.
  package init(bytesOf url: URL) throws {
    let handle = try FileHandle(forReadingFrom: url)
    defer { try? handle.close() }
    self = try handle.readToEnd() ?? Data()
  }
}
