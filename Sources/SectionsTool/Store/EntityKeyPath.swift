import CoreData
import OrderedRows

/// A key path of an option, from an entity over relationships to one object. It may end in the elements of a composite
/// attribute, and in the number of objects that a relationship leads to: `assets.@count`.
struct EntityKeyPath {
  let text: String
  private let steps: [String]
  /// The relationship that the path ends in; nil for an attribute.
  private let relationship: NSRelationshipDescription?
  /// The type of the attribute that the path ends in.
  private let type: NSAttributeType
  /// The number of steps at the end that are elements of a composite attribute.
  private let elementSteps: Int
  /// Whether the path ends in the number of a relationship's objects.
  private(set) var isCount = false

  private static let count = "@count"

  /// - Throws: an error that names the option, the step that does not lead on, and what would.
  init(_ text: String, from entity: NSEntityDescription, for option: String, to purpose: String) throws {
    self.text = text
    steps = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    var next: NSEntityDescription? = entity
    var last: NSRelationshipDescription?
    var type = NSAttributeType.undefinedAttributeType
    var composite: NSCompositeAttributeDescription?
    var elementSteps = 0
    for (index, step) in steps.enumerated() where !isCount {
      if let elements = composite?.elements {
        guard let element = elements.first(where: { $0.name == step }) else {
          throw ToolError.request(
            "--\(option): the composite attribute '\(steps[index - 1])' has no element '\(step)' \(purpose)."
              + NearNames.question(for: step, among: elements.map(\.name)))
        }
        (type, composite) = (element.attributeType, element as? NSCompositeAttributeDescription)
        elementSteps += 1
        continue
      }
      guard let entity = next else {
        throw ToolError.request("--\(option): nothing can follow the attribute '\(steps[index - 1])' in '\(text)'.")
      }
      let name = entity.name ?? ""
      last = entity.relationshipsByName[step]
      if let last {
        // A store cannot order by it.
        isCount = last.isToMany && option.hasSuffix("show") && steps.dropFirst(index + 1) == [Self.count]
        guard !last.isToMany || isCount else {
          let hint = option.hasSuffix("show") && index == steps.count - 1 ? " \(text).@count is their number." : ""
          throw ToolError.request(
            "--\(option): '\(step)' of \(name) leads to many objects: it has no single value \(purpose).\(hint)")
        }
        next = last.destinationEntity
      } else {
        guard let attribute = entity.attributesByName[step] else {
          throw ToolError.request(
            "--\(option): \(name) has no attribute '\(step)' \(purpose)."
              + NearNames.question(for: step, among: entity.propertiesByName.keys))
        }
        type = attribute.attributeType
        composite = attribute as? NSCompositeAttributeDescription
        next = nil
      }
    }
    (relationship, self.type, self.elementSteps) = (last, type, elementSteps)
  }

  /// The value at the end of the path, or the related object's URI.
  func json(of object: NSManagedObject) throws -> JSON {
    guard let value = try value(of: object) else { return .null }
    if let object = value as? NSManagedObject { return .string(object.reference) }
    return ValueText.json(value)
  }

  /// The same as text for a person.
  func text(of object: NSManagedObject) throws -> String {
    let value = try value(of: object, asData: true)
    if relationship != nil, let object = value as? NSManagedObject { return try ObjectTitle.text(of: object) }
    return ValueText.text(value, of: type)
  }

  /// The same for a cell of a table: a related object by its name alone, no value by nothing, a text as it is.
  func cell(of object: NSManagedObject) throws -> String {
    switch try value(of: object, asData: true) {
    case nil: return ""
    case let object as NSManagedObject:
      return try ObjectTitle.name(of: object) ?? ObjectTitle.shortName(of: object.objectID, entity: object.entity)
    case let value as String: return value
    case let value: return ValueText.text(value, of: type)
    }
  }

  /// The value at the end of the path.
  ///
  /// - Parameter asData: whether the data of a transformable attribute is the value where nothing can be made of it.
  func value(of object: NSManagedObject, asData: Bool = false) throws -> Any? {
    var object = object
    let properties = steps.dropLast(isCount ? 1 : elementSteps)
    for step in properties.dropLast() {
      guard let next = try object.shownValue(step) as? NSManagedObject else { return nil }
      object = next
    }
    if isCount { return try properties.last.map { NSNumber(value: try object.shownCount($0)) } }
    if asData, type == .transformableAttributeType, elementSteps == 0, let name = properties.last,
      let data = try object.shownData(name)
    {
      // What is no archive has no value without the program's own transformer.
      return try DataKind(of: data) == .archive ? object.shownValue(name) ?? data : data
    }
    var value = try properties.last.flatMap { try object.shownValue($0) }
    for step in steps.suffix(elementSteps) { value = (value as? [String: Any])?[step] }
    return value
  }
}
