import CoreData
import Foundation

/// What a person would call an object: the value of the attribute most likely to be its name.
enum ObjectTitle {
  private static let likely = ["name", "title", "fullName", "displayName", "label", "code", "identifier", "uuid"]

  /// The attribute of an entity that titles its objects; nil when nothing looks like one.
  static func attribute(of entity: NSEntityDescription) -> NSAttributeDescription? {
    let attributes = entity.attributesByName
    if let name = likely.first(where: { attributes[$0] != nil }) { return attributes[name] }
    let strings = attributes.values.filter { $0.attributeType == .stringAttributeType && !$0.isTransient }
    let named = strings.filter { attribute in likely.contains { attribute.name.lowercased().contains($0.lowercased()) }
    }
    return (named.isEmpty ? strings : named).min { $0.name < $1.name }
  }

  static func text(of object: NSManagedObject) -> String {
    let id = object.objectID
    let reference = "\(object.entity.name ?? "") \(id.isTemporaryID ? "new" : id.uriRepresentation().lastPathComponent)"
    guard let attribute = attribute(of: object.entity), let value = object.value(forKey: attribute.name) else {
      return reference
    }
    return "\(ValueText.text(value))  (\(reference))"
  }
}
