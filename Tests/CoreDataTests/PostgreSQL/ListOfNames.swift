import Foundation
import Testing

@testable import CoreData

/// A list of the artists by name, with the calls of its delegate as text, in a fixed order.
final class ListOfNames: NSObject, NSFetchedResultsControllerDelegate, @unchecked Sendable {
  private let context: NSManagedObjectContext
  private let list: NSFetchedResultsController<NSManagedObject>
  private var trace: [String] = []

  init(_ context: NSManagedObjectContext) throws {
    self.context = context
    let request = NSFetchRequest<NSManagedObject>(entityName: "Artist")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    list = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
    super.init()
    context.automaticallyMergesChangesFromParent = true
    list.delegate = self
    try context.performAndWait { try list.performFetch() }
  }

  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange object: Any, at old: IndexPath?,
    for type: NSFetchedResultsChangeType, newIndexPath new: IndexPath?
  ) {
    let (from, to) = (old?.last ?? -1, new?.last ?? -1)
    switch type {
    case .insert: trace.append("inserted \(to)")
    case .delete: trace.append("deleted \(from)")
    case .move: trace.append("moved \(from) to \(to)")
    case .update: trace.append("updated \(from)")
    }
  }

  func takeTrace() -> [String] {
    context.performAndWait {
      defer { trace = [] }
      return trace.sorted()
    }
  }

  func close() { context.performAndWait { list.delegate = nil } }

  /// Waits until the list shows the names, and expects a fetch to return the same.
  func wait(for names: [String], sourceLocation: SourceLocation = #_sourceLocation) async throws {
    func shown() -> [String] {
      context.performAndWait { (list.fetchedObjects ?? []).map { $0.value(forKey: "name") as? String ?? "" } }
    }
    let end = Date().addingTimeInterval(60)
    while shown() != names, Date() < end { try await Task.sleep(for: .milliseconds(20)) }
    #expect(shown() == names, sourceLocation: sourceLocation)
    #expect(try context.performAndWait { try context.fetch(list.fetchRequest) == list.fetchedObjects })
  }
}
