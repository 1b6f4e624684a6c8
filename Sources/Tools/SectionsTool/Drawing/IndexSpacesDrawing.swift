/// A drawing of the old and the new list side by side, with each change at its old index, its new index or both.
struct IndexSpacesDrawing {
  /// The events of a batch, drawn one below the other.
  let events: [DrawnEvent]
  let title: String

  var svg: SVG {
    var (width, bottom) = (0.0, 0.0)
    var elements: [SVGElement] = []
    for (number, event) in events.enumerated() {
      let notes = ChangeNotes(event.changes)
      let prefix = events.count > 1 ? "event\(number)-" : ""
      let old = ListColumn("\(prefix)old", ["old"], event.old, notes.old, x: 12, y: bottom + 12)
      let new = ListColumn(
        "\(prefix)new", ["new"], event.new, notes.new, x: 12 + old.width + 90, y: bottom + 12)
      elements += old.elements + new.elements
      elements += notes.pairs.flatMap { old.arrow(from: $0.old, to: $0.new, of: new, $0.mark) }
      width = max(width, 12 + old.width + 90 + new.width + 12)
      bottom = max(old.bottom, new.bottom) + 12
    }
    return SVG(title: title, width: width, height: bottom, elements: elements)
  }
}
