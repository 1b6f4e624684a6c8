/// Finds the declarations of the types of members.
struct TypeResolver {
  typealias Types = [[String]: [TypeDeclaration]]

  /// The name of the target's module.
  let module: String
  /// The declared types by module and path. A type may be declared in several branches of an `#if`.
  var types: [String: Types] = [:]
  /// The other modules whose sources are known.
  let otherModules: [String]
  /// The imports by file.
  let imports: [String: [ModuleImport]]
  /// The conditions assumed at the place where a type is used; see `alternatives(under:_:)`.
  var assumptions = Assumptions([])

  /// - Parameters:
  ///   - module: the name of the target's module.
  ///   - types: the types that the target declares.
  ///   - imported: the types that other modules with known sources declare.
  ///   - imports: the imports by file. A missing file can see all modules.
  init(
    module: String, types: [TypeDeclaration], imported: [(module: String, types: [TypeDeclaration])] = [],
    imports: [String: [ModuleImport]] = [:]
  ) {
    self.module = module
    self.imports = imports
    otherModules = imported.map(\.module).filter { $0 != module }
    for (name, types) in imported {
      self.types[name] = Dictionary(grouping: types.filter { $0.access >= .package }, by: \.path)
    }
    self.types[module] = Dictionary(grouping: types, by: \.path)
  }

  /// The reason why a type cannot be resolved.
  struct Failure: Error {
    let text: String
  }

  /// The place where a type is written, which determines the meaning of its name.
  struct Place {
    let module: String
    let file: String
    /// The path of the enclosing type.
    let scope: [String]
    /// The number of type aliases that were followed to this place.
    var depth = 0
  }

  func place(_ member: ManagedMember) -> Place {
    Place(module: module, file: member.place.file, scope: member.owner)
  }

  /// The class of a member and, if it is declared in another module, the module of the extension.
  func owner(of member: ManagedMember) throws -> (type: NominalType, extending: String?) {
    // The type name of an extension may include the module.
    for path in [member.owner, Array(member.owner.dropFirst())] where !path.isEmpty {
      var modules = try declaration(path, in: module) == nil ? [] : [module]
      if modules.isEmpty { modules = try visible(path, from: place(member)) }
      if modules.isEmpty { modules = try hidden(path, from: place(member)) }
      guard let found = modules.first else { continue }
      guard modules.count == 1 else { throw ambiguous(path, modules) }
      guard try declaration(path, in: found)?.kind == .class else {
        throw Failure(text: "\(path.joined(separator: ".")) is no class")
      }
      return (try nominal(path, in: found), found == module ? nil : module)
    }
    throw Failure(text: "the class \(member.owner.joined(separator: ".")) is declared in no source of this package")
  }

  /// - Parameters:
  ///   - type: the type as it is written.
  ///   - member: the member that uses the type.
  func resolve(_ type: TypeSyntax, of member: ManagedMember) throws -> ResolvedType {
    try resolve(type, at: place(member))
  }

  private func resolve(_ type: TypeSyntax, at place: Place) throws -> ResolvedType {
    guard place.depth < 16 else { throw Failure(text: "the type alias \(type.text) leads to itself") }
    func inner(_ type: TypeSyntax) throws -> ResolvedType { try resolve(type, at: place) }
    switch type {
    case .optional(let wrapped): return .optional(try inner(wrapped))
    case .array(let element): return .nominal(.swift("Array", "V"), [try inner(element)])
    case .dictionary(let key, let value):
      return .nominal(.swift("Dictionary", "V"), [try inner(key), try inner(value)])
    case .existential(let type): return try inner(type)
    case .named(let parts):
      let arguments = try parts.flatMap(\.arguments).map(inner)
      if parts.dropLast().contains(where: { !$0.arguments.isEmpty }) {
        throw Failure(text: "\(type.text) is a type inside a generic one")
      }
      return try named(parts.map(\.name), arguments, at: place)
    }
  }

  private func named(_ names: [String], _ arguments: [ResolvedType], at place: Place) throws -> ResolvedType {
    let found = try found(names, at: place)
    if found.isEmpty {
      guard let type = known(names, arguments) else { throw unknown(names) }
      return type
    }
    // If several declarations are aliases of the same type, the name is not ambiguous.
    let types = try found.map { try declared($0.path, in: $0.module, arguments, place.depth) }
    guard types.allSatisfy({ $0 == types[0] }) else { throw ambiguous(names, found.map(\.module)) }
    return types[0]
  }

  // MARK: Declarations

  private func declared(
    _ path: [String], in module: String, _ arguments: [ResolvedType], _ depth: Int
  ) throws -> ResolvedType {
    guard let declaration = try declaration(path, in: module) else { throw unknown(path) }
    if case .alias(let type) = declaration.kind {
      guard module == self.module || !declaration.isGeneric else {
        throw Failure(text: "\(path.joined(separator: ".")) is an alias of another module")
      }
      // Resolve an alias at the place of its declaration.
      return try resolve(
        type,
        at: Place(module: module, file: declaration.place.file, scope: path.dropLast(), depth: depth + 1))
    }
    if path.count > 1, declaration.isGeneric { throw Failure(text: "\(path.joined(separator: ".")) is generic") }
    let nominal = try nominal(path, in: module)
    return declaration.kind == .protocol ? .existential(nominal) : .nominal(nominal, arguments)
  }

  private func nominal(_ path: [String], in module: String) throws -> NominalType {
    let steps = try path.indices.map { index in
      guard let declaration = try declaration(Array(path[...index]), in: module) else {
        throw Failure(
          text: "\(path.joined(separator: ".")) is in an extension of \(path[index]), which another module declares")
      }
      if declaration.access.isOfFile {
        throw Failure(
          text: "\(path[index]) is private to its file, and an accessor stands in another: make it internal")
      }
      let kind: Character =
        switch declaration.kind {
        case .class: "C"
        case .struct: "V"
        case .enum: "O"
        case .protocol: "P"
        case .alias: throw Failure(text: "\(path.joined(separator: ".")) is named by an alias")
        }
      if index < path.count - 1, declaration.isGeneric { throw Failure(text: "\(path[index]) is generic") }
      return NominalType.Step(name: path[index], kind: kind)
    }
    return NominalType(module: module, path: steps)
  }

  private func unknown(_ names: [String]) -> Failure {
    Failure(
      text:
        "\(names.joined(separator: ".")) is declared neither in this target nor in the sources it depends on, and is "
        + "no type of Foundation or Core Data that properties have")
  }
}
