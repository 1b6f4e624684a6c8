import SectionedChanges
import SectionedDataSources
import SectionedTesting
import SectionedTrees
import SectionedUIKit
import SectionedViews
import Testing
import UIKit

/// The table of comments and their answers in the article about trees.
@MainActor
enum CommentsSample {
  struct Comment: Identifiable, Equatable {
    let id: Int
    var parent: Int?
    var text: String
  }

  final class CommentCell: UITableViewCell {
    func show(_ row: TreeRow<Comment>) {
      var content = defaultContentConfiguration()
      content.text = row.model.text
      contentConfiguration = content
      indentationLevel = row.depth
      accessibilityLabel = row.isLeaf ? "" : row.isExpanded ? "expanded" : "\(row.numberOfChildren) answers"
    }
  }

  final class CommentsViewController: UITableViewController {
    let comments = MemoryTree(
      [
        Comment(id: 1, parent: nil, text: "Good"), Comment(id: 2, parent: 1, text: "Why?"),
        Comment(id: 3, parent: 2, text: "Short"), Comment(id: 4, parent: nil, text: "Bad"),
      ], parent: \.parent)
    var binding: TableBinding<MemoryTree<Comment, Int>>?

    override func viewDidLoad() {
      super.viewDidLoad()
      // guide
      var rules = ListRules()
      rules.add(ViewRule(.cell, CommentCell.self, for: TreeRow<Comment>.self) { cell, row, _ in cell.show(row) })
      binding = TableBinding(comments, in: tableView, rules: rules)
      // end
    }

    // guide
    override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
      guard let row = binding?.item(at: indexPath) else { return }
      let id = row.model.id
      if row.isExpanded { comments.collapse(id) } else { comments.expand(id) }
    }
    // end
  }
}

@Suite("A table shows the rows of a tree")
@MainActor
struct TreeTableSampleTests {
  private typealias Sample = CommentsSample

  /// The visible rows, each with its indentation, the text of its model, and its cell's accessibility label.
  private func rows(_ screen: CommentsSample.CommentsViewController) -> [String] {
    screen.tableView.layoutIfNeeded()
    return (screen.tableView.indexPathsForVisibleRows ?? []).map { path in
      let cell = screen.tableView.cellForRow(at: path)
      let text = screen.binding?.item(at: path)?.model.text ?? "?"
      return "\(cell?.indentationLevel ?? -1) \(text) \(cell?.accessibilityLabel ?? "")"
    }
  }

  @Test("rows are indented, and a tap shows and hides the answers")
  func taps() throws {
    let refusals = try Refusals.recorded {
      let screen = Sample.CommentsViewController(style: .plain)
      let window = UIWindow(showing: screen.tableView)
      screen.loadViewIfNeeded()
      window.isHidden = false
      #expect(rows(screen) == ["0 Good 1 answers", "0 Bad "])
      screen.tableView.tapRow(at: IndexPath(row: 0, section: 0))
      #expect(rows(screen) == ["0 Good expanded", "1 Why? 1 answers", "0 Bad "])
      screen.tableView.tapRow(at: IndexPath(row: 1, section: 0))
      #expect(rows(screen) == ["0 Good expanded", "1 Why? expanded", "2 Short ", "0 Bad "])
      // The rows of a moved subtree stay visible, with another indentation.
      try screen.comments.move(2, under: 4)
      #expect(rows(screen) == ["0 Good ", "0 Bad 1 answers"])
      screen.comments.expand(4)
      try screen.comments.move(1, under: 3)
      #expect(
        rows(screen) == ["0 Bad expanded", "1 Why? expanded", "2 Short 1 answers"])
      screen.tableView.tapRow(at: IndexPath(row: 0, section: 0))
      #expect(rows(screen) == ["0 Bad 1 answers"])
    }
    #expect(refusals == [])
  }

  @Test("a tree under random edits and taps is shown in legal batches", arguments: [1, 2, 3, 4] as [UInt64])
  func random(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let refusals = try Refusals.recorded {
      let screen = Sample.CommentsViewController(style: .plain)
      let window = UIWindow(showing: screen.tableView)
      screen.loadViewIfNeeded()
      window.isHidden = false
      let comments = screen.comments
      for step in 0..<60 {
        let ids = comments.tree.ids.sorted()
        let id = ids.isEmpty ? nil : random.one(of: ids)
        switch (random.below(6), id) {
        case (0, let id?), (1, let id?):
          let subtree = Set(comments.tree.subtree(of: id))
          let parent = random.one(of: [nil] + ids.filter { !subtree.contains($0) })
          try comments.move(id, under: parent)
        case (2, let id?) where ids.count > 6: try comments.delete(id)
        case (3, let id?): try comments.update(Sample.Comment(id: id, parent: nil, text: "\(step)"))
        case (4, _): try comments.insert(Sample.Comment(id: 100 + step, parent: nil, text: "n\(step)"), under: id)
        default:
          if comments.numberOfItems > 0 {
            screen.tableView.tapRow(at: IndexPath(row: random.below(comments.numberOfItems), section: 0))
          }
        }
        let shown = rows(screen)
        let wanted = comments.allItems.prefix(shown.count).map { row in
          "\(row.depth) \(row.model.text) "
            + (row.isLeaf ? "" : row.isExpanded ? "expanded" : "\(row.numberOfChildren) answers")
        }
        #expect(shown == wanted, "seed \(seed), step \(step)")
        #expect(screen.tableView.numberOfRows(inSection: 0) == comments.numberOfItems)
      }
    }
    #expect(refusals == [], "seed \(seed)")
  }
}
