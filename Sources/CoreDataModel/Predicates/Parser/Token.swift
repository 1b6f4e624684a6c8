/// A word of the format language and where it begins.
struct Token {
  enum Kind: Equatable {
    /// A key, a keyword or a function, whichever the place asks for.
    case word(String)
    /// A key that is never a keyword: it was written `#key`.
    case key(String)
    /// `@count` and the like.
    case atWord(String)
    /// `$name`.
    case variable(String)
    case string(String)
    case integer(Int64)
    /// A number that is no 64-bit integer.
    case double(Double)
    /// `%@` and the like: the letters after the percent sign.
    case placeholder(String)
    /// An operator or a bracket.
    case symbol(String)
    case end
  }

  let kind: Kind
  /// In UTF-8 bytes from the start of the format.
  let offset: Int
}

extension Token.Kind {
  /// The name of the token in an error.
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

  /// Whether the token is the keyword, in any case.
  ///
  /// - Parameter keyword: in capitals.
  func isKeyword(_ keyword: String) -> Bool {
    guard case .word(let text) = self, text.utf8.count == keyword.utf8.count else { return false }
    return zip(text.utf8, keyword.utf8).allSatisfy { $0 == $1 || ($0 &- 0x20 == $1 && $0 >= UInt8(ascii: "a")) }
  }
}
