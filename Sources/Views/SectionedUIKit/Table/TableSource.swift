#if canImport(UIKit) && !os(watchOS)
  import SectionedChanges
  import SectionedViews
  import UIKit

  /// The data source of a table. It forwards each call to a binding, and answers that the list is empty if another
  /// table asks.
  ///
  /// It is not the binding itself, because a generic class cannot have Objective-C methods in extensions.
  final class TableSource: NSObject, UITableViewDataSource, UITableViewDataSourcePrefetching {
    private let screen: TableScreen

    init(_ screen: TableScreen) { self.screen = screen }

    /// Called when another binding takes over the table.
    func leave() {
      screen.restoreSeparators()
      screen.view = nil
    }

    private func answers(_ table: UITableView) -> (any TableAnswers)? {
      screen.isShown(in: table) ? screen.answers : nil
    }
    private func content(_ table: UITableView) -> (any ListAnswers)? { answers(table)?.content }

    func numberOfSections(in tableView: UITableView) -> Int {
      guard let content = content(tableView) else { return 0 }
      screen.batches.noteQuestion()
      return content.numberOfSections
    }

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
      guard screen.isShown(in: tableView) else { return 0 }
      return screen.knownCount(ofSection: section) ?? content(tableView)?.numberOfItems(inSection: section) ?? 0
    }

    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      guard let content = content(tableView), let place = ItemPlace(indexPath) else { return UITableViewCell() }
      return content.answering {
        screen.cells.cell(content.choice(.cell, at: place), for: indexPath, in: tableView, content)
      }
    }

    func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
      screen.hasTitles.header ? answers(tableView)?.title(.header, ofSection: section) : nil
    }

    func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? {
      screen.hasTitles.footer ? answers(tableView)?.title(.footer, ofSection: section) : nil
    }

    func sectionIndexTitles(for tableView: UITableView) -> [String]? {
      guard let titles = content(tableView).map({ IndexTitles($0).titles }), !titles.isEmpty else { return nil }
      return titles
    }

    func tableView(_ tableView: UITableView, sectionForSectionIndexTitle title: String, at index: Int) -> Int {
      content(tableView).map { IndexTitles($0).section(at: index) } ?? 0
    }

    func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool {
      guard let content = content(tableView), let place = ItemPlace(indexPath) else { return false }
      // The table also asks outside of the editing mode, for swipes. Only rows that can be deleted have one.
      let isDeletable = content.canDelete(place)
      guard tableView.isEditing else { return isDeletable }
      return isDeletable || (content.editing.insert != nil && content.holds(place)) || content.canMove(place)
    }

    func tableView(
      _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
    ) {
      guard let content = content(tableView), let place = ItemPlace(indexPath) else { return }
      switch editingStyle {
      case .delete: content.userDeletes(place)
      case .insert: content.userInserts(place)
      default: break
      }
    }

    func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool {
      guard let content = content(tableView), let place = ItemPlace(indexPath) else { return false }
      return content.canMove(place)
    }

    func tableView(_ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath) {
      guard let old = ItemPlace(sourceIndexPath), let new = ItemPlace(destinationIndexPath) else { return }
      content(tableView)?.userMoved(from: old, to: new)
    }

    func tableView(_ tableView: UITableView, prefetchRowsAt indexPaths: [IndexPath]) {
      content(tableView)?.prefetch(indexPaths.compactMap { ItemPlace($0) })
    }

    func tableView(_ tableView: UITableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]) {
      content(tableView)?.cancelPrefetch(indexPaths.compactMap { ItemPlace($0) })
    }
  }

  /// The interface of a binding that only tables use.
  @MainActor
  protocol TableAnswers: AnyObject {
    var content: any ListAnswers { get }
    var animations: TableAnimations { get }
    var showsHeadersOfEmptySections: Bool { get }
    var hidesSeparatorsOfPlaceholder: Bool { get }
    /// The title of a section's header or footer; nil if it has none.
    func title(_ role: ViewRole, ofSection section: Int) -> String?
    /// Whether a section has a header or footer, from a title or a rule.
    func hasView(_ role: ViewRole, ofSection section: Int) -> Bool
  }
#endif
