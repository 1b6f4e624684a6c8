import CoreData
import Foundation
import SectionedChanges
import SectionedDataSources
import SectionedTesting
import Testing

/// The samples of the articles. A sample is between `// guide` and `// end`.
@Suite("The articles' samples do what they say")
struct ArticleTests {
  struct Team: Identifiable, Hashable, Codable, Sendable {
    var id: String
  }

  struct Player: Identifiable, Hashable, Codable, Sendable {
    var id: Int
    var name: String
    var team: String? = nil
    var tags: [String] = []
  }

  let people = MemoryList<Team, Player>([
    SectionContent(
      Team(id: "red"), items: [Player(id: 1, name: "Ana", team: "red"), Player(id: 2, name: "Bo", tags: ["new"])]),
    SectionContent(Team(id: "blue")),
  ])

  @Test func choosing() throws {
    // guide
    let players = MemoryList<Team, Player>([
      SectionContent(Team(id: "red"), items: [Player(id: 1, name: "Ana"), Player(id: 2, name: "Bo")]),
      SectionContent(Team(id: "blue")),
    ])
    let token = players.observe { update in print(update.changes) }
    try players.performUpdates {
      try players.move(1, to: ItemPlace(section: 1, item: 0))
      try players.append(Player(id: 3, name: "Cy"), toSection: 0)
    }
    // end
    #expect(players.snapshot.sections.map { $0.items.map(\.id.id) } == [[2, 3], [1]])
    token.cancel()
  }

  @Test func grouping() throws {
    // guide
    let byTeam = GroupedDataSource(people, by: { $0.team }, order: .ascending, nilGroup: .last, given: ["blue", "red"])
    let byTag = TagGroupedDataSource(people, byEach: { $0.tags }, order: .ascending)
    // end
    #expect(byTeam.allSections == ["blue", "red", nil] && byTeam.allItems.map(\.name) == ["Ana", "Bo"])
    #expect(byTag.numberOfItems == 2)
  }

  @Test func composing() throws {
    let guests = MemoryList<Team, Player>([SectionContent(Team(id: "guests"), items: [Player(id: 9, name: "Zoe")])])
    // guide
    let all = try ComposedDataSource(people, guests)
    try all.performTogether {
      guard let player = try guests.remove(9) else { return }
      try people.append(player, toSection: 1)
    }
    // end
    #expect(all.place(of: 9) == ItemPlace(section: 1, item: 0))
  }

  struct Coach: Identifiable, Hashable {
    var id: Int
  }

  @Test("sources of several types, one of them twice")
  func composingTypes() throws {
    let coaches = MemoryList<Team, Coach>([SectionContent(Team(id: "all"), items: [Coach(id: 1)])])
    // guide
    enum Header {
      case favourites, coaches
      case team(Team)
    }
    enum Row {
      case player(Player)
      case coach(Coach)
    }

    let favourites = FilteredDataSource(people, where: { $0.tags.contains("favourite") })
    let all = try ComposedDataSource<Header, AnyID, Row, AnyID>([
      ChildSource(
        favourites.mapped(section: { Header.team($0) }, item: { Row.player($0) }, kind: "Favourite"),
        asSectionOf: .favourites, id: AnyID(0, kind: "Favourites"), hidesWhenEmpty: true),
      ChildSource(people.mapped(section: { Header.team($0) }, item: { Row.player($0) }, kind: "Player")),
      ChildSource(coaches.mapped(section: { _ in Header.coaches }, item: { Row.coach($0) }, kind: "Coach")),
    ])
    // end
    var printed: [String] { all.snapshot.sections.map { "\($0.id): \($0.items.map { "\($0.id)" })" } }
    let rest = [
      #"Player(red): ["Player(1)", "Player(2)"]"#, "Player(blue): []", #"Coach(all): ["Coach(1)"]"#,
    ]
    #expect(printed == rest)
    try people.update(Player(id: 2, name: "Bo", tags: ["favourite"]))
    #expect(printed == [#"Favourites(0): ["Favourite(2)"]"#] + rest)
    guard case .favourites? = all.section(at: 0), case .player(let player)? = all.item(0, inSection: 0) else {
      Issue.record("The first row is no favourite.")
      return
    }
    #expect(player.name == "Bo")
  }

  /// The list keeps its order while it is grouped, whichever objects are renamed and moved.
  @Test("a fetched list is shown flat and in groups", arguments: TestSeeds.seeds(4))
  func groupingAFetchedList(seed: UInt64) throws {
    let library = try MusicLibrary()
    let context = library.context
    try context.performAndWait {
      let albums = (0..<3).map { library.album("A\($0)", $0) }
      var tracks = (0..<6).map { library.track("t\(5 - $0)", $0, in: albums[$0 % 3]) }
      try context.save()
      // guide
      let byTitle = FetchedList<NSManagedObject>(
        entityName: "Track", sortDescriptors: [NSSortDescriptor(key: "title", ascending: true)], in: context)
      let byAlbum = GroupedDataSource(
        byTitle, by: { $0.value(forKeyPath: "album.title") as? String }, order: .ascending, nilGroup: .last)
      try byTitle.performFetch()
      // end
      func title(_ object: NSManagedObject?) -> String? { object?.value(forKey: "title") as? String }
      var random = SeededRandom(seed: seed)
      for step in 0..<60 {
        let track = random.one(of: tracks)
        switch random.below(3) {
        case 0: track.setValue("t\(random.below(20))", forKey: "title")
        case 1: track.setValue(random.oneIn(4) ? nil : random.one(of: albums), forKey: "album")
        default: tracks.append(library.track("n\(step)", 0, in: random.one(of: albums)))
        }
        context.processPendingChanges()
        let flat = byTitle.allItems
        #expect(flat.map { title($0) ?? "" } == flat.map { title($0) ?? "" }.sorted() && flat.count == tracks.count)
        for section in 0..<byAlbum.numberOfSections {
          let name = byAlbum.section(at: section) ?? nil
          let expected = flat.filter { title($0.value(forKey: "album") as? NSManagedObject) == name }
          #expect(byAlbum.items(inSection: section) == expected, "seed \(seed)")
        }
      }
    }
  }

  @Test func searching() {
    // guide
    let found = FilteredDataSource(people) { player, query in
      query.matches(player.name)
    }
    found.text = "an"
    // end
    #expect(found.allItems.map(\.name) == ["Ana"] && found.numberOfSections == 1)
    // guide
    found.keepsEmptySections = true
    found.keepsEmptySectionsAtRest = false
    // end
    #expect(found.numberOfSections == 2 && found.numberOfItems == 1)
    found.text = ""
    #expect(found.allItems.map(\.name) == ["Ana", "Bo"] && found.numberOfSections == 1)
  }

  @Test func findingNothing() {
    let found = FilteredDataSource(people) { $1.matches($0.name) }
    // guide
    let rows = PlaceholderDataSource(
      found, loading: nil,
      placeholder: { context in
        guard context.isEmpty else { return nil }
        return Placeholder(.empty, title: found.isSearching ? "No results for “\(found.text)”" : "No players")
      },
      emptySection: { team in
        Placeholder(.empty, title: found.isSearching ? "Nobody in \(team.id) is found" : "Nobody is in \(team.id)")
      })
    func search(_ text: String) {
      found.text = text
      rows.settle()
    }
    // end
    func emptyRow() -> String? {
      guard case .placeholder(let row)? = rows.item(at: ItemPlace(section: 1, item: 0)) else { return nil }
      return row.title
    }
    #expect(emptyRow() == "Nobody is in blue" && rows.placeholder == nil)
    found.keepsEmptySections = true
    search("an")
    #expect(emptyRow() == "Nobody in blue is found")
    search("")
    #expect(emptyRow() == "Nobody is in blue")
    found.keepsEmptySections = false
    search("zz")
    #expect(rows.placeholder?.title == "No results for “zz”" && rows.numberOfItems == 1)
    search("zzz")
    #expect(rows.placeholder?.title == "No results for “zzz”")
    search("an")
    #expect(rows.placeholder == nil && rows.numberOfSections == 1)
    people.removeAll()
    #expect(rows.placeholder?.title == "No results for “an”")
    search("")
    #expect(rows.placeholder?.title == "No players")
  }

  @Test func askingAgain() {
    // guide
    var hidden: Set<Int> = []
    let shown = FilteredDataSource(people, where: { !hidden.contains($0.id) })
    hidden.insert(2)
    shown.refilter([2])
    // end
    #expect(shown.allItems.map(\.name) == ["Ana"])
    hidden = []
    shown.refilter([ListedID(2)])
    #expect(shown.allItems.map(\.name) == ["Ana", "Bo"])
  }

  @Test func searchingConcurrently() {
    // guide
    let found = FilteredDataSource.concurrent(people) { player, query in
      query.matches(player.name)
    }
    found.text = "an"
    // end
    #expect(found.allItems.map(\.name) == ["Ana"])
    people.appendSection(
      Team(id: "many"), items: (100..<10_100).map { Player(id: $0, name: $0 % 10 == 0 ? "Jan \($0)" : "\($0)") })
    var random = SystemRandomNumberGenerator()
    for text in ["an", "", "1", "99", "bo", "an 1", "x", "1"]
      + (0..<20).map({ _ in "\(Int.random(in: 0...99, using: &random))" })
    {
      found.text = text
      let expected = people.allItems.filter { text.isEmpty || $0.name.localizedStandardContains(text) }
      #expect(
        found.allItems == expected
          && found.numberOfSections == (text.isEmpty ? 3 : Set(expected.map { $0.id < 100 }).count))
    }
  }

  @MainActor
  @Test func searchingElsewhere() async throws {
    // guide
    let found = FilteredDataSource(
      people, isolation: #isolation,
      searchingItems: { query, items in
        Set(items.filter { $0.item.name.hasPrefix(query.text) }.map(\.id))
      })
    found.text = "B"
    // end
    while found.isAwaitingAnswer { await Task.yield() }
    #expect(found.allItems.map(\.name) == ["Bo"])
  }
}
