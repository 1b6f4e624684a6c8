/// A text that equals another one only if their UTF-8 bytes are equal. Swift's `String` compares canonically, but a
/// store may have one word in two Unicode encodings, as keys of two sections.
package struct KeyText: Hashable, Sendable {
  package let text: String

  package init(_ text: String) {
    var text = text
    // Otherwise a string from Objective-C is read byte by byte.
    text.makeContiguousUTF8()
    self.text = text
  }

  package static func == (lhs: Self, rhs: Self) -> Bool { lhs.text.utf8.elementsEqual(rhs.text.utf8) }

  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(UInt8(0xFF))
  }
}

extension KeyText: ExpressibleByStringLiteral {
  package init(stringLiteral value: String) { self.init(value) }
}
