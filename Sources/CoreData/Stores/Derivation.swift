/// A derived attribute with the path that it is computed from, by slots.
package struct Derivation: Sendable {
  package enum Form: Sendable, Equatable {
    /// The time of the save that writes the object.
    case now
    /// The value at the end of to-one relationships.
    case value
    /// That value, converted by a text function.
    case text(PredicateFunction)
    /// How many objects a to-many relationship has.
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

  /// The entities whose objects have the attribute, by index: the one that declares it, and its subentities but for
  /// those that declare another attribute of the name.
  package let entities: [Int]
  package let slot: Int
  /// The attribute's own name and type.
  let name: String
  let type: NSAttributeType
  package let form: Form
  package let hops: [Hop]
  /// The attribute at the end of the path, in the layout of the last destination; nil for a count and for the time.
  package let leaf: Int?

  /// The entity that declares the attribute.
  package var entity: Int { entities[0] }

  /// The entity at the end of the path.
  package var last: Int { hops.last?.destination ?? entity }
}

extension Derivation.Hop {
  /// The slot of the inverse relationship; nil where there is none.
  package func inverse(in model: ModelLayout) -> Int? {
    switch model.entities[origin].slots[slot].kind {
    case .toOne(let relationship), .toMany(let relationship): relationship.inverse
    case .attribute: nil
    }
  }
}

extension Derivation {
  /// The trees of entities whose rows the value depends on, by their roots.
  func roots(in model: ModelLayout) -> Set<Int> {
    Set(([entity] + hops.map(\.destination)).map { model.entities[$0].root })
  }
}
