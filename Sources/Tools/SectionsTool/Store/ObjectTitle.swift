import CoreData
import Foundation

/// The title of an object: the value of the attribute that most likely names it.
enum ObjectTitle {
  private static let likely = ["name", "title", "fullName", "displayName", "label", "code", "identifier", "uuid"]

  /// The attribute of an entity that contains the titles of its objects; nil if no attribute looks like one.
  static func attribute(of entity: NSEntityDescription) -> NSAttributeDescription? {
    let attributes = entity.attributesByName
    func isTitle(_ name: String) -> Bool {
      attributes[name].map { $0.attributeType != .compositeAttributeType } ?? false
    }
    if let name = likely.first(where: isTitle) { return attributes[name] }
    let strings = attributes.values.filter { $0.attributeType == .stringAttributeType && !$0.isTransient }
    let named = strings.filter { attribute in likely.contains { attribute.name.lowercased().contains($0.lowercased()) }
    }
    return (named.isEmpty ? strings : named).min { $0.name < $1.name }
  }

  /// The title of an object; nil if it has none.
  static func name(of object: NSManagedObject) throws -> String? {
    guard let attribute = attribute(of: object.entity), let value = try object.shownValue(attribute.name),
      case let json = ValueText.json(value), json != .null
    else { return nil }
    return json.plainText
  }

  /// The title with the short name that scripts accept, as `Alex  (Person p7)`.
  static func text(of object: NSManagedObject) throws -> String {
    let reference = shortName(of: object.objectID, entity: object.entity)
    return try name(of: object).map { "\($0.printable)  (\(reference))" } ?? reference
  }

  /// The short name of an object, as `Person p7`.
  static func shortName(of id: NSManagedObjectID, entity: NSEntityDescription? = nil) -> String {
    let name = (entity ?? id.entity).name?.printable ?? ""
    return "\(name) \(id.isTemporaryID ? "new" : id.uriRepresentation().lastPathComponent)"
  }
}
