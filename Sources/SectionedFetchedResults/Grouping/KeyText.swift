/// A text that equals another one only when their bytes do. Swift's strings are equal when they look the same, but a
/// store may hold one word written in two ways, as keys of two sections.
package struct KeyText: Hashable, Sendable {
  package let text: String

  package init(_ text: String) {
    var text = text
    // A string that came from Objective-C is read byte by byte otherwise.
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
