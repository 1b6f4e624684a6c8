import SectionedChanges
import SectionedDataSources
import SectionedTesting
import Testing

@Suite("A picker has the items as rows, below a blank one if wanted")
struct PickerListTests {
  struct Name: Identifiable, Equatable {
    var id: String
    var text = ""
  }

  typealias List = MemoryList<Name, Name>

  let list = List(
    [SectionContent(Name(id: "A"), items: ["a", "b"].map { Name(id: $0) })], anomalies: AnomalyHandler { _ in })

  @Test("The blank row is the first, and is nil as every row out of range is")
  func rows() throws {
    let plain = PickerList(list)
    let picker = PickerList(list, includesBlankRow: true)
    #expect(plain.numberOfRows == 2)
    #expect(picker.numberOfRows == 3)
    #expect((-1...3).map { picker.item(atRow: $0)?.id } == [nil, nil, "a", "b", nil])
    #expect((-1...2).map { plain.item(atRow: $0)?.id } == [nil, "a", "b", nil])
    #expect(picker.row(for: "b") == 2)
    #expect(plain.row(for: "b") == 1)
    #expect(picker.row(for: "c") == nil)
    #expect(picker.blankRow == 0)
    #expect(plain.blankRow == nil)
    #expect(picker.item(0, inSection: 0)?.item == nil)
    #expect(picker.item(0, inSection: 0) == .blank)
  }

  @Test("A list without items or sections has the blank row alone, which is inserted and removed in one step")
  func blank() throws {
    let picker = PickerList(list, includesBlankRow: true)
    let laws = FetchedLaws(picker)
    list.set([])
    #expect(picker.numberOfRows == 1)
    #expect(picker.item(atRow: 0) == nil)
    picker.includesBlankRow = false
    #expect(picker.numberOfRows == 0)
    picker.includesBlankRow = true
    list.set([SectionContent(Name(id: "A"), items: [Name(id: "z")])])
    #expect(picker.row(for: "z") == 1)
    #expect(laws.steps == 4)
    laws.checkAtRest()
  }

  @Test("Rows follow sections and items, whatever happens to them", arguments: RandomRuns.seeds(6))
  func random(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let picker = PickerList(list, includesBlankRow: true)
    let laws = FetchedLaws(picker)
    var number = 0
    func edit() throws {
      number += 1
      let sections = list.numberOfSections
      switch random.below(9) {
      case 0: if sections < 4 { try list.insertSection(Name(id: "S\(number)"), at: random.below(sections + 1)) }
      case 1: if sections > 1 { try list.removeSection(at: random.below(sections)) }
      case 2: if sections > 1 { try list.moveSection(from: random.below(sections), to: random.below(sections)) }
      default:
        guard sections > 0 else { return }
        let section = random.below(sections)
        let count = list.numberOfItems(inSection: section)
        if count == 0 || (random.oneIn(3) && list.numberOfItems < 12) {
          let id = random.oneIn(8) ? "a" : "n\(number)"
          try list.insert(Name(id: id), at: ItemPlace(section: section, item: random.below(count + 1)))
        } else {
          let place = ItemPlace(section: section, item: random.below(count))
          let item = try #require(list.itemID(at: place))
          switch random.below(3) {
          case 0: try list.remove(item)
          case 1:
            let to = random.below(sections)
            let room = list.numberOfItems(inSection: to) - (to == section ? 1 : 0)
            try list.move(item, to: ItemPlace(section: to, item: random.below(room + 1)))
          default: try list.replace(item, with: Name(id: item.id, text: "\(number)"))
          }
        }
      }
    }
    var seen: [ListedID<String>: (base: Int, row: Int)] = [:]
    for _ in 0..<250 {
      try list.performUpdates(origin: random.oneIn(2) ? .user : nil) { for _ in 0...random.below(3) { try edit() } }
      if random.oneIn(9) { picker.includesBlankRow.toggle() }
      laws.checkAtRest()
      let rows = list.allItems.map(Optional.some)
      var now: [ListedID<String>: (base: Int, row: Int)] = [:]
      for element in list.snapshot.sections.flatMap(\.items) {
        let row = try #require(picker.row(for: element.id))
        now[element.id] = (element.revision, picker.snapshot[ItemPlace(section: 0, item: row)].revision)
      }
      // A row is revised exactly if its item is.
      for (id, revision) in now {
        guard let before = seen[id] else { continue }
        #expect((before.base == revision.base) == (before.row == revision.row), "\(id)")
      }
      seen = now
      #expect((0..<picker.numberOfRows).map { picker.item(atRow: $0) } == (picker.includesBlankRow ? [nil] : []) + rows)
    }
    #expect(laws.origins.contains(.user))
  }
}
