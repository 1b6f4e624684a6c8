/// A parser of JSON according to RFC 8259. It records the offset of each value.
///
/// It rejects values nested deeper than `greatestDepth`, so that no text can exhaust the stack.
struct JSONParser {
  static let greatestDepth = 100

  let bytes: [UInt8]
  var position = 0
  private var depth = 0

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// - Throws: `LocatedProblem` with a message and its offset.
  static func parse(_ bytes: [UInt8]) throws -> LocatedJSON {
    var parser = JSONParser(bytes)
    // Skip a byte order mark.
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { parser.position = 3 }
    parser.skipSpace()
    guard parser.peek() != nil else { throw parser.problem("it is empty") }
    let value = try parser.value()
    parser.skipSpace()
    guard parser.peek() == nil else { throw parser.problem("something follows the end of the value") }
    return value
  }

  private mutating func value() throws -> LocatedJSON {
    let start = position
    let content: LocatedJSON.Content
    switch peek() {
    case UInt8(ascii: "{"): content = .object(try nested { try $0.members() })
    case UInt8(ascii: "["): content = .array(try nested { try $0.elements() })
    case UInt8(ascii: "\""): content = .scalar(.string(try string()))
    case UInt8(ascii: "t"): content = .scalar(.bool(try word("true", is: true)))
    case UInt8(ascii: "f"): content = .scalar(.bool(try word("false", is: false)))
    case UInt8(ascii: "n"): content = .scalar(try word("null", is: .null))
    case let byte? where byte == UInt8(ascii: "-") || isDigit(byte): content = .scalar(try number())
    case nil: throw problem("the text ends where a value is expected")
    default: throw problem("a value is expected: a string in quotes, a number, true, false, null, [ or {")
    }
    return LocatedJSON(offset: start, content: content)
  }

  private mutating func nested<Value>(_ body: (inout JSONParser) throws -> Value) throws -> Value {
    guard depth < Self.greatestDepth else {
      throw problem("arrays and objects are nested deeper than \(Self.greatestDepth) levels here")
    }
    depth += 1
    defer { depth -= 1 }
    return try body(&self)
  }

  private mutating func members() throws -> [LocatedJSON.Member] {
    let start = position
    position += 1
    var members: [LocatedJSON.Member] = []
    var keys: Set<String> = []
    skipSpace()
    if take("}") { return members }
    while true {
      skipSpace()
      let offset = position
      guard peek() == UInt8(ascii: "\"") else {
        throw problem(peek() == nil ? Self.unended("object") : "a key in quotes is expected", at: start)
      }
      let key = try string()
      guard keys.insert(key).inserted else {
        throw LocatedProblem(offset: offset, message: "\"\(key)\" occurs twice")
      }
      skipSpace()
      guard take(":") else { throw problem("a colon is expected after the key \"\(key)\"") }
      skipSpace()
      members.append(.init(key: key, offset: offset, value: try value()))
      skipSpace()
      if take("}") { return members }
      guard take(",") else {
        throw problem(peek() == nil ? Self.unended("object") : "a comma or } is expected", at: start)
      }
    }
  }

  private mutating func elements() throws -> [LocatedJSON] {
    let start = position
    position += 1
    var values: [LocatedJSON] = []
    skipSpace()
    if take("]") { return values }
    while true {
      skipSpace()
      values.append(try value())
      skipSpace()
      if take("]") { return values }
      guard take(",") else {
        throw problem(peek() == nil ? Self.unended("array") : "a comma or ] is expected", at: start)
      }
    }
  }

  private static func unended(_ kind: String) -> String { "the \(kind) that begins here does not end" }

  private mutating func word<Value>(_ word: String, is value: Value) throws -> Value {
    guard bytes[position...].starts(with: word.utf8) else { throw problem("\(word) is expected") }
    position += word.utf8.count
    return value
  }
}

extension JSONParser {
  func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard peek() == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  mutating func skipSpace() {
    while let byte = peek(), [0x20, 0x09, 0x0a, 0x0d].contains(byte) { position += 1 }
  }

  func problem(_ message: String) -> LocatedProblem { LocatedProblem(offset: position, message: message) }

  /// Returns a problem at the current position; at `start`, where the unfinished value begins, if the text has ended.
  func problem(_ message: String, at start: Int) -> LocatedProblem {
    LocatedProblem(offset: peek() == nil ? start : position, message: message)
  }
}

extension JSON {
  /// Parses a value.
  ///
  /// - Throws: `LocatedProblem`.
  init(parsing text: some Collection<UInt8>) throws {
    self = try JSONParser.parse(Array(text)).json
  }
}
