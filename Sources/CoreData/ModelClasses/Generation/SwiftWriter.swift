/// Writes indented Swift code.
struct SwiftWriter {
  private(set) var text = ""
  private var depth = 0

  mutating func line(_ line: String = "") {
    text += (line.isEmpty ? "" : String(repeating: "  ", count: depth) + line) + "\n"
  }

  /// Writes a line with an opening brace, the indented body, and a closing brace.
  mutating func block(_ head: String, _ body: (inout SwiftWriter) -> Void) {
    line(head + " {")
    depth += 1
    body(&self)
    depth -= 1
    line("}")
  }

  /// Writes a body under conditions. The directives are not indented, so that they are easy to see.
  mutating func under(_ conditions: [String], _ body: (inout SwiftWriter) -> Void) {
    for condition in conditions { text += "#if \(condition)\n" }
    body(&self)
    for _ in conditions { text += "#endif\n" }
  }

  /// Writes an `#error` directive under conditions, for a problem that exists only if they hold.
  mutating func error(_ problem: Problem, under conditions: [String]) {
    let text = "\(problem.file):\(max(problem.line, 1)): \(problem.text)"
    let escaped = text.map { "\\\"".contains($0) ? "\\\($0)" : $0.isNewline ? " " : String($0) }.joined()
    line()
    under(conditions) { $0.line("#error(\"\(escaped)\")") }
  }

  /// The name, in backticks if it is a keyword.
  static func name(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

  static let keywords: Set = [
    "actor", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default", "defer",
    "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if",
    "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private",
    "protocol", "public", "repeat", "rethrows", "return", "self", "Self", "static", "struct", "subscript", "super",
    "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while", "Any", "Type", "Protocol",
  ]
}
