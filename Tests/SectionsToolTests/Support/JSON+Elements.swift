@testable import SectionsTool

extension JSON {
  /// An element of an array; nil if there is none.
  subscript(index: Int) -> JSON? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }
}
