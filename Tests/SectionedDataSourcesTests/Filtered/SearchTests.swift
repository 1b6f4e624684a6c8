import SectionedChanges
import Testing

@testable import SectionedDataSources

/// 0: anna alma bob | 1: carl | 2: (empty)
private func shelves() -> Racks { .make([["anna", "alma", "bob"], ["carl"], []]) }

@Suite("A search shows what matches, and follows its base")
struct SearchTests {
  @Test("Only sections with matches are shown, in the base's order, with the base's models")
  func sectionsWithMatches() {
    let found = FilteredDataSource(shelves()) { book, query in book.name.contains(query.text) }
    #expect(found.names == [["anna", "alma", "bob"], ["carl"], []], "at rest all sections are shown, empty ones too")
    found.text = "a"
    #expect(found.names == [["anna", "alma"], ["carl"]])
    found.text = "r"
    #expect(found.names == [["carl"]])
    #expect(found.section(at: 0) == Rack(id: 1))
    found.text = "zz"
    #expect(found.names == [])
  }

  @Test("A search is by text or scope, repeating it changes nothing, and leaving it shows all items")
  func searching() {
    let base = shelves()
    let found = FilteredDataSource(base) { book, query in
      book.name.contains(query.text) && (query.scope(as: Int.self).map { book.name.utf8.count == $0 } ?? true)
    }
    var steps = 0
    let token = found.observe { _ in steps += 1 }
    #expect(!found.isSearching)
    found.text = "a"
    #expect(found.isSearching)
    #expect(steps == 1)
    found.text = "a"
    found.search("a")
    found.query = SearchQuery(text: "a")
    #expect(steps == 1)
    found.scope = 4
    #expect(found.names == [["anna", "alma"], ["carl"]])
    #expect(steps == 1, "the scope leaves the same")
    found.search("b", scope: 3)
    #expect(found.names == [["bob"]])
    #expect(steps == 2, "text and scope are one step")
    found.text = ""
    #expect(found.isSearching)
    found.scope = nil
    #expect(!found.isSearching)
    #expect(found.names == [["anna", "alma", "bob"], ["carl"], []])
    token.cancel()
  }

  @Test("Scopes of different types are different ones")
  func scopes() {
    #expect(SearchQuery(scope: 1) == SearchQuery(scope: 1))
    #expect(SearchQuery(scope: 1) != SearchQuery(scope: "1"))
    #expect(SearchQuery(scope: 1) != SearchQuery())
    #expect(SearchQuery(text: "", scope: nil).isSearching == false)
    #expect(SearchQuery(scope: "x").scope(as: Int.self) == nil)
    #expect(Set([SearchQuery(text: "a", scope: 2), SearchQuery(text: "a", scope: 2)]).count == 1)
  }

  @Test("A closure decides about items of every type, and is not called while there is no search")
  func closureForAll() {
    let found = FilteredDataSource(shelves()) { _, query in
      #expect(query.isSearching)
      return false
    }
    #expect(found.numberOfItems == 4)
    found.text = "x"
    #expect(found.numberOfItems == 0)
  }

  @Test("During a search the section at an index is the shown one")
  func sectionModels() throws {
    let base = shelves()
    let found = FilteredDataSource(base) { book, query in book.name.contains(query.text) }
    found.text = "carl"
    #expect(found.section(at: 0)?.id == 1)
    #expect(found.section(for: 0) == nil)
    #expect(found.index(ofSection: 1) == 0)
    #expect(found.item(for: 0) == nil)
    #expect(found.item(at: ItemPlace(section: 0, item: 0))?.name == "carl")
    try base.replaceSection(at: 1, with: Rack(id: 1, title: "new"))
    #expect(found.section(at: 0)?.title == "new")
  }

  @Test("A place out of range gives nil")
  func outOfRange() {
    let found = FilteredDataSource(shelves(), where: { $0.name == "bob" })
    #expect(found.item(at: ItemPlace(section: 0, item: 1)) == nil)
    #expect(found.item(at: ItemPlace(section: 7, item: 0)) == nil)
    #expect(found.item(-1, inSection: -1) == nil)
    #expect(found.section(at: 1) == nil)
    #expect(found.numberOfItems(inSection: 4) == 0)
    #expect(found.items(inSection: -1).isEmpty)
  }

  @Test("During a search each insertion, change, move and deletion in the base is one step")
  func liveBase() throws {
    let base = shelves()
    let found = FilteredDataSource(base) { book, query in book.name.hasPrefix(query.text) }
    found.text = "a"
    var trace: [String] = []
    let token = found.observe { trace.append("\($0.changes)") }
    try base.append(Volume(id: 10, name: "anton"), toSection: 2)
    try base.append(Volume(id: 11, name: "otto"), toSection: 2)
    try base.update(Volume(id: 2, name: "abel"))
    try base.move(0, to: ItemPlace(section: 0, item: 2))
    try base.update(Volume(id: 0, name: "hanna"))
    try base.moveSection(from: 2, to: 0)
    try base.removeSection(at: 0)
    #expect(found.names == [["alma", "abel"]])
    #expect(trace.count == 6, "\(trace)")
    token.cancel()
  }

  @Test("Sections without a match are kept or dropped, and this can be changed")
  func emptySections() {
    let base = shelves()
    let found = FilteredDataSource(base, keepsEmptySections: true) { book, query in book.name.contains(query.text) }
    #expect(found.names == [["anna", "alma", "bob"], ["carl"], []])
    found.text = "carl"
    #expect(found.names == [[], ["carl"], []])
    var updates: [FilteredDataSource<Racks>.Update] = []
    let token = found.observe { updates.append($0) }
    found.keepsEmptySections = false
    found.keepsEmptySections = false
    #expect(found.names == [["carl"]])
    base.appendSection(Rack(id: 9))
    #expect(updates.count == 1)
    #expect(updates.first?.changes.deletedSectionIDs.map(\.id) == [0, 2])
    found.keepsEmptySections = true
    #expect(found.names == [[], ["carl"], [], []])
    token.cancel()
  }

  @Test("Empty sections at rest and while searching are two settings, and a search that ends or begins is one step")
  func emptySectionsAtRest() {
    let base = shelves()
    let all = [["anna", "alma", "bob"], ["carl"], []]
    for (searching, atRest) in [(false, true), (true, true), (false, false), (true, false)] {
      let found = FilteredDataSource(
        base, keepsEmptySections: searching, keepsEmptySectionsAtRest: atRest
      ) { book, query in book.name.contains(query.text) }
      var steps = 0
      let token = found.observe { _ in steps += 1 }
      let resting = atRest ? all : all.filter { !$0.isEmpty }
      #expect(found.names == resting)
      found.text = "r"
      #expect(found.names == (searching ? [[], ["carl"], []] : [["carl"]]) && steps == 1)
      found.text = ""
      #expect(found.names == resting && steps == 2)
      found.keepsEmptySectionsAtRest.toggle()
      #expect(found.names == (atRest ? all.filter { !$0.isEmpty } : all) && steps == 3)
      token.cancel()
    }
    let filtered = FilteredDataSource(base, where: { $0.name == "bob" })
    #expect(filtered.names == [["bob"]] && !filtered.keepsEmptySectionsAtRest, "a condition is never at rest")
    filtered.keepsEmptySections = true
    #expect(filtered.names == [["bob"], [], []])
    filtered.keepsEmptySectionsAtRest = false
    #expect(filtered.names == [["bob"]])
    filtered.text = "x"
    #expect(filtered.names == [["bob"], [], []])
  }

  @Test("A section condition hides a section, filters it, keeps it, or shows all of it")
  func sectionConditions() throws {
    let base = Racks.make([["ab", "b"], ["ab", "b"], ["b"], ["b"], ["b", "c"]])
    let found = FilteredDataSource(base) { book, query in book.name.contains(query.text) }
    found.text = "a"
    found.setSectionCondition { shelf, _ in SectionFilter.allCases[min(shelf.id, 3)] }
    #expect(found.names == [["ab"], [], ["b"], ["b", "c"]])
    #expect(found.snapshot.sectionIDs.map(\.id) == [1, 2, 3, 4])
    found.setSectionCondition { shelf, _ in shelf.title.isEmpty ? .filtered : .whole }
    #expect(found.names == [["ab"], ["ab"]])
    try base.updateSection(Rack(id: 2, title: "all"))
    #expect(found.names == [["ab"], ["ab"], ["b"]])
    found.setSectionCondition(nil)
    #expect(found.names == [["ab"], ["ab"]])
  }

  @Test("A condition and a search go together; both can be set anew")
  func conditionAndSearch() {
    var shortest = 0
    let found = FilteredDataSource(shelves()) { book, query in book.name.contains(query.text) }
    found.setCondition { $0.name.utf8.count > shortest }
    found.text = "b"
    #expect(found.names == [["bob"]])
    shortest = 3
    #expect(found.names == [["bob"]])
    found.refilter([ListedID(2)])
    #expect(found.names == [])
    found.text = ""
    #expect(found.names == [["anna", "alma"], ["carl"], []])
    shortest = 0
    found.refilter()
    #expect(found.names == [["anna", "alma", "bob"], ["carl"], []])
    found.setCondition(nil)
    #expect(found.numberOfItems == 4)
  }

  @Test("The phase is that of the base")
  func phase() {
    let found = FilteredDataSource(shelves()) { _, _ in false }
    found.text = "a"
    #expect(found.phase == .loaded)
  }

  @Test("An update says where it began and why")
  func origins() throws {
    let base = shelves()
    let found = FilteredDataSource(base, where: { $0.name != "x" })
    var updates: [FilteredDataSource<Racks>.Update] = []
    let token = found.observe { updates.append($0) }
    try base.performUpdates(origin: .user) { _ = try base.remove(0) }
    found.setCondition { $0.name == "bob" }
    #expect(updates.map(\.origin) == [.user, .program])
    #expect(updates.map(\.source) == [base.identity, found.identity])
    token.cancel()
  }

  @Test("A source that is made while its base is edited is right at the end of the edit")
  func madeMeanwhile() throws {
    let base = shelves()
    var made: FilteredDataSource<Racks>?
    try base.performUpdates {
      try base.removeSection(at: 0)
      made = FilteredDataSource(base, where: { $0.name.contains("a") })
      try base.append(Volume(id: 20, name: "ada"), toSection: 1)
    }
    #expect(made?.names == [["carl"], ["ada"]])
    #expect(made?.snapshot.sectionIDs.map(\.id) == [1, 2])
  }

  @Test("A source that is made while its base is edited is right when the edit is taken back")
  func madeBeforeRollback() {
    struct Stop: Error {}
    let base = shelves()
    var made: [FilteredDataSource<Racks>] = []
    #expect(throws: Stop.self) {
      try base.performUpdates {
        try base.remove(0)
        made.append(FilteredDataSource(base, where: { $0.name.contains("a") }))
        throw Stop()
      }
    }
    #expect(made.map(\.names) == [[["anna", "alma"], ["carl"]]])
  }

  @Test("A source that is gone follows no more, and its base stays")
  func gone() throws {
    let base = shelves()
    var found: FilteredDataSource<Racks>? = FilteredDataSource(base, where: { _ in true })
    let reference = { [weak found] in found }
    #expect(found?.numberOfItems == 4)
    found = nil
    #expect(reference() == nil)
    try base.remove(0)
    #expect(base.numberOfItems == 3)
  }
}

@Suite("Closures are asked about what changed alone")
struct AskingTests {
  private final class Count { var asked = 0 }

  private static func long() -> Racks {
    .make((0..<10).map { section in (0..<1000).map { "\(section)-\($0)" } })
  }

  @Test("A new text is one question for each item; a change is one for each changed item")
  func search() throws {
    let (base, count) = (Self.long(), Count())
    let found = FilteredDataSource(base) { book, query in
      count.asked += 1
      return book.name.contains(query.text)
    }
    #expect(count.asked == 0)
    for text in ["7", "77", "777", "1"] {
      count.asked = 0
      found.text = text
      #expect(count.asked == 10_000)
    }
    count.asked = 0
    try base.performUpdates {
      try base.append(Volume(id: -1, name: "new"), toSection: 3)
      try base.update(Volume(id: 5000, name: "1"))
      try base.move(17, to: ItemPlace(section: 9, item: 9))
      try base.remove(18)
      try base.moveSection(from: 0, to: 5)
    }
    #expect(count.asked == 3)
    count.asked = 0
    found.keepsEmptySections = true
    found.refilter([ListedID(4), ListedID(8), ListedID(-77)])
    #expect(count.asked == 2)
  }

  @Test("Of a long list that is given anew, what is new or changed is asked about")
  func wholeList() {
    let (base, count) = (Self.long(), Count())
    let found = FilteredDataSource(
      base,
      where: { _ in
        count.asked += 1
        return true
      })
    #expect(count.asked == 10_000)
    count.asked = 0
    var content = base.content
    for index in 0..<500 { content[index % 10].items[index].name += "!" }
    content[0].items.append(Volume(id: -1, name: "new"))
    base.set(content)
    #expect(count.asked == 501)
    #expect(found.numberOfItems == 10_001)
  }

  @Test("Groups: a change asks about the changed items; a section that moves asks about none")
  func groups() throws {
    let (base, count) = (Self.long(), Count())
    let groups = GroupedDataSource(
      base,
      by: { book in
        count.asked += 1
        return book.name.suffix(1)
      })
    #expect(count.asked == 10_000)
    count.asked = 0
    try base.update(Volume(id: 5, name: "x1"))
    try base.remove(6)
    try base.move(7, to: ItemPlace(section: 9, item: 0))
    #expect(count.asked == 2)
    try base.moveSection(from: 0, to: 9)
    #expect(count.asked == 2)
    #expect(groups.numberOfItems == 9999)
    groups.nilGroup = .last
    groups.setOrder(.descending)
    groups.setItemOrder { $0.name < $1.name }
    groups.given = ["z"]
    #expect(count.asked == 2)
    groups.regroup()
    #expect(count.asked == 2 + 9999)
  }

  @Test("A change among many rows compares few of them")
  func comparisons() throws {
    let (base, count) = (Self.long(), Count())
    let sorted = SortedDataSource(
      base,
      by: {
        count.asked += 1
        return $0.name > $1.name
      })
    count.asked = 0
    try base.append(Volume(id: -1, name: "5-555x"), toSection: 5)
    #expect(count.asked < 30)
    #expect(sorted.place(of: -1)?.section == 5)
  }
}
