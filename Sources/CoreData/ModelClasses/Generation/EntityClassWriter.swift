/// Writes the code that Xcode generates for an entity: its class, or an extension of a class in the program. The
/// properties have accessors.
struct EntityClassWriter {
  let model: ClassModel
  /// The paths of types that the program's sources declare as `Identifiable`.
  let identifiable: Set<String>

  func write(_ entity: ClassModel.Entity, to writer: inout SwiftWriter) {
    let name = SwiftWriter.name(entity.plainClassName)
    let parent = entity.parent.flatMap(model.entity(named:))
    let superclass = parent.map(\.plainClassName) ?? "NSManagedObject"
    let head =
      entity.generation == .class
      ? "public class \(name): \(SwiftWriter.name(superclass))" : "extension \(name)"
    writer.line()
    writer.block(head) { writer in
      let type = "NSFetchRequest<\(name)>"
      writer.line("@nonobjc public class func fetchRequest() -> \(type) { \(type)(entityName: \"\(entity.name)\") }")
      let inherited = names(inheritedBy: entity)
      for attribute in entity.attributes where !inherited.contains(attribute.name) {
        let isOpen = ["Transformable", "Undefined", ""].contains(attribute.type)
        property(attribute.name, Self.type(of: attribute), isOpen ? "_managedAny" : "_managedValue", to: &writer)
      }
      for relationship in entity.relationships where !inherited.contains(relationship.name) {
        write(relationship, to: &writer)
      }
    }
    // Do not write the conformance again if the superclass has it.
    if !isIdentifiable(parent), !identifiable.contains(entity.plainClassName) {
      writer.line()
      writer.line("extension \(name): Identifiable {}")
    }
  }

  private func isIdentifiable(_ entity: ClassModel.Entity?) -> Bool {
    guard let entity else { return false }
    if entity.generation != .none || identifiable.contains(entity.plainClassName) { return true }
    return isIdentifiable(entity.parent.flatMap(model.entity(named:)))
  }

  private func names(inheritedBy entity: ClassModel.Entity) -> Set<String> {
    var names: Set<String> = []
    var next = entity.parent.flatMap(model.entity(named:))
    // The number of steps is limited, because a damaged model may contain a cycle. That is reported elsewhere.
    for _ in model.entities {
      guard let parent = next else { break }
      names.formUnion(parent.attributes.map(\.name) + parent.relationships.map(\.name))
      next = parent.parent.flatMap(model.entity(named:))
    }
    return names
  }

  /// The type that Xcode generates. It is always optional, even for a mandatory attribute, unless it is a scalar.
  static func type(of attribute: ClassModel.Attribute) -> String {
    switch (attribute.type, attribute.isScalar) {
    case ("Integer 16", true): "Int16"
    case ("Integer 32", true): "Int32"
    case ("Integer 64", true): "Int64"
    case ("Double", true): "Double"
    case ("Float", true): "Float"
    case ("Boolean", true): "Bool"
    case ("Date", true): "TimeInterval"
    case ("Integer 16", _), ("Integer 32", _), ("Integer 64", _), ("Double", _), ("Float", _), ("Boolean", _):
      "NSNumber?"
    case ("Decimal", _): "NSDecimalNumber?"
    case ("String", _): "String?"
    case ("Date", _): "Date?"
    case ("Binary", _): "Data?"
    case ("UUID", _): "UUID?"
    case ("URI", _): "URL?"
    case ("ObjectID", _): "NSManagedObjectID?"
    case ("Composite", _): "[String: Any]?"
    default: (attribute.customClass ?? "NSObject") + "?"
    }
  }

  private func property(
    _ name: String, _ type: String, _ getter: String = "_managedValue", to writer: inout SwiftWriter
  ) {
    writer.block("public var \(SwiftWriter.name(name)): \(type)") { writer in
      writer.line("get { \(getter)(\"\(name)\") }")
      writer.line("set { _setManagedValue(newValue, \"\(name)\") }")
    }
  }

  private func write(_ relationship: ClassModel.Relationship, to writer: inout SwiftWriter) {
    let name = relationship.name
    let type = SwiftWriter.name(model.className(ofEntity: relationship.destination))
    guard relationship.isToMany else { return property(name, type + "?", to: &writer) }
    let set = relationship.isOrdered ? "NSOrderedSet" : "NSSet"
    property(name, set + "?", to: &writer)
    let key = name.withCapital
    if relationship.isOrdered {
      let order = "_managedOrder(\"\(name)\")"
      for line in [
        "insertInto\(key)(_ value: \(type), at idx: Int) { \(order).insert(value, at: idx) }",
        "removeFrom\(key)(at idx: Int) { \(order).removeObject(at: idx) }",
        "insertInto\(key)(_ values: [\(type)], at indexes: NSIndexSet) "
          + "{ \(order).insert(values, at: IndexSet(indexes)) }",
        "removeFrom\(key)(at indexes: NSIndexSet) { \(order).removeObjects(at: IndexSet(indexes)) }",
        "replace\(key)(at idx: Int, with value: \(type)) { \(order).replaceObject(at: idx, with: value) }",
        "replace\(key)(at indexes: NSIndexSet, with values: [\(type)]) "
          + "{ \(order).replaceObjects(at: IndexSet(indexes), with: values) }",
      ] { writer.line("public func " + line) }
    }
    for (verb, call) in [("addTo", "_addManaged"), ("removeFrom", "_removeManaged")] {
      writer.line("public func \(verb)\(key)(_ value: \(type)) { \(call)(value, \"\(name)\") }")
      writer.line("public func \(verb)\(key)(_ values: \(set)) { \(call)(values, \"\(name)\") }")
    }
  }
}
