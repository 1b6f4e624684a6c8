/// Numbers what is written to the stores, so that a context or a list that keeps what was read can check whether
/// everything that was written since has been reported to it.
extension NSPersistentStoreCoordinator {
  /// The newest number. Each write takes two: one before it begins and one after it has ended.
  var saveNumber: Int { state.withLock { $0.saveNumber } }

  /// Records a merge of what another process or coordinator wrote: it may have written over any save until now.
  func recordExternalMerge() { state.withLock { $0.externalMergeNumber = $0.saveNumber } }

  /// Whether no write is known that is newer than the one with these numbers.
  func isNewest(_ numbers: [Int]) -> Bool {
    state.withLock { state in
      numbers.contains(state.saveNumber) && numbers.allSatisfy { $0 > state.externalMergeNumber }
    }
  }

  /// Writes to the stores, in a save or a batch request, and numbers it.
  ///
  /// - Returns: what the block returned, and the numbers of the write, which the events that report it carry
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
