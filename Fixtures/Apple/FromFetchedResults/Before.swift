// A table of zones by country, written with `NSFetchedResultsController`.
import CoreData
import UIKit

enum Before {
  // guide
  final class ZonesViewController: UITableViewController, @MainActor NSFetchedResultsControllerDelegate {
    private let results: NSFetchedResultsController<Zone>

    init(_ context: NSManagedObjectContext) {
      results = NSFetchedResultsController(
        fetchRequest: Requests.zonesByCountry, managedObjectContext: context, sectionNameKeyPath: "country.name",
        cacheName: nil)
      super.init(style: .plain)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
      super.viewDidLoad()
      tableView.register(UITableViewCell.self, forCellReuseIdentifier: "zone")
      results.delegate = self
      do { try results.performFetch() } catch { print(error) }
    }

    override func numberOfSections(in tableView: UITableView) -> Int { results.sections?.count ?? 0 }

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
      results.sections?[section].numberOfObjects ?? 0
    }

    override func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
      results.sections?[section].name
    }

    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      let cell = tableView.dequeueReusableCell(withIdentifier: "zone", for: indexPath)
      cell.textLabel?.text = results.object(at: indexPath).name
      return cell
    }

    func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
      tableView.beginUpdates()
    }

    func controller(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
      didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
      for type: NSFetchedResultsChangeType
    ) {
      if type == .insert { tableView.insertSections([sectionIndex], with: .automatic) }
      if type == .delete { tableView.deleteSections([sectionIndex], with: .automatic) }
    }

    func controller(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
      at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) {
      if type == .update, let indexPath { return tableView.reloadRows(at: [indexPath], with: .automatic) }
      if let indexPath, type != .insert { tableView.deleteRows(at: [indexPath], with: .automatic) }
      if let newIndexPath, type != .delete { tableView.insertRows(at: [newIndexPath], with: .automatic) }
    }

    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
      tableView.endUpdates()
    }
  }
  // end
}
