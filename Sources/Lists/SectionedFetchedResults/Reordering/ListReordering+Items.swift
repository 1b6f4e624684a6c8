import CoreData
import Foundation
import OrderedRows
import SectionedChanges

extension ListReordering {
  /// Moves several items to one place, in the given order.
  ///
  /// A single item is moved as a user's move, which a view already shows. A move of several items is reported like any
  /// change. If the context has unprocessed changes, these become an event before the move, and the items are then
  /// placed beside the same neighbours in the same section.
  ///
  /// - Parameters:
  ///   - places: the places of the items, in the list before the move.
  ///   - place: the place of the first item, in the list after the move. The other items follow it.
  /// - Complexity: O(rows with new positions · log rows + items²). If the list hides rows, the rows of the section are
  ///   fetched.
  /// - Throws: ``ListReorderingError``, or the error of the fetch. Nothing has changed then.
  public func move(_ places: [ItemPlace], to place: ItemPlace) throws {
    guard list.isFetched, let context = list.context else { throw ListReorderingError.notFetched }
    try check(places, place)
    guard !places.isEmpty else { return }
    let (places, place) = try current(places, place, in: context)
    let taken = places.filter { $0.section == place.section }.map(\.item)
    guard taken != Array(place.item..<(place.item + places.count)) else { return }
    let rows = places.map(list.item(at:))
    let staysInSection = taken.count == places.count
    let membership = staysInSection ? nil : try list.membership(inSection: place.section)
    let setOrder = try orderEdits(rows, to: place, without: taken.sorted(), in: context)
    let edits = {
      if let membership { for row in rows { membership.apply(to: row) } }
      setOrder()
    }
    try context.performAsOneUndoStep {
      if places.count == 1 {
        try list.perform(from: places[0], to: place, edits: edits)
      } else {
        list.perform(edits: edits)
      }
    }
  }

  /// Returns the edits that give rows their order, but not their section.
  ///
  /// - Parameters:
  ///   - rows: rows of the list, or new ones.
  ///   - place: the place of the first row, in the list after the edits.
  ///   - taken: the indices of the rows that are already in that section, ascending.
  package func orderEdits(
    _ rows: [NSManagedObject], to place: ItemPlace, without taken: [Int], in context: NSManagedObjectContext
  ) throws -> () -> Void {
    try list.orderedRelationship.map { try relationshipEdits($0, rows, to: place, without: taken) }
      ?? positionEdits(rows, to: place, without: taken, in: context)
  }

  /// Returns the edits that set the rows' positions.
  private func positionEdits(
    _ rows: [NSManagedObject], to place: ItemPlace, without taken: [Int], in context: NSManagedObjectContext
  ) throws -> () -> Void {
    let items = try list.itemRequest()
    let order = try order(of: items)
    let target = try target(at: place, of: items, without: taken, moving: rows, in: context)
    // Rows that change their section are written anyway.
    let numbers = try order.plan(rows, areWritten: taken.isEmpty, to: target)
    return {
      for (row, number) in numbers { row.setValue(order.attribute.value(number), forKey: order.attribute.name) }
    }
  }

  /// Returns the edits that move rows in the section object's ordered relationship. Hidden rows keep their places
  /// there.
  private func relationshipEdits(
    _ name: String, _ rows: [NSManagedObject], to place: ItemPlace, without taken: [Int]
  ) throws -> () -> Void {
    // Unmatched items have no ordered relationship.
    guard let section = list.sectionObject(at: place.section) else { return {} }
    let present = (section.value(forKey: name) as? NSOrderedSet)?.array.compactMap { $0 as? NSManagedObject } ?? []
    var order = present.without(rows)
    order.insert(contentsOf: rows, at: shown(at: place, without: taken).index(among: order) ?? order.count)
    return { [order] in section.setValue(NSOrderedSet(array: order), forKey: name) }
  }

  /// Returns the nearest place where an item can be dropped. It may differ from the proposed one if the list is sorted
  /// by other attributes before the position.
  ///
  /// - Parameters:
  ///   - from: the place of the item, in the list before the move.
  ///   - proposed: the place where a user would drop it, in the list after the move.
  /// - Returns: a place in the list after the move; `from` if the item cannot be moved to that section.
  /// - Complexity: O(log items of the section), plus O(sections) for another section of a grouped list.
  public func target(from: ItemPlace, proposed: ItemPlace) -> ItemPlace {
    guard (try? check([from], proposed)) != nil else { return from }
    if from.section != proposed.section, (try? list.membership(inSection: proposed.section)) == nil { return from }
    if list.orderedRelationship != nil { return proposed }
    guard let order = try? order(of: list.itemRequest()) else { return from }
    if order.isByPosition { return proposed }
    let item = list.item(at: from)
    let target = shown(at: proposed, without: from.section == proposed.section ? [from.item] : [])
    let first = (0..<target.count).partitionPoint { order.compare(target.row($0), item) != .orderedAscending }
    let last = (0..<target.count).partitionPoint { order.compare(target.row($0), item) == .orderedDescending }
    return ItemPlace(section: proposed.section, item: min(max(proposed.item, first), last))
  }
}

extension NSManagedObjectContext {
  /// Performs edits as one undo group, if the context has an undo manager.
  package func performAsOneUndoStep<Result>(_ edits: () throws -> Result) rethrows -> Result {
    guard let undo = undoManager, undo.isUndoRegistrationEnabled else { return try edits() }
    undo.beginUndoGrouping()
    defer { undo.endUndoGrouping() }
    return try edits()
  }
}

extension ListReordering {
  private func check(_ places: [ItemPlace], _ place: ItemPlace) throws {
    for place in places + [place] where place.section < 0 || place.section >= list.sectionCount {
      throw ListReorderingError.noSuchPlace("The list has no section \(place.section).")
    }
    for place in places where place.item < 0 || place.item >= list.itemCount(inSection: place.section) {
      throw ListReorderingError.noSuchPlace("There is no item at \(place).")
    }
    guard Set(places).count == places.count else {
      throw ListReorderingError.noSuchPlace("An item is named twice: \(places).")
    }
    let taken = places.filter { $0.section == place.section }.count
    guard place.item >= 0, place.item <= list.itemCount(inSection: place.section) - taken else {
      throw ListReorderingError.noSuchPlace("Items cannot be moved to \(place): the section ends before it.")
    }
  }

  /// Processes the context's changes, because the move must be an event of its own, and returns the places as they are
  /// then. The target stays in the same section, beside a neighbour that is still there.
  package func current(
    _ places: [ItemPlace], _ place: ItemPlace, in context: NSManagedObjectContext
  ) throws -> ([ItemPlace], ItemPlace) {
    guard context.hasChanges else { return (places, place) }
    let taken = places.filter { $0.section == place.section }.map(\.item).sorted()
    let target = shown(at: place, without: taken)
    let rows = places.map(list.item(at:))
    let section = list.sectionID(at: place.section)
    let before = target.index > 0 ? target.row(target.index - 1) : nil
    let after = target.index < target.count ? target.row(target.index) : nil
    context.processPendingChanges()
    let current = rows.map(list.place(of:))
    guard !current.contains(nil) else {
      throw ListReorderingError.noSuchPlace("An item has left the list before it was moved.")
    }
    let found = current.compactMap { $0 }
    guard let index = (0..<list.sectionCount).first(where: { list.sectionID(at: $0) == section }) else {
      throw ListReorderingError.noSuchPlace("The section has left the list before a row was moved to it.")
    }
    func item(of neighbour: NSManagedObject?) -> Int? {
      guard let place = neighbour.flatMap(list.place(of:)), place.section == index else { return nil }
      return place.item - found.filter { $0.section == index && $0.item < place.item }.count
    }
    return (found, ItemPlace(section: index, item: item(of: before).map { $0 + 1 } ?? item(of: after) ?? 0))
  }

  private func shown(at place: ItemPlace, without taken: [Int]) -> RowTarget {
    RowTarget(shown: list.itemCount(inSection: place.section), without: taken, index: place.item) { [list] in
      list.item(at: ItemPlace(section: place.section, item: $0))
    }
  }

  /// The target among the shown items, or among all items of the section if some are hidden.
  private func target(
    at place: ItemPlace, of items: RowRequest, without taken: [Int], moving rows: [NSManagedObject],
    in context: NSManagedObjectContext
  ) throws -> RowTarget {
    let shown = shown(at: place, without: taken)
    let scope = RowScope(items.request, given: scope)
    guard scope.hidesRows || !list.showsAllItems(inSection: place.section) else { return shown }
    let membership = items.section == nil ? nil : try? list.membership(inSection: place.section)
    // Items may be unmatched for several reasons, so no predicate finds the hidden ones.
    if items.section != nil, membership?.predicate == nil { return shown }
    // Read the listed rows first, because the fetch may end an event that changes the list.
    let listed = (0..<list.itemCount(inSection: place.section)).map {
      list.item(at: ItemPlace(section: place.section, item: $0))
    }
    let target = RowTarget(shown: listed.count, without: taken, index: place.item) { listed[$0] }
    let stored = try scope.rows(items.request, inSection: membership?.predicate, in: context)
    return target.among(stored, without: rows) ?? target
  }
}
