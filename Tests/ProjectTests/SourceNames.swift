import Foundation

/// The names that a source file declares for other files, and the names that it uses. They are found in the text alone.
struct SourceNames {
  /// The types that are visible in the whole module by their own names.
  private(set) var declared: Set<String> = []
  /// Every word, except members of something and names that the file declares itself, such as generic parameters.
  private(set) var used: Set<String> = []

  private static let kinds: Set = ["class", "struct", "enum", "actor", "protocol", "typealias", "associatedtype"]

  init(of text: String) {
    var own: Set<String> = []
    var before: [String] = []
    // In angle brackets after a declared name, the first word of each element names a parameter.
    var angles = 0
    var startsParameter = false
    var depth = 0
    var isPrivate = false
    var last = UInt8(ascii: "\n")
    let code = SwiftCode.kept(of: text)
    var place = 0
    while place < code.count {
      let byte = code[place]
      guard Self.isLetter(byte) else {
        if byte == UInt8(ascii: "{") { depth += 1 }
        if byte == UInt8(ascii: "}") { depth -= 1 }
        if byte == UInt8(ascii: "\n"), depth == 0 { isPrivate = false }
        if byte == UInt8(ascii: "<") {
          let follows = before.count > 1 && (Self.kinds.contains(before[0]) || before[0] == "func")
          if angles > 0 || follows || before.last == "init" && Self.isLetter(last) { angles += 1 }
          startsParameter = angles == 1
        }
        if byte == UInt8(ascii: ">"), angles > 0 { angles -= 1 }
        if byte == UInt8(ascii: ","), angles == 1 { startsParameter = true }
        if byte != UInt8(ascii: " ") { last = byte }
        place += 1
        continue
      }
      let start = place
      while place < code.count, Self.isLetter(code[place]) { place += 1 }
      let word = String(decoding: code[start..<place], as: UTF8.self)
      if depth == 0, word == "private" || word == "fileprivate" { isPrivate = true }
      if let kind = before.last, Self.kinds.contains(kind), !["func", "var", "let"].contains(word) {
        own.insert(word)
        if depth == 0, !isPrivate { declared.insert(word) }
      } else if startsParameter {
        own.insert(word)
        startsParameter = false
      } else if last != UInt8(ascii: ".") {
        used.insert(word)
      }
      before = before.suffix(1) + [word]
      last = code[place - 1]
    }
    used.subtract(own)
  }

  /// The modules that a file imports.
  static func imports(of text: String) -> Set<String> {
    let words = text.components(separatedBy: "\n").filter { $0.contains("import ") }.map { line in
      line.split(separator: " ").map(String.init)
    }
    return Set(words.compactMap { $0.dropLast().last == "import" ? $0.last : nil })
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte >= 0x80 || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
      || (0x61...0x7A).contains(byte)
  }
}
