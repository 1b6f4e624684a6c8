import CoreData
import SectionedFetchedResults
import UIKit

// guide
typealias ZonesController = SectionedFetchedResultsController<Country, Zone>
// end

/// A table with two delegates: one for Apple's controller, and one for ours, which replaces it.
final class ZonesTable: UITableViewController {
  /// Access to the list of one of the two controllers.
  struct List {
    let numberOfSections: () -> Int
    let numberOfRows: (Int) -> Int
    let title: (Int) -> String?
    let zone: (IndexPath) -> Zone
  }

  private let list: List

  init(_ list: List) {
    self.list = list
    super.init(style: .plain)
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "zone")
  }

  required init?(coder: NSCoder) { nil }

  override func numberOfSections(in tableView: UITableView) -> Int { list.numberOfSections() }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    list.numberOfRows(section)
  }

  override func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    list.title(section)
  }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "zone", for: indexPath)
    configure(cell, list.zone(indexPath))
    return cell
  }

  private func configure(_ cell: UITableViewCell, _ zone: Any) { cell.textLabel?.text = (zone as? Zone)?.name }
}

// guide
extension ZonesTable: @MainActor NSFetchedResultsControllerDelegate {
  func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
    tableView.beginUpdates()
  }
  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChange section: any NSFetchedResultsSectionInfo, atSectionIndex old: Int, for type: NSFetchedResultsChangeType
  ) {
    switch type {
    case .insert: tableView.insertSections([old], with: .automatic)
    case .delete: tableView.deleteSections([old], with: .automatic)
    default: break
    }
  }
  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange zone: Any,
    at old: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath new: IndexPath?
  ) {
    switch type {
    case .insert: if let new { tableView.insertRows(at: [new], with: .automatic) }
    case .delete: if let old { tableView.deleteRows(at: [old], with: .automatic) }
    case .move: if let old, let new { tableView.moveRow(at: old, to: new) }
    default: break
    }
    if let old, let cell = tableView.cellForRow(at: old) { configure(cell, zone) }
  }
  func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
    tableView.endUpdates()
  }
}
// end

// guide
extension ZonesTable: @MainActor SectionedFetchedResultsControllerDelegate {
  func controllerWillChangeContent(_ controller: ZonesController) {
    tableView.beginUpdates()
  }
  func controller(
    _ controller: ZonesController, didChange section: SectionedFetchedResultsSectionInfo<Country, Zone>,
    atSectionIndex old: Int?, for type: NSFetchedResultsChangeType, newSectionIndex new: Int?
  ) {
    switch type {
    case .insert: if let new { tableView.insertSections([new], with: .automatic) }
    case .delete: if let old { tableView.deleteSections([old], with: .automatic) }
    case .move: if let old, let new { tableView.moveSection(old, toSection: new) }
    default: break
    }
  }
  func controller(
    _ controller: ZonesController, didChange zone: Zone,
    at old: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath new: IndexPath?
  ) {
    switch type {
    case .insert: if let new { tableView.insertRows(at: [new], with: .automatic) }
    case .delete: if let old { tableView.deleteRows(at: [old], with: .automatic) }
    case .move: if let old, let new { tableView.moveRow(at: old, to: new) }
    default: break
    }
    if let old, let cell = tableView.cellForRow(at: old) { configure(cell, zone) }
  }
  func controllerDidChangeContent(_ controller: ZonesController) {
    tableView.endUpdates()
  }
}
// end
