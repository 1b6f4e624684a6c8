/// Writes the accessors of `@NSManaged` members. The compiler omits these functions but calls them, so each has the
/// mangled name that the compiler expects.
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
    let target = ManagedTarget(member, keys: keys(of: member), count)
    count += 2
    // The types may depend on conditions that the member itself does not have.
    var results = resolver.alternatives(under: member.conditions) { try lines(target, by: $0) }
    if let first = try? results.first?.result.get(), results.allSatisfy({ (try? $0.result.get()) == first }) {
      results = [([], .success(first))]
    }
    if results.contains(where: { (try? $0.result.get()) != nil }) { check(target) }
    for (conditions, result) in results {
      do {
        let lines = try result.get()
        writer.line()
        writer.under(member.conditions + conditions) { writer in
          writer.block("extension \(member.owner.map(SwiftWriter.name).joined(separator: "."))") { writer in
            for line in lines { writer.line(line) }
          }
        }
      } catch {
        refuse(member, error, under: member.conditions + conditions, to: &writer)
      }
    }
  }

  /// Reports that the accessors of a member cannot be supplied. This stops the build. But a member under conditions may
  /// not be compiled at all, so for it an `#error` is written under the same conditions.
  private mutating func refuse(
    _ member: ManagedMember, _ error: any Error, under conditions: [String], to writer: inout SwiftWriter
  ) {
    let what = "\(member.owner.joined(separator: ".")).\(member.name)"
    let reason = (error as? TypeResolver.Failure)?.text ?? "\(error)"
    let problem = Problem("the accessors of \(what) cannot be supplied: \(reason)", at: member.place)
    if conditions.isEmpty { problems.append(problem) } else { writer.error(problem, under: conditions) }
  }

  private func lines(_ target: ManagedTarget, by resolver: TypeResolver) throws -> [String] {
    guard !target.member.isStatic else {
      throw TypeResolver.Failure(text: "it belongs to the class, not to its objects")
    }
    switch target.member.kind {
    case .property(let type, let setter): return try property(target, type, setter, resolver)
    case .function(let parameters, let result): return [try function(target, parameters, result, resolver)]
    }
  }

  private func file(_ member: ManagedMember) -> String? {
    guard member.access.isOfFile else { return nil }
    return Mangler.discriminator(module: resolver.module, file: member.place.file)
  }

  // MARK: Properties

  private func property(
    _ target: ManagedTarget, _ type: TypeSyntax, _ setter: AccessLevel, _ resolver: TypeResolver
  ) throws -> [String] {
    let member = target.member
    let (owner, module) = try resolver.owner(of: member)
    let resolved = try resolver.resolve(type, of: member)
    let spelled = try resolver.spelled(type, of: member).text
    func mangled(_ isSetter: Bool) -> String {
      Mangler.accessor(
        isSetter: isSetter, of: member.name, in: owner, extending: module, file: file(member), type: resolved)
    }
    let suffix = target.isPrimitive ? ", isPrimitive: true" : ""
    return [
      "@_silgen_name(\"\(mangled(false))\") \(member.access.keyword) func \(target.functionName(1))() "
        + "-> \(spelled) { \(Self.getter(target.key, resolved)) }",
      "@_silgen_name(\"\(mangled(true))\") \(setter.keyword) func \(target.functionName(2))"
        + "(_ value: __owned \(spelled)) { _setManagedValue(value, \"\(target.key)\"\(suffix)) }",
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

  private func function(
    _ target: ManagedTarget, _ parameters: [ManagedMember.Parameter], _ result: TypeSyntax?, _ resolver: TypeResolver
  ) throws -> String {
    let member = target.member
    let (owner, module) = try resolver.owner(of: member)
    guard let accessor = target.accessor, result == nil || result == .named("Void") else {
      throw TypeResolver.Failure(
        text: "it is none of those that Core Data has for relationships, such as addTo…(_:) and insertInto…(_:at:)")
    }
    let types = try parameters.map { try resolver.resolve($0.type, of: member) }
    let name = Mangler.method(
      member.name, in: owner, extending: module, file: file(member),
      parameters: Array(zip(parameters.map(\.label), types)), result: nil)
    let list = try parameters.enumerated().map { index, parameter in
      "\(parameter.label ?? "_") p\(index): \(try resolver.spelled(parameter.type, of: member).text)"
    }
    return "@_silgen_name(\"\(name)\") \(member.access.keyword) func \(target.functionName(1))"
      + "(\(list.joined(separator: ", "))) { \(try Self.body(accessor, target.key, types)) }"
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

  /// The property names of all entities whose class has the member; nil if no model uses the class.
  private func keys(of member: ManagedMember) -> Set<String>? {
    guard let name = member.owner.last else { return nil }
    var keys: Set<String>?
    for model in models {
      for entity in model.entities where entity.plainClassName == name {
        var next: ClassModel.Entity? = entity
        for _ in model.entities {
          guard let current = next else { break }
          keys = (keys ?? []).union(
            current.attributes.map(\.name) + current.relationships.map(\.name) + current.fetchedProperties)
          next = current.parent.flatMap(model.entity(named:))
        }
      }
    }
    return keys
  }

  private mutating func check(_ target: ManagedTarget) {
    let member = target.member
    guard let known = target.known, !known.contains(target.key) else { return }
    // This is only a warning, because several entities may use the class, each with some of the properties.
    problems.append(
      Problem(
        "no entity of the class \(member.owner.last ?? "") has a property \(target.key), which \(member.name) is to "
          + "read or change",
        at: member.place, isError: false))
  }
}
