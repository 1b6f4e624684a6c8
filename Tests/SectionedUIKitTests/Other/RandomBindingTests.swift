import SectionedChanges
import SectionedDataSources
import SectionedTesting
import SectionedUIKit
import SectionedViews
import Testing
import UIKit

@Suite("Bindings are never refused, whatever their source does", .serialized)
@MainActor
struct RandomBindingTests {
  private func library(_ random: RandomLibrary) -> Shelves {
    let content = (0..<random.below(6)).map { SectionContent(Shelf(id: $0), items: random.books()) }
    return Shelves(content, anomalies: AnomalyHandler { _ in })
  }

  private func origin(_ random: RandomLibrary) -> UpdateOrigin? {
    [nil, nil, nil, .withoutAnimation, .silent][random.below(5)]
  }

  @Test("a table, on the screen and off, scrolled, edited and selected", arguments: TestSeeds.seeds(6))
  func table(seed: UInt64) async throws {
    let random = RandomLibrary(seed: seed)
    let stage = TableStage(library(random))
    let refusals = try await Refusals.recorded {
      stage.binding.headerTitle = { shelf, _ in shelf.title.isEmpty ? nil : shelf.title }
      stage.binding.editing = ListEditing(stage.list)
      for step in 0..<200 {
        let isShown = stage.binding.presenter.shown == stage.list.snapshot
        switch random.below(12) {
        case 0: stage.table.drag(to: CGFloat(random.below(1_000)))
        case 1:
          if stage.table.superview == nil {
            stage.window.addSubview(stage.table)
          } else {
            stage.table.removeFromSuperview()
          }
        case 2: stage.table.finishAnimations()
        case 3:
          guard isShown, let place = random.place(in: stage.list) else { continue }
          stage.table.selectRow(at: IndexPath(place), animated: false, scrollPosition: .none)
        case 4:
          guard isShown, let old = random.place(in: stage.list), let new = random.place(in: stage.list) else {
            continue
          }
          stage.table.setEditing(true, animated: false)
          stage.table.dragRow(at: IndexPath(old), to: IndexPath(new))
          await nextTurn()
        case 5:
          guard isShown, let place = random.place(in: stage.list) else { continue }
          stage.table.commit(.delete, at: IndexPath(place))
        default: try random.step(stage.list, origin: origin(random))
        }
        if stage.binding.presenter.shown == stage.list.snapshot { stage.check("seed \(seed), step \(step)") }
      }
      stage.binding.presenter.reload()
      stage.check("seed \(seed), at last")
    }
    #expect(refusals == [], "seed \(seed)")
  }

  @Test("a collection, on the screen and off, scrolled, dragged and selected", arguments: TestSeeds.seeds(6))
  func collection(seed: UInt64) async throws {
    let random = RandomLibrary(seed: seed)
    let stage = CollectionStage(library(random))
    let refusals = try await Refusals.recorded {
      stage.binding.editing = ListEditing(stage.list)
      for step in 0..<200 {
        let isShown = stage.binding.presenter.shown == stage.list.snapshot
        switch random.below(11) {
        case 0: stage.view.drag(to: CGFloat(random.below(1_000)))
        case 1:
          if stage.view.superview == nil {
            stage.window.addSubview(stage.view)
          } else {
            stage.view.removeFromSuperview()
          }
        case 2: stage.view.finishAnimations()
        case 3:
          guard isShown, let place = random.place(in: stage.list) else { continue }
          stage.view.selectItem(at: IndexPath(place), animated: false, scrollPosition: [])
        case 4:
          guard isShown, let old = random.place(in: stage.list), let new = random.place(in: stage.list) else {
            continue
          }
          stage.view.dragItem(at: IndexPath(old), to: IndexPath(new))
          await nextTurn()
        default: try random.step(stage.list, origin: origin(random))
        }
        if stage.binding.presenter.shown == stage.list.snapshot { stage.check("seed \(seed), step \(step)") }
      }
      stage.binding.presenter.reload()
      stage.check("seed \(seed), at last")
    }
    #expect(refusals == [], "seed \(seed)")
  }

  @Test("diffable data sources have the list after each step", arguments: TestSeeds.seeds(4))
  func diffable(seed: UInt64) throws {
    let random = RandomLibrary(seed: seed)
    let refusals = try Refusals.recorded {
      let list = library(random)
      let table = UITableView(frame: .zero, style: .plain)
      let window = UIWindow(showing: table)
      window.isHidden = false
      let view = UICollectionView(
        frame: CGRect(x: 0, y: 0, width: 320, height: 440), collectionViewLayout: UICollectionViewFlowLayout())
      table.register(BookCell.self, forCellReuseIdentifier: "book")
      let rows = DiffableTableBinding(list, in: table) { table, path, book in
        let cell = table.dequeueReusableCell(withIdentifier: "book", for: path)
        (cell as? BookCell)?.book = book
        return cell
      }
      let tile = UICollectionView.CellRegistration<BookTile, Book> { cell, _, book in cell.book = book }
      let tiles = DiffableCollectionBinding(list, in: view) { view, path, book in
        view.dequeueConfiguredReusableCell(using: tile, for: path, item: book)
      }
      for step in 0..<100 {
        try random.step(list, origin: random.oneIn(5) ? .withoutAnimation : nil)
        table.layoutIfNeeded()
        if random.oneIn(3) { table.finishAnimations() }
        let wanted = list.snapshot.sections.map { $0.items.map(\.id) }
        for found in [rows.dataSource.snapshot(), tiles.dataSource.snapshot()] {
          #expect(found.sectionIdentifiers == list.snapshot.sections.map(\.id), "step \(step)")
          #expect(found.sectionIdentifiers.map { found.itemIdentifiers(inSection: $0) } == wanted, "step \(step)")
        }
        for path in table.indexPathsForVisibleRows ?? [] {
          #expect((table.cellForRow(at: path) as? BookCell)?.book == rows.item(at: path), "step \(step)")
        }
      }
    }
    #expect(refusals == [], "seed \(seed)")
  }
}
