/// A piece of a Swift source, of one of the kinds that the scanner has to distinguish.
struct SwiftToken: Equatable {
  enum Kind: Equatable {
    /// An identifier, a keyword or a number, without back-ticks.
    case word
    /// A single character: a bracket, a comma, a part of an operator.
    case symbol
    /// A text or a regular expression.
    case literal
    /// `#if`, `#elseif`, `#else`, `#endif`; the text is what follows it in its line.
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
  /// The place of the token in the file, in bytes.
  let range: Range<Int>
  /// From 1 on.
  let line: Int
  /// Whether nothing stands between it and the token before.
  let isJoined: Bool

  func `is`(_ text: String) -> Bool { self.text == text && (kind == .symbol || kind == .word) }
}
