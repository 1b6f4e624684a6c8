/// A type whose declaration is known: what a mangled name is made of.
indirect enum ResolvedType: Hashable {
  case nominal(NominalType, [ResolvedType])
  /// `any P`.
  case existential(NominalType)
  case any
  case anyObject

  static func optional(_ wrapped: ResolvedType) -> ResolvedType { .nominal(.swift("Optional", "O"), [wrapped]) }
}

/// A declared type: its module, and its name behind those of the types around it.
struct NominalType: Hashable {
  struct Step: Hashable {
    let name: String
    /// C for a class, V for a structure, O for an enumeration, P for a protocol.
    let kind: Character
  }

  let module: String
  let path: [Step]

  static func swift(_ name: String, _ kind: Character) -> NominalType {
    NominalType(module: "Swift", path: [Step(name: name, kind: kind)])
  }
}

extension ResolvedType {
  /// The type behind an optional.
  var wrapped: ResolvedType? {
    if case .nominal(.swift("Optional", "O"), let arguments) = self { arguments.first } else { nil }
  }

  /// The name of a type that has none around it, without its module.
  var name: String? {
    if case .nominal(let nominal, _) = self, nominal.path.count == 1 { nominal.path[0].name } else { nil }
  }
}
