import Foundation

extension Value {
  /// Whether saving one value in place of the other would change nothing. Strings are compared bytewise: two Unicode
  /// forms of an accented letter are different values, although they are equal as strings.
  package func isSame(as other: Value) -> Bool {
    switch (self, other) {
    case (.null, .null): true
    case (.int(let left), .int(let right)): left == right
    case (.double(let left), .double(let right)): left == right || (left.isNaN && right.isNaN)
    case (.date(let left), .date(let right)): left == right || (left.isNaN && right.isNaN)
    case (.string(let left), .string(let right)):
      left.utf8.count == right.utf8.count && left.utf8.elementsEqual(right.utf8)
    case (.data(let left), .data(let right)): left == right
    case (.uuid(let left), .uuid(let right)): left == right
    case (.decimal(let left), .decimal(let right)): left === right || left.number == right.number
    case (.reference(let left), .reference(let right)):
      left.primaryKey == right.primaryKey && left.entity == right.entity
    case (.opaque(let left), .opaque(let right)): left === right || Self.isEqual(left.object, right.object)
    default: false
    }
  }

  private static func isEqual(_ left: Any, _ right: Any) -> Bool {
    if let left = left as? AnyHashable, let right = right as? AnyHashable { return left == right }
    return false
  }
}
