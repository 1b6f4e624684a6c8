import Foundation

/// Describes a column of a fetch's dictionaries that an expression computes.
open class NSExpressionDescription: NSPropertyDescription {
  /// The expression that gives the value.
  @available(*, unavailable, message: "Foundation's NSExpression cannot be built on this platform.")
  public var expression: NSExpression? {
    get { nil }
    set {}
  }

  /// The kind of value that the expression gives.
  public var expressionResultType: NSAttributeType = .undefinedAttributeType { willSet { requireEditable() } }

  /// The kind of value that the expression gives, by its short name.
  public var resultType: NSAttributeDescription.AttributeType {
    get { NSAttributeDescription.AttributeType(rawValue: expressionResultType) }
    set { expressionResultType = newValue.rawValue }
  }

  override func takeValues(from other: NSPropertyDescription) {
    super.takeValues(from: other)
    guard let other = other as? NSExpressionDescription else { return }
    expressionResultType = other.expressionResultType
  }
}
