import Foundation

/// A temporary folder of a test, a benchmark or the tool. It is deleted with its contents when this object is released.
package final class TemporaryFolder: Sendable {
  package let url: URL

  /// Makes the folder. No other user may read it: the tool copies users' stores.
  ///
  /// - Parameter name: the prefix of the folder's name.
  package init(_ name: String = "sectioned") throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("\(name)-\(UUID().uuidString)")
    guard mkdir(url.path, 0o700) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }

  deinit { remove() }

  /// Deletes the folder now, before this object is released.
  package func remove() {
    // A test may have removed the write permission.
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

  /// Copies a sample store and its WAL into the folder, and makes them writable. It does not copy the `-shm` file.
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
