/// A type whose declaration was found, for use in a mangled name.
indirect enum ResolvedType: Hashable {
  case nominal(NominalType, [ResolvedType])
  /// An existential type, `any P`.
  case existential(NominalType)
  case any
  case anyObject

  static func optional(_ wrapped: ResolvedType) -> ResolvedType { .nominal(.swift("Optional", "O"), [wrapped]) }
}

/// A declared type: its module, and the path of its name with those of the enclosing types.
struct NominalType: Hashable {
  struct Step: Hashable {
    let name: String
    /// The kind in mangled names: C for a class, V for a struct, O for an enum, P for a protocol.
    let kind: Character
  }

  let module: String
  let path: [Step]

  static func swift(_ name: String, _ kind: Character) -> NominalType {
    NominalType(module: "Swift", path: [Step(name: name, kind: kind)])
  }
}

extension ResolvedType {
  /// The wrapped type of an optional.
  var wrapped: ResolvedType? {
    if case .nominal(.swift("Optional", "O"), let arguments) = self { arguments.first } else { nil }
  }

  /// The name, without its module, of a type that is not nested.
  var name: String? {
    if case .nominal(let nominal, _) = self, nominal.path.count == 1 { nominal.path[0].name } else { nil }
  }
}
