/// The values of an object as its store last saved them, by slot of its entity's layout.
///
/// A row is immutable. Contexts and snapshots share it, and a change creates a new row.
///
/// The values follow the row's header in the same allocation (a tail-allocated array). Creating a row costs one
/// `malloc` of 48 bytes plus 24 for each slot, copying it costs one retain, and reading a value costs two loads.
// Unchecked: the storage is not written after the row was created.
package struct Row: @unchecked Sendable {
  private let storage: Storage

  private struct Header {
    let key: RowKey
    let version: Int64
    let count: Int
  }

  private final class Storage: ManagedBuffer<Header, Value> {
    deinit {
      // All values were initialized when the storage was created.
      _ = withUnsafeMutablePointers { header, values in values.deinitialize(count: header.pointee.count) }
    }
  }

  /// The values of a row while it is created. All are null at first.
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

  /// Creates a row and fills it.
  ///
  /// - Parameters:
  ///   - version: the number of saves of the row (`Z_OPT`); 0 for a row that was never saved.
  ///   - count: the number of slots.
  ///   - fill: sets the values that are not null. If it throws, no row is created.
  @inline(__always)
  package init(key: RowKey, version: Int64, count: Int, fill: (inout Values) throws -> Void) rethrows {
    let header = Header(key: key, version: version, count: count)
    // `create` returns an instance of the class that it is called on.
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

  /// The number of saves of the row (`Z_OPT`); 0 for a row that was never saved.
  package var version: Int64 { storage.header.version }

  /// The number of slots.
  package var count: Int { storage.header.count }

  // Inlined so that a read does not retain the row.
  @inline(__always)
  package subscript(slot: Int) -> Value {
    storage.withUnsafeMutablePointers { header, values in
      guard slot >= 0, slot < header.pointee.count else { fatalError("The row has no slot \(slot).") }
      return values[slot]
    }
  }

  /// Returns the row with the values of some slots taken from another row.
  func taking(_ slots: [Int], from other: Row) -> Row {
    var values = values
    for slot in slots { values[slot] = other[slot] }
    return Row(key: key, version: version, values: values)
  }

  /// A copy of the values that can be modified. Complexity: O(slots).
  var values: ContiguousArray<Value> {
    storage.withUnsafeMutablePointers { header, values in
      ContiguousArray(UnsafeBufferPointer(start: values, count: header.pointee.count))
    }
  }
}
