import Foundation

/// Sort descriptors compiled for an entity. Objects with equal values are ordered by identity
/// (`RowKey.precedesByIdentity`): saved rows by ascending primary key, whatever their entity, then temporary ones in
/// the order of creation.
package struct CompiledOrder: Sendable {
  package struct Term: Sendable {
    package let path: CompiledPath
    package let ascending: Bool
    package let collation: Collation
  }

  let terms: [Term]

  package static let byIdentity = CompiledOrder(terms: [])
}

extension CompiledOrder {
  /// Compiles sort descriptors for an entity.
  ///
  /// - Throws: an error that names an unknown key, or a reason why the entity cannot be sorted: a to-many
  ///   relationship, a transformable attribute, a nonstandard comparison selector, or a typed key path that does not
  ///   read a property by name.
  init(_ descriptors: [NSSortDescriptor], entity: EntityLayout, model: ModelLayout) throws {
    var terms: [Term] = []
    for descriptor in descriptors {
      guard let collation = Collation(descriptor.selector) else {
        throw PredicateProblem.error(
          "\(descriptor.selector?.description ?? "") cannot sort a fetch; there are \(Collation.methodNames)."
        )
      }
      let key = descriptor.key
      // A descriptor that Foundation made from a typed key path has no key if the property's name is unknown.
      if key == nil, !descriptor.isByKey {
        throw PredicateProblem.error(
          "A fetch cannot sort \(entity.name) by \(descriptor.keyPath): it reads no property by name. "
            + "Use NSSortDescriptor(key:ascending:).")
      }
      guard let key, key.lowercased() != "self", key != "objectID" else {
        // Identity is unique, so later terms would have no effect.
        if descriptor.ascending { break }
        throw PredicateProblem.error("A fetch cannot sort \(entity.name) by descending identity.")
      }
      if entity.slotsByName["entity"] == nil, key == "entity" || key.hasPrefix("entity.") {
        throw PredicateProblem.error(
          "A fetch cannot sort \(entity.name) by \(key): it is no property that a store has.")
      }
      let path = try CompiledPath(parsing: key, from: entity, in: model)
      if path.slot(in: model).kind.valueClass == .opaque {
        throw PredicateProblem.error(
          "\(entity.name).\(key) has no order: its values are known to their transformer only.")
      }
      terms.append(Term(path: path, ascending: descriptor.ascending, collation: collation))
    }
    self.init(terms: terms)
  }
}
