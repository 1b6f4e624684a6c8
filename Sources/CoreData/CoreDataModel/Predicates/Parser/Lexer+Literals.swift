extension Lexer {
  /// Reads a quoted string.
  mutating func string(_ quote: UInt8) throws(PredicateFormatError) -> String {
    let start = position
    position += 1
    var text: [UInt8] = []
    while let byte = peek() {
      position += 1
      if byte == quote { return String(decoding: text, as: UTF8.self) }
      if byte == UInt8(ascii: "\\") { text += try escape() } else { text.append(byte) }
    }
    throw error(at: start, "the string that begins here does not end")
  }

  /// Reads the character after a backslash. An unknown escape means the character itself, so a pattern needs two
  /// backslashes for one of its own.
  private mutating func escape() throws(PredicateFormatError) -> [UInt8] {
    let start = position - 1
    guard let byte = peek() else { throw error(at: start, "the string does not end") }
    position += 1
    switch byte {
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "u"):
      let digits = bytes[position...].prefix(4)
      guard digits.count == 4, let code = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
        let scalar = Unicode.Scalar(code)
      else { throw error(at: start, "expected four hexadecimal digits of a character after \\u") }
      position += 4
      return Array(String(Character(scalar)).utf8)
    default: return [byte]
    }
  }

  /// Reads a number without a sign.
  mutating func number() throws(PredicateFormatError) -> Token.Kind {
    let start = position
    if peek() == UInt8(ascii: "0"), let letter = peek(1), "xXoObB".utf8.contains(letter) {
      let radix = "xX".utf8.contains(letter) ? 16 : "oO".utf8.contains(letter) ? 8 : 2
      position += 2
      let digits = word()
      guard let value = Int64(digits, radix: radix) else { throw error(at: start, "expected a 64-bit integer") }
      return .integer(value)
    }
    skipDigits()
    var isInteger = true
    if peek() == UInt8(ascii: "."), peek(1)?.isDigit ?? false {
      isInteger = false
      position += 1
      skipDigits()
    }
    if let letter = peek(), "eE".utf8.contains(letter) {
      let sign = peek(1).map { "+-".utf8.contains($0) } ?? false
      guard peek(sign ? 2 : 1)?.isDigit ?? false else { throw error(at: start, "expected digits in the exponent") }
      isInteger = false
      position += sign ? 2 : 1
      skipDigits()
    }
    if let byte = peek(), byte.startsWord { throw error(at: start, "a name cannot begin with a digit") }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isInteger, let value = Int64(text) { return .integer(value) }
    guard let value = Double(text), value.isFinite else { throw error(at: start, "the number is too large") }
    return .double(value)
  }

  private mutating func skipDigits() {
    while let byte = peek(), byte.isDigit { position += 1 }
  }
}
