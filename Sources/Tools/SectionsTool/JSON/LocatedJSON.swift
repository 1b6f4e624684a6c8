/// A JSON value with its offset in the text.
struct LocatedJSON: Sendable {
  struct Member: Sendable {
    let key: String
    /// The offset of the key.
    let offset: Int
    let value: LocatedJSON
  }

  enum Content: Sendable {
    /// Null, a boolean, a number or a string.
    case scalar(JSON)
    case array([LocatedJSON])
    case object([Member])
  }

  /// The offset of the value in UTF-8 bytes.
  let offset: Int
  let content: Content

  /// The value without offsets.
  var json: JSON {
    switch content {
    case .scalar(let json): json
    case .array(let values): .array(values.map(\.json))
    case .object(let members): .object(members.map { ($0.key, $0.value.json) })
    }
  }

  /// The text of a string; nil for another kind of value.
  var string: String? {
    if case .scalar(.string(let text)) = content { text } else { nil }
  }

  /// The kind of the value, in words.
  var kind: String {
    switch content {
    case .scalar(.null): "null"
    case .scalar(.bool): "true or false"
    case .scalar(.string): "a string"
    case .scalar: "a number"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// A problem at an offset of a text.
struct LocatedProblem: Error {
  /// The offset in UTF-8 bytes.
  let offset: Int
  let message: String
}

/// A line and a column of a text, both counted from 1. Columns count Unicode scalars.
struct TextPosition: Equatable, Sendable {
  let line: Int
  let column: Int

  /// Makes the position of a byte.
  ///
  /// - Complexity: O(offset).
  init(of offset: Int, in text: [UInt8]) {
    let before = text[..<min(offset, text.count)]
    var line = 1
    var start = 0
    for (index, byte) in before.enumerated() where byte == UInt8(ascii: "\n") {
      line += 1
      start = index + 1
    }
    self.line = line
    column = before[start...].reduce(1) { $0 + ($1 & 0xc0 == 0x80 ? 0 : 1) }
  }
}
