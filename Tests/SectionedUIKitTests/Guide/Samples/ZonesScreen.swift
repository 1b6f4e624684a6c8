import CoreData
import SectionedChanges
import SectionedFetchedResults
import UIKit

/// The collection of the articles with its own diffable data source.
@MainActor final class ZonesScreen {
  typealias Controller = SectionedFetchedResultsController<NSManagedObject, NSManagedObject>

  private let controller: Controller
  private let dataSource: UICollectionViewDiffableDataSource<NSManagedObjectID?, NSManagedObjectID>

  init(_ controller: Controller, in collectionView: UICollectionView) throws {
    self.controller = controller
    let cell = UICollectionView.CellRegistration<UICollectionViewListCell, NSManagedObjectID> { cell, _, id in
      var content = cell.defaultContentConfiguration()
      content.text = controller.managedObjectContext.object(with: id).value(forKey: "name") as? String
      cell.contentConfiguration = content
    }
    dataSource = UICollectionViewDiffableDataSource(collectionView: collectionView) { view, path, id in
      view.dequeueConfiguredReusableCell(using: cell, for: path, item: id)
    }
    // guide
    // A diffable data source takes another ID for another cell, and a save gives new objects other IDs.
    controller.obtainsPermanentIDs = true
    controller.delegate = self
    try controller.performFetch()
    // The first fetch reports nothing.
    dataSource.apply(controller.diffableSnapshot, animatingDifferences: false)
    // end
  }
}

// guide
extension ZonesScreen: @MainActor SectionedFetchedResultsControllerDelegate {
  func controller(_ controller: Controller, didChangeContentWith changes: Controller.ChangeSet) {
    dataSource.apply(controller.diffableSnapshot)
  }
}
// end

extension SectionedFetchedResultsController {
  /// The snapshot for a diffable data source. On Apple platforms the package declares this property.
  fileprivate var diffableSnapshot: NSDiffableDataSourceSnapshot<NSManagedObjectID?, NSManagedObjectID> {
    var result = NSDiffableDataSourceSnapshot<NSManagedObjectID?, NSManagedObjectID>()
    for section in snapshot.sections {
      result.appendSections([section.id])
      result.appendItems(section.items.map(\.id), toSection: section.id)
    }
    result.reconfigureItems(lastReportedItems)
    return result
  }
}
