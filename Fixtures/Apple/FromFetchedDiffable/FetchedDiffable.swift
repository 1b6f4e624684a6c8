// Fetched zones in a diffable data source, first with snapshots by hand, then with a binding.
import CoreData
import SectionedDataSources
import SectionedUIKit
import UIKit

typealias ZoneCell = UICollectionView.CellRegistration<UICollectionViewListCell, Zone>

extension ZoneCell {
  @MainActor
  static var plain: ZoneCell {
    ZoneCell { cell, _, zone in
      var content = cell.defaultContentConfiguration()
      content.text = zone.name
      cell.contentConfiguration = content
    }
  }
}

enum Before {
  // guide
  @MainActor
  final class ZonesScreen: NSObject, @MainActor NSFetchedResultsControllerDelegate {
    private let results: NSFetchedResultsController<Zone>
    private let dataSource: UICollectionViewDiffableDataSource<String, NSManagedObjectID>

    init(_ context: NSManagedObjectContext, in collectionView: UICollectionView) throws {
      let cell = ZoneCell.plain
      results = NSFetchedResultsController(
        fetchRequest: Requests.zonesByCountry, managedObjectContext: context, sectionNameKeyPath: "country.name",
        cacheName: nil)
      dataSource = UICollectionViewDiffableDataSource(collectionView: collectionView) { view, path, id in
        let zone = try? context.existingObject(with: id) as? Zone
        return zone.map { view.dequeueConfiguredReusableCell(using: cell, for: path, item: $0) }
      }
      super.init()
      results.delegate = self
      try results.performFetch()
      apply()
    }

    private func apply() {
      var snapshot = NSDiffableDataSourceSnapshot<String, NSManagedObjectID>()
      for section in results.sections ?? [] {
        snapshot.appendSections([section.name])
        snapshot.appendItems(section.objects?.compactMap { ($0 as? Zone)?.objectID } ?? [], toSection: section.name)
      }
      dataSource.apply(snapshot)
    }

    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) { apply() }

    func zone(at path: IndexPath) -> Zone? { results.object(at: path) }
    func path(of zone: Zone) -> IndexPath? { dataSource.indexPath(for: zone.objectID) }
  }
  // end
}

enum After {
  // guide
  @MainActor
  final class ZonesScreen {
    private let zones: FetchedDataSource<Country, Zone>
    private let binding: DiffableCollectionBinding<FetchedDataSource<Country, Zone>>

    init(_ context: NSManagedObjectContext, in collectionView: UICollectionView) throws {
      let cell = ZoneCell.plain
      zones = FetchedDataSource(
        sections: Requests.countries, items: Requests.zones, by: "country.code", in: context)
      binding = DiffableCollectionBinding(zones, in: collectionView) { view, path, zone in
        view.dequeueConfiguredReusableCell(using: cell, for: path, item: zone)
      }
      try zones.performFetch()
    }

    func zone(at path: IndexPath) -> Zone? { binding.item(at: path) }
    func path(of zone: Zone) -> IndexPath? { binding.indexPath(of: ListedID(zone.objectID)) }
  }
  // end
}
