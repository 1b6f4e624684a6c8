import CoreData
import Foundation

/// The preserved values of a deleted row in the history, as a property list by attribute name.
enum PostgresTombstone {
  static func data(_ values: [Int: Value], of entity: EntityLayout) throws -> Data? {
    guard !values.isEmpty else { return nil }
    var list: [String: Any] = [:]
    for (slot, value) in values {
      let name = entity.slots[slot].name
      switch value {
      case .int(let number): list[name] = number
      case .double(let number), .date(let number): list[name] = number
      case .string(let text): list[name] = text
      case .data(let data): list[name] = data
      case .uuid(let uuid): list[name] = uuid.uuidString
      case .decimal(let box): list[name] = box.number.description
      case .null, .reference, .opaque: break
      }
    }
    return try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
  }

  static func values(_ data: Data, of entity: EntityLayout) -> [Int: Value] {
    let list = try? NestedPropertyList.read(data, allowsXML: false)
    var values: [Int: Value] = [:]
    for (name, stored) in list as? [String: Any] ?? [:] {
      guard let slot = entity.slotsByName[name], case .attribute(let type) = entity.slots[slot].kind,
        let value = value(stored, type)
      else { continue }
      values[slot] = value
    }
    return values
  }

  private static func value(_ stored: Any, _ type: NSAttributeType) -> Value? {
    switch type {
    case .stringAttributeType, .URIAttributeType: (stored as? String).map { .string($0) }
    case .doubleAttributeType, .floatAttributeType: (stored as? Double).map { .double($0) }
    case .dateAttributeType: (stored as? Double).map { .date($0) }
    case .decimalAttributeType: (stored as? String).flatMap { Decimal(string: $0) }.map { .decimal($0) }
    case .UUIDAttributeType: (stored as? String).flatMap { UUID(uuidString: $0) }.map { .uuid($0) }
    case .binaryDataAttributeType, .transformableAttributeType: (stored as? Data).map { .data($0) }
    default: (stored as? Int64).map { .int($0) } ?? (stored as? Int).map { .int(Int64($0)) }
    }
  }
}
