import Foundation

/// A constant of a predicate: a literal, or an argument of its format.
package enum ConstantSyntax: Sendable {
  case value(Value)
  /// An array or a set.
  case collection([ConstantSyntax])
  /// A managed object, an object ID, an entity or an object that only its own class understands. It is kept itself:
  /// the key of a managed object changes when it is first saved.
  case object(ConstantObject)
}

/// An object that a predicate compares with.
///
/// Unchecked: only its identity is read, which may be read on any thread, and otherwise it is compared on the queue of
/// the objects it is compared with.
package final class ConstantObject: @unchecked Sendable {
  package let object: Any
  init(_ object: Any) { self.object = object }
}

/// A value that identifies a row in a predicate: a managed object or its ID.
package protocol RowKeyProviding {
  var rowKey: RowKey { get }
  /// The store that the row is in; nil while the key is temporary.
  var rowStoreIdentifier: String? { get }
}

extension ConstantSyntax {
  /// The constant as a program sees it: numbers as `NSNumber`, collections as arrays with `NSNull` for nil.
  package var object: Any? {
    switch self {
    case .value(let value): value.boxed(as: .undefinedAttributeType)
    case .collection(let elements): elements.map { $0.object ?? NSNull() }
    case .object(let object): object.object
    }
  }
}
