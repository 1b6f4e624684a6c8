/// A key path compiled for an entity: to-one hops, then a final slot.
package struct CompiledPath: Hashable, Sendable {
  /// The index of the entity that the path starts from.
  package let entity: Int
  /// The slots of to-one relationships, each in the layout of the entity that the previous hop leads to.
  package let hops: [Int]
  /// The slot of an attribute or a to-one relationship, in the layout of the last entity.
  package let last: Int
}

extension CompiledPath {
  /// Compiles a dotted key path: to-one relationships, then an attribute or another to-one relationship.
  ///
  /// - Throws: an error that names the entity, the invalid key and, if the key is unknown, the known keys.
  init(parsing path: String, from entity: EntityLayout, in model: ModelLayout) throws {
    try self.init(
      keys: path.split(separator: ".", omittingEmptySubsequences: false).map(String.init), path, entity, model)
  }

  /// Compiles the keys of a path.
  ///
  /// - Parameter path: the path as written, for errors.
  init(keys: [String], _ path: String, _ entity: EntityLayout, _ model: ModelLayout) throws {
    let keyResolution = KeyResolution(model: model)
    var slots: [Int] = []
    var current = entity
    for (index, key) in keys.enumerated() {
      let slot = try keyResolution.slot(key, of: current)
      if current.slots[slot].composite != nil {
        let (content, count) = try keyResolution.content(of: slot, at: keys[(index + 1)...], current)
        guard case .value(let element) = content else {
          throw PredicateProblem.error(
            "\(current.name).\(key) is composite: the path \(path) has to go on to one of its elements.")
        }
        guard index + count == keys.count - 1 else {
          throw PredicateProblem.error(
            "\(current.name).\(current.slots[element].name) is an attribute, so that the path \(path) ends there.")
        }
        slots.append(element)
        break
      }
      slots.append(slot)
      switch current.slots[slot].kind {
      case .attribute where index < keys.count - 1:
        throw PredicateProblem.error(
          "\(current.name).\(key) is an attribute, so that the path \(path) ends there and cannot go on to \(keys[index + 1])."
        )
      case .attribute: break
      case .toOne(let relationship): current = model.entities[relationship.destination]
      case .toMany:
        throw PredicateProblem.error(
          """
          \(current.name).\(key) in \(path) is a to-many relationship: a to-many key is not allowed here. \
          In a predicate say ANY, ALL, NONE, SUBQUERY or an aggregate such as @count.
          """
        )
      }
    }
    guard let last = slots.popLast() else { throw PredicateProblem.error("The key path of \(entity.name) is empty.") }
    self.init(entity: entity.index, hops: slots, last: last)
  }

  /// The slot at the end of the path.
  package func slot(in model: ModelLayout) -> EntityLayout.Slot { owner(in: model).slots[last] }

  /// The entity that has the slot at the end of the path.
  func owner(in model: ModelLayout) -> EntityLayout {
    var owner = model.entities[entity]
    for hop in hops {
      guard case .toOne(let relationship) = owner.slots[hop].kind else {
        fatalError(
          "A compiled path goes through \(owner.name).\(owner.slots[hop].name), which is not a to-one relationship.")
      }
      owner = model.entities[relationship.destination]
    }
    return owner
  }
}
