import Foundation

/// Describes a column of a fetch's dictionaries that an expression computes.
open class NSExpressionDescription: NSPropertyDescription {
  /// The expression that gives the value: of each row, or of each group of rows where it has a function of them, such as
  /// `sum:`.
  public var expression: NSExpression? { willSet { requireEditable() } }

  /// The kind of value that the expression gives. Unless it is set, an attribute's value is of the attribute's kind, and
  /// a number that is computed is as it comes.
  public var expressionResultType: NSAttributeType = .undefinedAttributeType { willSet { requireEditable() } }

  /// The kind of value that the expression gives, by its short name.
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
