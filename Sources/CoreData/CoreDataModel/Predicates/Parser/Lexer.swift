/// Splits a format string into tokens.
struct Lexer {
  let format: String
  let bytes: [UInt8]
  var position = 0

  init(_ format: String) {
    self.format = format
    bytes = Array(format.utf8)
  }

  /// The symbols, longer ones first.
  private static let symbols: [[UInt8]] = [
    "&&", "||", "==", "!=", "<>", "<=", ">=", "=<", "=>", "**", "<<", ">>", "=", "<", ">", "!", "(", ")", "{", "}", "[",
    "]",
    ",", ".", "+", "-", "*", "/", "&", "|", "^", "~", ":",
  ].map { Array($0.utf8) }

  mutating func next() throws(PredicateFormatError) -> Token {
    while let byte = peek(), byte == 0x20 || (0x09...0x0D).contains(byte) { position += 1 }
    let start = position
    guard let byte = peek() else { return Token(kind: .end, offset: start) }
    switch byte {
    case _ where byte.startsWord: return Token(kind: .word(word()), offset: start)
    case _ where byte.isDigit: return Token(kind: try number(), offset: start)
    case UInt8(ascii: ".") where peek(1)?.isDigit ?? false: return Token(kind: try number(), offset: start)
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return Token(kind: .string(try string(byte)), offset: start)
    case UInt8(ascii: "#"): return Token(kind: .key(try named("#")), offset: start)
    case UInt8(ascii: "@"): return Token(kind: .atWord("@" + (try named("@"))), offset: start)
    case UInt8(ascii: "$"): return Token(kind: .variable(try named("$")), offset: start)
    case UInt8(ascii: "%"): return Token(kind: .placeholder(try placeholder()), offset: start)
    default: break
    }
    for symbol in Self.symbols where bytes[start...].starts(with: symbol) {
      position += symbol.count
      return Token(kind: .symbol(String(decoding: symbol, as: UTF8.self)), offset: start)
    }
    throw error(at: start, "a character that means nothing here")
  }

  func error(at offset: Int, _ expectation: String) -> PredicateFormatError {
    PredicateFormatError(format: format, offset: offset, expectation: expectation)
  }

  func peek(_ distance: Int = 0) -> UInt8? {
    position + distance < bytes.count ? bytes[position + distance] : nil
  }

  mutating func word() -> String {
    let start = position
    while let byte = peek(), byte.continuesWord { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// Reads the name after a sign such as `$`.
  private mutating func named(_ sign: String) throws(PredicateFormatError) -> String {
    position += 1
    guard let byte = peek(), byte.startsWord else { throw error(at: position, "expected a name after \(sign)") }
    return word()
  }

  private mutating func placeholder() throws(PredicateFormatError) -> String {
    let start = position
    position += 1
    if peek() == UInt8(ascii: "%") {
      throw error(at: start, "a percent sign by itself means nothing here; it stands inside quotes only")
    }
    let letters = position
    while let byte = peek(), "hlqzjt".utf8.contains(byte) { position += 1 }
    guard let byte = peek(), "@KdDiuUxXofFeEgGaAcs".utf8.contains(byte) else {
      throw error(at: start, "expected a placeholder such as %@, %K, %d or %f")
    }
    position += 1
    return String(decoding: bytes[letters..<position], as: UTF8.self)
  }
}

extension UInt8 {
  var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
  /// Whether the byte is a letter, an underscore, or part of a non-ASCII character.
  var startsWord: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 || self == UInt8(ascii: "_") || self >= 0x80 }
  var continuesWord: Bool { startsWord || isDigit }
}
