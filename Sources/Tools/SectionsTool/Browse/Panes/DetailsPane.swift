import CoreData
import Foundation
import SectionedTerminal

/// All attributes and relationships of an object.
final class DetailsPane: RowsPane {
  let object: NSManagedObject
  private let follow: (DetailsPane) -> Void

  /// - Parameters:
  ///   - object: the object.
  ///   - revision: returns the revision of the context. The object is read again when it changes.
  ///   - follow: called when the user has chosen the row at the cursor.
  init(_ object: NSManagedObject, revision: @escaping () -> Int, follow: @escaping (DetailsPane) -> Void) {
    self.object = object
    self.follow = follow
    super.init(
      ObjectTitle.shortName(of: object.objectID), columns: [TerminalColumn(), TerminalColumn(.flexible(weight: 2))],
      revision: revision
    ) { Self.sections(of: object) }
  }

  override var title: String {
    guard Self.isThere(object) else { return super.title }
    // An error is shown in the rows.
    return (try? ObjectTitle.text(of: object)) ?? super.title
  }

  override func choose(_ row: PaneRow) { follow(self) }

  /// The attribute at the cursor; nil if there is none.
  var attribute: NSAttributeDescription? { row.flatMap { object.entity.attributesByName[$0.id] } }

  /// The relationship at the cursor; nil if there is none.
  var relationship: NSRelationshipDescription? { row.flatMap { object.entity.relationshipsByName[$0.id] } }

  /// Whether the object still exists: neither this context nor another process has deleted it.
  nonisolated static func isThere(_ object: NSManagedObject) -> Bool {
    object.managedObjectContext != nil && !object.isDeleted
  }

  private static func sections(of object: NSManagedObject) -> [PaneSection] {
    guard isThere(object) else {
      return [PaneSection(id: "Gone", rows: [PaneRow(id: "", texts: ["This object is deleted."], style: .failed)])]
    }
    let entity = object.entity
    let attributes = entity.attributesByName.values.sorted { $0.name < $1.name }
    let relationships = entity.relationshipsByName.values.sorted { $0.name < $1.name }
    return [
      PaneSection(id: "Attributes", rows: attributes.map { row($0.name) { try text(of: object, $0) } }),
      PaneSection(
        id: "Relationships",
        rows: relationships.map { relationship in
          row(relationship.name) { _ in try text(of: object, relationship) }
        }),
    ]
  }

  private static func row(_ name: String, _ text: (String) throws -> String) -> PaneRow {
    do {
      return PaneRow(id: name, texts: [name.printable, try text(name)])
    } catch {
      return PaneRow(id: name, texts: [name.printable, describe(error).printable], style: .failed)
    }
  }

  private static func text(of object: NSManagedObject, _ attribute: String) throws -> String {
    let value = try object.shownValue(attribute)
    if let data = value as? Data { return ListTotals.count(data.count, "byte") }
    return ValueText.text(value)
  }

  private static func text(
    of object: NSManagedObject, _ relationship: NSRelationshipDescription
  ) throws -> String {
    if relationship.isToMany {
      return "→ \(try object.shownCount(relationship.name)) \(relationship.destinationEntity?.name ?? "")"
    }
    switch try object.shownValue(relationship.name) {
    case nil: return "–"
    case let other as NSManagedObject: return "→ " + (try ObjectTitle.text(of: other))
    default: return "→ ?"
    }
  }
}
