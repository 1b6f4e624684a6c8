/// The parts of a save that have been written so far.
struct SaveOutcome {
  var parts: [(save: StoreSave, result: StoreSaveResult)] = []
  /// The save's numbers, for the events that report the save.
  var numbers: [Int] = []
  /// Objects whose values a merge policy replaced.
  var settled = ObjectList()

  mutating func add(_ save: StoreSave, _ result: StoreSaveResult) {
    parts.append((save, result))
    numbers += result.numbers
  }
}

/// The objects of a save.
struct SavedObjects {
  var inserted: ContiguousArray<NSManagedObject> = []
  var updated: ContiguousArray<NSManagedObject> = []
  var deleted: ContiguousArray<NSManagedObject> = []

  var all: some Sequence<NSManagedObject> { [inserted, updated, deleted].joined() }
}
