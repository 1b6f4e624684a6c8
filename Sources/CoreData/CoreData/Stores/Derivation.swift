/// A derived attribute and the path that it is computed from. Properties are given by their slots.
package struct Derivation: Sendable {
  package enum Form: Sendable, Equatable {
    /// The time of the save that writes the object.
    case now
    /// The value at the end of to-one relationships.
    case value
    /// The value at the end of to-one relationships, converted by a text function.
    case text(PredicateFunction)
    /// The number of objects in a to-many relationship.
    case count
    /// The sum of an attribute over a to-many relationship.
    case sum
  }

  package struct Hop: Sendable {
    /// The relationship's slot in the layout of `origin`.
    package let slot: Int
    package let origin: Int
    package let destination: Int
    let isToMany: Bool
  }

  /// The indices of the entities whose objects have the attribute: the declaring entity and its subentities, except
  /// those that redeclare the attribute.
  package let entities: [Int]
  package let slot: Int
  /// The attribute's name and type.
  let name: String
  let type: NSAttributeType
  package let form: Form
  package let hops: [Hop]
  /// The attribute at the end of the path, a slot of the last destination; nil for `count` and `now`.
  package let leaf: Int?

  /// The entity that declares the attribute.
  package var entity: Int { entities[0] }

  /// The entity at the end of the path.
  package var last: Int { hops.last?.destination ?? entity }
}

extension Derivation.Hop {
  /// The slot of the inverse relationship; nil if it has none.
  package func inverse(in model: ModelLayout) -> Int? {
    switch model.entities[origin].slots[slot].kind {
    case .toOne(let relationship), .toMany(let relationship): relationship.inverse
    case .attribute: nil
    }
  }
}

extension Derivation {
  /// The root entities of the inheritance trees whose rows the value depends on.
  func roots(in model: ModelLayout) -> Set<Int> {
    Set(([entity] + hops.map(\.destination)).map { model.entities[$0].root })
  }
}
