import Foundation

extension NSDerivedAttributeDescription {
  /// The expression that computes the value, for example with the format `articles.@count`. Nil if there is none, or if
  /// it cannot be read.
  public var derivationExpression: NSExpression? {
    get { derivation.flatMap { try? PredicateParser.parseExpression($0, []) }.map { WrittenExpression.make($0) } }
    set { derivation = newValue?.description }
  }
}
