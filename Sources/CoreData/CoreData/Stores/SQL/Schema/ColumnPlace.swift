/// The position of a column in a new table, in Apple's order.
///
/// Columns are grouped by their kind of value, and sorted by entity in each group, superentities first. Within an
/// entity, attributes come before to-one relationships, each sorted by name. A companion column follows its
/// relationship. The elements of a composite attribute stay together in the order of their definition. Implied
/// references come last.
struct ColumnPlace: Comparable {
  enum Group: Int {
    case integers, orders, floats, decimals, texts, uuids, transformables, data
  }

  let group: Group
  /// The entity's index in the model's order.
  let entity: Int
  let isRelationship: Bool
  /// The name of the property. An element of a composite attribute has the name of that attribute.
  let name: String
  /// The index of an element in its composite attribute.
  let order: Int
  let isCompanion: Bool
  let isImplied: Bool

  init(
    _ group: Group, entity: Int, isRelationship: Bool, name: String, order: Int = 0, isCompanion: Bool = false,
    isImplied: Bool = false
  ) {
    self.group = group
    self.entity = entity
    self.isRelationship = isRelationship
    self.name = name
    self.order = order
    self.isCompanion = isCompanion
    self.isImplied = isImplied
  }

  static func < (left: ColumnPlace, right: ColumnPlace) -> Bool {
    if left.group != right.group { return left.group.rawValue < right.group.rawValue }
    if left.entity != right.entity { return left.entity < right.entity }
    if left.isRelationship != right.isRelationship { return right.isRelationship }
    if left.isImplied != right.isImplied { return right.isImplied }
    if left.name != right.name { return EntityOrder.precedes(left.name, right.name) }
    if left.order != right.order { return left.order < right.order }
    return !left.isCompanion && right.isCompanion
  }
}

extension ColumnPlace.Group {
  /// Returns the group of an attribute's column.
  init(_ type: NSAttributeType) {
    switch type {
    case .floatAttributeType, .doubleAttributeType, .dateAttributeType: self = .floats
    case .decimalAttributeType: self = .decimals
    case .stringAttributeType, .URIAttributeType: self = .texts
    case .UUIDAttributeType: self = .uuids
    case .transformableAttributeType: self = .transformables
    case .binaryDataAttributeType: self = .data
    default: self = .integers
    }
  }
}
