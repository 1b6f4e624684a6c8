/// How the section of an object is found.
enum SectionPath: Sendable {
  /// There is one section.
  case none
  /// By a value that the store has: an attribute, or a to-one relationship itself.
  case stored(CompiledPath)
  /// By a transient attribute, which only the objects have: every object is made and asked.
  case transient(CompiledPath, keys: [String])

  /// - Throws: an error that names the key that is wrong.
  init(_ path: String?, from entity: EntityLayout, in model: ModelLayout) throws {
    guard let path else {
      self = .none
      return
    }
    let compiled = try CompiledPath(parsing: path, from: entity, in: model)
    self =
      compiled.slot(in: model).isTransient
      ? .transient(compiled, keys: path.split(separator: ".").map(String.init)) : .stored(compiled)
  }

  var path: CompiledPath? {
    switch self {
    case .none: nil
    case .stored(let path), .transient(let path, _): path
    }
  }

  var isGrouped: Bool { path != nil }
}
