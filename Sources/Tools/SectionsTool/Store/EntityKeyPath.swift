import CoreData
import OrderedRows

/// A key path of an option, from an entity over to-one relationships. It may end in elements of a composite attribute,
/// or in the number of a relationship's objects, as `assets.@count`.
struct EntityKeyPath {
  let text: String
  private let steps: [String]
  /// The relationship at the end of the path; nil if the path ends in an attribute.
  private let relationship: NSRelationshipDescription?
  /// The type of the attribute at the end of the path.
  private let type: NSAttributeType
  /// The number of keys at the end that are elements of a composite attribute.
  private let elementSteps: Int
  /// Whether the path ends in `@count`.
  private(set) var isCount = false

  private static let count = "@count"

  /// - Throws: an error that names the option, the invalid key, and similar valid keys.
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
        // Only options that show values allow `@count`, because a store cannot sort by it.
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

  /// The value at the end of the path as JSON. A related object is its URI.
  func json(of object: NSManagedObject) throws -> JSON {
    guard let value = try value(of: object) else { return .null }
    if let object = value as? NSManagedObject { return .string(object.reference) }
    return ValueText.json(value)
  }

  /// The value at the end of the path as text for the user.
  func text(of object: NSManagedObject) throws -> String {
    let value = try value(of: object, asData: true)
    if relationship != nil, let object = value as? NSManagedObject { return try ObjectTitle.text(of: object) }
    return ValueText.text(value, of: type)
  }

  /// The value at the end of the path for a cell of a table. A related object is its title, nil is empty, and a string
  /// is unchanged.
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
  /// - Parameters:
  ///   - object: the object at which the path begins.
  ///   - asData: whether a transformable attribute returns its data if no value can be made of it.
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
      // Data that is no archive needs the program's own transformer, so return the data.
      return try DataKind(of: data) == .archive ? object.shownValue(name) ?? data : data
    }
    var value = try properties.last.flatMap { try object.shownValue($0) }
    for step in steps.suffix(elementSteps) { value = (value as? [String: Any])?[step] }
    return value
  }
}
