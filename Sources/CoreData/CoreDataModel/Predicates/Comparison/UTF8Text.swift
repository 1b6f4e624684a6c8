import Foundation

/// A string that is compared and hashed by its UTF-8 bytes. Swift treats composed and decomposed letters as equal, but
/// SQLite and this package do not.
package struct UTF8Text: Hashable, Sendable {
  let string: String

  init(_ string: String) { self.string = string }

  package static func == (left: Self, right: Self) -> Bool {
    left.string.withUTF8Bytes { left in right.string.withUTF8Bytes { left.hasSameBytes(as: $0) } }
  }

  package func hash(into hasher: inout Hasher) {
    string.withUTF8Bytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension String {
  /// Passes the UTF-8 bytes of the string to a closure.
  @inline(__always)
  package func withUTF8Bytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
    if let result = try utf8.withContiguousStorageIfAvailable(body) { return result }
    var contiguous = self
    return try contiguous.withUTF8(body)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Compares the common bytes, then the lengths, as SQLite compares texts and blobs.
  func compared(to other: Self) -> ComparisonResult {
    let common = Swift.min(count, other.count)
    if common > 0, let bytes = baseAddress, let otherBytes = other.baseAddress {
      let difference = memcmp(bytes, otherBytes, common)
      if difference != 0 { return difference < 0 ? .orderedAscending : .orderedDescending }
    }
    return .comparing(count, other.count)
  }

  func hasSameBytes(as other: Self) -> Bool {
    guard count == other.count else { return false }
    guard count > 0, let bytes = baseAddress, let otherBytes = other.baseAddress else { return true }
    return memcmp(bytes, otherBytes, count) == 0
  }

  func hasPrefix(_ prefix: Self) -> Bool {
    count >= prefix.count && Self(rebasing: self[..<prefix.count]).hasSameBytes(as: prefix)
  }

  func hasSuffix(_ suffix: Self) -> Bool {
    count >= suffix.count && Self(rebasing: self[(count - suffix.count)...]).hasSameBytes(as: suffix)
  }

  func contains(_ part: Self) -> Bool {
    guard let bytes = baseAddress, let partBytes = part.baseAddress, part.count > 0 else { return part.isEmpty }
    var (start, places) = (0, count - part.count + 1)
    while places > 0, let found = memchr(bytes + start, Int32(partBytes[0]), places) {
      let place = UnsafeRawPointer(found) - UnsafeRawPointer(bytes)
      if memcmp(bytes + place, partBytes, part.count) == 0 { return true }
      (start, places) = (place + 1, count - part.count - place)
    }
    return false
  }

  var isASCII: Bool { allSatisfy { $0 < 0x80 } }
}
