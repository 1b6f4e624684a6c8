/// How the section of an object is found.
enum SectionPath: Sendable {
  /// There is one section.
  case none
  /// By a value that the store has: an attribute, or a to-one relationship itself.
  case stored(CompiledPath)
  /// By what only the objects have, a transient attribute or a property of their class: every object is made and asked.
  case computed(keys: [String], type: NSAttributeType?)

  /// - Parameter hasClass: whether an entity's objects are of a class of the program's.
  /// - Throws: an error that names the key that is wrong.
  init(
    _ path: String?, from entity: EntityLayout, in model: ModelLayout, hasClass: (_ entity: Int) -> Bool
  ) throws {
    guard let path else {
      self = .none
      return
    }
    let keys = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    if let owner = Self.owner(ofUnknown: keys, from: entity, in: model), hasClass(owner) {
      self = .computed(keys: keys, type: nil)
      return
    }
    let compiled = try CompiledPath(keys: keys, path, entity, model)
    let slot = compiled.slot(in: model)
    if slot.isTransient, case .attribute(let type) = slot.kind {
      self = .computed(keys: keys, type: type)
    } else {
      self = .stored(compiled)
    }
  }

  /// The entity that all keys but the last lead to, where the last is none of its own: its objects' class may have it.
  private static func owner(ofUnknown keys: [String], from entity: EntityLayout, in model: ModelLayout) -> Int? {
    var owner = entity
    for key in keys.dropLast() {
      guard let slot = owner.slot(named: key), case .toOne(let relationship) = owner.slots[slot].kind else {
        return nil
      }
      owner = model.entities[relationship.destination]
    }
    guard let last = keys.last, !last.isEmpty, owner.slot(named: last) == nil else { return nil }
    return owner.index
  }

  var isGrouped: Bool {
    if case .none = self { false } else { true }
  }

  /// The path of a value that the store has.
  var stored: CompiledPath? {
    if case .stored(let path) = self { path } else { nil }
  }
}
