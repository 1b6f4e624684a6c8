import CoreData
import SectionedChanges
import SectionedFetchedResults
import SectionedTesting
import Testing
import UIKit

@Suite("The screens of the articles show what a person expects after many events", .serialized)
@MainActor
struct ControllerSampleTests {
  /// Zones that the test edits in the context of the list. Each event has several edits, and zones may have the same
  /// name.
  @MainActor
  private final class EditedWorld {
    let world: World
    /// Whether each country with zones keeps at least one, and each country without zones receives none.
    private let keepsSections: Bool
    private var random: SeededRandom
    private var count = 0
    var context: NSManagedObjectContext { world.context }

    init(seed: UInt64, keepsSections: Bool = false) throws {
      self.keepsSections = keepsSections
      world = try World([("A", [("a2", 0), ("a1", 0)]), ("B", []), ("C", [("c1", 0)])])
      random = SeededRandom(seed: seed)
    }

    private var countries: [Country] { get throws { try context.fetch(TableSample.Requests.countries) } }

    private func newName() -> String {
      count += 1
      return "\(["m", "c", "x", "a"][random.below(4)])\(count)"
    }

    func edit() throws {
      for _ in 0...random.below(4) {
        let all = try context.fetch(TableSample.Requests.zones)
        func count(_ country: Country?) -> Int { all.count { $0.country === country } }
        let zones = keepsSections ? all.filter { count($0.country) > 1 } : all
        let countries = try countries.filter { !keepsSections || count($0) > 0 }
        switch random.below(keepsSections ? 4 : 7) {
        case 0 where zones.count < 12:
          let zone = Zone(context: context)
          (zone.name, zone.country) = (newName(), countries.randomElement(using: &random))
        case 1: if let zone = zones.randomElement(using: &random) { context.delete(zone) }
        case 2: zones.randomElement(using: &random)?.name = newName()
        case 3: zones.randomElement(using: &random)?.country = countries.randomElement(using: &random)
        case 4: countries.randomElement(using: &random)?.name = newName()
        case 5 where countries.count < 6:
          let country = Country(context: context)
          country.name = newName()
          country.setValue(country.name, forKey: "code")
        default:
          guard countries.count > 2, let country = countries.randomElement(using: &random) else { continue }
          let heir = countries.first { $0 !== country }
          for zone in zones where zone.country === country { zone.country = heir }
          context.delete(country)
        }
      }
      if random.oneIn(3) { try context.save() } else { context.processPendingChanges() }
    }

    /// A line for each country, with its name and those of its zones.
    func lines(withEmptyOnes: Bool = true) throws -> [String] {
      let zones = try context.fetch(TableSample.Requests.zones)
      return try countries.compactMap { country in
        let names = zones.filter { $0.country === country }.map(\.name)
        return names.isEmpty && !withEmptyOnes ? nil : "\(country.name): \(names.joined(separator: ", "))"
      }
    }

    func controller() -> SectionedFetchedResultsController<NSManagedObject, NSManagedObject> {
      func plain(_ entity: String) -> NSFetchRequest<NSManagedObject> {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        return request
      }
      return SectionedFetchedResultsController(
        itemFetchRequest: plain("Zone"), sectionFetchRequest: plain("Country"), managedObjectContext: context,
        sectionGroupingKeyPath: "country.code", cacheName: nil)
    }
  }

  private func check(
    seed: UInt64, _ view: UIView, _ world: EditedWorld, withEmptyOnes: Bool = true, _ shown: () -> [String]
  ) throws {
    let window = UIWindow(showing: view, height: 2000)
    window.isHidden = false
    for step in 0...120 {
      view.layoutIfNeeded()
      let expected = try world.lines(withEmptyOnes: withEmptyOnes)
      let isShown = shown() == expected
      #expect(isShown, "step \(step) of seed \(seed): \(shown()), not \(expected)")
      guard isShown else { return }
      try world.edit()
    }
  }

  private func lines(_ table: UITableView, _ names: (Int) -> String?) -> [String] {
    (0..<table.numberOfSections).map { section in
      let rows = (0..<table.numberOfRows(inSection: section)).map { row in
        let cell = table.cellForRow(at: IndexPath(row: row, section: section))
        let text = (cell?.contentConfiguration as? UIListContentConfiguration)?.text ?? cell?.textLabel?.text
        return text ?? cell?.accessibilityLabel ?? "?"
      }
      return "\(names(section) ?? "?"): \(rows.joined(separator: ", "))"
    }
  }

  @Test("A table that a controller's delegate updates at each change", arguments: ViewRuns.seeds(4))
  func delegate(seed: UInt64) throws {
    let refusals = try Refusals.recorded {
      let world = try EditedWorld(seed: seed)
      let screen = ZonesViewController(world.world.container)
      let table = try #require(screen.tableView)
      try check(seed: seed, table, world) {
        lines(table) { section in
          let title = table.dataSource?.tableView(table, titleForHeaderInSection: section)
          let isStale = table.headerView(forSection: section).map { $0.textLabel?.text != title } ?? false
          return isStale ? "a stale header" : title
        }
      }
      withExtendedLifetime(screen) {}
    }
    #expect(refusals == [])
  }

  @Test("a table and a collection that follow an update plan", arguments: ViewRuns.seeds(4))
  func plan(seed: UInt64) throws {
    let refusals = try Refusals.recorded {
      let world = try EditedWorld(seed: seed)
      let controller = world.controller()
      let screen = try PlannedTable(controller)
      let table = try #require(screen.tableView)
      table.register(UITableViewCell.self, forCellReuseIdentifier: "zone")
      try check(seed: seed, table, world) {
        lines(table) { controller.allSections[$0].object?.value(forKey: "name") as? String }
      }

      let other = try EditedWorld(seed: seed)
      let others = other.controller()
      let otherScreen = try PlannedCollection(others)
      let view = try #require(otherScreen.collectionView)
      view.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "zone")
      let kind = UICollectionView.elementKindSectionHeader
      view.register(UICollectionReusableView.self, forSupplementaryViewOfKind: kind, withReuseIdentifier: "country")
      let layout = try #require(view.collectionViewLayout as? UICollectionViewFlowLayout)
      layout.headerReferenceSize = CGSize(width: 320, height: 20)
      try check(seed: seed, view, other) {
        (0..<view.numberOfSections).map { section in
          let name = others.allSections[section].object?.value(forKey: "name") as? String
          let items = (0..<view.numberOfItems(inSection: section)).map {
            view.cellForItem(at: IndexPath(item: $0, section: section))?.accessibilityLabel ?? "?"
          }
          let header = view.supplementaryView(forElementKind: kind, at: IndexPath(item: 0, section: section))
          let isStale = header?.accessibilityLabel != others.allSections[section].name
          return "\(isStale ? "a stale header" : name ?? "?"): \(items.joined(separator: ", "))"
        }
      }
      withExtendedLifetime((screen, otherScreen)) {}
    }
    #expect(refusals == [])
  }

  @Test("a collection with a diffable data source of its own", arguments: ViewRuns.seeds(4))
  func diffable(seed: UInt64) throws {
    let refusals = try Refusals.recorded {
      let world = try EditedWorld(seed: seed)
      let controller = world.controller()
      let view = UICollectionView(frame: .zero, collectionViewLayout: UICollectionViewFlowLayout())
      let screen = try ZonesScreen(controller, in: view)
      try check(seed: seed, view, world) {
        (0..<view.numberOfSections).map { section in
          let name = controller.allSections[section].object?.value(forKey: "name") as? String
          return "\(name ?? "?"): \(texts(view, section).joined(separator: ", "))"
        }
      }
      withExtendedLifetime(screen) {}
    }
    #expect(refusals == [])
  }

  /// The double refuses updates that name rows of inserted or deleted sections. A table without a binding passes such
  /// rows to its view, so the edits keep all sections.
  @Test("the table before it has a binding follows the zones of countries that have some", arguments: ViewRuns.seeds(4))
  func results(seed: UInt64) throws {
    let refusals = try Refusals.recorded {
      let world = try EditedWorld(seed: seed, keepsSections: true)
      let screen = BeforeBinding.ZonesViewController(world.context)
      let table = try #require(screen.tableView)
      try check(seed: seed, table, world, withEmptyOnes: false) {
        lines(table) { table.dataSource?.tableView(table, titleForHeaderInSection: $0) }
      }
      withExtendedLifetime(screen) {}
    }
    #expect(refusals == [])
  }

  private func texts(_ view: UICollectionView, _ section: Int) -> [String] {
    (0..<view.numberOfItems(inSection: section)).map { item in
      let cell = view.cellForItem(at: IndexPath(item: item, section: section))
      return (cell?.contentConfiguration as? UIListContentConfiguration)?.text ?? "?"
    }
  }

  @Test("fetched zones in a diffable data source, by a binding and by hand", arguments: ViewRuns.seeds(4))
  func fetchedDiffable(seed: UInt64) throws {
    let refusals = try Refusals.recorded {
      let world = try EditedWorld(seed: seed)
      let view = UICollectionView(frame: .zero, collectionViewLayout: UICollectionViewFlowLayout())
      let screen = try AfterFetched.ZonesScreen(world.context, in: view)
      try check(seed: seed, view, world) {
        let names = ((try? world.lines()) ?? []).map { $0.prefix { $0 != ":" } }
        return (0..<view.numberOfSections).map { section in
          "\(section < names.count ? names[section] : "?"): \(texts(view, section).joined(separator: ", "))"
        }
      }
      for section in 0..<view.numberOfSections {
        for item in 0..<view.numberOfItems(inSection: section) {
          let path = IndexPath(item: item, section: section)
          #expect(screen.zone(at: path).flatMap { screen.path(of: $0) } == path)
        }
      }

      // The delegate by hand does not configure updated cells again, so the test only inserts zones.
      let other = try World([("A", [("a1", 0)]), ("B", [("b1", 0)])])
      let otherView = UICollectionView(frame: .zero, collectionViewLayout: UICollectionViewFlowLayout())
      let window = UIWindow(showing: otherView, height: 2000)
      window.isHidden = false
      let before = try BeforeFetched.ZonesScreen(other.context, in: otherView)
      let country = try #require(try other.context.fetch(TableSample.Requests.countries).last)
      for number in 2..<6 {
        let zone = Zone(context: other.context)
        (zone.name, zone.country) = ("b\(number)", country)
        try other.context.save()
      }
      otherView.layoutIfNeeded()
      #expect(texts(otherView, 1) == (1..<6).map { "b\($0)" })
      let (first, last) = (IndexPath(item: 0, section: 1), IndexPath(item: 4, section: 1))
      #expect(before.zone(at: first).flatMap { before.path(of: $0) } == first)
      // The page says that only the binding finds it, because the snapshot by hand has the ID from before the save.
      #expect(before.zone(at: last).flatMap { before.path(of: $0) } == nil)
      withExtendedLifetime((screen, window)) {}
    }
    #expect(refusals == [])
  }

  @Test("songs in a snapshot by hand, and in a list in memory: the same screen")
  func songs() async throws {
    let refusals = try await Refusals.recorded {
      let playlists = [
        ListedPlaylist(id: 1, name: "Old"), ListedPlaylist(id: 2, name: "New"), ListedPlaylist(id: 3, name: "None"),
      ]
      let views = (0..<2).map { _ in
        UICollectionView(frame: .zero, collectionViewLayout: UICollectionViewFlowLayout())
      }
      let windows = views.map { UIWindow(showing: $0, height: 2000) }
      for window in windows { window.isHidden = false }
      let before = BeforeList.SongsScreen(playlists, in: views[0])
      let after = AfterList.SongsScreen(playlists, in: views[1])
      var expected: [[String]] = [[], [], []]
      var places: [(section: Int, item: Int)] = []
      var random = SeededRandom(seed: 5)
      for step in 0..<60 {
        if let index = places.indices.randomElement(using: &random), random.oneIn(2) {
          let (song, place) = (ListedSong(id: index, title: ""), places[index])
          before.rename(song, "t\(step)")
          try after.rename(song, "t\(step)")
          expected[place.section][place.item] = "t\(step)"
        } else {
          let (section, song) = (random.below(2), ListedSong(id: places.count, title: "s\(step)"))
          before.add(song, to: playlists[section])
          try after.add(song, to: playlists[section])
          places.append((section, expected[section].count))
          expected[section].append(song.title)
        }
        await nextTurn()
        for view in views {
          view.layoutIfNeeded()
          #expect((0..<view.numberOfSections).map { texts(view, $0) } == expected, "step \(step)")
        }
      }
      withExtendedLifetime(windows) {}
    }
    #expect(refusals == [])
  }
}
