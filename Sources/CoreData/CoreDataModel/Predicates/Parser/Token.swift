/// A token of the format language and its position.
struct Token {
  enum Kind: Equatable {
    /// A key, keyword or function name, depending on the context.
    case word(String)
    /// A key that was written `#key`, so it is never a keyword.
    case key(String)
    /// An aggregate such as `@count`.
    case atWord(String)
    /// `$name`.
    case variable(String)
    case string(String)
    case integer(Int64)
    /// A number that is not a 64-bit integer.
    case double(Double)
    /// A placeholder such as `%@`: the letters after the percent sign.
    case placeholder(String)
    /// An operator, punctuation or bracket.
    case symbol(String)
    case end
  }

  let kind: Kind
  /// The position as a UTF-8 offset.
  let offset: Int
}

extension Token.Kind {
  /// The token's name for error messages.
  var name: String {
    switch self {
    case .word(let text), .atWord(let text), .symbol(let text): "“\(text)”"
    case .key(let text): "“#\(text)”"
    case .variable(let text): "“$\(text)”"
    case .string: "a string"
    case .integer, .double: "a number"
    case .placeholder(let text): "“%\(text)”"
    case .end: "the end"
    }
  }

  /// Whether the token is the given keyword in upper or lower case.
  ///
  /// - Parameter keyword: the keyword in capitals.
  func isKeyword(_ keyword: String) -> Bool {
    guard case .word(let text) = self, text.utf8.count == keyword.utf8.count else { return false }
    return zip(text.utf8, keyword.utf8).allSatisfy { $0 == $1 || ($0 &- 0x20 == $1 && $0 >= UInt8(ascii: "a")) }
  }
}
