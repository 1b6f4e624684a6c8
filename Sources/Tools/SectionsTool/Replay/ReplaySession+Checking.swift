import CoreData
import Foundation
import SectionedFetchedResults

extension ReplaySession {
  /// Compares the controller's list with fresh fetches of sections and items. Ignores a difference if another context
  /// or process has saved to the store, because the fetches may then return newer data.
  ///
  /// - Throws: an error that describes the first difference.
  func compareWithFreshFetches(batch: Int) async throws {
    let difference = try await read { controller -> String? in
      let shown = ReferenceList(shownBy: controller)
      let fetched = try ReferenceList(for: controller)
      return shown == fetched ? nil : self.difference(shown, fetched)
    }
    if let difference, try await context.perform({ try !self.foreignSaves.exist(readBy: self.context) }) {
      throw ToolError.data("Batch \(batch): the list is not what fresh fetches give: \(difference)")
    }
  }

  private func difference(_ shown: ReferenceList, _ fetched: ReferenceList) -> String {
    for (index, pair) in zip(shown.sections, fetched.sections).enumerated() where pair.0 != pair.1 {
      if pair.0.id != pair.1.id { return "section \(index) is \(text(pair.0.id)), not \(text(pair.1.id))." }
      let items = pair.0.items.map(names.shortText).joined(separator: ", ")
      let expected = pair.1.items.map(names.shortText).joined(separator: ", ")
      return "section \(index), \(text(pair.0.id)), has [\(items)], not [\(expected)]."
    }
    return "it has \(shown.sections.count) sections, not \(fetched.sections.count)."
  }

  private func text(_ id: NSManagedObjectID?) -> String { id.map(names.shortText) ?? "that of unmatched items" }
}
