/// The life cycle of an object: fault, insertion, change, deletion.
///
/// Only these methods change the flags. The context decides when to call them.
struct ObjectLifeCycle {
  private(set) var flags: ObjectFlags = []

  // MARK: Faults

  /// Resets the flags to those of a fault.
  mutating func startAsFault() { flags = .fault }

  /// Ends a fault whose values were read, or cannot be read.
  mutating func endFault() { flags.remove(.fault) }

  /// Becomes a fault again, without changes.
  mutating func turnIntoFault() {
    flags.subtract(.pending)
    flags.insert(.fault)
  }

  /// Becomes a fault that keeps its values, because no store has them.
  mutating func rest() { flags.insert(.rested) }

  /// Ends the state that `rest()` began.
  ///
  /// - Returns: whether the object was in that state.
  mutating func endRest() -> Bool { flags.remove(.rested) != nil }

  // MARK: Changes

  mutating func startAsInserted() { flags = [.inserted, .neverSaved] }

  /// Turns an update into an insertion, because another context or process has deleted the row.
  mutating func insertInstead() {
    flags.subtract([.updated, .fault])
    flags.formUnion([.inserted, .announced])
  }

  /// Records that the insertion was reported.
  mutating func announce() { flags.insert(.announced) }

  mutating func update() { flags.insert(.updated) }

  mutating func forgetUpdate() { flags.remove(.updated) }

  /// Clears insertion, change and deletion.
  mutating func forgetChanges() { flags.subtract(.pending) }

  /// Becomes an object whose values are those of its row.
  mutating func becomeSaved() { flags.subtract([.inserted, .updated, .announced, .neverSaved, .rested]) }

  // MARK: Deletion

  mutating func delete() {
    flags.subtract([.inserted, .updated])
    flags.insert(.deleted)
  }

  /// Undoes a deletion. If the object was never saved, it counts as inserted again.
  mutating func undelete() {
    flags.subtract([.deleted, .awaitsPropagation])
    if flags.contains(.neverSaved) { flags.insert(.inserted) }
  }

  /// Makes the object count as deleted, because its row is gone.
  mutating func lose() {
    flags.subtract(.pending)
    flags.formUnion([.deleted, .gone])
  }

  /// Records that the row of a deleted object is already gone, so that there is nothing to save.
  mutating func loseDeleted() { flags.insert(.gone) }

  /// Removes the object from its context permanently.
  mutating func withdraw() {
    flags.subtract(.pending)
    flags.insert(.withdrawn)
  }

  // MARK: Phases

  /// A phase that begins and ends independently of the other flags.
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
