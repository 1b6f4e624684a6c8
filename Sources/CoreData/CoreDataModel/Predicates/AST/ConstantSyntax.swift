import Foundation

/// A constant of a predicate: a literal, or an argument of the format.
package enum ConstantSyntax: Sendable {
  case value(Value)
  /// An array or a set.
  case collection([ConstantSyntax])
  /// A managed object, an object ID, an entity, or any other object. It is stored itself and not as a key, because the
  /// key of a managed object changes when it is first saved.
  case object(ConstantObject)
}

/// An object with which a predicate compares.
///
/// Unchecked `Sendable`, because any thread may read its identity, and everything else is read only on the queue of the
/// objects that it is compared with.
package final class ConstantObject: @unchecked Sendable {
  package let object: Any
  init(_ object: Any) { self.object = object }
}

/// A value that identifies a row in a predicate: a managed object or its object ID.
package protocol RowKeyProviding {
  var rowKey: RowKey { get }
  /// The UUID of the row's store; nil while the key is temporary.
  var rowStoreIdentifier: String? { get }
}

extension ConstantSyntax {
  /// The constant as a program sees it. Numbers are `NSNumber`, and collections are arrays with `NSNull` for nil.
  package var object: Any? {
    switch self {
    case .value(let value): value.boxed(as: .undefinedAttributeType)
    case .collection(let elements): elements.map { $0.object ?? NSNull() }
    case .object(let object): object.object
    }
  }
}
