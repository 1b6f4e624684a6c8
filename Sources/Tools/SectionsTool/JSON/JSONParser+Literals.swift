extension JSONParser {
  /// Parses a string in quotes.
  mutating func string() throws -> String {
    let start = position
    position += 1
    var text: [UInt8] = []
    while let byte = peek() {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        guard let string = String(validating: text, as: UTF8.self) else {
          throw LocatedProblem(offset: start, message: "this string is not UTF-8")
        }
        return string
      case UInt8(ascii: "\\"): text += try escape()
      case 0x09: throw problem("a tab stands in a string; \\t stands for it")
      case 0..<0x20: throw problem("a string goes over the end of the line; \\n stands for a new line in it")
      default:
        text.append(byte)
        position += 1
      }
    }
    throw LocatedProblem(offset: start, message: "the string that begins here does not end")
  }

  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "\""): 0x22, UInt8(ascii: "\\"): 0x5c, UInt8(ascii: "/"): 0x2f, UInt8(ascii: "b"): 0x08,
    UInt8(ascii: "f"): 0x0c, UInt8(ascii: "n"): 0x0a, UInt8(ascii: "r"): 0x0d, UInt8(ascii: "t"): 0x09,
  ]

  private mutating func escape() throws -> [UInt8] {
    let start = position
    position += 1
    if let byte = peek(), let escaped = Self.escapes[byte] {
      position += 1
      return [escaped]
    }
    guard let first = unit() else {
      throw LocatedProblem(offset: start, message: "\\ is followed by one of \" \\ / b f n r t u and four digits")
    }
    var units = [first]
    if UTF16.isLeadSurrogate(first), peek() == UInt8(ascii: "\\") {
      position += 1
      if let second = unit() { units.append(second) }
    }
    guard let text = String(validating: units, as: UTF16.self) else {
      throw LocatedProblem(offset: start, message: "half of a surrogate pair is no character")
    }
    return Array(text.utf8)
  }

  /// Parses the rest of `\uXXXX` after the backslash; returns nil if it is not `u` and four hexadecimal digits.
  private mutating func unit() -> UInt16? {
    let digits = bytes[position...].dropFirst().prefix(4)
    guard peek() == UInt8(ascii: "u"), digits.count == 4, !digits.contains(UInt8(ascii: "+")),
      let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { return nil }
    position += 5
    return unit
  }

  /// Parses a number. It is an integer if it has neither a fraction nor an exponent and fits into 64 bits.
  mutating func number() throws -> JSON {
    let start = position
    _ = take("-")
    if !take("0") { try digits() }
    if let byte = peek(), isDigit(byte) { throw problem("a number does not begin with 0") }
    var isInteger = true
    if take(".") {
      isInteger = false
      try digits()
    }
    if take("e") || take("E") {
      isInteger = false
      if !take("+") { _ = take("-") }
      try digits()
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isInteger, let value = Int64(text) { return .integer(value) }
    guard let value = Double(text), value.isFinite else {
      throw LocatedProblem(offset: start, message: "the number is too large")
    }
    return .number(value)
  }

  private mutating func digits() throws {
    guard let byte = peek(), isDigit(byte) else { throw problem("a digit is expected") }
    while let byte = peek(), isDigit(byte) { position += 1 }
  }

  func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}
