import CoreData
import Foundation
import SectionedTesting

@testable import SectionsTool

/// A source of random attribute values, as JSON of a script.
struct RandomValues {
  private var serial = 0

  /// Returns a value. For a unique attribute no two objects have the same value. For an optional one, some are null.
  mutating func value(for attribute: NSAttributeDescription, isUnique: Bool, _ random: inout SeededRandom) -> JSON {
    serial += 1
    if attribute.isOptional, random.oneIn(6) { return .null }
    // The values are few, so that sections and orders have ties.
    let number = isUnique ? 1000 + serial : random.below(9)
    switch attribute.attributeType {
    case .stringAttributeType: return .string(isUnique ? "value \(serial)" : Self.words[number])
    case .booleanAttributeType: return .bool(number.isMultiple(of: 2))
    case .doubleAttributeType, .floatAttributeType: return .number(Double(number) / 4)
    case .decimalAttributeType: return .string("\(number).25")
    case .dateAttributeType: return .string("2024-05-0\(1 + number % 9)T12:00:\(10 + number % 50)Z")
    case .UUIDAttributeType: return .string(Self.uuid(number).uuidString)
    case .URIAttributeType: return .string("https://example.org/\(number)")
    case .binaryDataAttributeType, .transformableAttributeType:
      // Some values are too large for a column.
      let size = attribute.allowsExternalBinaryDataStorage && random.oneIn(3) ? 200_000 : 20
      return .string(Data(repeating: UInt8(number & 0xff), count: size).base64EncodedString())
    default: return .integer(number)
    }
  }

  private static let words = ["", "a", "A", "b", "bb", "é", "e\u{301}", "z", "\u{1F3B8}"]

  private static func uuid(_ number: Int) -> UUID {
    var bytes = UUID().uuid
    withUnsafeMutableBytes(of: &bytes) { bytes in
      for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: number >> (8 * (index % 4))) }
    }
    return UUID(uuid: bytes)
  }
}
