// UIKit tables and collections whose cells and headers are SwiftUI views.
#if canImport(SwiftUI) && canImport(Observation)
  import CoreData
  import SectionedDataSources
  import SectionedFetchedResults
  import SectionedUIKit
  import SectionedViews
  import SwiftUI
  import UIKit

  nonisolated final class Country: NSManagedObject {
    @NSManaged var name: String
  }

  nonisolated final class Zone: NSManagedObject {
    @NSManaged var name: String
    @NSManaged var country: Country?
  }

  @MainActor
  enum ZoneRules {
    typealias Section = FetchedSection<Country>

    static var table: ListRules {
      var rules = ListRules()
      // guide
      rules.add(
        .tableCell(for: Zone.self) { zone, _ in
          UIHostingConfiguration { Label(zone.name, systemImage: "globe") }
        })
      rules.add(
        .tableView(.header, for: Section.self) { section, _ in
          UIHostingConfiguration { Text(section.object?.name ?? "Elsewhere").font(.headline) }
            .margins(.vertical, 4)
        })
      // end
      return rules
    }

    static var collection: ListRules {
      var rules = ListRules()
      rules.add(
        .collectionCell(for: Zone.self, where: { zone, _ in zone.country != nil }) { zone, _ in
          UIHostingConfiguration {
            VStack(alignment: .leading) {
              Text(zone.name)
              if let country = zone.country { Text(country.name).font(.caption) }
            }
          }
        })
      rules.add(.collectionView(.footer, for: Section.self) { _, _ in UIHostingConfiguration { Divider() } })
      return rules
    }

    static func show(
      _ zones: FetchedDataSource<Country, Zone>, in table: UITableView
    ) -> TableBinding<FetchedDataSource<Country, Zone>> {
      TableBinding(zones, in: table, rules: self.table)
    }
  }
#endif
