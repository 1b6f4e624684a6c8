import CoreData

extension BackgroundDataSource {
  /// Changes the requests of the items and the sections, and fetches. The old list stays until the new one arrives, as
  /// one step with the least changes; the phase is ``LoadingPhase/refreshing`` meanwhile.
  ///
  /// Changes that are asked for before a fetch begins are made in their order, and fetched once. A list that is out of
  /// date when it was fetched is not shown, and values for it are not made. If the fetch fails, the requests are those
  /// before, and ``onError`` is called.
  ///
  /// - Parameter edit: called with copies of the two requests, on the context's queue.
  public func changeRequests(
    _ edit: @escaping @Sendable (_ items: NSFetchRequest<Object>, _ sections: NSFetchRequest<SectionObject>) -> Void
  ) {
    ask([edit])
  }

  /// Repeats the fetch with the present requests. All differences are one step.
  public func reload() { ask([]) }

  /// Calls a closure with the controller, on the context's queue, after what was asked for before: to change a policy, or
  /// to edit and save objects of the context. All effects on the list are steps.
  ///
  /// - Parameter body: gets the controller, which must not be used outside of the call. An error that it throws reaches
  ///   ``onError``.
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
