/// Names one appearance of an element in a list: its identifier, and which appearance of it this is.
///
/// An identifier should stand once in a list. Where it stands twice, the list shows both: what was there keeps its
/// number, and what comes gets the lowest free one, in display order. So a list never loses an element, and no two of
/// its elements have one name.
@frozen
public struct ListedID<ID: Hashable & Sendable>: Hashable, Sendable {
  /// The identifier.
  public var id: ID
  /// 0, unless the identifier stood in the list already.
  public var occurrence: Int32

  /// Names an appearance of an identifier.
  @inlinable
  public init(_ id: ID, occurrence: Int32 = 0) {
    self.id = id
    self.occurrence = occurrence
  }
}

extension ListedID: CustomStringConvertible {
  /// The identifier, followed by `#` and the number unless that is 0.
  public var description: String { occurrence == 0 ? "\(id)" : "\(id)#\(occurrence)" }
}

extension ListedID: Codable where ID: Codable {}
