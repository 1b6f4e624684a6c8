// What differs in the Swift 5 language mode: a class of no actor conforms as it always did, and one of the main actor, such as
// a view controller, with the same line. What the methods do is in ../Table.
import CoreData
import SectionedFetchedResults
import UIKit

typealias Controller = SectionedFetchedResultsController<NSManagedObject, NSManagedObject>

/// Of no actor: tells a table view.
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

/// Of the main actor.
final class ZonesViewController: UITableViewController {}

extension ZonesViewController: SectionedFetchedResultsControllerDelegate {
  func controllerDidChangeContent(_ controller: Controller) { tableView.reloadData() }
}
