import CoreData
import SectionedFetchedResults
import Testing
import UIKit

/// The initial list, zones by country: `Andorra: Andorra Ordino | Bouvet Island: | Brazil: Belem Manaus`.
@Suite("A table whose delegate is swapped shows the list, with the empty sections", .serialized)
@MainActor
struct SwappedTableTests {
  private let world: World

  init() throws {
    world = try World([
      ("Andorra", [("Andorra", 0), ("Ordino", 1)]), ("Bouvet Island", []), ("Brazil", [("Belem", 0), ("Manaus", 1)]),
    ])
  }

  private var context: NSManagedObjectContext { world.context }

  private func country(_ name: String) throws -> Country? {
    try context.fetch(TableSample.Requests.countries).first { $0.name == name }
  }

  private func zone(_ name: String) throws -> Zone? {
    try context.fetch(TableSample.Requests.zones).first { $0.name == name }
  }

  private func add(_ name: String, to country: String) throws {
    // The country is fetched before the insertion, because a fetch after it would end the event.
    let country = try self.country(country)
    let zone = Zone(context: context)
    (zone.name, zone.country) = (name, country)
  }

  /// Makes each edit as one event, and checks the tables after it.
  private func edit(_ edits: [() throws -> Void], check: () -> Void) throws {
    for edit in edits {
      try edit()
      context.processPendingChanges()
      check()
    }
  }

  /// A line for each section, with its title and the texts of its cells.
  private func lines(_ table: UITableView) -> [String] {
    table.layoutIfNeeded()
    return (0..<table.numberOfSections).map { section in
      let rows = (0..<table.numberOfRows(inSection: section)).map { row in
        table.cellForRow(at: IndexPath(row: row, section: section))?.textLabel?.text ?? "?"
      }
      let title = table.dataSource?.tableView(table, titleForHeaderInSection: section) ?? "?"
      return "\(title): \(rows.joined(separator: " "))"
    }
  }

  @Test func bothShowEachEdit() throws {
    let refusals = try Refusals.recorded {
      let request = TableSample.Requests.zones
      request.sortDescriptors?.insert(NSSortDescriptor(key: "country.code", ascending: true), at: 0)
      let old = NSFetchedResultsController(
        fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "country.code", cacheName: nil)
      let new = ZonesController(
        itemFetchRequest: TableSample.Requests.zones, sectionFetchRequest: TableSample.Requests.countries,
        managedObjectContext: context, sectionGroupingKeyPath: "country.code", cacheName: nil)
      let before = ZonesTable(
        ZonesTable.List(
          numberOfSections: { old.sections?.count ?? 0 }, numberOfRows: { old.sections?[$0].numberOfObjects ?? 0 },
          title: { old.sections?[$0].name }, zone: { old.object(at: $0) }))
      let after = ZonesTable(
        ZonesTable.List(
          numberOfSections: { new.allSections.count }, numberOfRows: { new.allSections[$0].numberOfObjects },
          title: { new.allSections[$0].object?.name }, zone: { new.object(at: $0) }))
      (old.delegate, new.delegate) = (before, after)
      try old.performFetch()
      try new.performFetch()
      let tables = try [before, after].map { try #require($0.tableView) }
      // The delegates of both controllers also report rows of inserted and deleted sections.
      for table in tables { table.allowsRowsOfChangedSections = true }
      let windows = tables.map { UIWindow(showing: $0) }
      for window in windows { window.isHidden = false }
      #expect(lines(tables[0]) == ["Andorra: Andorra Ordino", "Brazil: Belem Manaus"])
      #expect(lines(tables[1]) == ["Andorra: Andorra Ordino", "Bouvet Island: ", "Brazil: Belem Manaus"])
      // Each section with items keeps at least one, because the view refuses a move from a deleted or to an inserted
      // section.
      let edits: [() throws -> Void] = [
        { try add("Acre", to: "Brazil") }, { if let zone = try zone("Acre") { context.delete(zone) } },
        { try zone("Andorra")?.country = country("Brazil") }, { try zone("Manaus")?.name = "Acre" },
      ]
      try edit(edits) { #expect(lines(tables[0]) == lines(tables[1]).filter { !$0.hasSuffix(": ") }) }
      #expect(lines(tables[1]) == ["Andorra: Ordino", "Bouvet Island: ", "Brazil: Acre Andorra Belem"])
      old.delegate = nil
      var shown: [[String]] = []
      let others: [() throws -> Void] = [
        { try add("Bouvet", to: "Bouvet Island") }, { try country("Andorra")?.name = "Zaire" },
        { if let country = try country("Brazil") { context.delete(country) } },
      ]
      try edit(others) { shown.append(lines(tables[1])) }
      #expect(
        shown == [
          ["Andorra: Ordino", "Bouvet Island: Bouvet", "Brazil: Acre Andorra Belem"],
          ["Bouvet Island: Bouvet", "Brazil: Acre Andorra Belem", "Zaire: Ordino"],
          ["Bouvet Island: Bouvet", "Zaire: Ordino"],
        ])
      withExtendedLifetime((before, after, windows)) {}
    }
    #expect(refusals == [])
  }
}
