import Foundation
import Testing

/// The targets in `Package.swift` with their dependencies, for a package that includes our Core Data.
struct Manifest {
  private(set) var dependencies: [String: Set<String>] = [:]
  /// The folder of each target's sources.
  private(set) var folders: [String: String] = [:]

  init() throws {
    let text = try Project.text("Package.swift")
    var lists: [String: Set<String>] = [:]
    for line in text.components(separatedBy: "\n") where line.hasPrefix("let ") && line.contains("[Target.Dependency]")
    {
      let name = line.dropFirst("let ".count).prefix { $0 != ":" }
      lists[String(name)] = Self.quoted(line)
    }
    for kind in [".target(", ".executableTarget(", ".systemLibrary("] {
      for part in text.components(separatedBy: kind).dropFirst() {
        let arguments = Self.arguments(part)
        let name = try #require(arguments["name"].flatMap { Self.quoted($0).first })
        let folder = try #require(arguments["path"].flatMap { Self.quoted($0).first })
        folders[name] = folder
        let list = arguments["dependencies"] ?? ""
        dependencies[name] = lists.filter { list.contains($0.key) }.values.reduce(into: Self.quoted(list)) {
          $0.formUnion($1)
        }
      }
    }
  }

  /// The arguments of a call by their labels. The text begins after the opening parenthesis.
  private static func arguments(_ text: String) -> [String: String] {
    var depth = 0
    var parts = [""]
    for character in text {
      if "([".contains(character) { depth += 1 }
      if ")]".contains(character) { depth -= 1 }
      if depth < 0 { break }
      if depth == 0 && character == "," { parts.append("") } else { parts[parts.count - 1].append(character) }
    }
    return parts.reduce(into: [:]) { arguments, part in
      let label = part.prefix { $0 != ":" }
      arguments[label.trimmingCharacters(in: .whitespacesAndNewlines)] = String(part.dropFirst(label.count))
    }
  }

  private static func quoted(_ text: String) -> Set<String> {
    let parts = text.components(separatedBy: "\"")
    return Set(parts.indices.filter { $0 % 2 == 1 }.map { parts[$0] })
  }
}
