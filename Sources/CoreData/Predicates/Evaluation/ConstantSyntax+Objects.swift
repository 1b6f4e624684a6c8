import Foundation

extension ConstantSyntax {
  /// The constant as a program sees it: numbers as `NSNumber`, collections as arrays with `NSNull` for nil.
  var object: Any? {
    switch self {
    case .value(let value): value.boxed(as: .undefinedAttributeType)
    case .collection(let elements): elements.map { $0.object ?? NSNull() }
    case .object(let object): object.object
    }
  }
}
