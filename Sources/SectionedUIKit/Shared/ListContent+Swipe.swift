#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import SectionedChanges
  import SectionedDataSources
  import SectionedViews
  import UIKit

  extension ListContent {
    /// A swipe that deletes an item; nil where it cannot be deleted.
    func deleteSwipe(_ path: IndexPath, title: String) -> UISwipeActionsConfiguration? {
      guard let place = ItemPlace(path), presenter.canDelete(place), let id = presenter.itemID(at: place) else {
        return nil
      }
      let action = UIContextualAction(style: .destructive, title: title) { [weak self] _, _, done in
        // By identity: items may have come and gone since the swipe began.
        guard let self, let place = presenter.place(of: id) else { return done(false) }
        userDeletes(place)
        done(presenter.place(of: id) == nil)
      }
      return UISwipeActionsConfiguration(actions: [action])
    }
  }
#endif
