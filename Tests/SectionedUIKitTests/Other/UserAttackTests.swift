import SectionedChanges
import SectionedDataSources
import SectionedUIKit
import SectionedViews
import Testing
import UIKit

@Suite("What a program does beside its binding")
@MainActor
struct UserAttackTests {
  private func path(_ section: Int, _ row: Int) -> IndexPath { IndexPath(row: row, section: section) }

  @Test("a table that gets another binding is left by the first one")
  func secondBindingOfATable() throws {
    let refusals = try Refusals.recorded {
      let first = TableStage()
      let other = Shelves([SectionContent(Shelf(id: 5), items: [Book(id: 50)])])
      let second = TableBinding(other, in: first.table, rules: TableStage.rules)
      first.table.layoutIfNeeded()
      try first.list.remove(10)
      try first.list.removeSection(at: 2)
      first.binding.presenter.reload()
      first.binding.detach()
      try other.append(Book(id: 51), toSection: 0)
      first.table.layoutIfNeeded()
      #expect(first.table.numberOfSections == 1)
      #expect(first.cell(0, 1).map { $0 is BookCell } == true)
      #expect(first.binding.tableView == nil)
      // The binding can be shown there again, which detaches the second binding.
      first.binding.show(in: first.table)
      try other.remove(50)
      first.check()
      #expect(second.tableView == nil)
    }
    #expect(refusals == [])
  }

  @Test("a collection that gets another binding is left by the first one")
  func secondBindingOfACollection() throws {
    let refusals = try Refusals.recorded {
      let first = CollectionStage()
      let other = Shelves([SectionContent(Shelf(id: 5), items: [Book(id: 50)])])
      let second = CollectionBinding(other, in: first.view, rules: CollectionStage.rules)
      first.view.layoutIfNeeded()
      try first.list.remove(10)
      try other.append(Book(id: 51), toSection: 0)
      first.view.layoutIfNeeded()
      #expect(first.view.numberOfItems(inSection: 0) == 2)
      first.binding.show(in: first.view)
      try other.remove(50)
      first.check()
      #expect(second.collectionView == nil)
    }
    #expect(refusals == [])
  }

  @Test("index paths that are none of the list are dropped, whatever the delegate passes on")
  func strayIndexPaths() async throws {
    let refusals = try await Refusals.recorded {
      let table = TableStage()
      let grid = CollectionStage()
      table.binding.editing = ListEditing(table.list) { _ in Book(id: 99) }
      grid.binding.editing = ListEditing(grid.list)
      let first = path(0, 0)
      for number in [-1, 3, NSNotFound - 1, NSNotFound] {
        for stray in [path(0, number), path(number, 0), path(number, number)] {
          #expect(table.binding.item(at: stray) == nil && grid.binding.item(at: stray) == nil)
          #expect(!table.binding.userTouched(at: stray) && !grid.binding.userTouched(at: stray))
          #expect(table.binding.editingStyleForRow(at: stray) == .none)
          #expect(table.binding.deleteSwipe(forRowAt: stray, title: "") == nil)
          #expect(grid.binding.deleteSwipe(forItemAt: stray, title: "") == nil)
          #expect(table.binding.targetIndexPath(forMoveFrom: stray, toProposed: first) == stray)
          #expect(grid.binding.targetIndexPath(forMoveFrom: stray, toProposed: first) == stray)
          if stray != path(0, 3) {
            #expect(table.binding.targetIndexPath(forMoveFrom: first, toProposed: stray) == first)
            #expect(grid.binding.targetIndexPath(forMoveFrom: first, toProposed: stray) == first)
          }
          _ = table.binding.heightForRow(at: stray)
          grid.binding.userDeletes(at: stray)
          for view in [table.table.dataSource] {
            #expect(view?.tableView(table.table, canEditRowAt: stray) == false)
            #expect(view?.tableView(table.table, canMoveRowAt: stray) == false)
            view?.tableView(table.table, commit: .delete, forRowAt: stray)
            if stray != path(0, 3) { view?.tableView(table.table, commit: .insert, forRowAt: stray) }
            view?.tableView(table.table, moveRowAt: stray, to: first)
          }
          #expect(grid.view.dataSource?.collectionView(grid.view, canMoveItemAt: stray) == false)
          grid.view.dataSource?.collectionView(grid.view, moveItemAt: stray, to: first)
          for section in [stray.section] {
            _ = table.binding.viewForHeader(inSection: section)
            _ = table.binding.heightForFooter(inSection: section)
            _ = grid.binding.hasView(.header, ofSection: section)
          }
        }
      }
      await nextTurn()
      #expect(table.list.numberOfItems == 6 && grid.list.numberOfItems == 6)
      try table.list.remove(10)
      try grid.list.remove(10)
      table.check()
      grid.check()
    }
    #expect(refusals == [])
  }

  @Test("two tables of one source, one of them off the screen")
  func twoTables() throws {
    let refusals = try Refusals.recorded {
      let first = TableStage()
      let second = TableStage(first.list)
      second.table.removeFromSuperview()
      try first.list.performUpdates {
        try first.list.moveSection(from: 2, to: 0)
        try first.list.move(20, to: ItemPlace(section: 0, item: 0))
      }
      first.check()
      second.window.addSubview(second.table)
      second.check()
    }
    #expect(refusals == [])
  }

  @Test("a source that changes before the first layout is shown at the first layout")
  func beforeTheFirstLayout() throws {
    let refusals = try Refusals.recorded {
      let list = library()
      let table = UITableView(frame: .zero, style: .plain)
      let window = UIWindow(showing: table)
      let binding = TableBinding(list, in: table, rules: TableStage.rules)
      window.isHidden = false
      try list.remove(10)
      try list.insertSection(Shelf(id: 8), items: [Book(id: 80)], at: 0)
      table.layoutIfNeeded()
      #expect(table.numberOfSections == 4)
      #expect((table.cellForRow(at: path(0, 0)) as? BookCell)?.book?.id == 80)
      withExtendedLifetime(binding) {}
    }
    #expect(refusals == [])
  }

  @Test("a table without size follows its source, and shows it when it gets some")
  func withoutSize() throws {
    let refusals = try Refusals.recorded {
      let stage = TableStage()
      stage.table.frame.size = .zero
      try stage.list.removeSection(at: 0)
      stage.list.appendSection(Shelf(id: 9), items: [Book(id: 90)])
      #expect(stage.table.indexPathsForVisibleRows ?? [] == [])
      stage.table.frame.size = CGSize(width: 320, height: 440)
      stage.check()
      #expect(stage.shown.count == 4)
    }
    #expect(refusals == [])
  }

  @Test("the program reloads the table itself; its selection is lost, and nothing else")
  func reloadedByTheProgram() throws {
    let refusals = try Refusals.recorded {
      let stage = TableStage()
      stage.table.selectRow(at: path(0, 0), animated: false, scrollPosition: .none)
      try stage.list.silently { try stage.list.remove(22) }
      stage.table.reloadData()
      #expect(stage.table.numberOfRows(inSection: 1) == 3)
      try stage.list.remove(10)
      stage.check()
      #expect(stage.table.indexPathForSelectedRow == nil)
    }
    #expect(refusals == [])
  }

  @Test("a table that is edited, with a row that is swiped open, takes updates")
  func editing() async throws {
    let stage = TableStage()
    let refusals = try await Refusals.recorded {
      stage.binding.editing = ListEditing(stage.list)
      stage.table.allowsMultipleSelectionDuringEditing = true
      stage.table.setEditing(true, animated: false)
      for row in 0..<2 { stage.table.selectRow(at: path(1, row), animated: false, scrollPosition: .none) }
      try stage.list.performUpdates {
        try stage.list.remove(10)
        try stage.list.move(21, to: ItemPlace(section: 2, item: 0))
      }
      #expect(stage.table.isEditing)
      #expect(Set(stage.table.indexPathsForSelectedRows ?? []) == [path(1, 0), path(2, 0)])
      stage.check()
      stage.table.dragRow(at: path(2, 0), to: path(0, 0))
      try stage.list.remove(11)
      await nextTurn()
      stage.check()
      #expect(Set(stage.table.indexPathsForSelectedRows ?? []) == [path(0, 0), path(1, 0)])
    }
    #expect(refusals == [])
  }

  @Test("a title of the index leads to a section that is empty", arguments: [0, 1, 2])
  func indexOfEmptySections(_ full: Int) throws {
    let content = (0..<3).map { SectionContent(Shelf(id: $0, title: "\($0)"), items: $0 == full ? [Book(id: 7)] : []) }
    let refusals = Refusals.recorded {
      let tableStage = TableStage(Shelves(content))
      tableStage.binding.indexTitle = { $0.title }
      let stage = CollectionStage(Shelves(content))
      stage.binding.indexTitle = { $0.title }
      for title in ["0", "1", "2"] {
        tableStage.table.touchIndexTitle(title)
        stage.view.touchIndexTitle(title)
      }
    }
    #expect(refusals == [])
  }

  @Test("a delegate changes the source while the table lays itself out, and says so")
  func willDisplay() async throws {
    @MainActor
    final class Delegate: NSObject, UITableViewDelegate {
      var deeds = 5
      var stage: TableStage?

      func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath) {
        guard let stage, deeds > 0 else { return }
        deeds -= 1
        stage.binding.presenter.answering {
          stage.list.appendSection(Shelf(id: 100 + deeds), items: [Book(id: 100 + deeds)])
        }
      }
    }
    let refusals = await Refusals.recorded {
      let delegate = Delegate()
      let stage = TableStage()
      delegate.stage = stage
      stage.table.delegate = delegate
      stage.table.reloadData()
      stage.table.layoutIfNeeded()
      for _ in 0..<10 { await nextTurn() }
      #expect(stage.list.numberOfSections == 8)
      stage.check()
      delegate.stage = nil
    }
    #expect(refusals == [])
  }

  @Test("a row that is edited goes on being edited, also where the table has to scroll to it")
  func editingFarDown() throws {
    let refusals = try Refusals.recorded {
      var rules = ListRules()
      rules.add(ViewRule(.cell, TextRow.self, for: Book.self) { cell, book, _ in cell.text = "\(book)" })
      let list = Shelves([SectionContent(Shelf(id: 1), items: (0..<100).map { Book(id: $0) })])
      let stage = TableStage(list, rules: rules)
      stage.table.drag(to: 1_000)
      let cell = try #require(stage.cell(0, 25) as? TextRow)
      cell.input.becomeFirstResponder()
      stage.binding.presenter.animationLimit = 0
      try list.insert(contentsOf: (200..<260).map { Book(id: $0) }, at: ItemPlace(section: 0, item: 0))
      let edited = try #require(stage.cell(0, 85) as? TextRow)
      #expect(edited.text == "\(Book(id: 25))")
      #expect(edited.input.isFirstResponder)
    }
    #expect(refusals == [])
  }

  @Test("a cell's closure changes the source of a diffable data source, which is applied in the next turn")
  func diffableCells() async {
    let refusals = await Refusals.recorded {
      let list = library()
      var deeds = 0
      let table = UITableView(frame: .zero, style: .plain)
      let window = UIWindow(showing: table)
      window.isHidden = false
      table.register(BookCell.self, forCellReuseIdentifier: "book")
      let binding = DiffableTableBinding(list, in: table) { table, path, book in
        if deeds > 0 {
          deeds -= 1
          list.appendSection(Shelf(id: 100 + deeds), items: [Book(id: 100 + deeds)])
        }
        return table.dequeueReusableCell(withIdentifier: "book", for: path)
      }
      table.layoutIfNeeded()
      deeds = 3
      table.reloadData()
      table.layoutIfNeeded()
      for _ in 0..<5 { await nextTurn() }
      #expect(list.numberOfSections == 6)
      #expect(binding.dataSource.snapshot().sectionIdentifiers == list.snapshot.sections.map(\.id))
    }
    #expect(refusals == [])
  }

  @Test("a cell that is reconfigured has the source drop another one that is reconfigured, too")
  func diffableReconfiguring() async throws {
    let refusals = try await Refusals.recorded {
      let list = library()
      var dropped: Int?
      let table = UITableView(frame: .zero, style: .plain)
      let window = UIWindow(showing: table)
      window.isHidden = false
      table.register(BookCell.self, forCellReuseIdentifier: "book")
      let binding = DiffableTableBinding(list, in: table) { table, path, book in
        if let id = dropped {
          dropped = nil
          do { try list.remove(id) } catch { Issue.record(error) }
        }
        return table.dequeueReusableCell(withIdentifier: "book", for: path)
      }
      table.layoutIfNeeded()
      dropped = 12
      try list.performUpdates { for id in [10, 12] { try list.replace(id, with: Book(id: id, title: "new")) } }
      await nextTurn()
      #expect(binding.dataSource.snapshot().numberOfItems == 5)
    }
    #expect(refusals == [])
  }

  @Test(
    "an item that goes while cells are asked for, and comes back in the same turn, has its cell", arguments: [0, 1, 2])
  func goneAndBack(_ way: Int) async throws {
    let refusals = try await Refusals.recorded {
      let list = library()
      let found = FilteredDataSource(list, keepsEmptySections: true) { _, query in query.text.isEmpty }
      var isHidden = false
      let configured = { (book: Book) in
        guard isHidden, book.id == 10 else { return }
        isHidden = false
        found.text = "nothing"
        Task { @MainActor in found.text = "" }
      }
      let table = UITableView(frame: .zero, style: .plain)
      let window = UIWindow(showing: table)
      window.isHidden = false
      table.register(BookCell.self, forCellReuseIdentifier: "book")
      var binding: Any?
      if way == 0 {
        binding = DiffableTableBinding(found, in: table) { table, path, book in
          configured(book)
          let cell = table.dequeueReusableCell(withIdentifier: "book", for: path)
          (cell as? BookCell)?.book = book
          return cell
        }
      } else {
        var rules = ListRules()
        rules.add(
          ViewRule(.cell, BookCell.self, for: Book.self) { cell, book, _ in
            cell.book = book
            configured(book)
          })
        binding = TableBinding(found, in: table, rules: rules)
      }
      table.layoutIfNeeded()
      isHidden = true
      table.reloadData()
      table.layoutIfNeeded()
      if way == 2 { try list.replace(11, with: Book(id: 11, title: "new")) }
      for _ in 0..<3 { await nextTurn() }
      table.layoutIfNeeded()
      #expect(found.numberOfItems == 6)
      let shown = (table.indexPathsForVisibleRows ?? []).map { (table.cellForRow(at: $0) as? BookCell)?.book?.id }
      #expect(shown == [10, 11, 12, 20, 21, 22])
      withExtendedLifetime(binding) {}
    }
    #expect(refusals == [])
  }
}
