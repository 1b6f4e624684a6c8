import Foundation
import Testing

/// Access to the files of the project.
enum Project {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The folder of a target in `Sources`, where each target is in the folder of its group.
  static func folder(of target: String) -> String {
    let groups =
      (try? FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent("Sources").path)) ?? []
    let folders = groups.sorted().map { "Sources/\($0)/\(target)" }
    return folders.first { FileManager.default.fileExists(atPath: root.appendingPathComponent($0).path) }
      ?? "Sources/\(target)"
  }

  /// The Swift files in a folder and its subfolders, as sorted paths within it. Files in documentation catalogues are
  /// omitted.
  static func sources(in folder: String) throws -> [String] {
    let folder = root.appendingPathComponent(folder)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return paths.filter { $0.hasSuffix(".swift") && !$0.contains(".docc/") }.sorted()
  }

  /// The subfolders of a folder that have Swift files, as paths within it.
  static func folders(in folder: String) throws -> Set<String> {
    var folders: Set<String> = []
    for path in try sources(in: folder) {
      var parts = path.split(separator: "/").dropLast()
      while !parts.isEmpty {
        folders.insert(parts.joined(separator: "/"))
        parts.removeLast()
      }
    }
    return folders
  }
}
