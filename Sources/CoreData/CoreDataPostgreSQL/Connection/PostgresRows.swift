import CPostgreSQL
import CoreData
import Foundation

/// The rows that a query returned, in binary form.
///
/// Unchecked: the result is never changed after it was received.
final class PostgresRows: @unchecked Sendable {
  private let result: OpaquePointer?
  let count: Int

  init(_ result: OpaquePointer?) {
    self.result = result
    count = Int(PQntuples(result))
  }

  deinit { PQclear(result) }

  /// The number of rows that the command wrote.
  var affected: Int {
    PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
  }

  @inline(__always)
  func isNull(_ row: Int, _ column: Int) -> Bool { PQgetisnull(result, Int32(row), Int32(column)) == 1 }

  /// The bytes of a value, valid while this object exists; empty for NULL.
  @inline(__always)
  func bytes(_ row: Int, _ column: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(
      start: PQgetvalue(result, Int32(row), Int32(column)), count: Int(PQgetlength(result, Int32(row), Int32(column)))
    )
  }

  /// The value as an integer of any width; 0 for NULL.
  @inline(__always)
  func integer(_ row: Int, _ column: Int) -> Int64 {
    let bytes = bytes(row, column)
    switch bytes.count {
    case 8: return Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
    case 4: return Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
    case 2: return Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
    case 1: return Int64(bytes[0])
    default: return 0
    }
  }

  @inline(__always)
  func real(_ row: Int, _ column: Int) -> Double {
    let bytes = bytes(row, column)
    guard bytes.count == 8 else { return 0 }
    return Double(bitPattern: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)))
  }

  /// The value as a UUID; nil for NULL or another length.
  func uuid(_ row: Int, _ column: Int) -> UUID? {
    let bytes = bytes(row, column)
    guard bytes.count == MemoryLayout<uuid_t>.size else { return nil }
    return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
  }

  func text(_ row: Int, _ column: Int) -> String { String(decoding: bytes(row, column), as: UTF8.self) }

  func data(_ row: Int, _ column: Int) -> Data { Data(bytes(row, column)) }

  func optionalText(_ row: Int, _ column: Int) -> String? { isNull(row, column) ? nil : text(row, column) }
}
