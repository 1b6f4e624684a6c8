import CoreData
import Foundation

extension RecordedEvent {
  /// Returns the event as text, with a line for each callback.
  ///
  /// - Parameters:
  ///   - title: returns the title of an object.
  ///   - terminal: the terminal, which cuts and styles lines.
  ///   - limit: the largest number of callbacks with their own lines. One more line summarizes the rest.
  func lines(
    title: (NSManagedObjectID?) throws -> String, terminal: Terminal, limit: Int = .max
  ) rethrows -> [String] {
    var table = Table([.left, .left, .left, .left])
    let keysOfUpdates = keysOfUpdates
    for change in changes.prefix(limit) {
      let places = [change.at, change.to].compactMap { $0.map { $0.json.text } }.joined(separator: " → ")
      let changed = change.at.flatMap { keysOfUpdates[$0] }?.joined(separator: ", ") ?? "keys unknown"
      let keys = change.kind == .update ? "  (\(changed))" : ""
      table.add(
        ["  \(change.noun)", change.kind.word, places, try title(change.object) + keys], style: change.kind.style)
    }
    let rest = changes.dropFirst(limit).map { (noun: $0.noun, kind: $0.kind.word) }
    return table.lines(for: terminal) + [ChangeLines.summary(of: rest, terminal: terminal)].compactMap { $0 }
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
