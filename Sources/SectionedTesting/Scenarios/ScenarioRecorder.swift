import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults

/// Writes down what a delegate hears in the form in which `sections replay` prints it.
final class ScenarioRecorder: SectionedFetchedResultsControllerDelegate {
  typealias Controller = MusicLibrary.Controller
  typealias SectionResult = NSManagedObject
  typealias ItemResult = NSManagedObject

  private(set) var events: [[String: Any]] = []
  private(set) var errors: [any Error] = []
  private var callbacks: [[String: Any]] = []
  private let name: (NSManagedObjectID) -> String

  init(name: @escaping (NSManagedObjectID) -> String) { self.name = name }

  func take() -> [[String: Any]] {
    defer { events = [] }
    return events
  }

  func controllerWillChangeContent(_ controller: Controller) { callbacks = [["call": "will"]] }

  func controller(
    _ controller: Controller, didChange section: SectionedFetchedResultsSectionInfo<NSManagedObject, NSManagedObject>,
    atSectionIndex sectionIndex: Int?, for type: NSFetchedResultsChangeType, newSectionIndex: Int?
  ) {
    note("section", type, section.object?.objectID, at: sectionIndex, to: newSectionIndex)
  }

  func controller(
    _ controller: Controller, didChange item: NSManagedObject, at indexPath: IndexPath?,
    for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
  ) {
    note("item", type, item.objectID, at: indexPath.map(Array.init), to: newIndexPath.map(Array.init))
  }

  func controllerDidChangeContent(_ controller: Controller) { callbacks.append(["call": "did"]) }

  func controller(_ controller: Controller, didChangeContentWith changes: Controller.ChangeSet) {
    for (index, call) in callbacks.enumerated() where call["change"] as? String == "update" {
      let keys =
        (call["at"] as? Int).map { at in changes.sections.updated.first { $0.old == at }?.keys }
        ?? (call["at"] as? [Int]).map { at in
          changes.items.updated.first { [$0.old.section, $0.old.item] == at }?.keys
        } ?? nil
      callbacks[index]["keys"] = keys.map { $0.sorted() as Any } ?? NSNull()
    }
    let document = ChangesDocument(changes, sectionName: { $0.map(name) }, itemName: name)
    let encoded = (try? JSONEncoder().encode(document)).flatMap { try? JSONSerialization.jsonObject(with: $0) }
    events.append(["callbacks": callbacks, "changes": encoded ?? NSNull()])
  }

  func controller(_ controller: Controller, didFailWith error: any Error) { errors.append(error) }

  private func note(_ call: String, _ type: NSFetchedResultsChangeType, _ id: NSManagedObjectID?, at: Any?, to: Any?) {
    callbacks.append([
      "call": call, "change": type.word, "object": id.map(name) ?? NSNull(), "at": at ?? NSNull(), "to": to ?? NSNull(),
    ])
  }
}
