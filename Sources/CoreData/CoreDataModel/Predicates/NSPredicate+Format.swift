import Foundation

/// Lets an initializer of `NSPredicate` return an object of a subclass, because only an initializer in a protocol
/// extension may assign `self`. Not for use by programs.
public protocol _FormattedPredicate {}

extension NSPredicate: _FormattedPredicate {}

extension _FormattedPredicate where Self: NSPredicate {
  /// Creates a predicate from a format string.
  ///
  /// ```swift
  /// let predicate = NSPredicate(format: "title BEGINSWITH[c] %@ AND pages > %d", "A", 100)
  /// ```
  ///
  /// Traps if the format is invalid, because the format is part of the program. The message gives the position and what
  /// was expected there. Pass user input as arguments. Also traps if an argument is missing or does not fit its
  /// placeholder.
  ///
  /// - Parameters:
  ///   - predicateFormat: the format, with `%@` for a value, `%K` for a key path, and `%d`, `%f` and similar
  ///     placeholders for numbers.
  ///   - args: the arguments for the placeholders, in order.
  /// - Complexity: O(length of the format + elements of collections among the arguments).
  public init(format predicateFormat: String, _ args: Any?...) {
    self = Self.trapping(predicateFormat, args)
  }

  /// Creates a predicate from a format string and an array of arguments.
  ///
  /// Traps as `init(format:_:)` does.
  ///
  /// - Parameters:
  ///   - predicateFormat: the format.
  ///   - arguments: the arguments for the placeholders, in order. `NSNull` means nil.
  /// - Complexity: O(length of the format + elements of collections among the arguments).
  public init(format predicateFormat: String, argumentArray arguments: [Any]?) {
    self = Self.trapping(predicateFormat, arguments ?? [])
  }

  /// Creates a predicate from a format string and C arguments, for example from `withVaList`.
  ///
  /// Traps if the format is invalid. The message gives the position and what was expected there. The arguments must
  /// have the types that the placeholders require, which cannot be checked: a 32-bit integer for `%d`, a 64-bit integer
  /// for `%ld`, a double for `%f`, and an object for `%@` and `%K`.
  ///
  /// - Parameters:
  ///   - predicateFormat: the format.
  ///   - argList: the arguments for the placeholders, in order.
  /// - Complexity: O(length of the format + elements of collections among the arguments).
  public init(format predicateFormat: String, arguments argList: CVaListPointer) {
    self = Self.trapping(predicateFormat, CArguments(of: predicateFormat, argList).values)
  }

  private static func trapping(_ format: String, _ arguments: [Any?]) -> Self {
    do throws(PredicateFormatError) {
      guard let predicate = try NSPredicate.parse(format: format, arguments: arguments) as? Self else {
        fatalError("\(Self.self) cannot be made from a format: use NSPredicate.")
      }
      return predicate
    } catch {
      fatalError(error.description)
    }
  }
}

extension NSPredicate {
  /// Creates a predicate from a format string that may be invalid, because it does not come from the program.
  ///
  /// - Parameters:
  ///   - format: the format.
  ///   - arguments: the arguments for the placeholders, in order.
  /// - Complexity: O(length of the format + elements of collections among the arguments).
  /// - Throws: a `PredicateFormatError` with the position of the mistake and what was expected there.
  package static func parse(format: String, arguments: [Any?] = []) throws(PredicateFormatError) -> NSPredicate {
    written(try PredicateParser.parse(format, arguments))
  }

  /// Returns a copy of the predicate in which variables are replaced by constants. Variables without a value stay.
  ///
  /// - Parameter variables: the values by variable names, without the dollar sign. `NSNull` means nil.
  /// - Complexity: O(size of the predicate).
  public func withSubstitutionVariables(_ variables: [String: Any]) -> NSPredicate {
    .written(syntax.substituting(variables))
  }
}
