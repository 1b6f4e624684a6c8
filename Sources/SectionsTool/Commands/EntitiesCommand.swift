import CoreData
import Foundation

/// `sections entities`: what is in a store.
struct EntitiesCommand {
  let store: String
  let model: String?
  let json: Bool

  func run(_ output: Output) throws {
    let opened = try ToolStore.open(store, model: model, access: .readOnly)
    let described = try opened.counts()
    if json {
      let objects = described.map(Self.json)
      let text = JSON.object([("entities", .array(objects))]).text
      try output.line("\(text.dropLast())\(opened.guessMember)}")
    } else {
      try output.note(guessOf: opened)
      for count in described { try Self.print(count, output) }
    }
  }

  private static func json(_ count: EntityCount) -> JSON {
    let entity = count.entity
    let attributes = entity.attributesByName.values.sorted { $0.name < $1.name }.map(json)
    let relationships = entity.relationshipsByName.values.sorted { $0.name < $1.name }.map { relationship in
      JSON.object([
        ("name", .string(relationship.name)), ("destination", .optional(relationship.destinationEntity?.name)),
        ("toMany", .bool(relationship.isToMany)), ("ordered", .bool(relationship.isOrdered)),
        ("inverse", .optional(relationship.inverseRelationship?.name)),
      ])
    }
    return .object([
      ("name", .optional(entity.name)), ("parent", .optional(entity.superentity?.name)),
      ("abstract", .bool(entity.isAbstract)), ("count", .integer(count.own)),
      ("countWithSubentities", .integer(count.whole)), ("attributes", .array(attributes)),
      ("relationships", .array(relationships)),
    ])
  }

  private static func json(_ attribute: NSAttributeDescription) -> JSON {
    let elements = (attribute as? NSCompositeAttributeDescription).map { composite in
      ("elements", JSON.array(composite.elements.map(json)))
    }
    return .object(
      [
        ("name", .string(attribute.name)), ("type", .string(attribute.attributeType.word)),
        ("optional", .bool(attribute.isOptional)),
      ] + [elements].compactMap { $0 })
  }

  /// An attribute, and behind a composite one its elements.
  private static func add(_ attribute: NSAttributeDescription, behind prefix: String = "", to table: inout Table) {
    let name = prefix + attribute.name
    table.add(["  \(name)", attribute.attributeType.word, attribute.isOptional ? "optional" : ""])
    for element in (attribute as? NSCompositeAttributeDescription)?.elements ?? [] {
      add(element, behind: name + ".", to: &table)
    }
  }

  private static func print(_ count: EntityCount, _ output: Output) throws {
    let entity = count.entity
    let terminal = output.terminal
    let parent = entity.superentity?.name.map { " : \($0)" } ?? ""
    let kind = entity.isAbstract ? "  abstract" : ""
    let head = "\(entity.name ?? "")\(parent)".printable
    try output.line(terminal.styled(head, .bold) + "  \(count.text())\(kind)")
    var table = Table([.left, .left, .left])
    for attribute in entity.attributesByName.values.sorted(by: { $0.name < $1.name }) {
      add(attribute, to: &table)
    }
    for relationship in entity.relationshipsByName.values.sorted(by: { $0.name < $1.name }) {
      let arrow = relationship.isToMany ? (relationship.isOrdered ? "→ many, ordered" : "→ many") : "→ one"
      let inverse = relationship.inverseRelationship.map { "inverse \($0.name)" } ?? "no inverse"
      table.add(["  \(relationship.name)", "\(arrow) \(relationship.destinationEntity?.name ?? "?")", inverse])
    }
    for line in table.lines(for: terminal) { try output.line(line) }
    try output.line()
  }
}

extension NSAttributeType {
  /// The word that model files use for the type.
  var word: String {
    switch self {
    case .integer16AttributeType: "Integer 16"
    case .integer32AttributeType: "Integer 32"
    case .integer64AttributeType: "Integer 64"
    case .decimalAttributeType: "Decimal"
    case .doubleAttributeType: "Double"
    case .floatAttributeType: "Float"
    case .stringAttributeType: "String"
    case .booleanAttributeType: "Boolean"
    case .dateAttributeType: "Date"
    case .binaryDataAttributeType: "Binary"
    case .UUIDAttributeType: "UUID"
    case .URIAttributeType: "URI"
    case .transformableAttributeType: "Transformable"
    case .objectIDAttributeType: "ObjectID"
    case .compositeAttributeType: "Composite"
    default: "Undefined"
    }
  }
}
