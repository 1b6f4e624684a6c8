/// The name of a method, as Objective-C has it. Foundation has this type only where there is Objective-C.
///
/// Here it names one of the standard comparisons of a sort descriptor. `Selector(("localizedStandardCompare:"))` means
/// the same on every platform.
public struct Selector: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name, with its colons.
  public let description: String

  /// Makes a selector from a name.
  ///
  /// - Parameter str: the name, with its colons. It is not checked.
  public init(_ str: String) { description = str }

  /// Makes a selector from a literal.
  ///
  /// - Parameter value: the name, with its colons. It is not checked.
  public init(stringLiteral value: String) { description = value }
}
