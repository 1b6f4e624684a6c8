/// Writes the accessors of members with `@NSManaged`: the functions that the compiler leaves out, under the names that
/// it calls them by.
struct ManagedAccessorWriter {
  let resolver: TypeResolver
  let models: [ClassModel]
  private(set) var problems: [Problem] = []
  private var count = 0

  init(resolver: TypeResolver, models: [ClassModel]) {
    self.resolver = resolver
    self.models = models
  }

  mutating func write(_ member: ManagedMember, to writer: inout SwiftWriter) {
    do {
      guard !member.isStatic else { throw TypeResolver.Failure(text: "it belongs to the class, not to its objects") }
      let lines =
        switch member.kind {
        case .property(let type, let setter): try property(member, type, setter)
        case .function(let parameters, let result): [try function(member, parameters, result)]
        }
      writer.line()
      writer.under(member.conditions) { writer in
        writer.block("extension \(member.owner.map(SwiftWriter.name).joined(separator: "."))") { writer in
          for line in lines { writer.line(line) }
        }
      }
    } catch let failure as TypeResolver.Failure {
      let what = "\(member.owner.joined(separator: ".")).\(member.name)"
      problems.append(Problem("the accessors of \(what) cannot be supplied: \(failure.text)", at: member.place))
    } catch {
      problems.append(Problem("\(error)", at: member.place))
    }
  }

  /// The name of the function, which nobody calls.
  private mutating func functionName(_ member: ManagedMember) -> String {
    count += 1
    return "_managed\(count)_\(member.name)"
  }

  private func file(_ member: ManagedMember) -> String? {
    guard member.access.isOfFile else { return nil }
    return Mangler.discriminator(module: resolver.module, file: member.place.file)
  }

  // MARK: Properties

  private mutating func property(
    _ member: ManagedMember, _ type: TypeSyntax, _ setter: AccessLevel
  ) throws -> [String] {
    let (owner, module) = try resolver.owner(member.owner)
    let resolved = try resolver.resolve(type, in: member.owner)
    func mangled(_ isSetter: Bool) -> String {
      Mangler.accessor(
        isSetter: isSetter, of: member.name, in: owner, extending: module, file: file(member), type: resolved)
    }
    let known = keys(of: member)
    var key = member.name
    var isPrimitive = false
    if !(known?.contains(key) ?? false), let name = member.name.behindPrimitive {
      key = known?.first { $0 == name } ?? name.withoutCapital
      isPrimitive = true
    }
    check(key, known, member)
    let getter = Self.getter(key, resolved)
    let suffix = isPrimitive ? ", isPrimitive: true" : ""
    return [
      "@_silgen_name(\"\(mangled(false))\") \(member.access.keyword) func \(functionName(member))() "
        + "-> \(type.text) { \(getter) }",
      "@_silgen_name(\"\(mangled(true))\") \(setter.keyword) func \(functionName(member))"
        + "(_ value: __owned \(type.text)) { _setManagedValue(value, \"\(key)\"\(suffix)) }",
    ]
  }

  private static func getter(_ key: String, _ type: ResolvedType) -> String {
    let value = "_managedValue(\"\(key)\")"
    switch type.wrapped ?? type {
    case .any, .anyObject, .existential: return "_managedAny(\"\(key)\")"
    case .nominal: break
    }
    switch (type.wrapped ?? type).name {
    case "NSObject", "AnyHashable": return "_managedAny(\"\(key)\")"
    case "NSMutableSet": return "_managedSet(\"\(key)\")"
    case "NSMutableOrderedSet": return "_managedOrder(\"\(key)\")"
    default: break
    }
    if type.wrapped != nil { return value }
    switch type.name {
    case "String": return value + " ?? \"\""
    case "Data": return value + " ?? Data()"
    case "Set", "Array": return value + " ?? []"
    case "Dictionary": return value + " ?? [:]"
    case "NSSet": return value + " ?? NSSet()"
    case "NSOrderedSet": return value + " ?? NSOrderedSet()"
    case "Date", "UUID", "URL", "Decimal": return "_managedRequired(\(value), \"\(key)\")"
    default: break
    }
    if case .nominal(let nominal, _) = type, nominal.path.last?.kind == "C" {
      return "_managedRequired(\(value), \"\(key)\")"
    }
    return value
  }

  // MARK: Functions

  private mutating func function(
    _ member: ManagedMember, _ parameters: [ManagedMember.Parameter], _ result: TypeSyntax?
  ) throws -> String {
    let (owner, module) = try resolver.owner(member.owner)
    let labels = parameters.map(\.label)
    guard let accessor = ToManyAccessor(member.name, labels), result == nil || result == .named("Void") else {
      throw TypeResolver.Failure(
        text: "it is none of those that Core Data has for relationships, such as addTo…(_:) and insertInto…(_:at:)")
    }
    let known = keys(of: member)
    let key = known?.first { $0 == accessor.key } ?? accessor.key.withoutCapital
    check(key, known, member)
    let types = try parameters.map { try resolver.resolve($0.type, in: member.owner) }
    let name = Mangler.method(
      member.name, in: owner, extending: module, file: file(member), parameters: Array(zip(labels, types)), result: nil)
    let list = parameters.enumerated().map { "\($1.label ?? "_") p\($0): \($1.type.text)" }
    return "@_silgen_name(\"\(name)\") \(member.access.keyword) func \(functionName(member))"
      + "(\(list.joined(separator: ", "))) { \(try Self.body(accessor, key, types)) }"
  }

  private static func body(_ accessor: ToManyAccessor, _ key: String, _ types: [ResolvedType]) throws -> String {
    let order = "_managedOrder(\"\(key)\")"
    let index =
      switch accessor {
      case .insert: 1;
      default: 0
      }
    func isMany() throws -> Bool {
      switch types[index].name {
      case "Int": return false
      case "IndexSet", "NSIndexSet": return true
      default: throw TypeResolver.Failure(text: "its index is none of Int, IndexSet and NSIndexSet")
      }
    }
    switch accessor {
    case .add: return "_addManaged(p0, \"\(key)\")"
    case .remove: return "_removeManaged(p0, \"\(key)\")"
    case .insert:
      return try isMany() ? "\(order).insert(p0, at: IndexSet(p1))" : "\(order).insert(p0, at: p1)"
    case .removeAt:
      return try isMany() ? "\(order).removeObjects(at: IndexSet(p0))" : "\(order).removeObject(at: p0)"
    case .replace:
      return try isMany()
        ? "\(order).replaceObjects(at: IndexSet(p0), with: p1)" : "\(order).replaceObject(at: p0, with: p1)"
    }
  }

  // MARK: The model

  /// The properties of the entities whose class has the member; nil where no model names the class.
  private func keys(of member: ManagedMember) -> Set<String>? {
    guard let name = member.owner.last else { return nil }
    var keys: Set<String>?
    for model in models {
      for entity in model.entities where entity.plainClassName == name {
        var next: ClassModel.Entity? = entity
        for _ in model.entities {
          guard let current = next else { break }
          keys = (keys ?? []).union(current.attributes.map(\.name) + current.relationships.map(\.name))
          next = current.parent.flatMap(model.entity(named:))
        }
      }
    }
    return keys
  }

  private mutating func check(_ key: String, _ known: Set<String>?, _ member: ManagedMember) {
    guard let known, !known.contains(key) else { return }
    // A superclass may stand for several entities, each with some of its properties.
    problems.append(
      Problem(
        "no entity of the class \(member.owner.last ?? "") has a property \(key), which \(member.name) is to read or "
          + "change",
        at: member.place, isError: false))
  }
}

extension String {
  /// What stands behind `primitive` in the name of a property that reads and sets primitive values.
  fileprivate var behindPrimitive: String? {
    let prefix = "primitive"
    guard hasPrefix(prefix), let first = dropFirst(prefix.count).first, !first.isLowercase else { return nil }
    return String(dropFirst(prefix.count))
  }
}
