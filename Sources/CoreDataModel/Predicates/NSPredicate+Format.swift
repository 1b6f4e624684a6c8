import Foundation

/// Lets an initializer of `NSPredicate` make an object of a subclass, because only an initializer in a protocol's
/// extension may assign `self`. It has no requirements and is not meant for programs.
public protocol _FormattedPredicate {}

extension NSPredicate: _FormattedPredicate {}

extension _FormattedPredicate where Self: NSPredicate {
  /// Makes a predicate from a format string.
  ///
  /// ```swift
  /// let predicate = NSPredicate(format: "title BEGINSWITH[c] %@ AND pages > %d", "A", 100)
  /// ```
  ///
  /// Traps when the format cannot be read, naming the place and what was expected there: the format is part of the
  /// program. Pass what users enter as arguments. Traps too when an argument is missing or does not fit its
  /// placeholder.
  ///
  /// - Parameters:
  ///   - predicateFormat: the format, with `%@` for a value, `%K` for a key path, `%d`, `%f` and their like for
  ///     numbers.
  ///   - args: what the placeholders stand for, in order.
  /// - Complexity: O(length of the format + elements of collections among the arguments).
  public init(format predicateFormat: String, _ args: Any?...) {
    self = Self.trapping(predicateFormat, args)
  }

  /// Makes a predicate from a format string and an array of arguments.
  ///
  /// Traps as `init(format:_:)` does.
  ///
  /// - Parameters:
  ///   - predicateFormat: the format.
  ///   - arguments: what the placeholders stand for, in order; `NSNull` stands for nil.
  /// - Complexity: O(length of the format + elements of collections among the arguments).
  public init(format predicateFormat: String, argumentArray arguments: [Any]?) {
    self = Self.trapping(predicateFormat, arguments ?? [])
  }

  /// Makes a predicate from a format string and C arguments, as `withVaList` lends them.
  ///
  /// Traps when the format cannot be read, naming the place and what was expected there. The arguments must be of the
  /// placeholders' types, which cannot be checked: `%d` reads a 32-bit integer, `%ld` one of 64 bits, `%f` a double,
  /// `%@` and `%K` an object.
  ///
  /// - Parameters:
  ///   - predicateFormat: the format.
  ///   - argList: what the placeholders stand for, in order.
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
  /// Makes a predicate from a format string that may be wrong, because it does not come from the program.
  ///
  /// - Parameters:
  ///   - format: the format.
  ///   - arguments: what its placeholders stand for, in order.
  /// - Complexity: O(length of the format + elements of collections among the arguments).
  /// - Throws: a `PredicateFormatError` with the place of the mistake and what was expected there.
  package static func parse(format: String, arguments: [Any?] = []) throws(PredicateFormatError) -> NSPredicate {
    written(try PredicateParser.parse(format, arguments))
  }

  /// Makes a predicate in which constants stand in the place of variables. Variables that are not named stay.
  ///
  /// - Parameter variables: the values by the names of the variables, without the dollar sign; `NSNull` is nil.
  /// - Complexity: O(size of the predicate): the result is a copy.
  public func withSubstitutionVariables(_ variables: [String: Any]) -> NSPredicate {
    .written(syntax.substituting(variables))
  }
}
