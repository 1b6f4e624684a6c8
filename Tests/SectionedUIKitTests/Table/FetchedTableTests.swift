import CoreData
import SectionedDataSources
import SectionedUIKit
import SectionedViews
import Testing
import UIKit

/// The README's table.
@Suite("A table of fetched objects in nine lines")
@MainActor
struct FetchedTableTests {
  @Test func anEmptySectionIsShownAndFillsWhenItsFirstRowComes() throws {
    let refusals = try Refusals.recorded {
      let world = try World([
        ("Andorra", [("Andorra", 0)]), ("Bouvet Island", []), ("Brazil", [("Manaus", 0), ("Belem", 1)]),
      ])
      let screen = try AtlasScreen(world.context)
      #expect(screen.text == ["Andorra: Andorra", "Bouvet Island: ", "Brazil: Belem, Manaus"])
      let zone = Zone(context: world.context)
      (zone.name, zone.country) = ("Bouvet", screen.zones.section(at: 1)?.object)
      try world.context.save()
      #expect(screen.text == ["Andorra: Andorra", "Bouvet Island: Bouvet", "Brazil: Belem, Manaus"])
    }
    #expect(refusals == [])
  }
}

extension Country {
  fileprivate static func byName() -> NSFetchRequest<Country> {
    let request = NSFetchRequest<Country>(entityName: "Country")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    return request
  }
}

extension Zone {
  fileprivate static func byName() -> NSFetchRequest<Zone> {
    let request = NSFetchRequest<Zone>(entityName: "Zone")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    return request
  }
}

@MainActor
private struct AtlasScreen {
  let zones: FetchedDataSource<Country, Zone>
  let binding: TableBinding<FetchedDataSource<Country, Zone>>
  let window: UIWindow
  let tableView = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 640), style: .plain)

  init(_ context: NSManagedObjectContext) throws {
    window = UIWindow(showing: tableView)
    window.isHidden = false
    // guide
    zones = FetchedDataSource(sections: Country.byName(), items: Zone.byName(), by: "country.code", in: context)
    binding = TableBinding(zones)
    binding.rules.add(
      ViewRule(.cell, UITableViewCell.self, for: Zone.self) { cell, zone, _ in cell.textLabel?.text = zone.name })
    binding.headerTitle = { country, _ in country.object?.name }
    binding.show(in: tableView)
    try zones.performFetch()
    // end
  }

  /// A line for each section: its title and the texts of its cells.
  var text: [String] {
    tableView.layoutIfNeeded()
    return (0..<tableView.numberOfSections).map { section in
      let rows = (0..<tableView.numberOfRows(inSection: section)).map { row in
        tableView.cellForRow(at: IndexPath(row: row, section: section))?.textLabel?.text ?? "?"
      }
      let title = tableView.dataSource?.tableView(tableView, titleForHeaderInSection: section) ?? "?"
      return "\(title): \(rows.joined(separator: ", "))"
    }
  }
}
