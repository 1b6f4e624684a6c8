extension TypeResolver {
  /// Returns the type as it must be written in the generated file. This file imports the modules of all files with
  /// members, so a name that several modules declare must be qualified.
  func spelled(_ type: TypeSyntax, of member: ManagedMember) throws -> TypeSyntax {
    switch type {
    case .optional(let wrapped): return .optional(try spelled(wrapped, of: member))
    case .array(let element): return .array(try spelled(element, of: member))
    case .dictionary(let key, let value):
      return .dictionary(try spelled(key, of: member), try spelled(value, of: member))
    case .existential(let type): return .existential(try spelled(type, of: member))
    case .named(let parts):
      let result = try parts.map { part in
        TypeSyntax.Part(name: part.name, arguments: try part.arguments.map { try spelled($0, of: member) })
      }
      let names = parts.map(\.name)
      guard try path(of: names, at: place(member)) == nil else { return .named(result) }
      let declaring = otherModules.filter { types[$0]?[names] != nil }
      let isKnown = names.count == 1 && known(names, []) != nil
      guard declaring.count + (isKnown ? 1 : 0) > 1 else { return .named(result) }
      let module = try found(names, at: place(member)).first?.module ?? KnownTypes.module(of: names[0])
      return .named((module.map { [TypeSyntax.Part(name: $0)] } ?? []) + result)
    }
  }
}
