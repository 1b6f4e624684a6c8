import CoreData
import Foundation
import SectionedChanges

extension RecordedEvent {
  /// Returns the event as JSON, in the form that scripts check: the callbacks in order, the change set and its plan.
  func json(_ names: ObjectNames) throws -> JSON {
    var callbacks: [JSON] = [.object([("call", .string("will"))])]
    let keys = keysOfUpdates
    callbacks += changes.map { json($0, keys, names) }
    callbacks.append(.object([("call", .string("did"))]))
    var members: [(String, JSON)] = [("callbacks", .array(callbacks))]
    let section: (NSManagedObjectID?) -> String? = { $0.map(names.text) }
    if let changeSet {
      members.append(
        ("changes", try JSON(encoding: ChangesDocument(changeSet, sectionName: section, itemName: names.text))))
    }
    if let plan {
      members.append(("plan", try JSON(encoding: PlanDocument(plan, sectionName: section, itemName: names.text))))
    }
    return .object(members)
  }

  private func json(_ change: Change, _ keys: [Place: [String]], _ names: ObjectNames) -> JSON {
    var members: [(String, JSON)] = [
      ("call", .string(change.noun)), ("change", .string(change.kind.word)),
      ("object", .optional(change.object.map(names.text))), ("at", change.at?.json ?? .null),
      ("to", change.to?.json ?? .null),
    ]
    if change.kind == .update {
      members.append(("keys", change.at.flatMap { keys[$0] }.map { .array($0.map(JSON.string)) } ?? .null))
    }
    return .object(members)
  }
}

extension NSFetchedResultsChangeType {
  /// The change's name in output.
  var word: String {
    switch self {
    case .insert: "insert"
    case .delete: "delete"
    case .move: "move"
    case .update: "update"
    @unknown default: "unknown"
    }
  }
}
