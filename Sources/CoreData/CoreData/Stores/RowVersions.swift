/// The version of a row: the number of its saves, as the store counts them.
package struct RowVersion: Sendable, Equatable {
  package let key: RowKey
  package let version: Int64

  package init(key: RowKey, version: Int64) {
    self.key = key
    self.version = version
  }
}

/// The versions of rows by ascending primary key. Each entry is stored as the difference from the previous row and
/// usually takes three bytes, where a `RowVersion` takes 24. Entries can only be read in order.
package struct RowVersions: Sendable {
  fileprivate var bytes: ContiguousArray<UInt8> = []
  /// The key of the last row appended.
  private var last = RowKey(entity: 0, primaryKey: 0)

  package init() {}

  init(_ versions: some Sequence<RowVersion>) {
    for version in versions { append(version) }
  }

  package mutating func append(_ row: RowVersion) {
    append(UInt64(bitPattern: row.key.primaryKey &- last.primaryKey))
    append(UInt64(UInt32(bitPattern: row.key.entity ^ last.entity)))
    append(UInt64(bitPattern: row.version))
    last = row.key
  }

  /// Appends a number with seven bits in each byte, the lowest first. All bytes but the last have the highest bit set.
  private mutating func append(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}

extension RowVersions: Sequence {
  package struct Iterator: IteratorProtocol {
    fileprivate let bytes: ContiguousArray<UInt8>
    private var position = 0
    private var last = RowKey(entity: 0, primaryKey: 0)

    fileprivate init(_ bytes: ContiguousArray<UInt8>) { self.bytes = bytes }

    package mutating func next() -> RowVersion? {
      guard position < bytes.count else { return nil }
      let primaryKey = last.primaryKey &+ Int64(bitPattern: number())
      let entity = last.entity ^ Int32(truncatingIfNeeded: number())
      last = RowKey(entity: Int(entity), primaryKey: primaryKey)
      return RowVersion(key: last, version: Int64(bitPattern: number()))
    }

    private mutating func number() -> UInt64 {
      var (number, shift): (UInt64, UInt64) = (0, 0)
      while true {
        let byte = bytes[position]
        position += 1
        number |= UInt64(byte & 0x7F) << shift
        if byte < 0x80 { return number }
        shift += 7
      }
    }
  }

  package func makeIterator() -> Iterator { Iterator(bytes) }

  /// The size of the versions in bytes.
  var size: Int { bytes.count }
}
