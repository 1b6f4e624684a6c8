import Foundation

/// Describes an attribute whose value the store computes from other properties when it saves.
///
/// Its expression is `derivationExpression`.
open class NSDerivedAttributeDescription: NSAttributeDescription {
  /// The expression's text, such as `articles.@count`.
  package var derivation: String? { willSet { requireEditable() } }

  override func takeValues(from other: NSPropertyDescription) {
    super.takeValues(from: other)
    guard let other = other as? NSDerivedAttributeDescription else { return }
    derivation = other.derivation
  }
}
