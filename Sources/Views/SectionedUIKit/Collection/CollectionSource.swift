#if canImport(UIKit) && !os(watchOS)
  import SectionedChanges
  import SectionedViews
  import UIKit

  /// The data source of a collection view. It forwards each call to a binding, and answers that the list is empty if
  /// another view asks.
  final class CollectionSource: NSObject, UICollectionViewDataSource, UICollectionViewDataSourcePrefetching {
    private let screen: CollectionScreen

    init(_ screen: CollectionScreen) { self.screen = screen }

    /// Called when another binding takes over the view.
    func leave() { screen.leave() }

    private func answers(_ view: UICollectionView) -> (any ListAnswers)? {
      screen.isShown(in: view) ? screen.answers : nil
    }

    func numberOfSections(in collectionView: UICollectionView) -> Int {
      guard let answers = answers(collectionView) else { return 0 }
      screen.batches.noteQuestion()
      return answers.numberOfSections
    }

    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
      answers(collectionView)?.numberOfItems(inSection: section) ?? 0
    }

    func collectionView(
      _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
      guard let answers = answers(collectionView), let place = ItemPlace(indexPath) else {
        return UICollectionViewCell()
      }
      return answers.answering {
        screen.cells.cell(answers.choice(.cell, at: place), for: indexPath, in: collectionView, answers)
      }
    }

    func collectionView(
      _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
    ) -> UICollectionReusableView {
      guard let answers = answers(collectionView) else { return UICollectionReusableView() }
      let role = ViewRole(kind: kind)
      // A view of the whole layout has an index path of one index, and no section.
      let choice = ItemPlace(indexPath).map { answers.choice(role, at: $0) } ?? answers.layoutChoice(role, indexPath)
      return answers.answering {
        screen.cells.supplementary(role, kind, choice, for: indexPath, in: collectionView, answers)
      }
    }

    func indexTitles(for collectionView: UICollectionView) -> [String]? {
      guard let titles = answers(collectionView).map({ IndexTitles($0).titles }), !titles.isEmpty else { return nil }
      return titles
    }

    func collectionView(
      _ collectionView: UICollectionView, indexPathForIndexTitle title: String, at index: Int
    ) -> IndexPath {
      // Return an item also if the title's section is empty, because the view scrolls to it.
      let place = answers(collectionView).flatMap { IndexTitles($0).place(at: index, $0) }
      return place.map { IndexPath($0) } ?? IndexPath(item: 0, section: 0)
    }

    func collectionView(_ collectionView: UICollectionView, canMoveItemAt indexPath: IndexPath) -> Bool {
      guard let answers = answers(collectionView), let place = ItemPlace(indexPath) else { return false }
      return answers.canMove(place)
    }

    func collectionView(
      _ collectionView: UICollectionView, moveItemAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
    ) {
      guard let old = ItemPlace(sourceIndexPath), let new = ItemPlace(destinationIndexPath) else { return }
      answers(collectionView)?.userMoved(from: old, to: new)
    }

    func collectionView(_ collectionView: UICollectionView, prefetchItemsAt indexPaths: [IndexPath]) {
      answers(collectionView)?.prefetch(indexPaths.compactMap { ItemPlace($0) })
    }

    func collectionView(_ collectionView: UICollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath]) {
      answers(collectionView)?.cancelPrefetch(indexPaths.compactMap { ItemPlace($0) })
    }
  }
#endif
