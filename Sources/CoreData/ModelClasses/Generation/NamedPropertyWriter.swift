/// Writes the list of the computed and stored properties that classes of managed objects have in addition to those of
/// their entities. On Apple platforms, the Objective-C runtime finds these by name.
struct NamedPropertyWriter {
  let classes: ManagedClasses

  /// Writes the list, unless it is empty.
  func write(_ properties: [PlainProperty], to writer: inout SwiftWriter) {
    let listed = properties.filter { classes.contains($0.owner) }
    if listed.isEmpty { return }
    writer.line()
    // Core Data looks up the class by this name.
    writer.block("final class ManagedProperties_: NamedProperties") { writer in
      writer.block("static var namedProperties: [(name: String, keyPath: AnyKeyPath)]") { writer in
        writer.line("var list: [(name: String, keyPath: AnyKeyPath)] = []")
        for property in listed {
          let path = (property.owner + [property.name]).map(SwiftWriter.name).joined(separator: ".")
          writer.under(property.conditions) { $0.line("list.append((\"\(property.name)\", \\\(path)))") }
        }
        writer.line("return list")
      }
    }
  }
}

/// The classes of managed objects that a target declares, by their paths.
struct ManagedClasses {
  /// The names of Core Data's own class, as sources may write them.
  static let roots: Set = ["NSManagedObject", "CoreData.NSManagedObject"]

  private var paths: Set<[String]> = []

  /// - Parameters:
  ///   - types: the types that the target declares, including generated ones.
  ///   - models: the target's models, whose entities also name classes.
  init(types: [TypeDeclaration], models: [ClassModel]) {
    let named = Self.roots.union(models.flatMap(\.entities).map(\.plainClassName))
    let candidates = types.filter { $0.kind == .class && !$0.isGeneric && !$0.access.isOfFile }
    var names = named
    // Repeat, because a class may be declared before its superclass.
    var rest = candidates
    while true {
      let found = rest.filter { type in
        type.path.count == 1 && named.contains(type.path[0])
          || type.inherited.first.map { names.contains($0.text) } ?? false
      }
      if found.isEmpty { break }
      paths.formUnion(found.map(\.path))
      names.formUnion(found.map { $0.path.joined(separator: ".") })
      rest.removeAll { paths.contains($0.path) }
    }
    // A class in a file-private type has no name in other files.
    let hidden = types.filter(\.access.isOfFile).map(\.path)
    paths = paths.filter { path in !hidden.contains { path.starts(with: $0) } }
  }

  func contains(_ path: [String]) -> Bool { paths.contains(path) }
}
