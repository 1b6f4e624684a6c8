import CoreData
import SectionedChanges
import SectionedFetchedResults
import UIKit

/// The table of the articles that performs an update plan.
final class PlannedTable: UITableViewController {
  typealias Controller = SectionedFetchedResultsController<NSManagedObject, NSManagedObject>

  private let controller: Controller
  private var model: StageModel<NSManagedObjectID?, NSManagedObjectID>

  init(_ controller: Controller) throws {
    self.controller = controller
    // guide
    try controller.performFetch()
    model = controller.stageModel
    // end
    super.init(style: .plain)
    controller.delegate = self
  }

  required init?(coder: NSCoder) { nil }

  // guide
  override func numberOfSections(in tableView: UITableView) -> Int { model.numberOfSections }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    model.numberOfItems(inSection: section)
  }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let place = model.newPlace(of: ItemPlace(section: indexPath.section, item: indexPath.row))
    let cell = tableView.dequeueReusableCell(withIdentifier: "zone", for: indexPath)
    cell.accessibilityLabel = controller.object(at: IndexPath(place)).value(forKey: "name") as? String
    return cell
  }
  // end

  private func configureHeader(_ view: UIView?, _ section: Int) {
    view?.accessibilityLabel = controller.allSections[section].name
  }
}

// guide
extension IndexPath {
  init(_ place: ItemPlace) { self.init(row: place.item, section: place.section) }
}
// end

extension PlannedTable: @MainActor SectionedFetchedResultsControllerDelegate {
  func controller(_ controller: Controller, didChangeContentWith changes: Controller.ChangeSet) {
    // guide
    guard let plan = try? UpdatePlan(changes, new: controller.outline) else {
      model = controller.stageModel
      return tableView.reloadData()
    }
    for stage in plan.stages {
      tableView.performBatchUpdates {
        model = stage.after
        tableView.deleteSections(IndexSet(stage.changes.sections.deleted.map(\.place)), with: .automatic)
        tableView.insertSections(IndexSet(stage.changes.sections.inserted.map(\.place)), with: .automatic)
        for move in stage.changes.sections.moved { tableView.moveSection(move.from, toSection: move.to) }
        tableView.deleteRows(at: stage.changes.items.deleted.map { IndexPath($0.place) }, with: .automatic)
        tableView.insertRows(at: stage.changes.items.inserted.map { IndexPath($0.place) }, with: .automatic)
        for move in stage.changes.items.moved { tableView.moveRow(at: IndexPath(move.from), to: IndexPath(move.to)) }
      }
    }
    if let refresh = plan.refresh {
      tableView.reconfigureRows(at: refresh.items.map { IndexPath($0) })
      for section in refresh.sections { configureHeader(tableView.headerView(forSection: section), section) }
    }
    // end
  }
}
