import CoreData
import Foundation

extension RecordedEvent {
  /// The event as a person reads it: a line a callback.
  ///
  /// - Parameters:
  ///   - title: what a person would call an object.
  ///   - terminal: the reader of the lines.
  ///   - limit: the greatest number of callbacks that have a line. One more line counts the rest.
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
