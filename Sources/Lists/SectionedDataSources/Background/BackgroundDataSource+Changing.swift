import CoreData

extension BackgroundDataSource {
  /// Changes the fetch requests of items and sections, and fetches. The old list is shown until the new one arrives, as
  /// one step with the least changes. Meanwhile the phase is ``LoadingPhase/refreshing``.
  ///
  /// Changes that are requested before a fetch begins are made in order, and fetched once. If changes are requested
  /// during a fetch, its list is not shown, and no values are made for it. If the fetch fails, the previous requests
  /// are restored, and ``onError`` is called.
  ///
  /// - Parameter edit: changes copies of the two requests, on the context's queue.
  public func changeRequests(
    _ edit: @escaping @Sendable (_ items: NSFetchRequest<Object>, _ sections: NSFetchRequest<SectionObject>) -> Void
  ) {
    ask([edit])
  }

  /// Repeats the fetch with the present requests. All differences are one step.
  public func reload() { ask([]) }

  /// Calls a closure with the controller, on the context's queue and after earlier requests, for example to change a
  /// policy, or to edit and save objects of the context. All effects on the list are steps.
  ///
  /// - Parameter body: receives the controller, which must not be used outside of the call. An error that it throws is
  ///   passed to ``onError``.
  public func perform(_ body: @escaping @Sendable (Controller) throws -> Void) {
    worker.perform { $0.run(body) }
  }

  private func ask(_ edits: [Worker.Edit]) {
    let (number, schedules) = requests.add(edits)
    core.perform {
      asked = number
      core.setNeedsSettling()
    }
    if schedules { worker.perform { $0.work() } }
  }
}
