import Foundation

extension NSDerivedAttributeDescription {
  /// The expression that gives the value, such as that of the format `articles.@count`; nil where there is none, or one
  /// that cannot be read.
  public var derivationExpression: NSExpression? {
    get { derivation.flatMap { try? PredicateParser.parseExpression($0, []) }.map { WrittenExpression.make($0) } }
    set { derivation = newValue?.description }
  }
}
