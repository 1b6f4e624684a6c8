#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import SectionedChanges
  import SectionedDataSources
  import SectionedViews
  import UIKit

  extension ListContent {
    /// The swipe that deletes an item; nil if the user may not delete it.
    func deleteSwipe(_ path: IndexPath, title: String) -> UISwipeActionsConfiguration? {
      guard let place = ItemPlace(path), presenter.canDelete(place), let id = presenter.itemID(at: place) else {
        return nil
      }
      let action = UIContextualAction(style: .destructive, title: title) { [weak self] _, _, done in
        // Look the item up by its identifier, because its place may have changed since the swipe began.
        guard let self, let place = presenter.place(of: id) else { return done(false) }
        userDeletes(place)
        done(presenter.place(of: id) == nil)
      }
      return UISwipeActionsConfiguration(actions: [action])
    }
  }
#endif
