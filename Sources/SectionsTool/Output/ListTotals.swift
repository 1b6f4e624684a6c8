import CoreData
import Foundation
import SectionedFetchedResults

/// The counts below a list. The section of unmatched items is not counted as a section.
struct ListTotals {
  let sections: Int
  let empty: Int
  let items: Int
  let unmatched: Int

  /// - Parameter controller: what is shown. Unmatched items are counted whether or not they are shown, and whatever
  ///   the windows: those that match the predicate and belong to no section of the list.
  init(of controller: ListSource.Controller, source: ListSource) throws {
    let objects = controller.allSections.filter { $0.object != nil }
    sections = objects.count
    empty = objects.reduce(into: 0) { $0 += $1.numberOfObjects == 0 ? 1 : 0 }
    items = objects.reduce(0) { $0 + $1.numberOfObjects }
    unmatched = try source.countUnmatchedItems(in: controller.managedObjectContext)
  }

  var json: JSON {
    .object([
      ("sections", .integer(sections)), ("empty", .integer(empty)), ("items", .integer(items)),
      ("unmatched", .integer(unmatched)),
    ])
  }

  var text: String {
    var text = "\(sections) sections, \(empty) empty; \(items) items"
    if unmatched > 0 { text += "; \(unmatched) items without a section" }
    return text
  }
}

extension ListSource {
  /// How many items match the predicate and belong to no section of the list.
  fileprivate func countUnmatchedItems(in context: NSManagedObjectContext) throws -> Int {
    let whole = try controller(in: context)
    whole.itemFetchRequest.fetchLimit = 0
    whole.itemFetchRequest.fetchOffset = 0
    whole.sectionItemLimit = 0
    whole.unmatchedItems = .shownLast
    try whole.performFetch()
    guard let last = whole.allSections.last, last.object == nil else { return 0 }
    return last.numberOfObjects
  }
}
