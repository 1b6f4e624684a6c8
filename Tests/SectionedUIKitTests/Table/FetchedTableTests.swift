import CoreData
import SectionedDataSources
import SectionedTesting
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
      let atlas = try Atlas()
      let screen = try AtlasScreen(atlas.context)
      #expect(screen.text == ["Andorra: Andorra", "Bouvet Island: ", "Brazil: Belem, Manaus"])
      atlas.add("Bouvet", to: try #require(screen.zones.section(at: 1)?.object))
      try atlas.context.save()
      #expect(screen.text == ["Andorra: Andorra", "Bouvet Island: Bouvet", "Brazil: Belem, Manaus"])
    }
    #expect(refusals == [])
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
