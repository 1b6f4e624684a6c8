// A collection of fetched zones by country, with a cell registration as a rule, headers, and interactive movement.
import CoreData
import SectionedChanges
import SectionedDataSources
import SectionedFetchedResults
import SectionedUIKit
import SectionedViews
import UIKit

nonisolated final class Country: NSManagedObject {
  @NSManaged var name: String
}

nonisolated final class Zone: NSManagedObject {
  @NSManaged var name: String
  @NSManaged var position: Int64
  @NSManaged var country: Country?
}

final class CountryHeader: UICollectionReusableView {
  let label = UILabel()
}

final class ZonesViewController: UICollectionViewController {
  typealias Zones = FetchedDataSource<Country, Zone>

  private let binding: CollectionBinding<Zones>
  private let zones: Zones

  init(_ controller: SectionedFetchedResultsController<Country, Zone>) throws {
    zones = Zones(controller)
    binding = CollectionBinding(zones)
    super.init(collectionViewLayout: UICollectionViewFlowLayout())
    try zones.performFetch()
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    // guide
    binding.add(
      UICollectionView.CellRegistration<UICollectionViewListCell, Zone> { cell, _, zone in
        var content = cell.defaultContentConfiguration()
        content.text = zone.name
        cell.contentConfiguration = content
      })
    binding.rules.add(
      ViewRule(.header, CountryHeader.self, for: FetchedSection<Country>.self) { view, section, _ in
        view.label.text = section.object?.name ?? "Elsewhere"
      })
    binding.editing = ListEditing(ListReordering(of: zones, position: "position", section: "country"))
    binding.show(in: collectionView)
    // end
    collectionView.addGestureRecognizer(UILongPressGestureRecognizer(target: self, action: #selector(drag)))
  }

  @objc private func drag(_ gesture: UILongPressGestureRecognizer) {
    let position = gesture.location(in: collectionView)
    switch gesture.state {
    case .began:
      if let path = collectionView.indexPathForItem(at: position) { _ = binding.beginDragging(at: path) }
    case .changed: binding.drag(to: position)
    case .ended: binding.drop()
    default: binding.cancelDragging()
    }
  }
}
