import SectionedChanges

/// An appearance of an element in a list: its identifier, and the number of this occurrence of it.
///
/// An identifier should be in a list once. If it is there twice, the list shows both elements: those that were there
/// keep their numbers, and a new one gets the lowest free number, in display order. So a list never loses an element,
/// and no two of its elements have the same name.
@frozen
public struct ListedID<ID: Hashable & Sendable>: Hashable, Sendable {
  /// The identifier.
  public var id: ID
  /// The number of the occurrence: 0, unless the list already contained the identifier.
  public var occurrence: Int32

  /// Makes the name of an appearance of an identifier.
  @inlinable
  public init(_ id: ID, occurrence: Int32 = 0) {
    self.id = id
    self.occurrence = occurrence
  }
}

extension ListedID: CustomStringConvertible {
  /// The identifier, followed by `#` and the number unless that is 0.
  public var description: String { occurrence == 0 ? "\(named: id)" : "\(named: id)#\(occurrence)" }
}

extension ListedID: Codable where ID: Codable {}
