import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults

extension FetchedDataSource {
  /// Shows an item at the place to which the user moved it, and then performs the edits that have this effect.
  ///
  /// The move is a step with the origin ``UpdateOrigin/user``, because a view shows it already. All further changes by
  /// the edits, including a revision of the item, are another step. If the edits have another effect, or throw, that
  /// step leads from the user's order to the actual one.
  ///
  /// - Parameters:
  ///   - from: the place of the item, in the list before the move.
  ///   - to: the place to which the user moved it, in the list after the move.
  ///   - edits: changes the objects accordingly. The context's changes are processed after this closure, even if it
  ///     throws.
  /// - Throws: `sectionOutOfBounds` or `itemOutOfBounds`, with nothing changed; the error that `edits` throws.
  public func performUserMove(from: ItemPlace, to: ItemPlace, edits: () throws -> Void) throws {
    let sections = controller.allSections
    for section in [from.section, to.section] where section < 0 || section >= sections.count {
      throw anomaly(.sectionOutOfBounds, "performUserMove: there is no section \(section)\(whileUnfetched).")
    }
    let room = sections[to.section].numberOfObjects - (from.section == to.section ? 1 : 0)
    guard from.item >= 0, from.item < sections[from.section].numberOfObjects, to.item >= 0, to.item <= room else {
      throw anomaly(.itemOutOfBounds, "performUserMove: an item cannot be moved from \(from) to \(to).")
    }
    list.isMovedByUser = true
    defer { list.isMovedByUser = false }
    try controller.performUserMove(from: [from.section, from.item], to: [to.section, to.item]) {
      // The controller has shown the move. Changes from now on begin at the user's order, and have another origin.
      list.isMovedByUser = false
      try edits()
    }
  }

  /// Shows a section at the index to which the user moved it, and then performs the edits that have this effect.
  ///
  /// The steps are those of a moved item.
  ///
  /// - Parameters:
  ///   - from: the index of the section in the list before the move.
  ///   - to: its index in the list after the move.
  ///   - edits: changes the objects accordingly. The context's changes are processed after this closure, even if it
  ///     throws.
  /// - Throws: `sectionOutOfBounds`, with nothing changed; the error that `edits` throws.
  public func performUserMove(fromSection from: Int, to: Int, edits: () throws -> Void) throws {
    let count = controller.allSections.count
    guard from >= 0, from < count, to >= 0, to < count else {
      throw anomaly(
        .sectionOutOfBounds, "performUserMove: a section cannot be moved from \(from) to \(to)\(whileUnfetched).")
    }
    list.isMovedByUser = true
    defer { list.isMovedByUser = false }
    try controller.performUserMove(fromSection: from, to: to) {
      list.isMovedByUser = false
      try edits()
    }
  }
}
