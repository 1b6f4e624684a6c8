import SectionedChanges
import SectionedDataSources
import SectionedTesting
import Testing

@Suite("Each pair of edits of a list with mapped models, and of one as one section")
struct MappedPairsTests {
  @Test("leaves the base's list with other models and identifiers") func mapped() { MappedSubject.tryPairs() }

  @Test("leaves all items in one section, whatever the section is") func oneSection() { WholeSubject.tryPairs() }

  /// A list with mapped models, and an erased source on top of it.
  private final class MappedSubject: PairSubject {
    typealias Mapped = MappedDataSource<String, AnyID, String, AnyID>

    static let operations = ShelfEdit.allCases

    private let list: Shelves
    private let watch: PairWatch<Mapped>
    private let erased: PairWatch<AnyDataSource>

    init(_ start: PairStart, _ name: String) {
      list = NaiveShelf.start(start)
      let mapped = list.mapped(section: { "<\($0.title)>" }, item: { "<\($0.title)>" }, kind: "Kind")
      watch = PairWatch(mapped, "\(name), mapped", section: { $0 }, item: { $0 })
      erased = PairWatch(
        mapped.erased(), "\(name), erased", section: { $0 as? String ?? "other" }, item: { $0 as? String ?? "other" })
      watch.ask(inStepsOf: list)
      erased.ask(inStepsOf: list)
    }

    var steps: Int { max(watch.laws.steps, erased.laws.steps) }

    func perform(_ operation: ShelfEdit) throws { try operation.perform(on: list) }

    func together(_ way: PairWay, _ operations: () throws -> Void) throws {
      if way == .oneStepBeneath { return try list.performTogether(operations) }
      try watch.source.performTogether(operations)
    }

    func read() {
      watch.read()
      erased.read()
    }

    func check(_ moment: String) {
      func name(_ id: ListedID<Int>) -> String {
        "\(ListedID(AnyID(id.id, kind: "Kind"), occurrence: id.occurrence))"
      }
      let wanted = NaiveShelf.all(of: list).map { shelf in
        "\(name(shelf.id)) <\(shelf.shelf.title)>:"
          + shelf.books.map { " \(name($0.id))/<\($0.book.title)>" }.joined()
      }
      watch.check(wanted, moment)
      erased.check(wanted, moment)
    }
  }

  private final class WholeSubject: PairSubject {
    typealias Whole = OneSectionDataSource<Shelves, Shelf, Int>

    enum Operation: Sendable {
      case edit(ShelfEdit)
      case changeSection, renameSection, renameSectionBack, sameSection
    }

    static let operations: [Operation] =
      ShelfEdit.allCases.map { Operation.edit($0) } + [
        .changeSection, .renameSection, .renameSectionBack, .sameSection,
      ]

    private let list: Shelves
    private let source: Whole
    private let watch: PairWatch<Whole>

    init(_ start: PairStart, _ name: String) {
      list = NaiveShelf.start(start)
      source = Whole(list, section: Shelf(id: 9, title: "all"))
      watch = PairWatch(source, name)
      watch.ask(inStepsOf: list)
    }

    var steps: Int { watch.laws.steps }

    func perform(_ operation: Operation) throws {
      switch operation {
      case .edit(let edit): try edit.perform(on: list)
      case .changeSection: source.section.title += "!"
      case .renameSection: source.section = Shelf(id: 8, title: "other")
      case .renameSectionBack: source.section = Shelf(id: 9, title: "back")
      case .sameSection:
        let same = source.section
        source.section = same
      }
    }

    func together(_ way: PairWay, _ operations: () throws -> Void) throws {
      if way == .oneStep { try source.performTogether(operations) } else { try list.performTogether(operations) }
    }

    func read() { watch.read() }

    func check(_ moment: String) {
      let (section, shelves) = (source.section, NaiveShelf.all(of: list))
      let books = shelves.flatMap(\.books).map { " \($0.id)/\($0.book.title)" }.joined()
      watch.check(["\(section.id) \(section.title):" + books], moment)
    }
  }
}
