/// Finds the declarations of the types that members have.
struct TypeResolver {
  private struct Declared {
    let declaration: TypeDeclaration
    let module: String
  }

  /// The target's module.
  let module: String
  private var own: [[String]: TypeDeclaration] = [:]
  /// Types of other modules whose sources are known.
  private var imported: [(module: String, types: [[String]: TypeDeclaration])] = []

  init(module: String, types: [TypeDeclaration], imported: [(module: String, types: [TypeDeclaration])] = []) {
    self.module = module
    own = Self.byPath(types)
    self.imported = imported.map { ($0.module, Self.byPath($0.types.filter { $0.access >= .package })) }
  }

  private static func byPath(_ types: [TypeDeclaration]) -> [[String]: TypeDeclaration] {
    // The same type may be declared in both branches of an `#if`.
    Dictionary(types.map { ($0.path, $0) }) { first, _ in first }
  }

  /// Why a type cannot be named.
  struct Failure: Error {
    let text: String
  }

  /// The declared type of a class, by its path; with the module whose extension is meant when it is another's.
  func owner(_ path: [String]) throws -> (type: NominalType, extending: String?) {
    let types = [(module, own)] + imported.map { ($0.module, $0.types) }
    // An extension may name the module, too.
    for path in [path, Array(path.dropFirst())] {
      for (module, types) in types where !path.isEmpty && types[path] != nil {
        guard types[path]?.kind == .class else { throw Failure(text: "\(path.joined(separator: ".")) is no class") }
        let type = try nominal(path, module: module, types)
        return (type, module == self.module ? nil : self.module)
      }
    }
    throw Failure(text: "the class \(path.joined(separator: ".")) is declared in no source of this package")
  }

  /// - Parameters:
  ///   - type: the type as it is spelled.
  ///   - scope: the path of the type that it is spelled in.
  func resolve(_ type: TypeSyntax, in scope: [String]) throws -> ResolvedType { try resolve(type, in: scope, depth: 0) }

  private func resolve(_ type: TypeSyntax, in scope: [String], depth: Int) throws -> ResolvedType {
    guard depth < 16 else { throw Failure(text: "the type alias \(type.text) leads to itself") }
    func inner(_ type: TypeSyntax) throws -> ResolvedType { try resolve(type, in: scope, depth: depth + 1) }
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
      return try named(parts.map(\.name), arguments, in: scope, depth: depth)
    }
  }

  private func named(
    _ names: [String], _ arguments: [ResolvedType], in scope: [String], depth: Int
  ) throws -> ResolvedType {
    let own = (module, self.own)
    if let path = path(of: names, in: scope) { return try declared(path, own, arguments, depth) }
    if names.count > 1, names[0] == module, self.own[Array(names.dropFirst())] != nil {
      return try declared(Array(names.dropFirst()), own, arguments, depth)
    }
    for (module, types) in imported {
      if types[names] != nil { return try declared(names, (module, types), arguments, depth) }
      if names.count > 1, names[0] == module, types[Array(names.dropFirst())] != nil {
        return try declared(Array(names.dropFirst()), (module, types), arguments, depth)
      }
    }
    return try known(names, arguments)
  }

  /// The path of a type of the target by the names in a scope: of what is around it, or inherited there.
  private func path(of names: [String], in scope: [String]) -> [String]? {
    for count in stride(from: scope.count, through: 0, by: -1) {
      var outer = Array(scope.prefix(count))
      for _ in 0..<16 {
        if own[outer + names] != nil { return outer + names }
        guard case .named(let parts)? = own[outer]?.inherited.first else { break }
        let superclass = parts.map(\.name)
        guard let next = path(named: superclass, from: outer.dropLast()) else { break }
        outer = next
      }
    }
    return nil
  }

  private func path(named names: [String], from scope: ArraySlice<String>) -> [String]? {
    for count in stride(from: scope.count, through: 0, by: -1) {
      let path = Array(scope.prefix(count)) + names
      if own[path] != nil { return path }
    }
    return nil
  }

  private func declared(
    _ path: [String], _ module: (name: String, types: [[String]: TypeDeclaration]), _ arguments: [ResolvedType],
    _ depth: Int
  ) throws -> ResolvedType {
    guard let declaration = module.types[path] else { throw Failure(text: "\(path) is not declared") }
    if case .alias(let type) = declaration.kind {
      guard module.name == self.module || !declaration.isGeneric else {
        throw Failure(text: "\(path.joined(separator: ".")) is an alias of another module")
      }
      return try resolve(type, in: path.dropLast(), depth: depth + 1)
    }
    if path.count > 1, declaration.isGeneric { throw Failure(text: "\(path.joined(separator: ".")) is generic") }
    let nominal = try nominal(path, module: module.name, module.types)
    return declaration.kind == .protocol ? .existential(nominal) : .nominal(nominal, arguments)
  }

  private func nominal(
    _ path: [String], module: String, _ types: [[String]: TypeDeclaration]
  ) throws -> NominalType {
    let steps = try path.indices.map { index in
      guard let declaration = types[Array(path[...index])] else {
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

  private func known(_ names: [String], _ arguments: [ResolvedType]) throws -> ResolvedType {
    let spelled = names.joined(separator: ".")
    guard names.count <= 2, let last = names.last else { throw unknown(spelled) }
    switch (spelled, names.count) {
    case ("Any", 1): return .any
    case ("AnyObject", 1): return .anyObject
    default: break
    }
    let name = KnownTypes.aliases[last] ?? last
    guard let type = KnownTypes.type(named: name), names.count == 1 || KnownTypes.isNamed(names[0], type) else {
      throw unknown(spelled)
    }
    if type.path[0].kind == "P" { return .existential(type) }
    return .nominal(type, arguments)
  }

  private func unknown(_ name: String) -> Failure {
    Failure(
      text: "\(name) is declared neither in this target nor in the sources it depends on, and is no type of Foundation "
        + "or Core Data that properties have")
  }
}
