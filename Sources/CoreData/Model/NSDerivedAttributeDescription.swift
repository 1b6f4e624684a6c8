import Foundation

/// Describes an attribute whose value the store computes from other properties when it saves.
///
/// Models that carry such attributes are read; off Apple platforms they cannot be made in code, because Foundation's
/// expressions cannot be built there.
open class NSDerivedAttributeDescription: NSAttributeDescription {
  /// The expression that gives the value.
  @available(*, unavailable, message: "Foundation's NSExpression cannot be built on this platform.")
  public var derivationExpression: NSExpression? {
    get { nil }
    set {}
  }

  /// The expression's text, such as `articles.@count`.
  var derivation: String? { willSet { requireEditable() } }

  override func takeValues(from other: NSPropertyDescription) {
    super.takeValues(from: other)
    guard let other = other as? NSDerivedAttributeDescription else { return }
    derivation = other.derivation
  }
}
