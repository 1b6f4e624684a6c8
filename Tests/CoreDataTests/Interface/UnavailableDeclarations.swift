import Foundation

/// The unavailable declarations of Core Data, read from its sources, because the symbol graph extractor leaves them
/// out.
struct UnavailableDeclarations {
  /// The dotted names with argument labels, as in the table of Apple's interface.
  private(set) var names: Set<String> = []

  init() throws {
    for module in ["CoreDataModel", "CoreData"] {
      let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../Sources/CoreData/\(module)").standardizedFileURL
      let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
      while let file = files?.nextObject() as? URL {
        guard file.pathExtension == "swift" else { continue }
        let text = try String(contentsOf: file, encoding: .utf8)
        if text.contains("unavailable") { read(text) }
      }
    }
  }

  /// Whether a declaration or a type around it is unavailable.
  func contains(_ name: String) -> Bool {
    let parts = name.split(separator: ".")
    return parts.indices.contains { names.contains(parts[...$0].joined(separator: ".")) }
  }

  private mutating func read(_ text: String) {
    var scanner = SourceScanner(text)
    /// The types around the current place, with the depth of their braces.
    var types: [(name: String, depth: Int)] = []
    var depth = 0
    var isMarked = false
    while let word = scanner.next() {
      switch word {
      case "{": depth += 1
      case "}":
        if types.last?.depth == depth { types.removeLast() }
        depth -= 1
      case "@available":
        if scanner.brackets()?.contains("unavailable") == true { isMarked = true }
      case "extension", "class", "struct", "enum", "protocol":
        guard let name = scanner.typeName() else { continue }
        if isMarked, word != "extension" { names.insert((types.map(\.name) + [name]).joined(separator: ".")) }
        isMarked = false
        types.append((name, depth + 1))
      case "func", "init", "var", "let", "case", "typealias":
        guard isMarked else { continue }
        isMarked = false
        let prefix = types.map { $0.name + "." }.joined()
        let name = word == "init" ? "init" : scanner.next() ?? ""
        let labels = word == "func" || word == "init" ? "(" + scanner.labels() + ")" : ""
        names.insert(prefix + name + labels)
      default: break
      }
    }
  }
}

/// Splits Swift source into words and braces, without comments and strings.
private struct SourceScanner {
  private let text: [Character]
  private var place = 0

  init(_ text: String) { self.text = Array(text) }

  mutating func next() -> String? {
    skip()
    guard place < text.count else { return nil }
    let start = place
    if text[place] == "@" || Self.isWord(text[place]) {
      place += 1
      while place < text.count, Self.isWord(text[place]) { place += 1 }
    } else {
      place += 1
    }
    return String(text[start..<place])
  }

  /// The name after `class`, `extension` and the like; nil for a member of the class (`class func`).
  mutating func typeName() -> String? {
    let start = place
    guard let name = next(), name.first?.isUppercase == true else {
      place = start
      return nil
    }
    var full = name
    while place < text.count, text[place] == "." {
      place += 1
      full += "." + (next() ?? "")
    }
    return full
  }

  /// Returns the brackets that follow, with their content.
  mutating func brackets() -> String? {
    skip()
    guard place < text.count, text[place] == "(" else { return nil }
    let start = place
    var depth = 0
    repeat {
      switch text[place] {
      case "(": depth += 1
      case ")": depth -= 1
      case "\"": skipString()
      default: break
      }
      place += 1
    } while depth > 0 && place < text.count
    return String(text[start..<place])
  }

  /// The argument labels of the function or initializer that follows.
  mutating func labels() -> String {
    while place < text.count, text[place] != "(" { place += 1 }
    guard let brackets = brackets() else { return "" }
    var labels = ""
    var depth = 0
    var parameter = ""
    for character in brackets.dropFirst().dropLast() + "," {
      if "(<[".contains(character) { depth += 1 }
      // The `>` of an arrow is no bracket.
      if ")>]".contains(character), parameter.last != "-" { depth -= 1 }
      guard character == ",", depth == 0 else {
        parameter.append(character)
        continue
      }
      let words = parameter.split { !Self.isWord($0) }
      if let label = words.first { labels += label + ":" }
      parameter = ""
    }
    return labels
  }

  private mutating func skip() {
    while place < text.count {
      if text[place].isWhitespace {
        place += 1
      } else if text[place] == "/", place + 1 < text.count, text[place + 1] == "/" {
        while place < text.count, text[place] != "\n" { place += 1 }
      } else if text[place] == "\"" {
        skipString()
        place += 1
      } else {
        return
      }
    }
  }

  /// Skips the rest of a string.
  private mutating func skipString() {
    let isLong = place + 2 < text.count && text[place + 1] == "\"" && text[place + 2] == "\""
    place += isLong ? 3 : 1
    while place < text.count {
      if text[place] == "\\" {
        place += 1
      } else if text[place] == "\"" {
        guard isLong else { return }
        if place + 2 < text.count, text[place + 1] == "\"", text[place + 2] == "\"" {
          place += 2
          return
        }
      }
      place += 1
    }
  }

  private static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
}
