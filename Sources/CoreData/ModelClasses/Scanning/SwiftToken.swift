/// A token of a Swift source. The kinds are those that the scanner must distinguish.
struct SwiftToken: Equatable {
  enum Kind: Equatable {
    /// An identifier, keyword or number, without backticks.
    case word
    /// A single character, such as a bracket, a comma or a part of an operator.
    case symbol
    /// A string or a regular expression.
    case literal
    /// A conditional directive: `#if`, `#elseif`, `#else` or `#endif`. The text is the rest of its line.
    case directive(Directive)
  }

  enum Directive: String {
    case begin = "if"
    case another = "elseif"
    case otherwise = "else"
    case end = "endif"
  }

  let kind: Kind
  let text: String
  /// The range of the token in the file, in bytes.
  let range: Range<Int>
  /// The line number, from 1.
  let line: Int
  /// Whether the token directly follows the previous one, without a space.
  let isJoined: Bool

  func `is`(_ text: String) -> Bool { self.text == text && (kind == .symbol || kind == .word) }
}
