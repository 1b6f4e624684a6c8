import CoreData
import SectionedChanges
import SectionedFetchedResults
import UIKit

/// The table of the articles that implements the delegate's calls for single changes.
final class ZonesViewController: UITableViewController {
  private let controller: SectionedFetchedResultsController<Country, Zone>

  init(_ container: NSPersistentContainer) {
    // guide
    let items = NSFetchRequest<Zone>(entityName: "Zone")
    items.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    let sections = NSFetchRequest<Country>(entityName: "Country")
    sections.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]

    let controller = SectionedFetchedResultsController(
      itemFetchRequest: items,
      sectionFetchRequest: sections,
      managedObjectContext: container.viewContext,
      sectionGroupingKeyPath: "country.code",
      cacheName: nil)
    // end
    self.controller = controller
    super.init(style: .plain)
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "zone")
    controller.delegate = self
    try? controller.performFetch()
  }

  override func numberOfSections(in tableView: UITableView) -> Int { controller.allSections.count }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    controller.allSections[section].numberOfObjects
  }

  override func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    controller.allSections[section].object?.name
  }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "zone", for: indexPath)
    configure(cell, at: indexPath)
    return cell
  }

  private func configure(_ cell: UITableViewCell, at indexPath: IndexPath) {
    var content = cell.defaultContentConfiguration()
    content.text = controller.object(at: indexPath).name
    cell.contentConfiguration = content
  }
}

// guide
extension ZonesViewController: @MainActor SectionedFetchedResultsControllerDelegate {
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
    default: break
    }
  }
  func controllerDidChangeContent(_ controller: SectionedFetchedResultsController<Country, Zone>) {
    tableView.endUpdates()
  }
  // What moved has changed, too. The view does not ask again for what it shows.
  func controller(
    _ controller: SectionedFetchedResultsController<Country, Zone>,
    didChangeContentWith changes: SectionedFetchedResultsController<Country, Zone>.ChangeSet
  ) {
    for place in changes.items.updated.map(\.new) + changes.items.moved.map(\.to) {
      let indexPath = IndexPath(row: place.item, section: place.section)
      if let cell = tableView.cellForRow(at: indexPath) { configure(cell, at: indexPath) }
    }
    for index in changes.sections.updated.map(\.new) + changes.sections.moved.map(\.to) {
      tableView.headerView(forSection: index)?.textLabel?.text = controller.allSections[index].object?.name
    }
  }
}
// end
