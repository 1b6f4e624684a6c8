/// Looks up names in a file: first in the enclosing types, then in the modules that the file imports, and then in
/// Foundation.
extension TypeResolver {
  /// Returns the declarations that a name may refer to; empty if the type is Foundation's or unknown.
  func found(_ names: [String], at place: Place) throws -> [(module: String, path: [String])] {
    if let path = try path(of: names, at: place) { return [(place.module, path)] }
    let visible = try visible(names, from: place)
    if !visible.isEmpty { return visible.map { ($0, names) } }
    let inner = Array(names.dropFirst())
    if names.count > 1, try declaration(inner, in: names[0]) != nil { return [(names[0], inner)] }
    if known(names, []) != nil { return [] }
    return try hidden(names, from: place).map { ($0, names) }
  }

  /// The imported modules that declare a type.
  func visible(_ path: [String], from place: Place) throws -> [String] {
    try otherModules.filter { module in
      guard module != place.module, types[module]?[path] != nil, try isImported(module, in: place.file) else {
        return false
      }
      return try declaration(path, in: module) != nil
    }
  }

  /// Returns the modules that declare a type although the file does not import them, because an imported module may
  /// re-export one.
  func hidden(_ path: [String], from place: Place) throws -> [String] {
    try otherModules.filter { try $0 != place.module && declaration(path, in: $0) != nil }
  }

  func isImported(_ module: String, in file: String) throws -> Bool {
    guard let imports = imports[file]?.filter({ $0.module == module }) else { return true }
    if imports.isEmpty { return false }
    return try assumptions.choice(of: "import \(module) in \(file)", among: imports.map(\.conditions)) != nil
  }

  func declaration(_ path: [String], in module: String) throws -> TypeDeclaration? {
    guard let all = types[module]?[path] else { return nil }
    let question = "\(module).\(path.joined(separator: "."))"
    return try assumptions.choice(of: question, among: all.map(\.conditions)).map { all[$0] }
  }

  /// Looks up a type of the same module by its names in a scope, including the enclosing types and the types that they
  /// inherit from.
  func path(of names: [String], at place: Place) throws -> [String]? {
    for count in stride(from: place.scope.count, through: 0, by: -1) {
      var outer = Array(place.scope.prefix(count))
      for _ in 0..<16 {
        if try declaration(outer + names, in: place.module) != nil { return outer + names }
        guard case .named(let parts)? = try declaration(outer, in: place.module)?.inherited.first else { break }
        guard let next = try path(named: parts.map(\.name), from: outer.dropLast(), in: place.module) else { break }
        outer = next
      }
    }
    return nil
  }

  func path(named names: [String], from scope: ArraySlice<String>, in module: String) throws -> [String]? {
    for count in stride(from: scope.count, through: 0, by: -1) {
      let path = Array(scope.prefix(count)) + names
      if try declaration(path, in: module) != nil { return path }
    }
    return nil
  }

  func ambiguous(_ names: [String], _ modules: [String]) -> Failure {
    Failure(
      text:
        "\(names.joined(separator: ".")) is declared in \(modules.sorted().joined(separator: " and in ")): name the "
        + "module, too")
  }

  /// Looks up a type of the standard library, Foundation or Core Data.
  func known(_ names: [String], _ arguments: [ResolvedType]) -> ResolvedType? {
    guard names.count <= 2, let last = names.last else { return nil }
    switch (last, names.count) {
    case ("Any", 1): return .any
    case ("AnyObject", 1): return .anyObject
    default: break
    }
    let name = KnownTypes.aliases[last] ?? last
    guard let type = KnownTypes.type(named: name), names.count == 1 || KnownTypes.isNamed(names[0], type) else {
      return nil
    }
    if type.path[0].kind == "P" { return .existential(type) }
    return .nominal(type, arguments)
  }
}
