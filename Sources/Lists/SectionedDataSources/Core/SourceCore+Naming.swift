import SectionedChanges

// The lookup by an identifier without an occurrence number. The element with the number 0 may have been removed while
// further ones of the same identifier remain, or a source may not show it.
extension SourceCore {
  /// Searches for an item by its identifier and an occurrence number: 0 first, then the higher ones in order. The first
  /// result ends the search.
  ///
  /// - Parameters:
  ///   - id: the identifier of an item.
  ///   - find: returns the result for a name; nil if the item with the name is not in the list.
  /// - Returns: the result; nil if no item with the identifier is in the list.
  /// - Complexity: one call of `find` if the item with the number 0 is in the list. If no identifier was in the list
  ///   more than once, also one call, plus O(rows) for the first such call of a source.
  @inlinable
  final func first<Found>(ofItem id: ItemID, _ find: (ListedID<ItemID>) -> Found?) -> Found? {
    if let found = find(ListedID(id)) { return found }
    for name in laterNames(ofItem: id) { if let found = find(name) { return found } }
    return nil
  }

  /// Searches for a section by its identifier and an occurrence number, as ``first(ofItem:_:)`` searches for an item.
  ///
  /// - Complexity: that of ``first(ofItem:_:)``, with O(sections) instead of O(rows).
  @inlinable
  final func first<Found>(ofSection id: SectionID, _ find: (ListedID<SectionID>) -> Found?) -> Found? {
    if let found = find(ListedID(id)) { return found }
    for name in laterNames(ofSection: id) { if let found = find(name) { return found } }
    return nil
  }

  /// The names of an identifier from the occurrence number 1 on that the list may have, ascending.
  @usableFromInline
  final func laterNames(ofItem id: ItemID) -> [ListedID<ItemID>] {
    if case .unsearched = laterItemNames {
      var numbers = LastNumbers<ItemID>()
      for section in lastSnapshot.sections { for item in section.items { numbers.note(item.id) } }
      laterItemNames = .listed(numbers)
    }
    return laterItemNames.names(of: id)
  }

  /// The names of an identifier from the occurrence number 1 on that sections of the list may have, ascending.
  @usableFromInline
  final func laterNames(ofSection id: SectionID) -> [ListedID<SectionID>] {
    if case .unsearched = laterSectionNames {
      var numbers = LastNumbers<SectionID>()
      for section in lastSnapshot.sections { numbers.note(section.id) }
      laterSectionNames = .listed(numbers)
    }
    return laterSectionNames.names(of: id)
  }

  /// Records the names that a step added to the list, if they were searched before.
  @usableFromInline
  final func noteNames(_ changes: Update.ChangeSet) {
    laterItemNames.edit { numbers in
      for item in changes.items.inserted { numbers.note(item.id) }
      for item in changes.itemsBrought { numbers.note(item.id) }
      for item in changes.items.renamed { numbers.note(item.new) }
    }
    laterSectionNames.edit { numbers in
      for section in changes.sections.inserted { numbers.note(section.id) }
      for section in changes.sections.renamed { numbers.note(section.new) }
    }
  }

  /// Looks names up in the list of another source, which may be ahead of this one, because models and places are read
  /// from it.
  final func findNames(in other: SourceCore) {
    findItemNames(in: other)
    laterSectionNames = .elsewhere { [weak other] in other?.laterNames(ofSection: $0) ?? [] }
  }

  /// Looks the names of items up in the list of another source, whose items are those of this one.
  @usableFromInline
  final func findItemNames<A>(in other: SourceCore<A, ItemID>) {
    laterItemNames = .elsewhere { [weak other] in other?.laterNames(ofItem: $0) ?? [] }
  }

  /// Declares that no identifier is in the list more than once.
  final func hasUniqueNames() {
    laterItemNames = .elsewhere { _ in [] }
    laterSectionNames = .elsewhere { _ in [] }
  }
}

/// The names of a list's elements that have an occurrence number above 0.
@usableFromInline
enum LaterNames<ID: Hashable & Sendable> {
  /// The names in the list of the last step, which was not searched yet.
  case unsearched
  /// The names in the list of the last step.
  case listed(LastNumbers<ID>)
  /// The names in another list. The closure returns the names that an identifier may have, ascending.
  case elsewhere((ID) -> [ListedID<ID>])

  @inlinable var areListed: Bool { if case .listed = self { true } else { false } }

  func names(of id: ID) -> [ListedID<ID>] {
    switch self {
    case .unsearched: []
    case .listed(let numbers): numbers.names(of: id)
    case .elsewhere(let names): names(id)
    }
  }

  mutating func edit(_ edit: (inout LastNumbers<ID>) -> Void) {
    guard case .listed(var numbers) = self else { return }
    // So that the numbers have one owner, and are not copied.
    self = .unsearched
    edit(&numbers)
    self = .listed(numbers)
  }
}

/// The greatest occurrence numbers of identifiers that are, or were, in a list more than once; usually empty.
@usableFromInline
struct LastNumbers<ID: Hashable & Sendable> {
  private var numbers: [ID: Int32] = [:]

  mutating func note(_ name: ListedID<ID>) {
    if name.occurrence > 0 { numbers[name.id] = max(numbers[name.id] ?? 0, name.occurrence) }
  }

  func names(of id: ID) -> [ListedID<ID>] {
    guard !numbers.isEmpty, let last = numbers[id] else { return [] }
    return (1...last).map { ListedID(id, occurrence: $0) }
  }
}

extension SectionedDataSource {
  /// The name of the first item with an identifier; the name with the occurrence number 0 if none is in the list.
  ///
  /// - Complexity: that of `place(of:)` for an identifier.
  @usableFromInline
  func firstName(ofItem id: ItemID) -> ListedID<ItemID> {
    core.first(ofItem: id) { place(of: $0) == nil ? nil : $0 } ?? ListedID(id)
  }

  /// The name of the first section with an identifier; the name with the occurrence number 0 if none is in the list.
  ///
  /// - Complexity: that of `index(ofSection:)` for an identifier.
  @usableFromInline
  func firstName(ofSection id: SectionID) -> ListedID<SectionID> {
    core.first(ofSection: id) { index(ofSection: $0) == nil ? nil : $0 } ?? ListedID(id)
  }
}
