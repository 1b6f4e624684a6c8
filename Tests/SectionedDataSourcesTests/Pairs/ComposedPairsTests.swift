import SectionedChanges
import SectionedTesting
import Testing

@testable import SectionedDataSources

@Suite("Each pair of edits of children, and of changes of the children themselves")
struct ComposedPairsTests {
  @Test("leaves the lists of the children one behind the other") func pairs() { Subject.tryPairs(oneIn: 2) }

  /// Children: two lists, a third list as one section, and a fourth list that is hidden while it is empty. A spare list
  /// can be added.
  private final class Subject: PairSubject {
    enum Operation: Sendable {
      case edit(ShelfEdit), editOther(ShelfEdit)
      case insertChild, appendChild, removeFirstChild, removeLastChild, moveFirstChild, replaceFirstChild
      case reverseChildren, removeChildren, setOneChild
      case moveItemAcross, copyItemAcross
      case changeWhole, renameWhole, emptyWhole, fillHidden, emptyHidden
    }

    static let operations: [Operation] = {
      let edits: [ShelfEdit] = [.changeOnly, .removeOnly, .moveOnlyToEmpty, .setAll, .removeAll]
      let all = ShelfEdit.few.map { Operation.edit($0) } + edits.map { Operation.editOther($0) }
      return all + [
        .insertChild, .appendChild, .removeFirstChild, .removeLastChild, .moveFirstChild, .replaceFirstChild,
        .reverseChildren, .removeChildren, .setOneChild, .moveItemAcross, .copyItemAcross, .changeWhole, .renameWhole,
        .emptyWhole, .fillHidden, .emptyHidden,
      ]
    }()

    private let list: Shelves
    private let other: Shelves
    private let third = Shelves([61: [610], 62: []], anomalies: silent)
    private let fourth = Shelves([71: []], anomalies: silent)
    private let spare = Shelves([2: [10, 810], 81: []], anomalies: silent)
    private let whole: OneSectionDataSource<Shelves, Shelf, Int>
    private let source: BookSource
    private let watch: PairWatch<BookSource>
    private let names = NaiveNames()

    init(_ start: PairStart, _ name: String) throws {
      list = NaiveShelf.start(start)
      other = NaiveShelf.start(.small, from: 4)
      whole = OneSectionDataSource(third, section: Shelf(id: 60, title: "whole"))
      source = try BookSource(
        [
          BookChild(list), BookChild(other), BookChild(whole),
          BookChild(fourth, asSectionOf: Shelf(id: 70, title: "hidden"), hidesWhenEmpty: true),
        ], anomalies: silent)
      watch = PairWatch(source, name)
      for list in [list, other, third, fourth] { watch.ask(inStepsOf: list) }
    }

    var steps: Int { watch.laws.steps }

    /// Performs an operation as one step, because the names depend on the steps.
    func perform(_ operation: Operation) throws { try source.performTogether { try act(operation) } }

    private func act(_ operation: Operation) throws {
      let count = source.children.count
      let isSpare = source.index(ofChild: spare) == nil
      switch operation {
      case .edit(let edit): try edit.perform(on: list)
      case .editOther(let edit): try edit.perform(on: other)
      case .insertChild: if isSpare { try source.insert(BookChild(spare), at: 0) }
      case .appendChild: if isSpare { try source.append(BookChild(spare)) }
      case .removeFirstChild: if count > 0 { try source.remove(at: 0) }
      case .removeLastChild: if count > 0 { try source.remove(at: count - 1) }
      case .moveFirstChild: if count > 0 { try source.move(from: 0, to: count - 1) }
      case .replaceFirstChild: if count > 0, isSpare { try source.replace(at: 0, with: BookChild(spare)) }
      case .reverseChildren: try source.setChildren(source.children.reversed())
      case .removeChildren: source.removeAll()
      case .setOneChild: try source.setChildren([BookChild(spare)])
      case .moveItemAcross: if let book = try take() { try other.append(book, toSection: 0) }
      case .copyItemAcross:
        if let book = list.allItems.first, other.numberOfSections > 0 {
          try other.insert(book, at: ItemPlace(section: 0, item: 0))
        }
      case .changeWhole: whole.section.title += "!"
      case .renameWhole: whole.section = Shelf(id: whole.section.id + 1, title: "renamed")
      case .emptyWhole: third.removeAllItems()
      case .fillHidden: try fourth.insert(Book(id: 700 + fourth.numberOfItems), at: ItemPlace(section: 0, item: 0))
      case .emptyHidden: fourth.removeAllItems()
      }
    }

    /// Removes an item from the first list; nil if there is none, or if the other list has no section for it.
    private func take() throws -> Book? {
      guard other.numberOfSections > 0, let id = list.allItems.first?.id else { return nil }
      return try list.remove(id)
    }

    func together(_ way: PairWay, _ operations: () throws -> Void) throws {
      if way == .oneStep { return try source.performTogether(operations) }
      try list.performTogether {
        try other.performTogether { try third.performTogether { try source.performTogether(operations) } }
      }
    }

    func read() { watch.read() }

    func check(_ moment: String) {
      let naive = names.list(of: source.children)
      var wanted: [String] = []
      for child in source.children {
        for section in child.core.snapshot.sections {
          let (name, rows) = naive[wanted.count]
          let title = child.sectionFor(section.id)?.title ?? "none"
          let items = zip(rows, section.items).map { " \($0)/\(child.itemFor($1.id)?.title ?? "none")" }
          wanted.append("\(name) \(title):" + items.joined())
        }
      }
      watch.check(wanted, moment)
    }
  }
}
