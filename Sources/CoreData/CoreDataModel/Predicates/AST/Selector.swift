/// The name of an Objective-C method. Foundation has this type only on platforms with Objective-C.
///
/// Here it only names standard comparisons of sort descriptors. `Selector(("localizedStandardCompare:"))` means the
/// same on every platform.
public struct Selector: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name including its colons.
  public let description: String

  /// Creates a selector from a name.
  ///
  /// - Parameter str: the name including its colons. It is not checked.
  public init(_ str: String) { description = str }

  /// Creates a selector from a literal.
  ///
  /// - Parameter value: the name including its colons. It is not checked.
  public init(stringLiteral value: String) { description = value }
}
