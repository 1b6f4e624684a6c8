import SectionedChanges
import SectionedDataSources
import SectionedTesting
import Testing

@Suite("Each pair of edits of a list and of its picker's blank row")
struct PickerPairsTests {
  @Test("leaves the blank row, if wanted, and all items behind it") func pairs() { Subject.tryPairs() }

  /// A picker of a search, so that its base takes steps of several kinds.
  private final class Subject: PairSubject {
    typealias Picker = PickerList<FilteredDataSource<Shelves>>

    enum Operation: Sendable {
      case edit(ShelfEdit)
      case showBlank, hideBlank, toggleBlank, toggleBlankTwice
      case search, endSearch
    }

    static let operations: [Operation] =
      ShelfEdit.allCases.map { Operation.edit($0) }
      + [.showBlank, .hideBlank, .toggleBlank, .toggleBlankTwice, .search, .endSearch]

    private let list: Shelves
    private let search: FilteredDataSource<Shelves>
    private let picker: Picker
    private let watch: PairWatch<Picker>
    private let name: String

    init(_ start: PairStart, _ name: String) {
      list = NaiveShelf.start(start)
      search = FilteredDataSource(list) { $0.title.utf8.count == $1.text.utf8.count }
      picker = Picker(search, includesBlankRow: start == .small)
      self.name = name
      watch = PairWatch(picker, name, section: { _ in "" }, item: { $0.item?.title ?? "blank" })
      watch.ask(inStepsOf: list)
      watch.ask(inStepsOf: search)
    }

    var steps: Int { watch.laws.steps }

    func perform(_ operation: Operation) throws {
      switch operation {
      case .edit(let edit): try edit.perform(on: list)
      case .showBlank: picker.includesBlankRow = true
      case .hideBlank: picker.includesBlankRow = false
      case .toggleBlank: picker.includesBlankRow.toggle()
      case .toggleBlankTwice:
        picker.performTogether {
          picker.includesBlankRow.toggle()
          picker.includesBlankRow.toggle()
        }
      case .search: search.text = "x"
      case .endSearch: search.text = ""
      }
    }

    func together(_ way: PairWay, _ operations: () throws -> Void) throws {
      if way == .oneStep { try picker.performTogether(operations) } else { try list.performTogether(operations) }
    }

    func read() {
      watch.read()
      _ = (-1...picker.numberOfRows).map { picker.item(atRow: $0) }
      _ = picker.blankRow
    }

    func check(_ moment: String) {
      typealias ID = PickerRowID<Int>
      let items = NaiveShelf.all(of: list).flatMap(\.books).filter { _, book in
        !search.isSearching || book.title.utf8.count == search.text.utf8.count
      }
      var rows = items.map { id, book in "\(ListedID(ID.item(id.id), occurrence: id.occurrence))/\(book.title)" }
      if picker.includesBlankRow { rows.insert("\(ListedID(ID.blank))/blank", at: 0) }
      watch.check(["\(ListedID(OnlySection())) :" + rows.map { " " + $0 }.joined()], moment)
      #expect(picker.numberOfRows == rows.count, "\(name), \(moment)")
      #expect(picker.blankRow == (picker.includesBlankRow ? 0 : nil), "\(name), \(moment)")
      var books: [Book?] = picker.includesBlankRow ? [nil] : []
      for (_, book) in items { books.append(book) }
      #expect((0..<rows.count).map { picker.item(atRow: $0) } == books, "\(name), \(moment)")
      for (id, _) in items {
        #expect(picker.row(for: id).flatMap { picker.item(atRow: $0)?.id } == id.id, "\(name), \(moment)")
      }
    }
  }
}
