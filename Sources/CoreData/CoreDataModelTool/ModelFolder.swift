import CoreDataModel
import Foundation

/// A model among the sources of a target: one version (`.xcdatamodel`) or several (`.xcdatamodeld`).
struct ModelFolder {
  let url: URL

  var name: String { url.deletingPathExtension().lastPathComponent }
  var hasVersions: Bool { url.pathExtension == "xcdatamodeld" }

  /// Returns the versions, sorted by name.
  func versions() throws -> [URL] {
    guard hasVersions else { return [url] }
    return try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
      .filter { $0.hasSuffix(".xcdatamodel") }.map { url.appendingPathComponent($0) }
  }

  /// Returns the version that programs use: the one that `.xccurrentversion` names, or else the only one. Nil if
  /// neither exists.
  func current() throws -> URL? {
    let versions = try versions()
    guard hasVersions, let named = try currentName() else { return versions.count == 1 ? versions[0] : nil }
    return versions.first { $0.lastPathComponent == named }
  }

  private func currentName() throws -> String? {
    let list = try NestedPropertyList.dictionary(at: url.appendingPathComponent(".xccurrentversion"))
    return list?["_XCCurrentVersionName"] as? String
  }

  static func contents(of version: URL) -> URL { version.appendingPathComponent("contents") }
}
