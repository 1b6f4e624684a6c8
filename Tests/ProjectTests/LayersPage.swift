import Foundation
import Testing

/// The parts of `Docs/Layers.md` and the graph of `Docs/Architecture.md` that tests compare with the project.
struct LayersPage {
  let lines: [String]

  init(_ name: String = "Layers") throws { lines = try Project.text("Docs/\(name).md").components(separatedBy: "\n") }

  /// The arrows of the page's graph: the targets that each target uses.
  func arrows() throws -> [String: Set<String>] {
    let start = try #require(lines.firstIndex(of: "```mermaid"))
    var arrows: [String: Set<String>] = [:]
    for line in lines[start...].dropFirst().prefix(while: { $0 != "```" }) where line.contains("-->") {
      let ends = line.components(separatedBy: "-->").map { end in
        end.components(separatedBy: "&").map { $0.trimmingCharacters(in: .whitespaces) }
      }
      try #require(ends.count == 2, "\(line)")
      for user in ends[1] { arrows[user, default: []].formUnion(ends[0]) }
    }
    return arrows
  }

  /// The folders in the table under a heading. The first column has the outer folders, the second their subfolders.
  func folders(under heading: String) throws -> Set<String> {
    let start = try #require(lines.firstIndex(of: heading))
    let rows = lines[start...].drop { !$0.hasPrefix("| folder") }.prefix { $0.hasPrefix("|") }.dropFirst(2)
    var folders: Set<String> = []
    for row in rows {
      let columns = row.components(separatedBy: "|")
      let outer = Self.folders(in: columns[1])
      folders.formUnion(outer)
      for inner in Self.folders(in: columns[2]) { folders.insert(try #require(outer.last) + "/" + inner) }
    }
    return folders
  }

  /// The order of a target's folders, lowest first. Folders in the same line may use each other.
  func order(of target: String) throws -> [[String]] {
    let start = try #require(lines.firstIndex { $0.hasPrefix("**`\(target)`**") }, "no order of \(target)")
    let list = lines[start...].drop { $0.first?.isNumber != true }.prefix { $0.first?.isNumber == true }
    return list.map { Self.folders(in: $0.components(separatedBy: ": ")[0]) }
  }

  /// The names in code voice that end with a slash.
  private static func folders(in text: String) -> [String] {
    let parts = text.components(separatedBy: "`")
    return parts.indices.filter { $0 % 2 == 1 && parts[$0].hasSuffix("/") }.map { String(parts[$0].dropLast()) }
  }
}
