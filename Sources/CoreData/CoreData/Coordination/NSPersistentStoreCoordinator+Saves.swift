/// Numbers the writes to the stores. A context or a list that keeps data can use the numbers to check whether all
/// later writes were reported to it.
extension NSPersistentStoreCoordinator {
  /// The last number. Each write takes two numbers: one before it begins, and one after it has ended.
  var saveNumber: Int { state.withLock { $0.saveNumber } }

  /// Records a merge of external writes, which may have overwritten rows of any earlier save.
  func recordExternalMerge() { state.withLock { $0.externalMergeNumber = $0.saveNumber } }

  /// Whether no write is known that is newer than the write with these numbers.
  func isNewest(_ numbers: [Int]) -> Bool {
    state.withLock { state in
      numbers.contains(state.saveNumber) && numbers.allSatisfy { $0 > state.externalMergeNumber }
    }
  }

  /// Runs a write to the stores, such as a save or a batch request, and numbers it.
  ///
  /// - Returns: the result of the block, and the numbers of the write, for the events that report it
  ///   (`ContextEvent.saves`).
  func numberingSave<Result>(_ write: () throws -> Result) rethrows -> (result: Result, numbers: [Int]) {
    let begun = nextSaveNumber()
    do {
      let result = try write()
      return (result, [begun, nextSaveNumber()])
    } catch {
      _ = nextSaveNumber()
      throw error
    }
  }

  private func nextSaveNumber() -> Int {
    state.withLock { state in
      state.saveNumber += 1
      return state.saveNumber
    }
  }
}
