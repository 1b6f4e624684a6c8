/// Up to which of a coordinator's writings somebody has been told of all (`NSPersistentStoreCoordinator.saveNumber`).
struct SaveCursor {
  private(set) var seen: Int
  /// Told of before some that were written earlier: merges may come in another order than the saves.
  private var ahead: Set<Int> = []

  init(at number: Int = 0) { seen = number }

  /// Takes the numbers that an event tells of.
  mutating func note(_ numbers: [Int]) {
    for number in numbers where number > seen { ahead.insert(number) }
    while ahead.remove(seen + 1) != nil { seen += 1 }
    // Of a failed save, and of most batch requests, nobody is told: the gap stays.
    if ahead.count > 256 { ahead = [] }
  }
}
