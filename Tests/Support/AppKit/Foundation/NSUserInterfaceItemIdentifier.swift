/// The identifier of a view, an item or a column. Views with the same identifier can replace each other for reuse.
public struct NSUserInterfaceItemIdentifier: RawRepresentable, Hashable, Sendable {
  /// The text of the identifier.
  public let rawValue: String
  /// Makes an identifier with a text.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Makes an identifier with a text.
  public init(_ rawValue: String) { self.rawValue = rawValue }
}
