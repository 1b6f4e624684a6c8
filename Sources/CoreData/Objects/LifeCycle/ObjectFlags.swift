/// The state of a managed object, beside its values.
struct ObjectFlags: OptionSet {
  let rawValue: UInt32

  /// The values have not been asked for yet; they may have been fetched along.
  static let fault = ObjectFlags(rawValue: 1)
  /// Inserted and not saved.
  static let inserted = ObjectFlags(rawValue: 2)
  /// Changed and not saved.
  static let updated = ObjectFlags(rawValue: 4)
  /// Deleted and not saved, or its row turned out to be gone.
  static let deleted = ObjectFlags(rawValue: 8)
  /// The row is gone: there is nothing to save.
  static let gone = ObjectFlags(rawValue: 16)
  /// In no context any more: its deletion was saved, or its insertion taken back.
  static let withdrawn = ObjectFlags(rawValue: 32)
  /// Reported as inserted, so that its deletion must be reported.
  static let announced = ObjectFlags(rawValue: 64)
  /// A deletion whose rules have not been applied yet.
  static let awaitsPropagation = ObjectFlags(rawValue: 128)

  /// `awakeFromFetch` runs: what it sets on the object itself is not recorded as a change.
  static let awakening = ObjectFlags(rawValue: 512)
  /// No store has a row for it yet, though it may have a permanent key.
  static let neverSaved = ObjectFlags(rawValue: 256)
  /// An unsaved object that was turned into a fault: nothing has its values but the object itself, which keeps them.
  static let rested = ObjectFlags(rawValue: 1024)
  /// Its deletion has just been saved, and `didSave` is about to be called: until then the program finds it deleted.
  static let deletionSaved = ObjectFlags(rawValue: 2048)
  /// `willTurnIntoFault` or `didTurnIntoFault` runs: what it calls does not turn the object into a fault again.
  static let turning = ObjectFlags(rawValue: 4096)

  /// Flags of objects whose values have not been asked for since they were faults.
  static let faults: ObjectFlags = [.fault, .rested]
  static let pending: ObjectFlags = [.inserted, .updated, .deleted]
}
