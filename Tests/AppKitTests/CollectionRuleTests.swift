import AppKit
import SectionedTesting
import Testing

@Suite("The double's collections keep the rules of batches")
@MainActor
struct CollectionRuleTests {
  @MainActor
  private final class Names: NSObject, NSCollectionViewDataSource {
    var names: [[String]]
    let view = NSCollectionView(frame: .zero)
    let window: NSWindow

    init(_ names: [[String]]) {
      self.names = names
      window = NSWindow(scrolling: view)
      super.init()
      view.collectionViewLayout = NSCollectionViewFlowLayout()
      view.register(NameItem.self, forItemWithIdentifier: NSUserInterfaceItemIdentifier("name"))
      view.dataSource = self
      window.layoutIfNeeded()
    }

    func shown(_ section: Int) -> [String] {
      window.layoutIfNeeded()
      return view.indexPathsForVisibleItems().filter { $0.section == section }.sorted().map {
        (view.item(at: $0) as? NameItem)?.name ?? "-"
      }
    }

    func numberOfSections(in collectionView: NSCollectionView) -> Int { names.count }
    func collectionView(_ collectionView: NSCollectionView, numberOfItemsInSection section: Int) -> Int {
      names[section].count
    }
    func collectionView(
      _ collectionView: NSCollectionView, itemForRepresentedObjectAt indexPath: IndexPath
    ) -> NSCollectionViewItem {
      let item = collectionView.makeItem(withIdentifier: NSUserInterfaceItemIdentifier("name"), for: indexPath)
      (item as? NameItem)?.name = names[indexPath.section][indexPath.item]
      return item
    }
  }

  private final class NameItem: NSCollectionViewItem {
    var name = ""
    override func loadView() { view = NSView(frame: .zero) }
  }

  private func at(_ section: Int, _ item: Int) -> IndexPath { IndexPath(item: item, section: section) }

  @Test("Deletions are places before a batch, insertions places after it")
  func batch() {
    let names = Names([["a", "b", "c"]])
    names.view.selectItems(at: [at(0, 0), at(0, 2)], scrollPosition: [])
    let refusals = Refusals.recorded {
      names.view.performBatchUpdates {
        names.names = [["x", "c", "b"]]
        names.view.insertItems(at: [at(0, 0)])
        names.view.moveItem(at: at(0, 2), to: at(0, 1))
        names.view.deleteItems(at: [at(0, 0)])
      }
    }
    #expect(refusals == [])
    #expect(names.shown(0) == ["x", "c", "b"])
    #expect(names.view.selectionIndexPaths == [at(0, 1)])
  }

  @Test("A wrong count is refused, and the view asks again")
  func count() {
    let names = Names([["a"]])
    let refusals = Refusals.recorded { names.view.insertItems(at: [at(0, 0)]) }
    #expect(refusals.count == 1)
    #expect(refusals.first?.hasPrefix("Invalid update: invalid number of items in section 0.") == true)
    #expect(names.shown(0) == ["a"])
  }

  @Test("A reload drops items and selection, and is refused in a batch")
  func reload() {
    let names = Names([["a"]])
    names.view.selectItems(at: [at(0, 0)], scrollPosition: [])
    names.view.reloadData()
    #expect(names.view.selectionIndexPaths == [])
    let refusals = Refusals.recorded { names.view.performBatchUpdates { names.view.reloadData() } }
    #expect(refusals == ["reloadData was called in a batch."])
  }

  @Test("An item is made by the collection, of a class that is registered")
  func items() {
    let names = Names([["a"]])
    let refusals = Refusals.recorded {
      _ = names.view.makeItem(withIdentifier: NSUserInterfaceItemIdentifier("other"), for: at(0, 0))
    }
    #expect(refusals == ["No item is registered for the identifier other."])
  }
}
