import CoreData
import Foundation

extension RecordedEvent {
  /// The event as a person reads it: a line a callback.
  ///
  /// - Parameter title: what a person would call an object.
  func lines(title: (NSManagedObjectID?) throws -> String, terminal: Terminal) rethrows -> [String] {
    var table = Table([.left, .left, .left, .left])
    let keysOfUpdates = keysOfUpdates
    for change in changes {
      let isSection: Bool
      if case .section = change.at ?? change.to { isSection = true } else { isSection = false }
      let places = [change.at, change.to].compactMap { $0.map { $0.json.text } }.joined(separator: " → ")
      let changed = change.at.flatMap { keysOfUpdates[$0] }?.joined(separator: ", ") ?? "keys unknown"
      let keys = change.kind == .update ? "  (\(changed))" : ""
      table.add(
        ["  \(isSection ? "section" : "item")", change.kind.word, places, try title(change.object) + keys],
        style: change.kind.style)
    }
    return table.lines(for: terminal)
  }
}

extension NSFetchedResultsChangeType {
  fileprivate var style: Terminal.Style {
    switch self {
    case .insert: .green
    case .delete: .red
    case .move: .yellow
    default: .cyan
    }
  }
}
