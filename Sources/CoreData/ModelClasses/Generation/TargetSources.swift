/// The sources and models of a target, and the sources of its dependencies. Its accessors are generated from them.
public struct TargetSources {
  public struct Source {
    /// The file name, for messages and for the mangled names of private members.
    public let file: String
    public let text: String

    public init(file: String, text: String) {
      self.file = file
      self.text = text
    }
  }

  public var module: String
  public var sources: [Source]
  /// The sources of other modules, whose types the properties may have.
  public var imported: [(module: String, sources: [Source])]
  public var models: [ClassModel]

  public init(
    module: String, sources: [Source], imported: [(module: String, sources: [Source])] = [], models: [ClassModel] = []
  ) {
    self.module = module
    self.sources = sources
    self.imported = imported
    self.models = models
  }

  /// Whether the target has a model, or a class of managed objects.
  ///
  /// - Complexity: O(size of the sources) if there is no model.
  public var hasManagedObjects: Bool {
    !models.isEmpty
      || sources.contains { source in
        let found = DeclarationScanner.declarations(in: source.text, file: source.file)
        return !found.members.isEmpty
          || found.types.contains { $0.inherited.contains { ManagedClasses.roots.contains($0.text) } }
      }
  }

  /// Generates the source of the classes and accessors, and returns it with all problems. If a problem is an error, a
  /// part of the source is missing.
  ///
  /// - Complexity: O(size of the sources).
  public func generated() -> (source: String, problems: [Problem]) {
    let scans = sources.map { DeclarationScanner.declarations(in: $0.text, file: $0.file) }
    let found = scans.reduce(into: Declarations()) { $0 += $1 }
    let classes = generatedClasses()
    let resolver = resolver(types: found.types + classes, scans)
    var accessors = ManagedAccessorWriter(resolver: resolver, models: models)
    var writer = SwiftWriter()
    writer.line("// Made by CoreDataModelPlugin. It is made again when the model or a source changes.")
    imports(scans.filter { !$0.members.isEmpty }.flatMap(\.imports), to: &writer)
    for model in models {
      let entities = EntityClassWriter(model: model, identifiable: identifiable(found))
      for entity in model.entities where entity.generation != .none { entities.write(entity, to: &writer) }
    }
    for member in found.members { accessors.write(member, to: &writer) }
    let unwrapped = sources.flatMap(ObjectiveCWrapping.problems(in:))
    let conditional = found.conditionalProblems + unwrapped.filter { !$0.conditions.isEmpty }
    for (problem, conditions) in conditional { writer.error(problem, under: conditions) }
    let managed = ManagedClasses(types: found.types + classes, models: models)
    NamedPropertyWriter(classes: managed).write(found.properties, to: &writer)
    let attributes = unwrapped.filter(\.conditions.isEmpty).map(\.problem)
    return (writer.text, attributes + found.problems + accessors.problems + problems(found))
  }

  private func resolver(types own: [TypeDeclaration], _ scans: [Declarations]) -> TypeResolver {
    var imports = zip(sources, scans).map { ($0.file, $1.imports) }
    var types = [(module: String, types: [TypeDeclaration])]()
    for other in imported {
      let scans = other.sources.map { DeclarationScanner.declarations(in: $0.text, file: $0.file) }
      types.append((other.module, scans.flatMap(\.types)))
      imports += zip(other.sources, scans).map { ($0.file, $1.imports) }
    }
    return TypeResolver(
      module: module, types: own, imported: types, imports: Dictionary(imports, uniquingKeysWith: +))
  }

  private func imports(_ imports: [ModuleImport], to writer: inout SwiftWriter) {
    var written: Set<ModuleImport> = []
    // Either all imports of a module have an access level or none has.
    func access(_ module: String) -> AccessLevel? {
      imports.filter { $0.module == module }.compactMap(\.access).max()
    }
    let needed = ["CoreData", "Foundation"].map {
      ModuleImport(module: $0, access: access($0).map { _ in .public }, conditions: [])
    }
    for module in needed + imports
    where !written.contains(where: { $0.module == module.module && $0.conditions.isEmpty }) {
      guard written.insert(module).inserted else { continue }
      writer.under(module.conditions) { writer in
        writer.line((module.access.map { "\($0) " } ?? "") + "import \(module.module)")
      }
    }
  }

  /// The declarations of the generated classes.
  private func generatedClasses() -> [TypeDeclaration] {
    models.flatMap { model in
      model.entities.filter { $0.generation == .class }.map { entity in
        TypeDeclaration(
          kind: .class, path: [entity.plainClassName], access: .public, isGeneric: false,
          inherited: [entity.parent.map { .named(model.className(ofEntity: $0)) } ?? .named("NSManagedObject")],
          place: SourcePlace(file: model.file, line: entity.line))
      }
    }
  }

  private func identifiable(_ found: Declarations) -> Set<String> {
    let declared = found.types.map { ($0.path, $0.inherited) } + found.conformances.map { ($0.path, $0.inherited) }
    return Set(
      declared.filter { $0.1.contains(.named("Identifiable")) }.map { $0.0.joined(separator: ".") })
  }

  private func problems(_ found: Declarations) -> [Problem] {
    var problems: [Problem] = []
    for model in models {
      for entity in model.entities where entity.generation != .none {
        problems += ModelNames.problems(of: entity, in: model.file)
        let all = found.types.filter { $0.path == [entity.plainClassName] }
        // A declaration under conditions may not be compiled. If it is, the compiler reports the duplicate.
        if entity.generation == .class, let declared = all.first(where: \.conditions.isEmpty) {
          problems.append(
            Problem(
              "the class \(entity.plainClassName) of the entity \(entity.name) is generated from the model, and is "
                + "declared in \(declared.place.file), too: set its code generation to Category or Manual, or remove the class",
              file: model.file, line: entity.line))
        }
        if entity.generation == .category, all.isEmpty {
          problems.append(
            Problem(
              "the class \(entity.plainClassName) of the entity \(entity.name), whose code generation is Category, is "
                + "declared in no source of the target",
              file: model.file, line: entity.line))
        }
        if entity.plainClassName == "NSManagedObject" {
          problems.append(
            Problem(
              "the entity \(entity.name) has generated code and no class of its own: name one in the model",
              file: model.file, line: entity.line))
        }
      }
    }
    return problems
  }
}
