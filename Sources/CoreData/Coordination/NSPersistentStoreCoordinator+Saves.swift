/// Numbers what is written to the stores, so that whoever keeps something that was read knows whether he has been told of
/// everything that happened since.
extension NSPersistentStoreCoordinator {
  /// The newest number. Each writing takes two: one before it begins and one after it has ended.
  var saveNumber: Int { state.withLock { $0.saveNumber } }

  /// Writes to the stores, in a save or a batch request, and numbers it.
  ///
  /// - Returns: what the writing returned, and its numbers, which the events that tell of it carry
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
