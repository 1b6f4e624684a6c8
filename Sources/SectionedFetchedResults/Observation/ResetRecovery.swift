/// The recovery of a list after a reset of its context, which makes all objects invalid.
///
/// The list is held: it shows what it showed, until the context's queue has run on and the list is fetched again. After
/// several resets at once one fetch is made. A fetch that fails is repeated with the next event, and not before.
///
/// The list owns it, and uses it on the context's queue.
package final class ResetRecovery {
  /// Whether the list is held.
  package private(set) var isHeld = false
  /// Whether the fetch failed, and is to be repeated with the next event. Only while the list is held.
  private var isFetchDue = false
  /// The number of scheduled fetches. Only the last one is made.
  private var scheduled = 0
  /// The number of resets, by which a fetch notices that one has come meanwhile.
  private var resets = 0
  private let fetchAgain: () -> Void

  /// - Parameter fetchAgain: fetches the list, and reports an error.
  package init(_ fetchAgain: @escaping () -> Void) { self.fetchAgain = fetchAgain }

  /// Holds the list, and schedules the fetch.
  package func begin(in events: ContextEvents?) {
    isHeld = true
    resets += 1
    schedule(in: events)
  }

  /// Schedules the fetch again where it failed: the store may be able to answer now.
  package func eventCame(in events: ContextEvents?) { if isFetchDue { schedule(in: events) } }

  /// Ends the recovery, because the list was fetched or follows another context.
  package func end() { (isHeld, isFetchDue) = (false, false) }

  /// Makes a fetch. If a reset comes meanwhile, it is made once more, because its objects are invalid.
  ///
  /// - Throws: the error of the fetch.
  package func fetching<Fetched>(_ fetch: () throws -> Fetched) rethrows -> Fetched {
    while true {
      let before = resets
      let fetched = try fetch()
      if before == resets { return fetched }
    }
  }

  private func schedule(in events: ContextEvents?) {
    isFetchDue = false
    scheduled += 1
    let number = scheduled
    events?.fetchLater(for: self) { [weak self] in self?.makeFetch(number) }
  }

  private func makeFetch(_ number: Int) {
    guard isHeld, number == scheduled else { return }
    fetchAgain()
    // Only now: an event that the program causes when it handles the error does not repeat the fetch at once.
    isFetchDue = isHeld
  }
}
