import Foundation

/// The permanent keys of inserted rows, by temporary primary key. Temporary primary keys are unique in the process.
///
/// Objects created one after the other have consecutive temporary keys. These form a run, in which a key is found by
/// its offset.
package struct PermanentKeys {
  /// The first temporary primary key of the run.
  private var start: Int64 = 0
  private var run: ContiguousArray<RowKey> = []
  /// The keys outside the run.
  private var scattered: [Int64: RowKey] = [:]

  package init() {}

  package mutating func reserveCapacity(_ count: Int) { run.reserveCapacity(count) }

  package mutating func add(_ key: RowKey, for temporary: Int64) {
    if run.isEmpty { start = temporary }
    if temporary &- start == Int64(run.count) {
      run.append(key)
    } else {
      scattered[temporary] = key
    }
  }

  package subscript(temporary: Int64) -> RowKey? {
    let place = temporary &- start
    return place >= 0 && place < run.count ? run[Int(place)] : scattered[temporary]
  }

  /// The key under which a row is saved: its permanent key, or the key itself if it is permanent.
  ///
  /// - Throws: an error if the key is temporary and its row is not part of the save.
  package func permanent(_ key: RowKey, in model: @autoclosure () -> ModelLayout) throws -> RowKey {
    guard key.isTemporary else { return key }
    guard let permanent = self[key.primaryKey] else {
      throw NSError.coreData(
        NSManagedObjectReferentialIntegrityError,
        "An object refers to an object of \(model()[key].name) that has never been saved and is not part of this save."
      )
    }
    return permanent
  }
}

extension StoreChanges.Update {
  /// The version that the row gets by this update.
  ///
  /// - Throws: 134030 (`NSPersistentStoreSaveError`) if the version number would overflow.
  package func newVersion(_ entity: EntityLayout) throws -> Int64 {
    let (version, overflow) = row.version.addingReportingOverflow(1)
    guard !overflow else {
      throw NSError.coreData(
        NSPersistentStoreSaveError, "An object of \(entity.name) cannot be saved once more.")
    }
    return version
  }
}

extension Row.Values {
  /// Takes the values of a row as a store would read them back, with default values for transient properties and with
  /// permanent references.
  ///
  /// - Parameter permanent: returns the key under which a row is saved.
  package mutating func take(
    _ row: Row, of entity: EntityLayout, _ permanent: (RowKey) throws -> RowKey
  ) rethrows {
    for slot in 0..<row.count {
      if entity.slots[slot].isTransient {
        self[slot] = entity.slots[slot].defaultValue
      } else if case .reference(let key) = row[slot] {
        self[slot] = .reference(try permanent(key))
      } else {
        self[slot] = row[slot]
      }
    }
  }
}
