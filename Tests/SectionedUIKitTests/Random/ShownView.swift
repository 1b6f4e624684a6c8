import SectionedTesting
import UIKit

/// What a random test sees and does on a screen, be it a table or a collection.
@MainActor
protocol ShownView: AnyObject {
  var scroll: UIScrollView { get }
  var counts: [Int] { get }
  var visible: [IndexPath] { get }
  /// What the cell at a place shows; nil where none is visible.
  func cell(at path: IndexPath) -> (any TextView)?
  /// What the header of a section shows; nil where none is visible.
  func header(ofSection section: Int) -> (any TextView)?
  func frame(of path: IndexPath) -> CGRect
  var selected: [IndexPath] { get }
  var allowsSeveral: Bool { get }
  func tap(_ path: IndexPath)
  /// A user drags an item to a place of the list without it.
  func drag(from old: IndexPath, to new: IndexPath)
  func delete(_ path: IndexPath)
  /// The program reloads the view, past its binding.
  func reloadData()
  /// The program does something within a batch of its own.
  func inBatch(_ body: () -> Void)
  /// What only this kind of view has.
  func change(_ random: inout SeededRandom)
}

/// A cell or a header of a random test.
@MainActor
protocol TextView: UIView {
  var text: String? { get set }
  /// What is edited in it.
  var field: UITextField? { get }
  /// Whether it is of the class for a text.
  func isRight(for text: String) -> Bool
}
