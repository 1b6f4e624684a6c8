import SectionedDataSources

extension MemorySession {
  /// Makes a page that begins with the current list.
  ///
  /// - Throws: an error if the list has more rows than a page can show.
  @MainActor
  func page(title: String) throws -> PageRecorder<ScriptList> {
    try checkPageLimit()
    return PageRecorder(
      list, title: title, itemTitle: { $0.title ?? $0.id }, sectionTitle: { $0.title ?? $0.id })
  }

  func checkPageLimit() throws {
    try PageLimit.check(sections: list.numberOfSections, items: list.numberOfItems)
  }
}

extension PageRecorder where Source == ScriptList {
  /// Ends a batch of the page after the report's session has played it.
  func end(with report: MemoryReport) throws {
    try report.session.checkPageLimit()
    if let update = report.session.update { add(callbacks: report.lines(update, terminal: .none)) }
    end()
  }
}
