import Foundation

extension _FormattedPredicate where Self: NSPredicate {
  /// Creates a predicate for fetches from a typed predicate.
  ///
  /// ```swift
  /// request.predicate = NSPredicate(#Predicate<Track> { $0.plays > 100 })
  /// ```
  ///
  /// A property's name comes from its class's list (see `NamedProperties`), otherwise from the key that its accessor
  /// reads. Returns nil if the format language cannot express a part: functions of characters, subscripts, regular
  /// expressions, casts to other classes, and constants that no attribute can hold.
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
