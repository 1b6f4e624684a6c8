import SectionedChanges

/// The name of an element in a list: its identifier, and an occurrence number that distinguishes duplicates.
///
/// An identifier should be in a list once. If a list contains it several times, the list shows all of these elements:
/// existing ones keep their numbers, and new ones get the lowest free numbers, in display order. So a list never loses
/// an element, and no two elements of a list have the same name.
@frozen
public struct ListedID<ID: Hashable & Sendable>: Hashable, Sendable {
  /// The identifier.
  public var id: ID
  /// The occurrence number: 0, unless the list already contained the identifier.
  public var occurrence: Int32

  /// Makes a name from an identifier and an occurrence number.
  @inlinable
  public init(_ id: ID, occurrence: Int32 = 0) {
    self.id = id
    self.occurrence = occurrence
  }
}

extension ListedID: CustomStringConvertible {
  /// The identifier, followed by `#` and the occurrence number if that is not 0.
  public var description: String { occurrence == 0 ? "\(named: id)" : "\(named: id)#\(occurrence)" }
}

extension ListedID: Codable where ID: Codable {}
