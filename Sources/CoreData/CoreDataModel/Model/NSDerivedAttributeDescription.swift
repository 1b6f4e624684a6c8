import Foundation

/// Describes an attribute whose value the store computes from other properties when it saves.
///
/// `derivationExpression` is its expression.
open class NSDerivedAttributeDescription: NSAttributeDescription {
  /// The text of the expression, such as `articles.@count`.
  package var derivation: String? { willSet { requireEditable() } }

  override func takeValues(from other: NSPropertyDescription) {
    super.takeValues(from: other)
    guard let other = other as? NSDerivedAttributeDescription else { return }
    derivation = other.derivation
  }
}
