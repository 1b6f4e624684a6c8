/// A pattern of `LIKE`. `?` matches one Unicode scalar, `*` matches any number of them, and a backslash escapes the
/// next character.
package struct LikePattern: Sendable {
  package enum Element: Equatable, Sendable {
    case byte(UInt8)
    case anyScalar
    case anyText
  }

  package let elements: [Element]

  package init(_ pattern: String) {
    var elements: [Element] = []
    var isEscaped = false
    for byte in pattern.utf8 {
      switch byte {
      case UInt8(ascii: "\\") where !isEscaped:
        isEscaped = true
        continue
      case UInt8(ascii: "?") where !isEscaped: elements.append(.anyScalar)
      case UInt8(ascii: "*") where !isEscaped:
        if elements.last != .anyText { elements.append(.anyText) }
      default: elements.append(.byte(byte))
      }
      isEscaped = false
    }
    if isEscaped { elements.append(.byte(UInt8(ascii: "\\"))) }
    self.elements = elements
  }

  /// Whether the pattern matches the whole text. Takes O(length of the text · length of the pattern) in the worst case.
  func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var (position, element) = (0, 0)
    // The place to continue if the elements after the last `*` do not match. The `*` then takes one more byte.
    var retry: (position: Int, element: Int)?
    while true {
      if element < elements.count {
        switch elements[element] {
        case .anyText:
          element += 1
          retry = (position, element)
          continue
        case .anyScalar where position < text.count:
          position += 1
          while position < text.count, text[position] & 0xC0 == 0x80 { position += 1 }
          element += 1
          continue
        case .byte(let byte) where position < text.count && text[position] == byte:
          position += 1
          element += 1
          continue
        default: break
        }
      } else if position == text.count {
        return true
      }
      guard var next = retry, next.position < text.count else { return false }
      next.position += 1
      while next.position < text.count, text[next.position] & 0xC0 == 0x80 { next.position += 1 }
      retry = next
      (position, element) = (next.position, next.element)
    }
  }

  /// An equivalent simpler test and its text; nil if there is none. A nil relation means equality.
  package var plainer: (relation: TextRelation?, text: String)? {
    let opens = elements.first == .anyText
    let closes = elements.last == .anyText && elements.count > (opens ? 1 : 0)
    let inner = elements.dropFirst(opens ? 1 : 0).dropLast(closes ? 1 : 0)
    var bytes: [UInt8] = []
    for element in inner {
      guard case .byte(let byte) = element else { return nil }
      bytes.append(byte)
    }
    let text = String(decoding: bytes, as: UTF8.self)
    return switch (opens, closes) {
    case (false, false): (nil, text)
    case (false, true): (.beginsWith, text)
    // A single `*` matches every text, as a prefix test with an empty text does.
    case (true, false): bytes.isEmpty ? (.beginsWith, text) : (.endsWith, text)
    case (true, true): (.contains, text)
    }
  }
}
