import SectionedChanges
import SectionedDataSources
import SectionedTesting
import Testing

@Suite("Each pair of edits and settings of groups")
struct GroupedPairsTests {
  @Test("leaves each item in its group, and in each of its groups, as a look at the whole base says")
  func pairs() { Subject.tryPairs() }

  /// A list grouped by the lengths of titles or the first tags, and the list grouped by each tag.
  private final class Subject: PairSubject {
    typealias Groups = GroupedDataSource<Shelves, Int>
    typealias Tags = TagGroupedDataSource<Shelves, Int>

    enum Operation: Sendable {
      case edit(ShelfEdit)
      case give, giveNone, nilGroup(NilGroup)
      case ascending, descending, firstAppearance
      case itemsByTitle, itemsInOrder
      case regroup, setGrouping
    }

    static let operations: [Operation] = {
      let all = ShelfEdit.few.map { Operation.edit($0) } + NilGroup.allCases.map { Operation.nilGroup($0) }
      return all + [
        .give, .giveNone, .ascending, .descending, .firstAppearance, .itemsByTitle, .itemsInOrder, .regroup,
        .setGrouping,
      ]
    }()

    private final class Settings {
      var isByTags = false

      func group(_ book: Book) -> Int? {
        if isByTags { return book.tags.first.flatMap { Int($0) } }
        return book.title.utf8.count % 4 == 3 ? nil : book.title.utf8.count % 4
      }
    }

    private let list: Shelves
    private let settings = Settings()
    private let groups: Groups
    private let tags: Tags
    private let watch: PairWatch<Groups>
    private let tagWatch: PairWatch<Tags>
    private var order: ((Int, Int) -> Bool)?
    private var itemOrder: ((Book, Book) -> Bool)?

    init(_ start: PairStart, _ name: String) {
      list = NaiveShelf.start(start)
      let settings = settings
      groups = Groups(list, by: { settings.group($0) })
      tags = Tags(list, byEach: { $0.tags.compactMap { Int($0) } })
      func text(_ group: Int?) -> String { group.map { "\($0)" } ?? "nil" }
      watch = PairWatch(groups, "\(name), groups", section: text, item: { $0.title })
      tagWatch = PairWatch(tags, "\(name), tags", section: text, item: { $0.title })
      watch.ask(inStepsOf: list)
      tagWatch.ask(inStepsOf: list)
      tagWatch.ask(inStepsOf: groups)
    }

    var steps: Int { max(watch.laws.steps, tagWatch.laws.steps) }

    func perform(_ operation: Operation) throws {
      switch operation {
      case .edit(let edit): try edit.perform(on: list)
      case .give: give([9, nil, 2, 9])
      case .giveNone: give([])
      case .nilGroup(let place):
        groups.nilGroup = place
        tags.nilGroup = place
      case .ascending: sort { $0 < $1 }
      case .descending: sort { $0 > $1 }
      case .firstAppearance: sort(nil)
      case .itemsByTitle: sortItems { $0.title > $1.title }
      case .itemsInOrder: sortItems(nil)
      case .regroup:
        settings.isByTags.toggle()
        groups.regroup()
      case .setGrouping:
        settings.isByTags = true
        groups.setGrouping { [settings] in settings.group($0) }
      }
    }

    private func give(_ given: [Int?]) {
      groups.given = given
      tags.given = given
    }

    private func sort(_ precedes: ((Int, Int) -> Bool)?) {
      order = precedes
      let order = precedes.map { GroupOrder<Int>.by($0) } ?? .firstAppearance
      groups.setOrder(order)
      tags.setOrder(order)
    }

    private func sortItems(_ precedes: ((Book, Book) -> Bool)?) {
      itemOrder = precedes
      groups.setItemOrder(precedes)
      tags.setItemOrder(precedes)
    }

    func together(_ way: PairWay, _ operations: () throws -> Void) throws {
      if way == .oneStepBeneath { return try list.performTogether(operations) }
      try groups.performTogether { try tags.performTogether(operations) }
    }

    func read() {
      watch.read()
      tagWatch.read()
    }

    func check(_ moment: String) {
      let base = NaiveShelf.all(of: list).flatMap(\.books)
      let one = wanted(base, by: { [settings.group($0)] }, groups.nilGroup, groups.given) { id, _ in "\(id)" }
      watch.check(one, moment)
      let each = wanted(base, by: { $0.tags.isEmpty ? [nil] : $0.tags.map { Int($0) } }, tags.nilGroup, tags.given) {
        id, group in
        "\(ListedID(GroupedID(id.id, in: group), occurrence: id.occurrence))"
      }
      tagWatch.check(each, moment)
    }

    /// Returns the expected lines of the groups, computed from the whole base.
    private func wanted(
      _ base: [(id: ListedID<Int>, book: Book)], by groups: (Book) -> [Int?], _ nilGroup: NilGroup, _ given: [Int?],
      _ name: (ListedID<Int>, Int?) -> String
    ) -> [String] {
      var found: [Int?] = []
      var rows: [Int?: [(name: String, book: Book)]] = [:]
      for (id, book) in base {
        var known: Set<Int?> = []
        for group in groups(book) where known.insert(group).inserted {
          if rows[group] == nil { found.append(group) }
          rows[group, default: []].append((name(id, group), book))
        }
      }
      let given = given.reduce(into: [Int?]()) { if !$0.contains($1) { $0.append($1) } }
      return sorted(found, given, nilGroup).map { group in
        var items = Array((rows[group] ?? []).enumerated())
        if let itemOrder {
          items.sort { first, second in
            itemOrder(first.element.book, second.element.book)
              || (!itemOrder(second.element.book, first.element.book) && first.offset < second.offset)
          }
        }
        let text = group.map { "\($0)" } ?? "nil"
        return "\(ListedID(group)) \(text):" + items.map { " \($0.element.name)/\($0.element.book.title)" }.joined()
      }
    }

    /// Returns the groups in their order.
    private func sorted(_ found: [Int?], _ given: [Int?], _ nilGroup: NilGroup) -> [Int?] {
      var all = given + found.filter { !given.contains($0) }
      if let order {
        // Different numbers never compare as equal in this order.
        let hasNil = all.contains(nil)
        var sorted: [Int?] = []
        for number in all.compactMap({ $0 }).sorted(by: order) { sorted.append(number) }
        if hasNil { sorted.insert(nil, at: nilGroup == .last ? sorted.count : 0) }
        all = sorted
      } else if !given.contains(nil), all.contains(nil), nilGroup == .first || nilGroup == .last {
        all.removeAll { $0 == nil }
        if nilGroup == .first { all.insert(nil, at: 0) } else { all.append(nil) }
      }
      if nilGroup == .hidden { all.removeAll { $0 == nil } }
      return all
    }
  }
}
