import Foundation

/// A public declaration, read from the text of a source file, for code that no symbol graph here has.
struct PublicDeclaration: Equatable {
  /// The name of the type that has the declaration, or of the declared type itself.
  let owner: String
  /// The lines of the declaration up to its body, without `public` and indentation.
  let code: String
  /// The first paragraph of the doc comment, as one line.
  let summary: String

  /// Returns the public declarations of a file in order, and the names of the types that it declares.
  ///
  /// - Complexity: O(text).
  static func all(in text: String) -> (declarations: [PublicDeclaration], types: Set<String>) {
    let lines = text.components(separatedBy: "\n")
    var declarations: [PublicDeclaration] = []
    var types: Set<String> = []
    var owners: [(indent: Int, name: String)] = []
    var (comment, attributes): ([String], [String]) = ([], [])
    var index = 0
    while index < lines.count {
      let line = lines[index].trimmingCharacters(in: .whitespaces)
      let indent = lines[index].prefix { $0 == " " }.count
      let type = typeName(in: line)
      let isPublic = line.contains("public ") && !line.hasPrefix("//")
      if line.hasPrefix("///") {
        comment.append(line.dropFirst(3).trimmingCharacters(in: .whitespaces))
        index += 1
        continue
      }
      if line.hasPrefix("@"), !isPublic, type == nil {
        attributes.append(line)
        index += 1
        continue
      }
      while !line.isEmpty, let last = owners.last, last.indent >= indent { owners.removeLast() }
      var next = index + 1
      if isPublic || type != nil {
        let signature = readSignature(from: index, indent, in: lines)
        next = signature.end
        var owner = owners.last?.name ?? ""
        if let type {
          owners.append((indent, type.name))
          if !type.isExtension {
            types.insert(type.name)
            owner = type.name
          }
        }
        if isPublic {
          let code = (attributes + signature.lines).joined(separator: "\n")
          declarations.append(
            PublicDeclaration(owner: owner, code: code.removingFirst("public "), summary: firstParagraph(of: comment)))
        }
      }
      if !line.isEmpty { (comment, attributes) = ([], []) }
      index = next
    }
    return (declarations, types)
  }

  /// The type that a line declares or extends.
  private static func typeName(in line: String) -> (name: String, isExtension: Bool)? {
    let words = line.prefix { !"{(:=</".contains($0) }.split(separator: " ").map(String.init)
    let kinds: Set = ["extension", "struct", "class", "enum", "protocol", "actor"]
    guard let index = words.firstIndex(where: kinds.contains), index + 1 < words.count,
      !["func", "var", "let"].contains(words[index + 1])
    else { return nil }
    return (words[index + 1], words[index] == "extension")
  }

  /// Returns the lines of a declaration up to its body, and the index of the next line.
  private static func readSignature(from start: Int, _ indent: Int, in lines: [String]) -> (lines: [String], end: Int) {
    var kept: [String] = []
    var depth = 0
    for index in start..<lines.count {
      var isBody = false
      let part = lines[index].prefix { character in
        if "([".contains(character) { depth += 1 }
        if ")]".contains(character) { depth -= 1 }
        isBody = character == "{" && depth == 0
        return !isBody
      }
      var line = part.dropFirst(min(indent, part.prefix { $0 == " " }.count))
      while line.last == " " { line.removeLast() }
      if !line.isEmpty { kept.append(String(line)) }
      let bodyFollows = index + 1 < lines.count && lines[index + 1].trimmingCharacters(in: .whitespaces) == "{"
      let isOpen = depth > 0 || line.last.map { ":,=<".contains($0) } ?? false
      if isBody || !isOpen && !bodyFollows { return (kept, index + 1) }
    }
    return (kept, lines.count)
  }

  /// Returns the text up to an empty line or a list. A symbol link becomes code voice, because an article of another
  /// module cannot link to the symbol.
  private static func firstParagraph(of comment: [String]) -> String {
    comment.prefix { !$0.isEmpty && !$0.hasPrefix("- ") }.joined(separator: " ")
      .replacingOccurrences(of: "``", with: "`")
  }
}

extension String {
  fileprivate func removingFirst(_ text: String) -> String {
    guard let range = range(of: text) else { return self }
    return replacingCharacters(in: range, with: "")
  }
}
