import CoreData
import Foundation
import SectionedFetchedResults

/// Prints a list as text: a line for each section, with a clear mark on empty ones, and the items below.
struct ListText {
  let controller: ListSource.Controller
  let source: ListSource
  let output: Output

  /// - Parameters:
  ///   - totals: the counts of the list.
  ///   - end: the last line; nil for the totals.
  func print(totals: ListTotals, end: String? = nil) throws {
    for (index, section) in controller.allSections.enumerated() {
      try printHead(section, at: index, of: totals.count(of: section))
      try controller.forEachItem(ofSection: index) { item in
        let text = try ObjectTitle.text(of: item) + source.columns.text(of: item)
        try output.line(output.terminal.cut("     " + text))
      }
      controller.forgetValues(of: section)
    }
    try output.line()
    try output.line(end ?? totals.text)
    if !source.aggregates.isEmpty {
      try output.line("all items: " + source.aggregates.text { controller.allSections.value(of: $0) })
    }
    try output.note(guessOf: source.store)
  }

  private func printHead(
    _ section: SectionedFetchedResultsSectionInfo<NSManagedObject, NSManagedObject>, at index: Int, of whole: Int
  ) throws {
    let title = try section.object.map { try ObjectTitle.text(of: $0) + source.sectionColumns.text(of: $0) }
    try output.head(
      title ?? "without a section", at: index, shown: section.numberOfObjects, of: whole,
      source.aggregates.text { section.value(of: $0) })
  }
}

extension Output {
  /// Writes the line above a section's items. It ends with the item count and the aggregates.
  func head(_ title: String, at index: Int, shown: Int, of whole: Int, _ aggregates: String = "") throws {
    var count = whole == 0 ? "empty" : shown == whole ? "\(shown)" : "\(shown) of \(whole)"
    if whole > 0, !aggregates.isEmpty { count += ", " + aggregates }
    let head = terminal.cut("\(index)  \(title)", used: count.columns + 2) + "  "
    try line(
      whole == 0 ? terminal.styled(head + count, .dim) : terminal.styled(head, .bold) + terminal.styled(count, .cyan))
  }
}

extension ListSource.Controller {
  /// Visits a section's items in order. Only one item needs to be in memory.
  func forEachItem(ofSection section: Int, _ body: (NSManagedObject) throws -> Void) rethrows {
    for item in 0..<allSections[section].numberOfObjects {
      try body(object(at: IndexPath(indexes: [section, item])))
    }
  }

  /// Discards the values of a section's object after it was written. The controller keeps the object, and a list may
  /// have millions of sections.
  func forgetValues(of section: SectionedFetchedResultsSectionInfo<NSManagedObject, NSManagedObject>) {
    if let object = section.object { managedObjectContext.forgetValues(of: object) }
  }
}
