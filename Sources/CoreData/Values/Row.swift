/// The values of one object as its store last saved them, in the slots of its entity's layout.
///
/// Immutable: contexts and snapshots share one row, and a change makes another.
///
/// The values stand behind the row's header in one allocation (a tail-allocated array): filling a row costs one
/// `malloc` of 48 bytes and 24 a slot, copying one a retain, and reading a value two loads.
// Unchecked: nothing is written to the storage once the row is made.
package struct Row: @unchecked Sendable {
  private let storage: Storage

  private struct Header {
    let key: RowKey
    let version: Int64
    let count: Int
  }

  private final class Storage: ManagedBuffer<Header, Value> {
    deinit {
      // Every value was initialized when the storage was made.
      _ = withUnsafeMutablePointers { header, values in values.deinitialize(count: header.pointee.count) }
    }
  }

  /// The values of a row while it is made; all are null at first.
  package struct Values: ~Copyable {
    fileprivate let base: UnsafeMutablePointer<Value>
    let count: Int

    package subscript(slot: Int) -> Value {
      get { base[checked(slot)] }
      set { base[checked(slot)] = newValue }
    }

    private func checked(_ slot: Int) -> Int {
      guard slot >= 0, slot < count else { fatalError("The row has no slot \(slot).") }
      return slot
    }
  }

  /// Makes a row and fills it.
  ///
  /// - Parameters:
  ///   - version: the number of times the row was saved (`Z_OPT`); 0 for a row that no store has yet.
  ///   - count: the number of slots.
  ///   - fill: sets the values that are not null. When it throws, there is no row.
  @inline(__always)
  package init(key: RowKey, version: Int64, count: Int, fill: (inout Values) throws -> Void) rethrows {
    let header = Header(key: key, version: version, count: count)
    // `create` makes an instance of the class that it is called on.
    storage = unsafeDowncast(Storage.create(minimumCapacity: count) { _ in header }, to: Storage.self)
    try storage.withUnsafeMutablePointerToElements { base in
      base.initialize(repeating: .null, count: count)
      var values = Values(base: base, count: count)
      try fill(&values)
    }
  }

  init(key: RowKey, version: Int64, values: some RandomAccessCollection<Value>) {
    let header = Header(key: key, version: version, count: values.count)
    storage = unsafeDowncast(Storage.create(minimumCapacity: values.count) { _ in header }, to: Storage.self)
    storage.withUnsafeMutablePointerToElements { base in
      _ = UnsafeMutableBufferPointer(start: base, count: values.count).initialize(fromContentsOf: values)
    }
  }

  package var key: RowKey { storage.header.key }

  /// The number of times the row was saved (`Z_OPT`); 0 for a row that no store has yet.
  package var version: Int64 { storage.header.version }

  /// The number of slots.
  package var count: Int { storage.header.count }

  // Inlined, a read does not retain the row.
  @inline(__always)
  package subscript(slot: Int) -> Value {
    storage.withUnsafeMutablePointers { header, values in
      guard slot >= 0, slot < header.pointee.count else { fatalError("The row has no slot \(slot).") }
      return values[slot]
    }
  }

  /// The row with the values of some slots from another one.
  func taking(_ slots: [Int], from other: Row) -> Row {
    var values = values
    for slot in slots { values[slot] = other[slot] }
    return Row(key: key, version: version, values: values)
  }

  /// A copy of the values, to be changed. Complexity: O(slots).
  var values: ContiguousArray<Value> {
    storage.withUnsafeMutablePointers { header, values in
      ContiguousArray(UnsafeBufferPointer(start: values, count: header.pointee.count))
    }
  }
}
