/// The state of a managed object, apart from its values.
struct ObjectFlags: OptionSet {
  let rawValue: UInt32

  /// The values have not been accessed yet. The row may have been fetched already.
  static let fault = ObjectFlags(rawValue: 1)
  /// Inserted and not saved.
  static let inserted = ObjectFlags(rawValue: 2)
  /// Changed and not saved.
  static let updated = ObjectFlags(rawValue: 4)
  /// Deleted and not saved, or its row was found to be gone.
  static let deleted = ObjectFlags(rawValue: 8)
  /// The row is gone, so there is nothing to save.
  static let gone = ObjectFlags(rawValue: 16)
  /// Not in a context any more, because its deletion was saved or its insertion undone.
  static let withdrawn = ObjectFlags(rawValue: 32)
  /// Reported as inserted, so that its deletion must be reported.
  static let announced = ObjectFlags(rawValue: 64)
  /// Deleted, and its delete rules have not been applied yet.
  static let awaitsPropagation = ObjectFlags(rawValue: 128)

  /// `awakeFromFetch` is running, so values that it sets on the object are not recorded as changes.
  static let awakening = ObjectFlags(rawValue: 512)
  /// No store has a row for it yet, though it may have a permanent key.
  static let neverSaved = ObjectFlags(rawValue: 256)
  /// An unsaved object that was turned into a fault. It keeps its values, because no store has them.
  static let rested = ObjectFlags(rawValue: 1024)
  /// Its deletion was just saved, and `didSave` was not called yet. Until then `isDeleted` is true.
  static let deletionSaved = ObjectFlags(rawValue: 2048)
  /// `willTurnIntoFault` or `didTurnIntoFault` is running, and must not turn the object into a fault again.
  static let turning = ObjectFlags(rawValue: 4096)

  /// The flags of objects whose values have not been accessed since they became faults.
  static let faults: ObjectFlags = [.fault, .rested]
  static let pending: ObjectFlags = [.inserted, .updated, .deleted]
}
