import Foundation

extension _FormattedPredicate where Self: NSPredicate {
  /// Makes a predicate about objects from a typed one, so that a fetch can be asked it.
  ///
  /// ```swift
  /// request.predicate = NSPredicate(#Predicate<Track> { $0.plays > 100 })
  /// ```
  ///
  /// Properties are named by their class (see `NamedProperties`), else by the key that their accessor reads. It fails
  /// for parts that the format language cannot express: functions of characters, subscripts, regular expressions, casts
  /// to other classes, constants that are no values of attributes.
  ///
  /// - Parameter predicate: the typed predicate.
  /// - Complexity: O(size of the predicate).
  public init?<Input>(_ predicate: Foundation.Predicate<Input>) where Input: NSObjectProtocol {
    let translation = PredicateTranslation(evaluatedObject: predicate.variable.key)
    guard let syntax = try? translation.condition(predicate.expression), let made = NSPredicate.written(syntax) as? Self
    else { return nil }
    self = made
  }
}
