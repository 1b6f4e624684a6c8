import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults

/// A change of a controller's policies or requests, a fetch, or a user's move.
package enum PolicyDeed: String, CaseIterable, Sendable, CustomStringConvertible {
  case limitOne, limitTwo, foldAll, noLimit
  case limitFirstToOne, foldFirst, unfoldFirst, limitLastToOne, foldLast, limitEmptyToOne, endLimitOfFirst
  case closeFirst, openFirst, closeAll, openAll
  case limitWhole, skipOne, noWholeLimit
  case hideEmpty, showEmpty, hideUnmatched, showUnmatched
  case itemsBackwards, itemsForwards, sectionsBackwards, sectionsForwards
  case itemsBehindFirst, allItems, sectionsWithoutFirst, allSections
  case fetch, fetchSilently
  case moveOnly, moveOnlyToFull, moveFirstBehind, moveLastToFirst, moveElsewhere, moveAndFail, moveSection

  package typealias Controller = MusicLibrary.Controller

  package var description: String { rawValue }

  /// Whether the list may change without a delegate call.
  package var isSilent: Bool { isMove || self == .fetchSilently }

  package var isMove: Bool { rawValue.hasPrefix("move") }

  struct Refused: Error {}

  /// Performs the deed. Does nothing if the list lacks the elements for it. Must be called on the queue of the
  /// controller's context.
  ///
  /// - Parameter moveItem: performs a user's move of an item; if nil, the controller performs it.
  package func perform(
    on controller: Controller, moveItem: ((ItemPlace, ItemPlace, () throws -> Void) throws -> Void)? = nil
  ) throws {
    let count = controller.allSections.count
    switch self {
    case .limitOne: controller.itemLimit = .first(1)
    case .limitTwo: controller.itemLimit = .first(2)
    case .foldAll: controller.itemLimit = .none
    case .noLimit: controller.itemLimit = .all
    case .limitFirstToOne: if count > 0 { controller.setItemLimit(.first(1), ofSectionAt: 0) }
    case .foldFirst: if count > 0 { controller.setItemLimit(.none, ofSectionAt: 0) }
    case .unfoldFirst: if count > 0 { controller.setItemLimit(.all, ofSectionAt: 0) }
    case .limitLastToOne: if count > 0 { controller.setItemLimit(.first(1), ofSectionAt: count - 1) }
    case .foldLast: if count > 0 { controller.setItemLimit(.none, ofSectionAt: count - 1) }
    case .limitEmptyToOne:
      let empty = controller.allSections.firstIndex { $0.numberOfObjects == 0 }
      if let empty { controller.setItemLimit(.first(1), ofSectionAt: empty) }
    case .endLimitOfFirst: if count > 0 { controller.removeItemLimit(ofSectionAt: 0) }
    case .closeFirst: if count > 0 { controller.setFolded(true, sectionAt: 0) }
    case .openFirst: if count > 0 { controller.setFolded(false, sectionAt: 0) }
    case .closeAll: controller.setAllFolded(true)
    case .openAll: controller.setAllFolded(false)
    case .limitWhole: try fetch(controller) { items, _ in items.fetchLimit = 1 }
    case .skipOne: try fetch(controller) { items, _ in items.fetchOffset = 1 }
    case .noWholeLimit: try fetch(controller) { items, _ in (items.fetchLimit, items.fetchOffset) = (0, 0) }
    case .hideEmpty: controller.showsEmptySections = false
    case .showEmpty: controller.showsEmptySections = true
    case .hideUnmatched: controller.unmatchedItems = .hidden
    case .showUnmatched: controller.unmatchedItems = .shownLast
    case .itemsBackwards: try fetch(controller) { items, _ in items.sortDescriptors = Self.order(false) }
    case .itemsForwards: try fetch(controller) { items, _ in items.sortDescriptors = Self.order(true) }
    case .sectionsBackwards: try fetch(controller) { _, sections in sections.sortDescriptors = Self.order(false) }
    case .sectionsForwards: try fetch(controller) { _, sections in sections.sortDescriptors = Self.order(true) }
    case .itemsBehindFirst:
      try fetch(controller) { items, _ in items.predicate = NSPredicate(format: "position > 0") }
    case .allItems: try fetch(controller) { items, _ in items.predicate = nil }
    case .sectionsWithoutFirst:
      try fetch(controller) { _, sections in sections.predicate = NSPredicate(format: "identifier != 'A'") }
    case .allSections: try fetch(controller) { _, sections in sections.predicate = nil }
    case .fetch: try controller.performFetch()
    case .fetchSilently: try controller.performFetch(reporting: false)
    case .moveSection: try moveSection(controller)
    case .moveOnly, .moveOnlyToFull, .moveFirstBehind, .moveLastToFirst, .moveElsewhere, .moveAndFail:
      let byController: (ItemPlace, ItemPlace, () throws -> Void) throws -> Void = { from, to, edits in
        try controller.performUserMove(from: [from.section, from.item], to: [to.section, to.item], edits: edits)
      }
      try move(controller, by: moveItem ?? byController)
    }
  }

  /// Returns sort descriptors by position, then by title, so that no two objects are equal in order.
  package static func order(_ isAscending: Bool) -> [NSSortDescriptor] {
    [
      NSSortDescriptor(key: "position", ascending: isAscending), NSSortDescriptor(key: "title", ascending: isAscending),
    ]
  }

  private func fetch(
    _ controller: Controller,
    _ change: (NSFetchRequest<NSManagedObject>, NSFetchRequest<NSManagedObject>) -> Void
  ) throws {
    change(controller.itemFetchRequest, controller.sectionFetchRequest)
    try controller.performFetch()
  }

  /// Moves an item as a user does. A user moves what the view shows, so all pending changes are processed before.
  private func move(
    _ controller: Controller, by moveItem: (ItemPlace, ItemPlace, () throws -> Void) throws -> Void
  ) throws {
    controller.managedObjectContext.processPendingChanges()
    let counts = controller.allSections.map(\.numberOfObjects)
    let empty = counts.firstIndex(of: 0)
    let only = counts.firstIndex(of: 1)
    guard let full = counts.indices.max(by: { counts[$0] < counts[$1] }), counts[full] > 0 else { return }
    let from: ItemPlace
    let to: ItemPlace
    switch self {
    case .moveOnly, .moveElsewhere, .moveAndFail:
      guard let target = empty ?? counts.indices.first(where: { $0 != only }) else { return }
      (from, to) = (ItemPlace(section: only ?? full, item: 0), ItemPlace(section: target, item: 0))
      if from == to { return }
    case .moveOnlyToFull:
      guard let only, only != full else { return }
      (from, to) = (ItemPlace(section: only, item: 0), ItemPlace(section: full, item: 1))
    case .moveFirstBehind:
      (from, to) = (ItemPlace(section: full, item: 0), ItemPlace(section: full, item: counts[full] - 1))
    default:
      let last = counts.lastIndex { $0 > 0 } ?? full
      (from, to) = (ItemPlace(section: last, item: counts[last] - 1), ItemPlace(section: 0, item: 0))
    }
    let item = controller.object(at: [from.section, from.item])
    let section = controller.section(at: to.section)
    do {
      try moveItem(from, to) {
        if self == .moveAndFail { throw Refused() }
        // Skip an item that was deleted, or that a reset removed from the context.
        guard !item.isDeleted, item.managedObjectContext === controller.managedObjectContext else { return }
        item.setValue(self == .moveElsewhere ? nil : section, forKey: "album")
        item.setValue(to.item == 0 ? -1 : 10 + to.item, forKey: "position")
      }
    } catch is Refused {}
  }

  private func moveSection(_ controller: Controller) throws {
    controller.managedObjectContext.processPendingChanges()
    let sections = controller.allSections
    guard let from = sections.firstIndex(where: { $0.numberOfObjects < 2 && $0.object != nil }) else { return }
    let last = sections.lastIndex { $0.object != nil } ?? from
    let to = from == 0 ? last : 0
    let section = controller.section(at: from)
    controller.performUserMove(fromSection: from, to: to) {
      if section?.managedObjectContext === controller.managedObjectContext, section?.isDeleted == false {
        section?.setValue(to == 0 ? -1 : 20, forKey: "position")
      }
    }
  }
}
