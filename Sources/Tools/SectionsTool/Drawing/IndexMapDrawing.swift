/// A drawing of all sections beside the sections of an inner fetched results controller, which has no empty ones.
/// Arrows connect the same sections.
struct IndexMapDrawing {
  let map: IndexMap
  let title: String

  var svg: SVG {
    let linked = (shown: Set(map.links.map(\.shown)), inner: Set(map.links.map(\.inner)))
    let shown = ListColumn(
      "shown", ["controller.allSections"], map.shown, notes(map.shown, linked.shown, "empty"), x: 12, y: 12)
    let inner = ListColumn(
      "inner", ["NSFetchedResultsController.sections"], map.inner, notes(map.inner, linked.inner, "not shown"),
      x: 12 + shown.width + 90, y: 12)
    let arrows = map.links.flatMap { link in
      shown.arrow(from: .section(link.shown), to: .section(link.inner), of: inner)
    }
    return SVG(
      title: title, width: 12 + shown.width + 90 + inner.width + 12, height: max(shown.bottom, inner.bottom) + 12,
      elements: shown.elements + inner.elements + arrows)
  }

  /// Returns a note for each section without a link.
  private func notes(_ list: DrawnList, _ linked: Set<Int>, _ text: String) -> [ListColumn.Row: ListColumn.Note] {
    var notes: [ListColumn.Row: ListColumn.Note] = [:]
    for section in list.sections.indices where !linked.contains(section) {
      notes[.section(section)] = .init(mark: nil, text: text)
    }
    return notes
  }
}
