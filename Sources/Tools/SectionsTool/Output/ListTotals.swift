import CoreData
import Foundation
import SectionedFetchedResults

/// The counts below a list. The section of unmatched items is not counted as a section.
struct ListTotals {
  /// The number of shown sections.
  private(set) var sections = 0
  /// The number of shown sections to which no item belongs.
  private(set) var empty = 0
  /// The number of items that these sections show.
  private(set) var items = 0
  /// The number of items without a section in the list. A limit or an offset does not affect it.
  private(set) var unmatched = 0
  /// The number of items that a limit or an offset hides.
  private(set) var cut = 0
  /// The number of unmatched items among the hidden ones.
  private(set) var cutUnmatched = 0
  /// The number of all items of each section; nil if no limit or offset can hide items.
  private var counts: [NSManagedObjectID?: Int]?
  /// Whether unmatched items are shown.
  private let showsUnmatched: Bool

  /// - Parameters:
  ///   - controller: the list that is shown.
  ///   - source: the source that made it.
  /// - Complexity: O(sections) without a limit or an offset; otherwise that of `wholeCounts`.
  init(of controller: ListSource.Controller, source: ListSource) throws {
    let context = controller.managedObjectContext
    showsUnmatched = source.options.unmatched == .last
    if source.options.hasWindow { counts = try source.wholeCounts(in: context) }
    var shownUnmatched = 0
    for section in controller.allSections {
      guard section.object != nil else {
        shownUnmatched = section.numberOfObjects
        continue
      }
      sections += 1
      items += section.numberOfObjects
      if count(of: section) == 0 { empty += 1 }
    }
    if let counts {
      unmatched = counts[nil] ?? 0
      cutUnmatched = showsUnmatched ? max(0, unmatched - shownUnmatched) : 0
      cut = max(0, counts.values.reduce(0, +) - unmatched - items) + cutUnmatched
    } else {
      unmatched = try showsUnmatched ? shownUnmatched : max(0, context.count(for: source.itemRequest()) - items)
    }
  }

  /// The number of items of a section, shown or hidden.
  func count(of section: SectionedFetchedResultsSectionInfo<NSManagedObject, NSManagedObject>) -> Int {
    guard let counts else { return section.numberOfObjects }
    return max(counts[section.object?.objectID] ?? 0, section.numberOfObjects)
  }

  var json: JSON {
    .object([
      ("sections", .integer(sections)), ("empty", .integer(empty)), ("items", .integer(items)),
      ("unmatched", .integer(unmatched)), ("cut", .integer(cut)),
    ])
  }

  var text: String {
    var text = "\(Self.count(sections, "section")), \(empty) empty; \(Self.count(items, "item"))"
    if cut > cutUnmatched { text += " of \(items + cut - cutUnmatched)" }
    if unmatched > 0 { text += "; \(Self.count(unmatched, "item")) without a section" }
    if cutUnmatched > 0 { text += ", \(unmatched - cutUnmatched) of them shown" }
    return text
  }

  /// The totals, with the option that would show omitted items.
  var explained: String {
    guard unmatched > 0, !showsUnmatched else { return text }
    return text + Self.leftOut(unmatched)
  }

  /// A sentence about the items that are omitted because they have no section; nil if there are none.
  var leftOut: String? { showsUnmatched ? nil : Self.note(leavingOut: unmatched) }

  static func note(leavingOut count: Int) -> String? {
    count > 0 ? "\(Self.count(count, "item")) without a section\(leftOut(count))." : nil
  }

  private static func leftOut(_ count: Int) -> String {
    (count == 1 ? " is" : " are") + " left out: --unmatched last includes " + (count == 1 ? "it" : "them")
  }

  /// A count with its noun, as `1 item` or `2 items`.
  static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}
