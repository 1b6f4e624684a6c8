import Foundation

/// Writes a binary property list.
struct BinaryPropertyListWriter {
  /// A value to write. The writer is recursive, so values must not be nested deeply.
  enum Node: Sendable {
    case bool(Bool)
    case integer(Int64)
    case real(Double)
    case data(Data)
    case string(String)
    case uid(Int)
    case array([Node])
    case dictionary([(key: String, value: Node)])
  }

  private var objects: [[UInt8]] = []
  private var strings: [String: Int] = [:]
  /// The number of bytes of a reference, determined before anything is written.
  private let referenceSize: Int

  /// Returns a value as a binary property list.
  ///
  /// - Parameter top: the outermost value.
  static func data(_ top: Node) -> Data {
    var counter = 0
    count(top, &counter)
    var writer = BinaryPropertyListWriter(referenceSize: width(counter))
    let index = writer.add(top)
    return writer.file(top: index)
  }

  private init(referenceSize: Int) {
    self.referenceSize = referenceSize
  }

  /// Counts the objects of a value, to determine the size of references. Equal texts are counted repeatedly.
  private static func count(_ node: Node, _ counter: inout Int) {
    counter += 1
    switch node {
    case .array(let elements): for element in elements { count(element, &counter) }
    case .dictionary(let entries):
      for entry in entries {
        counter += 1
        count(entry.value, &counter)
      }
    default: break
    }
  }

  private mutating func add(_ node: Node) -> Int {
    if case .string(let text) = node, let known = strings[text] { return known }
    // Append the object before its contents, so that the outermost value comes first.
    let index = objects.count
    objects.append([])
    switch node {
    case .bool(let flag): objects[index] = [flag ? 0x09 : 0x08]
    case .integer(let number): objects[index] = Self.integer(number)
    case .real(let number): objects[index] = [0x23] + Self.bytes(number.bitPattern, 8)
    case .data(let data): objects[index] = Self.header(0x40, data.count) + data
    case .string(let text):
      strings[text] = index
      objects[index] = Self.text(text)
    case .uid(let number):
      let size = Self.width(number)
      objects[index] = [0x80 | UInt8(size - 1)] + Self.bytes(UInt64(number), size)
    case .array(let elements):
      let references = elements.map { add($0) }
      objects[index] = Self.header(0xA0, elements.count) + self.references(references)
    case .dictionary(let entries):
      let keys = entries.map { add(.string($0.key)) }
      let values = entries.map { add($0.value) }
      objects[index] = Self.header(0xD0, entries.count) + references(keys) + references(values)
    }
    return index
  }

  private func file(top: Int) -> Data {
    var file = Array(BinaryPropertyList.magic)
    var offsets: [Int] = []
    for object in objects {
      offsets.append(file.count)
      file += object
    }
    let table = file.count
    let offsetSize = Self.width(table)
    for offset in offsets { file += Self.bytes(UInt64(offset), offsetSize) }
    file += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
    for number in [objects.count, top, table] { file += Self.bytes(UInt64(number), 8) }
    return Data(file)
  }

  private func references(_ indices: [Int]) -> [UInt8] {
    indices.flatMap { Self.bytes(UInt64($0), referenceSize) }
  }

  private static func text(_ text: String) -> [UInt8] {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return header(0x50, text.utf8.count) + text.utf8 }
    let units = Array(text.utf16)
    return header(0x60, units.count) + units.flatMap { bytes(UInt64($0), 2) }
  }

  private static func header(_ kind: UInt8, _ count: Int) -> [UInt8] {
    count < 15 ? [kind | UInt8(count)] : [kind | 0x0F] + integer(Int64(count))
  }

  private static func integer(_ number: Int64) -> [UInt8] {
    // Integers of fewer than 8 bytes are unsigned.
    let size = number < 0 ? 8 : width(Int(number))
    return [0x10 | UInt8(size.trailingZeroBitCount)] + bytes(UInt64(bitPattern: number), size)
  }

  private static func width(_ number: Int) -> Int { [1, 2, 4].first { number < 1 << ($0 * 8) } ?? 8 }

  private static func bytes(_ number: UInt64, _ size: Int) -> [UInt8] {
    stride(from: (size - 1) * 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> UInt64($0)) }
  }
}
