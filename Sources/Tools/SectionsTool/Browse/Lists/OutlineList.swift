import CoreData
import SectionedChanges
import SectionedDataSources
import SectionedTerminal
import SectionedTrees
import SectionedViews

/// A terminal list of the rows of a tree. The arrow keys open and close nodes.
@MainActor
final class OutlineList: AnyTerminalList {
  typealias Tree = TreeFetchedResultsController<NSManagedObject>

  let tree: Tree
  private let list: TerminalList<Tree>

  /// - Parameters:
  ///   - tree: the tree.
  ///   - row: makes the row of an object. Tree lines and a disclosure sign are inserted before its first text.
  init(_ tree: Tree, row: @escaping (NSManagedObject) -> TerminalRow) {
    self.tree = tree
    list = TerminalList(tree, header: { _, _ in TerminalHeader("") }) { item, place in
      var result = row(item.model)
      guard let id = tree.itemID(at: place)?.id, !result.texts.isEmpty else { return result }
      let sign = item.isLeaf ? "" : item.isExpanded ? "▾ " : "▸ "
      result.texts[0] = tree.treeLines(of: id) + sign + result.texts[0]
      return result
    }
    list.style.showsHeaders = false
  }

  func object(at place: ItemPlace) -> NSManagedObject? { list.presenter.item(at: place)?.model }

  func allow(_ editing: ListEditing, _ failed: @escaping (any Error) -> Void) { list.allow(editing, failed) }

  @discardableResult
  func handle(_ key: TerminalKey) -> TerminalListReply {
    switch key {
    case .left: step { tree.stepOut(of: $0) }
    case .right: step { tree.stepInto($0) }
    case .character("+"): step { id in openAll(id) }
    case .character("-"): step { id in closeAll(id) }
    default: return list.handle(key)
    }
    // Do not mark rows that the user has opened as inserted.
    list.clearMarks()
    return .handled
  }

  /// Opens or closes nodes and moves the cursor.
  ///
  /// - Parameter change: opens or closes nodes. It receives the node at the cursor, and returns the node to which the
  ///   cursor moves.
  private func step(_ change: (NSManagedObjectID) -> NSManagedObjectID?) {
    guard let place = list.cursor?.item, let id = list.presenter.itemID(at: place)?.id else { return }
    if let target = change(id), let place = tree.place(of: ListedID(target)) { list.cursor = .item(place) }
  }

  private func openAll(_ id: NSManagedObjectID) -> NSManagedObjectID? {
    tree.expandAll()
    return id
  }

  private func closeAll(_ id: NSManagedObjectID) -> NSManagedObjectID? {
    tree.collapseAll()
    return tree.tree.ancestors(of: id).last ?? id
  }
}

extension OutlineList {
  var frame: TerminalFrame {
    get { list.frame }
    set { list.frame = newValue }
  }

  var columns: [TerminalColumn] {
    get { list.columns }
    set { list.columns = newValue }
  }

  var cursor: TerminalCursor? {
    get { list.cursor }
    set { list.cursor = newValue }
  }

  var style: TerminalListStyle {
    get { list.style }
    set { list.style = newValue }
  }

  var isOnScreen: Bool {
    get { list.isOnScreen }
    set { list.isOnScreen = newValue }
  }

  var numberOfSections: Int { list.numberOfSections }

  func draw(on screen: any TerminalScreen) { list.draw(on: screen) }
  func clearMarks() { list.clearMarks() }
  @discardableResult func jump(toTitle text: String) -> Bool { list.jump(toTitle: text) }
  func drawHeadings(_ titles: [String], row: Int, _ style: TerminalStyle, on screen: any TerminalScreen) {
    list.drawHeadings(titles, row: row, style, on: screen)
  }
}
