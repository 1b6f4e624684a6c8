import CoreData
import Foundation
import SectionedChanges

/// A call of the classic delegate about a section or an item, for comparison.
package struct RecordedCall: Hashable, CustomStringConvertible {
  package let subject: String
  package let change: String
  package let old: [Int]?
  package let new: [Int]?

  package init(_ subject: String, _ type: NSFetchedResultsChangeType, _ old: [Int]?, _ new: [Int]?) {
    self.subject = subject
    change = type.word
    self.old = old
    self.new = new
  }

  package init<ID>(_ call: ClassicCallback<Int, ID>) {
    subject = "section"
    change = "\(call.kind)"
    old = call.old.map { [$0] }
    new = call.new.map { [$0] }
  }

  package init<ID>(_ call: ClassicCallback<ItemPlace, ID>) {
    subject = "item"
    change = "\(call.kind)"
    old = call.old.map { [$0.section, $0.item] }
    new = call.new.map { [$0.section, $0.item] }
  }

  /// The call as a line of a trace: `section move 3→1 B`, `item insert [2, 0] t`. All traces of delegates have this
  /// form.
  ///
  /// - Parameter name: the name of the section or item.
  package func line(_ name: String) -> String {
    let places = [old, new].compactMap { $0 }.map { subject == "section" ? "\($0[0])" : "\($0)" }
    return "\(subject) \(change) \(places.joined(separator: "→")) \(name)"
  }

  package var description: String { "\(subject) \(change) \(old.map { "\($0)" } ?? "-") \(new.map { "\($0)" } ?? "-")" }
}
