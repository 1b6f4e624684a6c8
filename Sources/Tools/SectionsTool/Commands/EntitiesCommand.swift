import CoreData
import Foundation

/// `sections entities`: prints the entities, counts and properties of a store.
struct EntitiesCommand {
  let store: String
  let model: String?
  /// The entity to print; nil for all.
  let entity: String?
  /// Whether only names and counts are printed.
  let isBrief: Bool
  let json: Bool

  func run(_ output: Output) throws {
    let opened = try ToolStore.open(store, model: model, access: .readOnly)
    let described = try entity.map { [try opened.count(of: opened.entity($0))] } ?? opened.counts()
    let history = try opened.isGuessed || entity != nil ? nil : StoreHistory(of: opened)?.span()
    if json {
      let form = isBrief ? EntityJSON.brief : EntityJSON.whole
      let members: [(key: String, value: JSON)] = entity != nil ? [] : [("history", history?.json ?? .null)]
      let text = JSON.object([("entities", .array(described.map(form)))] + members).text
      return try output.line("\(text.dropLast())\(opened.guessMember)}")
    }
    try output.note(guessOf: opened)
    if isBrief {
      try Self.printBriefly(described, output)
    } else {
      for one in described { try Self.print(one, output) }
    }
    if let history { try output.line(history.text) }
  }

  /// Prints one line for each entity that has objects, in the order of `EntityCount.isListedFirst`, and one line for all
  /// entities without objects.
  private static func printBriefly(_ counts: [EntityCount], _ output: Output) throws {
    var table = Table([.left, .left])
    for count in counts.filter({ $0.whole > 0 }).sorted(by: EntityCount.isListedFirst) {
      table.add([count.entity.name ?? "", count.text()])
    }
    for line in table.lines(for: output.terminal) { try output.line(line) }
    let empty = counts.filter { $0.whole == 0 }.compactMap(\.entity.name)
    if !empty.isEmpty { try output.line("empty: \(empty.joined(separator: ", "))".printable) }
  }

  /// Adds an attribute and the elements of a composite attribute.
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

extension EntitiesCommand {
  init(_ arguments: ArgumentReader) {
    let values = Dictionary(arguments.options.map { ($0.name, $0.value) }) { $1 }
    store = arguments.positional[0]
    entity = arguments.positional.count > 1 ? arguments.positional[1] : nil
    model = values["model"]
    isBrief = values["brief"] != nil
    json = values["json"] != nil
  }
}
