// The differences in the Swift 5 language mode: a class without an actor conforms as it always did, and so does a class
// of the main actor, such as a view controller. ../Table shows what the methods do.
import CoreData
import SectionedFetchedResults
import UIKit

typealias Controller = SectionedFetchedResultsController<NSManagedObject, NSManagedObject>

/// A delegate without an actor, which updates a table view.
final class TableUpdates: NSObject {
  private let tableView: UITableView

  init(of controller: Controller, to tableView: UITableView) {
    self.tableView = tableView
    super.init()
    controller.delegate = self
  }
}

extension TableUpdates: SectionedFetchedResultsControllerDelegate {
  func controllerWillChangeContent(_ controller: Controller) { tableView.beginUpdates() }

  func controller(
    _ controller: Controller, didChange section: SectionedFetchedResultsSectionInfo<NSManagedObject, NSManagedObject>,
    atSectionIndex sectionIndex: Int?, for type: NSFetchedResultsChangeType, newSectionIndex: Int?
  ) {
    if type == .insert, let new = newSectionIndex { tableView.insertSections([new], with: .automatic) }
  }

  func controller(
    _ controller: Controller, didChange item: NSManagedObject, at indexPath: IndexPath?,
    for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
  ) {
    if type == .insert, let new = newIndexPath { tableView.insertRows(at: [new], with: .automatic) }
  }

  func controllerDidChangeContent(_ controller: Controller) { tableView.endUpdates() }
}

/// A delegate of the main actor.
final class ZonesViewController: UITableViewController {}

extension ZonesViewController: SectionedFetchedResultsControllerDelegate {
  func controllerDidChangeContent(_ controller: Controller) { tableView.reloadData() }
}
