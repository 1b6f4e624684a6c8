// For the Swift 5 language mode. A class of no actor conforms as it always did; one of the main actor, such as a view
// controller, does so with the same line.
import CoreData
import SectionedFetchedResults
import UIKit

final class Country: NSManagedObject {
  @NSManaged var code: String
  @NSManaged var name: String
}

final class Zone: NSManagedObject {
  @NSManaged var name: String
  @NSManaged var country: Country?
}

/// Shows a controller's list in a table view.
final class ZonesTable: NSObject {
  private let controller: SectionedFetchedResultsController<Country, Zone>
  private let tableView: UITableView

  init(_ controller: SectionedFetchedResultsController<Country, Zone>, in tableView: UITableView) throws {
    self.controller = controller
    self.tableView = tableView
    super.init()
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "zone")
    tableView.dataSource = self
    controller.delegate = self
    try controller.performFetch()
  }
}

// In an extension: a class that is declared with a protocol of UIKit is of the main actor.
extension ZonesTable: UITableViewDataSource {
  func numberOfSections(in tableView: UITableView) -> Int { controller.allSections.count }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    controller.allSections[section].numberOfObjects
  }

  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    controller.allSections[section].object?.name
  }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "zone", for: indexPath)
    cell.textLabel?.text = controller.object(at: indexPath).name
    return cell
  }
}

extension ZonesTable: SectionedFetchedResultsControllerDelegate {
  func controllerWillChangeContent(_ controller: SectionedFetchedResultsController<Country, Zone>) {
    tableView.beginUpdates()
  }
  func controller(
    _ controller: SectionedFetchedResultsController<Country, Zone>,
    didChange section: SectionedFetchedResultsSectionInfo<Country, Zone>, atSectionIndex sectionIndex: Int?,
    for type: NSFetchedResultsChangeType, newSectionIndex: Int?
  ) {
    switch (sectionIndex, newSectionIndex) {
    case (nil, let new?): tableView.insertSections([new], with: .automatic)
    case (let old?, let new?): tableView.moveSection(old, toSection: new)
    case (let old?, nil) where type == .delete: tableView.deleteSections([old], with: .automatic)
    default: break
    }
  }
  func controller(
    _ controller: SectionedFetchedResultsController<Country, Zone>, didChange item: Zone, at indexPath: IndexPath?,
    for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
  ) {
    switch (indexPath, newIndexPath) {
    case (nil, let new?): tableView.insertRows(at: [new], with: .automatic)
    case (let old?, let new?): tableView.moveRow(at: old, to: new)
    case (let old?, nil) where type == .delete: tableView.deleteRows(at: [old], with: .automatic)
    case (let old?, nil): tableView.cellForRow(at: old)?.textLabel?.text = item.name
    default: break
    }
  }
  func controllerDidChangeContent(_ controller: SectionedFetchedResultsController<Country, Zone>) {
    tableView.endUpdates()
  }
}

/// One of the main actor.
final class ZonesViewController: UITableViewController {
  var controller: SectionedFetchedResultsController<Country, Zone>?

  override func viewDidLoad() {
    super.viewDidLoad()
    controller?.delegate = self
    try? controller?.performFetch()
  }
}

extension ZonesViewController: SectionedFetchedResultsControllerDelegate {
  func controllerDidChangeContent(_ controller: SectionedFetchedResultsController<Country, Zone>) {
    tableView.reloadData()
  }
}
