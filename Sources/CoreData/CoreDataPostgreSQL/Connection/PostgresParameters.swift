import CoreData
import Foundation

/// A statement with its parameters.
struct PostgresCommand: Sendable {
  let sql: String
  let parameters: PostgresParameters

  init(_ sql: String, _ parameters: PostgresParameters = PostgresParameters()) {
    self.sql = sql
    self.parameters = parameters
  }
}

/// The parameters of one command, in the server's binary form.
struct PostgresParameters: Sendable {
  private(set) var bytes: [UInt8] = []
  /// The end of each parameter in `bytes`, and whether it is NULL.
  private(set) var ends: [(end: Int, isNull: Bool)] = []

  var count: Int { ends.count }

  init() {}

  /// Parameters of type `int8`.
  init(_ numbers: Int64...) { for number in numbers { append(number) } }

  mutating func appendNull() { ends.append((bytes.count, true)) }

  mutating func append(_ number: Int64) {
    bytes.append(bigEndian: number)
    ends.append((bytes.count, false))
  }

  mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
    ends.append((bytes.count, false))
  }

  mutating func append(_ data: Data) {
    bytes.append(contentsOf: data)
    ends.append((bytes.count, false))
  }

  /// Appends a value in the binary form of a column type.
  mutating func append(_ value: Value, as type: PostgresType) throws(PostgresType.Problem) {
    let isNull = try !type.encode(value, into: &bytes)
    ends.append((bytes.count, isNull))
  }

  /// Appends an array of integers: `int8[]`.
  mutating func append(_ numbers: some Collection<Int64>) {
    bytes.append(bigEndian: Int32(numbers.isEmpty ? 0 : 1))
    bytes.append(bigEndian: Int32(0))
    bytes.append(bigEndian: Int32(20))
    if !numbers.isEmpty {
      bytes.append(bigEndian: Int32(numbers.count))
      bytes.append(bigEndian: Int32(1))
      bytes.reserveCapacity(bytes.count + numbers.count * 12)
      for number in numbers {
        bytes.append(bigEndian: Int32(8))
        bytes.append(bigEndian: number)
      }
    }
    ends.append((bytes.count, false))
  }

  /// Appends an array of byte strings, which may contain NULL: `bytea[]`.
  mutating func append(_ data: [Data?]) {
    bytes.append(bigEndian: Int32(data.isEmpty ? 0 : 1))
    bytes.append(bigEndian: Int32(data.contains { $0 == nil } ? 1 : 0))
    bytes.append(bigEndian: Int32(17))
    if !data.isEmpty {
      bytes.append(bigEndian: Int32(data.count))
      bytes.append(bigEndian: Int32(1))
      for data in data {
        bytes.append(bigEndian: Int32(data?.count ?? -1))
        if let data { bytes.append(contentsOf: data) }
      }
    }
    ends.append((bytes.count, false))
  }

  /// Appends an array of values in the binary form of a column type.
  mutating func append(_ values: [Value], as type: PostgresType) throws(PostgresType.Problem) {
    bytes.append(bigEndian: Int32(values.isEmpty ? 0 : 1))
    bytes.append(bigEndian: Int32(values.contains(where: \.isNull) ? 1 : 0))
    bytes.append(bigEndian: type.number)
    if !values.isEmpty {
      bytes.append(bigEndian: Int32(values.count))
      bytes.append(bigEndian: Int32(1))
      for value in values {
        let start = bytes.count
        bytes.append(bigEndian: Int32(-1))
        guard try type.encode(value, into: &bytes) else { continue }
        let count = Int32(bytes.count - start - 4)
        withUnsafeBytes(of: count.bigEndian) { length in
          for (offset, byte) in length.enumerated() { bytes[start + offset] = byte }
        }
      }
    }
    ends.append((bytes.count, false))
  }

  /// Passes the form that libpq needs to a closure: an address and a length for each parameter.
  func withPointers<Result>(
    _ body: ([UnsafePointer<CChar>?], [Int32]) throws -> Result
  ) rethrows -> Result {
    try bytes.withUnsafeBytes { buffer in
      var addresses: [UnsafePointer<CChar>?] = []
      var lengths: [Int32] = []
      addresses.reserveCapacity(ends.count)
      lengths.reserveCapacity(ends.count)
      var start = 0
      for (end, isNull) in ends {
        // An empty value needs an address, too, because libpq takes a null pointer for NULL.
        let address = buffer.baseAddress.map { $0 + start } ?? Self.somewhere
        addresses.append(isNull ? nil : address.assumingMemoryBound(to: CChar.self))
        // If the length is clamped, the server rejects the message as too long.
        lengths.append(Int32(clamping: end - start))
        start = end
      }
      return try body(addresses, lengths)
    }
  }

  nonisolated(unsafe) private static let somewhere = UnsafeRawPointer(
    UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1))
}

extension [UInt8] {
  @inline(__always)
  mutating func append<Number: FixedWidthInteger>(bigEndian number: Number) {
    Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
  }
}
