import SectionedChanges
import SectionedDataSources
import SectionedTesting
import SectionedUIKit
import SectionedViews
import UIKit

/// A table as a screen of a random test. The program is its delegate.
@MainActor
final class RandomTable<Source: SectionedDataSource>: NSObject, ShownView, UITableViewDelegate {
  let table = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 440), style: .plain)
  let binding: TableBinding<Source>
  /// A hook that the delegate's methods and the cells' closures call. Sometimes it changes a list.
  private let meddle: RandomRules.Hook
  private let heights: Heights

  /// The source of row heights.
  private enum Heights: CaseIterable {
    /// All rows have one height.
    case same
    /// The delegate computes a height from the model.
    case delegate
    /// The cells compute a height from the text that they have when the table asks.
    case cells
  }

  init(_ source: Source, _ random: inout SeededRandom, _ meddle: @escaping RandomRules.Hook) {
    self.meddle = meddle
    heights = random.one(of: Heights.allCases)
    table.estimatedRowHeight = random.one(of: [0, UITableView.automaticDimension, 20, 90])
    table.forgetsHeightsInUpdates = random.oneIn(2)
    binding = TableBinding(source, rules: RandomRules.table(meddle))
    binding.showsHeadersOfEmptySections = random.oneIn(2)
    super.init()
    let isEarly = random.oneIn(2)
    if isEarly { table.delegate = self }
    binding.show(in: table)
    if !isEarly { table.delegate = self }
  }

  var scroll: UIScrollView { table }
  var counts: [Int] { (0..<table.numberOfSections).map { table.numberOfRows(inSection: $0) } }
  var visible: [IndexPath] { table.indexPathsForVisibleRows ?? [] }
  func cell(at path: IndexPath) -> (any TextView)? { table.cellForRow(at: path) as? TextRow }
  func header(ofSection section: Int) -> (any TextView)? { table.headerView(forSection: section) as? TextHeader }
  func frame(of path: IndexPath) -> CGRect { table.rectForRow(at: path) }
  var selected: [IndexPath] { table.indexPathsForSelectedRows ?? [] }
  var allowsSeveral: Bool {
    table.isEditing ? table.allowsMultipleSelectionDuringEditing : table.allowsMultipleSelection
  }
  func tap(_ path: IndexPath) { table.tapRow(at: path) }
  func drag(from old: IndexPath, to new: IndexPath) { table.dragRow(at: old, to: new) }
  func delete(_ path: IndexPath) { table.commit(.delete, at: path) }
  func reloadData() { table.reloadData() }
  func inBatch(_ body: () -> Void) { table.performBatchUpdates(body) }

  func change(_ random: inout SeededRandom) {
    switch random.below(4) {
    case 0: table.allowsMultipleSelection.toggle()
    case 1: table.allowsMultipleSelectionDuringEditing.toggle()
    default: table.setEditing(!table.isEditing, animated: false)
    }
  }

  // MARK: The delegate

  func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
    binding.viewForHeader(inSection: section)
  }

  func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> CGFloat {
    binding.heightForHeader(inSection: section, height: 28)
  }

  func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
    switch heights {
    case .same: 44
    case .delegate: ModelText.height(ModelText.text(binding.item(at: indexPath)))
    case .cells: UITableView.automaticDimension
    }
  }

  func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath) {
    binding.presenter.answering(meddle)
  }

  func tableView(_ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt indexPath: IndexPath) {
    binding.presenter.answering(meddle)
  }

  func scrollViewDidScroll(_ scrollView: UIScrollView) { binding.presenter.answering(meddle) }

  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) { meddle() }
  func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) { meddle() }

  func tableView(
    _ tableView: UITableView, editingStyleForRowAt indexPath: IndexPath
  ) -> UITableViewCell.EditingStyle { binding.editingStyleForRow(at: indexPath) }
}
