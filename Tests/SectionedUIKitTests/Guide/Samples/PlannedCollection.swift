import CoreData
import SectionedChanges
import SectionedFetchedResults
import UIKit

/// The collection of the articles that performs an update plan.
final class PlannedCollection: UICollectionViewController {
  typealias Controller = SectionedFetchedResultsController<NSManagedObject, NSManagedObject>

  private let controller: Controller
  private var model: StageModel<NSManagedObjectID?, NSManagedObjectID>

  init(_ controller: Controller) throws {
    self.controller = controller
    try controller.performFetch()
    model = controller.stageModel
    super.init(collectionViewLayout: UICollectionViewFlowLayout())
    controller.delegate = self
  }

  required init?(coder: NSCoder) { nil }

  override func numberOfSections(in collectionView: UICollectionView) -> Int { model.numberOfSections }

  override func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
    model.numberOfItems(inSection: section)
  }

  override func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    let place = model.newPlace(of: ItemPlace(section: indexPath.section, item: indexPath.item))
    let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "zone", for: indexPath)
    cell.accessibilityLabel = controller.object(at: IndexPath(place)).value(forKey: "name") as? String
    return cell
  }

  // guide
  override func collectionView(
    _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
  ) -> UICollectionReusableView {
    let header = collectionView.dequeueReusableSupplementaryView(
      ofKind: kind, withReuseIdentifier: "country", for: indexPath)
    // A section that goes in a later stage is none of the new list.
    if let section = model.newSection(of: indexPath.section) { configureHeader(header, section) }
    return header
  }
  // end

  private func configureHeader(_ view: UICollectionReusableView?, _ section: Int) {
    view?.accessibilityLabel = controller.allSections[section].name
  }
}

extension PlannedCollection: @MainActor SectionedFetchedResultsControllerDelegate {
  func controller(_ controller: Controller, didChangeContentWith changes: Controller.ChangeSet) {
    // guide
    guard let plan = try? UpdatePlan(changes, new: controller.outline) else {
      model = controller.stageModel
      return collectionView.reloadData()
    }
    for stage in plan.stages {
      collectionView.performBatchUpdates {
        model = stage.after
        collectionView.deleteSections(IndexSet(stage.changes.sections.deleted.map(\.place)))
        collectionView.insertSections(IndexSet(stage.changes.sections.inserted.map(\.place)))
        for move in stage.changes.sections.moved { collectionView.moveSection(move.from, toSection: move.to) }
        collectionView.deleteItems(at: stage.changes.items.deleted.map { IndexPath($0.place) })
        collectionView.insertItems(at: stage.changes.items.inserted.map { IndexPath($0.place) })
        for move in stage.changes.items.moved {
          collectionView.moveItem(at: IndexPath(move.from), to: IndexPath(move.to))
        }
      }
    }
    if let refresh = plan.refresh {
      collectionView.reconfigureItems(at: refresh.items.map { IndexPath($0) })
      for section in refresh.sections {
        let path = IndexPath(item: 0, section: section)
        let kind = UICollectionView.elementKindSectionHeader
        configureHeader(collectionView.supplementaryView(forElementKind: kind, at: path), section)
      }
    }
    // end
  }
}
