/// The way to find the section of an object.
enum SectionPath: Sendable {
  /// All objects are in one section.
  case none
  /// The section is a stored value: an attribute, or a to-one relationship itself.
  case stored(CompiledPath)
  /// The section is a value that only objects have: a transient attribute or a property of their class. Each object
  /// is created to read it.
  case computed(keys: [String], type: NSAttributeType?)

  /// - Parameter hasClass: returns whether an entity's objects have a class of the program's.
  /// - Throws: an error that names the invalid key.
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

  /// The entity that all keys but the last lead to, if it has no property with the last key. Its class may have that
  /// property.
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

  /// The path of the section key, if it is a stored value.
  var stored: CompiledPath? {
    if case .stored(let path) = self { path } else { nil }
  }
}
