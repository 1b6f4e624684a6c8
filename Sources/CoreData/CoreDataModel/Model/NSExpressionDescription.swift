import Foundation

/// Describes a computed column of dictionary results.
open class NSExpressionDescription: NSPropertyDescription {
  /// The expression of the value. It is computed for each row or, if it has an aggregate function such as `sum:`, for
  /// each group of rows.
  public var expression: NSExpression? { willSet { requireEditable() } }

  /// The type of the value. By default, an attribute's value has the attribute's type, and a computed number is not
  /// converted.
  public var expressionResultType: NSAttributeType = .undefinedAttributeType { willSet { requireEditable() } }

  /// The type of the value, with a short name.
  public var resultType: NSAttributeDescription.AttributeType {
    get { NSAttributeDescription.AttributeType(rawValue: expressionResultType) }
    set { expressionResultType = newValue.rawValue }
  }

  override func takeValues(from other: NSPropertyDescription) {
    super.takeValues(from: other)
    guard let other = other as? NSExpressionDescription else { return }
    expression = other.expression
    expressionResultType = other.expressionResultType
  }
}
