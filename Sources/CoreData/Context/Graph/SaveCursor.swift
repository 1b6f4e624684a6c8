/// Up to which of a coordinator's writes all have been reported to the owner
/// (`NSPersistentStoreCoordinator.saveNumber`).
struct SaveCursor {
  private(set) var seen: Int
  /// Reported before some that were written earlier: merges may come in another order than the saves.
  private var ahead: Set<Int> = []

  init(at number: Int = 0) { seen = number }

  /// Takes the numbers of the writes that an event reports.
  mutating func note(_ numbers: [Int]) {
    for number in numbers where number > seen { ahead.insert(number) }
    while ahead.remove(seen + 1) != nil { seen += 1 }
    // A failed save, and most batch requests, are never reported: the gap stays.
    if ahead.count > 256 { ahead = [] }
  }
}
