extension ViewOracle {
  /// Performs a plan as the documentation of ``UpdatePlan`` describes, and then checks that the view shows the new list
  /// with its content and headers.
  package mutating func perform(
    _ plan: UpdatePlan<Int, Int>, from old: Snapshot, to new: Snapshot
  ) throws {
    var source = ViewDataSource(old)
    for stage in plan.stages {
      let next = ViewDataSource(stage.after, new: new)
      try perform(ViewBatch(structureOf: stage.changes), before: source, after: next)
      source = next
    }
    if let refresh = plan.refresh {
      let final = ViewDataSource(new)
      var batch = ViewBatch()
      batch.reconfiguredItems = refresh.items
      try perform(batch, before: source, after: final)
      try configureHeaders(of: refresh.sections, from: final)
    }
    try requireShows(new)
  }

  /// Throws if a header or cell differs from the list, including its revision.
  package func requireShows(_ list: Snapshot) throws {
    let wanted = list.sections.map { Section(header: $0.element, cells: Array($0.items)) }
    guard sections != wanted else { return }
    throw ViewException("the \(kind.view) shows \(sections), the list is \(list)")
  }
}
