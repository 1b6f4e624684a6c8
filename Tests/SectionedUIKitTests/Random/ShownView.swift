import CoreData
import SectionedChanges
import SectionedDataSources
import SectionedTesting
import SectionedUIKit
import SectionedViews
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

/// Texts of models.
enum ModelText {
  /// A model's text, its optionals unwrapped.
  static func text(_ model: Any?) -> String {
    guard let model else { return "nil" }
    if let object = model as? NSManagedObject { return name(object) }
    if let section = model as? FetchedSection<NSManagedObject> { return section.object.map(name) ?? "unmatched" }
    var text = "\(model)"
    while text.hasPrefix("Optional("), text.hasSuffix(")") { text = String(text.dropFirst(9).dropLast()) }
    return text
  }

  /// A section's text, with the number of its items.
  static func header(_ section: Any?, _ count: Int) -> String { "\(text(section)): \(count)" }

  private static func name(_ object: NSManagedObject) -> String {
    "\(object.value(forKey: "title") ?? "-") \(object.value(forKey: "position") ?? "-")"
  }

  /// A number that depends on a text alone.
  static func hash(_ text: String) -> Int { text.utf8.reduce(7) { ($0 &* 31 &+ Int($1)) & 0xffff } }

  /// Whether a model has a cell of the first class.
  static func isFirst(_ text: String) -> Bool { hash(text) % 3 != 0 }
}
