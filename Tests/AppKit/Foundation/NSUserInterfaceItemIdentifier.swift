/// Names a view, an item or a column. Views with one identifier replace each other in a queue for reuse.
public struct NSUserInterfaceItemIdentifier: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String
  /// Makes an identifier of a name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Makes an identifier of a name.
  public init(_ rawValue: String) { self.rawValue = rawValue }
}
