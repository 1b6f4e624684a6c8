import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults

extension FetchedDataSource {
  /// Shows an item where the user put it, makes the edits that put it there, and shows what then differs.
  ///
  /// The move is a step of the origin ``UpdateOrigin/user``, which a view shows already. What the edits lead to
  /// besides, a revision of the item among it, is another step. Where the edits lead elsewhere, or throw, that step leads from
  /// the user's order to the true one.
  ///
  /// - Parameters:
  ///   - from: where the item is, in the list before the move.
  ///   - to: where the user put it, in the list after the move.
  ///   - edits: changes the objects accordingly. The context's changes are processed after it, also when it throws.
  /// - Throws: `sectionOutOfBounds`, `itemOutOfBounds`, with nothing changed; what `edits` throws.
  public func performUserMove(from: ItemPlace, to: ItemPlace, edits: () throws -> Void) throws {
    let sections = controller.allSections
    for section in [from.section, to.section] where section < 0 || section >= sections.count {
      throw anomaly(.sectionOutOfBounds, "performUserMove: there is no section \(section).")
    }
    let room = sections[to.section].numberOfObjects - (from.section == to.section ? 1 : 0)
    guard from.item >= 0, from.item < sections[from.section].numberOfObjects, to.item >= 0, to.item <= room else {
      throw anomaly(.itemOutOfBounds, "performUserMove: an item cannot be moved from \(from) to \(to).")
    }
    list.isMovedByUser = true
    defer { list.isMovedByUser = false }
    try controller.performUserMove(from: [from.section, from.item], to: [to.section, to.item]) {
      // The move is shown. What comes now is what differs.
      list.isMovedByUser = false
      try edits()
    }
  }

  /// The same for a section: shows it where the user put it, makes the edits, and shows what then differs.
  ///
  /// - Parameters:
  ///   - from: the index of the section in the list before the move.
  ///   - to: its index in the list after the move.
  ///   - edits: changes the objects accordingly. The context's changes are processed after it, also when it throws.
  /// - Throws: `sectionOutOfBounds`, with nothing changed; what `edits` throws.
  public func performUserMove(fromSection from: Int, to: Int, edits: () throws -> Void) throws {
    let count = controller.allSections.count
    guard from >= 0, from < count, to >= 0, to < count else {
      throw anomaly(.sectionOutOfBounds, "performUserMove: a section cannot be moved from \(from) to \(to).")
    }
    list.isMovedByUser = true
    defer { list.isMovedByUser = false }
    try controller.performUserMove(fromSection: from, to: to) {
      list.isMovedByUser = false
      try edits()
    }
  }
}
