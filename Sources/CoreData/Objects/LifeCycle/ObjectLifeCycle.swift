/// The steps of an object's life: fault, insertion, change, deletion.
///
/// Flags change by these steps alone. The context decides when to take one.
struct ObjectLifeCycle {
  private(set) var flags: ObjectFlags = []

  // MARK: Faults

  /// Starts anew as a fault.
  mutating func startAsFault() { flags = .fault }

  /// Ends a fault whose values have arrived, or never will.
  mutating func endFault() { flags.remove(.fault) }

  /// Becomes a fault again, without changes.
  mutating func turnIntoFault() {
    flags.subtract(.pending)
    flags.insert(.fault)
  }

  /// Becomes a fault that keeps its values, because no store has them.
  mutating func rest() { flags.insert(.rested) }

  /// Ends the rest, if there was one.
  ///
  /// - Returns: whether there was.
  mutating func endRest() -> Bool { flags.remove(.rested) != nil }

  // MARK: Changes

  mutating func startAsInserted() { flags = [.inserted, .neverSaved] }

  /// Becomes an insertion in place of the row that another context or process has deleted.
  mutating func insertInstead() {
    flags.subtract([.updated, .fault])
    flags.formUnion([.inserted, .announced])
  }

  /// Records that the insertion was reported.
  mutating func announce() { flags.insert(.announced) }

  mutating func update() { flags.insert(.updated) }

  mutating func forgetUpdate() { flags.remove(.updated) }

  /// Forgets insertion, change and deletion.
  mutating func forgetChanges() { flags.subtract(.pending) }

  /// Becomes an object whose values are those of its row.
  mutating func becomeSaved() { flags.subtract([.inserted, .updated, .announced, .neverSaved, .rested]) }

  // MARK: Deletion

  mutating func delete() {
    flags.subtract([.inserted, .updated])
    flags.insert(.deleted)
  }

  /// Takes a deletion back. If it had taken back an insertion, the object is inserted again.
  mutating func undelete() {
    flags.subtract([.deleted, .awaitsPropagation])
    if flags.contains(.neverSaved) { flags.insert(.inserted) }
  }

  /// Becomes an object that counts as deleted, because its row is gone.
  mutating func lose() {
    flags.subtract(.pending)
    flags.formUnion([.deleted, .gone])
  }

  /// Records that the row of an object that is deleted here is gone, so that there is nothing to save.
  mutating func loseDeleted() { flags.insert(.gone) }

  /// Leaves the context for good.
  mutating func withdraw() {
    flags.subtract(.pending)
    flags.insert(.withdrawn)
  }

  // MARK: Phases

  /// A phase that begins and ends, whatever the object becomes meanwhile.
  enum Phase {
    case awakening, turning, awaitsPropagation, deletionSaved

    fileprivate var flag: ObjectFlags {
      switch self {
      case .awakening: .awakening
      case .turning: .turning
      case .awaitsPropagation: .awaitsPropagation
      case .deletionSaved: .deletionSaved
      }
    }
  }

  mutating func begin(_ phase: Phase) { flags.insert(phase.flag) }

  mutating func end(_ phase: Phase) { flags.remove(phase.flag) }
}
