/// The recovery of a list after a reset of its context, which makes all objects invalid.
///
/// The list is held, which means that it shows its old content until it is fetched again in a later turn of the
/// context's queue. Several resets in a row lead to one fetch. A failed fetch is repeated with the next event, and not
/// before.
///
/// The list owns this object, and uses it on the context's queue.
package final class ResetRecovery {
  /// Whether the list is held.
  package private(set) var isHeld = false
  /// Whether the fetch failed and must be repeated with the next event. Only while the list is held.
  private var isFetchDue = false
  /// The number of fetches scheduled so far. Only the last one is made.
  private var scheduled = 0
  /// The number of resets so far. A fetch compares it to detect a reset during the fetch.
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

  /// Schedules the fetch again if it failed, because the store may be able to answer now.
  package func eventCame(in events: ContextEvents?) { if isFetchDue { schedule(in: events) } }

  /// Ends the recovery, because the list was fetched or follows another context.
  package func end() { (isHeld, isFetchDue) = (false, false) }

  /// Makes a fetch, and repeats it if the context is reset meanwhile, because the fetched objects are invalid then.
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
    // Set only after the fetch, so that an event that the program causes while it handles the error does not repeat the
    // fetch at once.
    isFetchDue = isHeld
  }
}
