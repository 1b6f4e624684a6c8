import CoreData
import SectionedChanges
import SectionedDataSources
import SectionedTesting
import SectionedUIKit
import Testing
import UIKit

@testable import ClassicSamples

/// Runs the first examples of four older libraries, which are in `Fixtures/Apple`, on the double.
@Suite("The classic samples run")
@MainActor
struct ClassicSampleTests {
  private func show(_ controller: UIViewController) throws -> UIWindow {
    let window = UIWindow(showing: try #require(controller.view))
    window.isHidden = false
    controller.view.layoutIfNeeded()
    return window
  }

  private func texts(_ table: UITableView) -> [String?] {
    table.layoutIfNeeded()
    return (table.indexPathsForVisibleRows ?? []).map {
      (table.cellForRow(at: $0)?.contentConfiguration as? UIListContentConfiguration)?.text
    }
  }

  @Test("Colours are shown in sections, one of them empty, and setting all of them is the least batch")
  func colors() throws {
    let refusals = try Refusals.recorded {
      let controller = ColorsViewController()
      let window = try show(controller)
      let view = try #require(controller.collectionView)
      func path(_ section: Int, _ item: Int) -> IndexPath { IndexPath(item: item, section: section) }
      #expect((0..<view.numberOfSections).map { view.numberOfItems(inSection: $0) } == [2, 1, 0])
      #expect((view.cellForItem(at: path(0, 1)) as? WarmColorCell)?.name == "orange")
      #expect((view.cellForItem(at: path(1, 0)) as? ColorCell)?.name == "blue")
      let header = view.supplementaryView(
        forElementKind: UICollectionView.elementKindSectionHeader, at: path(2, 0))
      #expect((header as? ColorsHeader)?.label.text == "Grey")
      let red = view.cellForItem(at: path(0, 0))
      controller.showMore()
      view.layoutIfNeeded()
      #expect((0..<view.numberOfSections).map { view.numberOfItems(inSection: $0) } == [3, 1, 1])
      #expect(view.cellForItem(at: path(0, 1)) === red)
      withExtendedLifetime(window) {}
    }
    #expect(refusals == [])
  }

  @Test("Tracks are shown by title, and one is added, renamed and deleted")
  func tracks() throws {
    let library = try MusicLibrary()
    let context = library.container.viewContext
    let refusals = try Refusals.recorded {
      let controller = TracksViewController(context)
      let window = try show(controller)
      let table = try #require(controller.tableView)
      #expect(texts(table) == [])
      for title in ["Carey", "All I Want"] {
        NSEntityDescription.insertNewObject(forEntityName: "Track", into: context).setValue(title, forKey: "title")
      }
      controller.addTrack()
      context.processPendingChanges()
      #expect(texts(table) == ["All I Want", "Blue", "Carey"])
      controller.tracks.item(at: ItemPlace(section: 0, item: 0))?.setValue("River", forKey: "title")
      context.processPendingChanges()
      #expect(texts(table) == ["Blue", "Carey", "River"])
      table.swipeRow(at: IndexPath(row: 1, section: 0), andTouch: "Delete")
      #expect(texts(table) == ["Blue", "River"])
      withExtendedLifetime(window) {}
    }
    #expect(refusals == [])
  }

  @Test("Models of two types have a cell each, and any verbs are one update")
  func posts() throws {
    let refusals = try Refusals.recorded {
      let controller = PostsViewController()
      let window = try show(controller)
      let view = try #require(controller.collectionView)
      @MainActor func cell(_ item: Int) -> UICollectionViewCell? {
        view.cellForItem(at: IndexPath(item: item, section: 0))
      }
      #expect((cell(0) as? TextCell)?.label.text == "Hello")
      #expect((cell(1) as? PictureCell)?.number == 1)
      try controller.change()
      view.layoutIfNeeded()
      #expect((cell(0) as? PictureCell)?.number == 2)
      #expect((cell(2) as? TextCell)?.label.text == "world")
      withExtendedLifetime(window) {}
    }
    #expect(refusals == [])
  }

  @Test("Songs show a placeholder, then the first page, and the next page when the last row is visible")
  func songs() async throws {
    let refusals = try await Refusals.recorded {
      let controller = SongsViewController { number in
        number < 2 ? (0..<3).map { Song(id: "\(number) \($0)") } : []
      }
      let window = try show(controller)
      let table = try #require(controller.tableView)
      #expect(texts(table) == ["No songs yet"])
      #expect(table.separatorStyle == .none)
      let refreshControl = try #require(controller.refreshControl)
      for _ in 0..<1_000 where controller.songs.hasMore || controller.songs.machine.phase != .loaded {
        table.layoutIfNeeded()
        await nextTurn()
      }
      #expect(texts(table) == ["0 0", "0 1", "0 2", "1 0", "1 1", "1 2"])
      #expect(!refreshControl.isRefreshing)
      table.pullToRefresh()
      #expect(refreshControl.isRefreshing)
      for _ in 0..<1_000 where refreshControl.isRefreshing { await nextTurn() }
      #expect(texts(table).first == "0 0")
      withExtendedLifetime(window) {}
    }
    #expect(refusals == [])
  }
}
