import SectionedTesting
import UIKit

/// A table or a collection on a screen of a random test.
@MainActor
protocol ShownView: AnyObject {
  var scroll: UIScrollView { get }
  var counts: [Int] { get }
  var visible: [IndexPath] { get }
  /// The text view of the cell at a place; nil if no cell is visible.
  func cell(at path: IndexPath) -> (any TextView)?
  /// The text view of a section's header; nil if none is visible.
  func header(ofSection section: Int) -> (any TextView)?
  func frame(of path: IndexPath) -> CGRect
  var selected: [IndexPath] { get }
  var allowsSeveral: Bool { get }
  func tap(_ path: IndexPath)
  /// Drags an item as the user does. The new place is in the list without the item.
  func drag(from old: IndexPath, to new: IndexPath)
  func delete(_ path: IndexPath)
  /// Reloads the view without the binding.
  func reloadData()
  /// Calls a closure within a batch update of the program's own.
  func inBatch(_ body: () -> Void)
  /// Performs a random action that only this kind of view has.
  func change(_ random: inout SeededRandom)
}

/// A cell or a header of a random test.
@MainActor
protocol TextView: UIView {
  var text: String? { get set }
  /// The text field, if the view has one.
  var field: UITextField? { get }
  /// Whether the view's class is the one that the rules select for a text.
  func isRight(for text: String) -> Bool
}
