// The same table with a binding. It also has sections for countries without zones.
import CoreData
import SectionedDataSources
import SectionedUIKit
import SectionedViews
import UIKit

enum After {
  // guide
  final class ZonesViewController: UITableViewController {
    private let zones: FetchedDataSource<Country, Zone>
    private let binding: TableBinding<FetchedDataSource<Country, Zone>>

    init(_ context: NSManagedObjectContext) {
      zones = FetchedDataSource(
        sections: Requests.countries, items: Requests.zones, by: "country.code", in: context)
      binding = TableBinding(zones)
      super.init(style: .plain)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
      super.viewDidLoad()
      binding.rules.add(
        ViewRule(.cell, UITableViewCell.self, for: Zone.self) { cell, zone, _ in
          cell.textLabel?.text = zone.name
        })
      binding.headerTitle = { section, _ in section.object?.name }
      binding.show(in: tableView)
      do { try zones.performFetch() } catch { print(error) }
    }
  }
  // end
}
