import Foundation

/// A binary property list (CFBinaryPList), read as a flat table of objects that refer to each other by index.
///
/// Foundation's parser builds nested values, and it cannot read the references of a keyed archive. This parser follows
/// no references, so cycles and deep nesting in a hostile file do no harm.
struct BinaryPropertyList {
  enum Object: Equatable {
    case null
    case bool(Bool)
    case integer(Int64)
    case real(Double)
    /// Seconds since 2001.
    case date(Double)
    case data(Data)
    case string(String)
    /// A reference of a keyed archive to another object of the archive.
    case uid(Int)
    /// The indices of the elements of an array or set.
    case array([Int])
    /// The indices of the keys and values; equal positions belong together.
    case dictionary(keys: [Int], values: [Int])
  }

  static let magic = Data("bplist00".utf8)
  static let objectLimit = 200_000
  /// The greatest total number of references. Objects in a file may overlap, so the file's size does not limit it.
  static let referenceLimit = 4_000_000
  static let byteLimit = 128 << 20

  let objects: [Object]
  let top: Int

  /// Parses a property list.
  ///
  /// - Throws: a `ModelReadingError` if the data is damaged or exceeds a limit.
  init(_ data: Data) throws {
    var parser = try Parser([UInt8](data))
    (objects, top) = try parser.parse()
  }

  private struct Parser {
    let bytes: [UInt8]
    let offsetSize: Int
    let referenceSize: Int
    let count: Int
    let top: Int
    let table: Int
    var references = 0
    var payload = 0

    init(_ bytes: [UInt8]) throws {
      self.bytes = bytes
      guard bytes.starts(with: BinaryPropertyList.magic), bytes.count >= 8 + 32 else {
        throw ModelReadingError("the model is no binary property list")
      }
      let trailer = bytes.count - 32
      offsetSize = Int(bytes[trailer + 6])
      referenceSize = Int(bytes[trailer + 7])
      guard (1...8).contains(offsetSize), (1...8).contains(referenceSize) else { throw Self.damaged("its trailer") }
      guard let count = Self.number(bytes, at: trailer + 8, size: 8),
        let top = Self.number(bytes, at: trailer + 16, size: 8),
        let table = Self.number(bytes, at: trailer + 24, size: 8)
      else { throw Self.damaged("its trailer") }
      guard count <= BinaryPropertyList.objectLimit else {
        throw ModelReadingError("the property list has more than \(BinaryPropertyList.objectLimit) objects")
      }
      // The arithmetic cannot overflow, because `count` and `offsetSize` are small, and `table` is checked first.
      guard top < count, table >= 8, table <= trailer, count * offsetSize <= trailer - table else {
        throw Self.damaged("its offset table")
      }
      self.count = count
      self.top = top
      self.table = table
    }

    mutating func parse() throws -> (objects: [Object], top: Int) {
      var objects: [Object] = []
      objects.reserveCapacity(count)
      for index in 0..<count {
        guard let offset = Self.number(bytes, at: table + index * offsetSize, size: offsetSize),
          offset >= 8, offset < table
        else { throw Self.damaged("the offset of object \(index)") }
        objects.append(try object(at: offset))
      }
      return (objects, top)
    }

    private mutating func object(at offset: Int) throws -> Object {
      let marker = bytes[offset]
      let low = Int(marker & 0x0F)
      switch marker >> 4 {
      case 0x0:
        switch low {
        case 0x0: return .null
        case 0x8: return .bool(false)
        case 0x9: return .bool(true)
        default: throw Self.damaged("the object at \(offset)")
        }
      case 0x1: return .integer(try integer(at: offset + 1, logSize: low))
      case 0x2: return .real(try real(at: offset + 1, logSize: low))
      case 0x3:
        guard low == 3 else { throw Self.damaged("the date at \(offset)") }
        return .date(try real(at: offset + 1, logSize: 3))
      case 0x4: return .data(Data(try slice(offset, unit: 1)))
      case 0x5:
        // The text should be ASCII. Other bytes, as in a damaged file, are decoded as UTF-8.
        return .string(String(decoding: try slice(offset, unit: 1), as: UTF8.self))
      case 0x6:
        let units = try slice(offset, unit: 2)
        return .string(
          String(
            decoding: stride(from: units.startIndex, to: units.endIndex, by: 2).map {
              UInt16(units[$0]) << 8 | UInt16(units[$0 + 1])
            }, as: UTF16.self
          )
        )
      case 0x8:
        guard low < 8, let uid = Self.number(bytes[..<table], at: offset + 1, size: low + 1) else {
          throw Self.damaged("the reference at \(offset)")
        }
        return .uid(uid)
      case 0xA, 0xC:
        let (start, count) = try length(at: offset)
        return .array(try references(at: start, count: count))
      case 0xD:
        let (start, count) = try length(at: offset)
        let keys = try references(at: start, count: count)
        return .dictionary(keys: keys, values: try references(at: start + count * referenceSize, count: count))
      default: throw Self.damaged("the object at \(offset)")
      }
    }

    private func integer(at offset: Int, logSize: Int) throws -> Int64 {
      // Numbers above `Int64.max` take 16 bytes. They do not occur in models.
      guard logSize <= 3, offset + (1 << logSize) <= table else { throw Self.damaged("the number at \(offset)") }
      var value: UInt64 = 0
      for byte in bytes[offset..<offset + (1 << logSize)] { value = value << 8 | UInt64(byte) }
      // Numbers of fewer than 8 bytes are unsigned, those of 8 bytes are signed.
      return Int64(bitPattern: value)
    }

    private func real(at offset: Int, logSize: Int) throws -> Double {
      guard logSize == 2 || logSize == 3 else { throw Self.damaged("the number at \(offset)") }
      let bits = UInt64(bitPattern: try integer(at: offset, logSize: logSize))
      return logSize == 3 ? Double(bitPattern: bits) : Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
    }

    /// The offset of an object's content, and the number of its elements.
    private func length(at offset: Int) throws -> (start: Int, count: Int) {
      let low = Int(bytes[offset] & 0x0F)
      guard low == 0x0F else { return (offset + 1, low) }
      guard offset + 1 < table, bytes[offset + 1] >> 4 == 0x1 else { throw Self.damaged("the length at \(offset)") }
      let logSize = Int(bytes[offset + 1] & 0x0F)
      let count = try integer(at: offset + 2, logSize: logSize)
      guard count >= 0, count <= Int64(bytes.count) else { throw Self.damaged("the length at \(offset)") }
      return (offset + 2 + (1 << logSize), Int(count))
    }

    private mutating func slice(_ offset: Int, unit: Int) throws -> ArraySlice<UInt8> {
      let (start, count) = try length(at: offset)
      guard start + count * unit <= table else { throw Self.damaged("the text or data at \(offset)") }
      payload += count * unit
      guard payload <= BinaryPropertyList.byteLimit else {
        throw ModelReadingError("the property list holds more than \(BinaryPropertyList.byteLimit) bytes")
      }
      return bytes[start..<start + count * unit]
    }

    private mutating func references(at start: Int, count: Int) throws -> [Int] {
      guard start + count * referenceSize <= table else { throw Self.damaged("the collection at \(start)") }
      references += count
      guard references <= BinaryPropertyList.referenceLimit else {
        throw ModelReadingError("the property list has more than \(BinaryPropertyList.referenceLimit) references")
      }
      return try (0..<count).map { index in
        guard
          let reference = Self.number(bytes, at: start + index * referenceSize, size: referenceSize),
          reference < self.count
        else { throw Self.damaged("a reference at \(start)") }
        return reference
      }
    }

    /// A big-endian unsigned number; nil if it is out of bounds or too large for `Int`.
    private static func number(_ bytes: some RandomAccessCollection<UInt8>, at offset: Int, size: Int) -> Int? {
      guard offset >= 0, offset + size <= bytes.count else { return nil }
      var value: UInt64 = 0
      for index in offset..<offset + size {
        value = value << 8 | UInt64(bytes[bytes.index(bytes.startIndex, offsetBy: index)])
      }
      return Int(exactly: value)
    }

    private static func damaged(_ what: String) -> ModelReadingError {
      ModelReadingError("the property list is damaged: \(what)")
    }
  }
}
