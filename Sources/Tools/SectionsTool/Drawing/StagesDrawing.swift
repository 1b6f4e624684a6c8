import CoreData
import SectionedChanges
import SectionedFetchedResults

/// A drawing of an update plan from left to right: the old list, each stage with its changes and the list after it, and
/// the refresh.
struct StagesDrawing {
  /// The events of a batch, drawn one below the other.
  let events: [DrawnEvent]
  let title: String

  private struct Step {
    let id: String
    let headings: [String]
    let list: DrawnList
    /// The changes that lead to the list.
    let came: ChangeNotes
  }

  var svg: SVG {
    var (width, bottom) = (0.0, 0.0)
    var elements: [SVGElement] = []
    for (number, event) in events.enumerated() {
      let prefix = events.count > 1 ? "event\(number)-" : ""
      let columns = columns(steps(event, prefix), y: bottom + 12)
      elements += columns.elements
      width = max(width, columns.width)
      bottom = columns.bottom + 12
    }
    return SVG(title: title, width: width, height: bottom, elements: elements)
  }

  private func steps(_ event: DrawnEvent, _ prefix: String) -> [Step] {
    let none = ChangeNotes(ListSource.Controller.ChangeSet())
    var steps = [Step(id: "\(prefix)before", headings: ["before"], list: event.old, came: none)]
    for (number, stage) in event.stages.enumerated() {
      let notes = ChangeNotes(stage.changes)
      steps.append(
        Step(
          id: "\(prefix)stage\(number + 1)", headings: ["stage \(number + 1)"] + notes.lines, list: stage.after,
          came: notes))
    }
    if let refresh = event.refresh {
      let notes = ChangeNotes(Self.updates(of: refresh))
      steps.append(
        Step(id: "\(prefix)refresh", headings: ["refresh"] + Self.lines(of: refresh), list: event.new, came: notes))
    }
    return steps
  }

  /// Returns a refresh as updates in place.
  private static func updates(
    of refresh: UpdatePlan<NSManagedObjectID?, NSManagedObjectID>.Refresh
  ) -> ListSource.Controller.ChangeSet {
    var changes = ListSource.Controller.ChangeSet()
    changes.sections.updated = refresh.sections.map { ListUpdate(old: $0, new: $0, keys: []) }
    changes.items.updated = refresh.items.map { ListUpdate(old: $0, new: $0, keys: []) }
    return changes
  }

  private static func lines(of refresh: UpdatePlan<NSManagedObjectID?, NSManagedObjectID>.Refresh) -> [String] {
    refresh.sections.map { "section \($0)" } + refresh.items.map { "item \($0)" }
  }

  private func columns(
    _ steps: [Step], y: Double
  ) -> (elements: [SVGElement], width: Double, bottom: Double) {
    let headingLines = steps.map(\.headings.count).max() ?? 1
    var x = 12.0
    var columns: [ListColumn] = []
    var elements: [SVGElement] = []
    for (number, step) in steps.enumerated() {
      // Mark a row in the step that inserts it, and before the step that removes it.
      let next = number + 1 < steps.count ? steps[number + 1].came.old.filter { $0.value.mark != .update } : [:]
      let column = ListColumn(
        step.id, step.headings, step.list, ChangeNotes.marks(step.came.new, next), x: x, y: y,
        headingLines: headingLines)
      if let before = columns.last {
        elements += step.came.pairs.filter { $0.mark == .move }
          .flatMap { before.arrow(from: $0.old, to: $0.new, of: column, .move) }
      }
      columns.append(column)
      x += column.width + 48
    }
    return (columns.flatMap(\.elements) + elements, x - 48 + 12, columns.map(\.bottom).max() ?? y)
  }
}
