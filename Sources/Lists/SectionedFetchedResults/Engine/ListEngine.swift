import OrderedRows
import SectionedChanges

/// Derives the shown list from the section list and the groups of the inner list, and returns each step as a
/// transition.
///
/// The shown list is a pure function of the section list and the item groups: an engine that is built from both always
/// has the list to which the steps lead. A step costs O(changes · log n). It also costs one pass over integers, one for
/// each section, if sections are inserted, removed or moved, if items are counted across sections, or if sections
/// become empty or nonempty while empty ones are hidden. A section in which a limit hides items costs O(items that it
/// shows).
///
/// A class with one owner, because calls on a struct would copy the references to its parts.
package final class ListEngine<Token: RowToken> {
  // Release builds skip the exclusivity checks of properties that each event accesses many times.
  /// The current version of the shown list.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  package internal(set) var version = ListVersion<Token>()

  // The section list, by slot.
  /// Slots in the order of the section fetch.
  package internal(set) var order: ContiguousArray<Int32> = []
  /// The index in `order` by slot; -1 for none.
  var positions: ContiguousArray<Int32> = [-1]
  package internal(set) var sectionKeys = PagedArray<GroupKey>(CollectionOfOne(.none))
  var slotsByKey = KeyTable()
  var freeSlots: [Int32] = []

  // The inner list, by group number.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var groupOrder = GroupOrder()
  var groupKeys: ContiguousArray<GroupKey> = []
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var slots: ContiguousArray<Int32> = []
  var groupsByKey = KeyTable()
  var freeGroups: [Int32] = []

  var rowTotal = 0

  /// A closure that returns the index of a row in the common order of all items, by which unmatched items are sorted;
  /// nil if they are shown group by group.
  package var rank: ((Token) -> Int?)?

  /// Old keys of sections whose items are still grouped under them, with the sections' slots.
  var aliases: [GroupKey: Int32] = [:]

  /// Builds the list from its two inputs. Sections get the slots 1, 2 and so on in order.
  ///
  /// - Parameter rank: the index of a row in the common order of all items; nil if unmatched items are shown group by
  ///   group.
  /// - Complexity: O(sections + groups + rows).
  package init(
    sections: some Sequence<GroupKey>, groups: some Sequence<(key: GroupKey, rows: RowList<Token>)>,
    policies: ListPolicies, rank: ((Token) -> Int?)? = nil
  ) {
    version.policies = policies
    self.rank = rank
    // Local variables, because each access to a property of the engine is checked.
    var slotKeys = sectionKeys
    var slotsByKey = KeyTable()
    slotsByKey.reserveCapacity(sections.underestimatedCount)
    for key in sections {
      slotsByKey.add(Int32(slotKeys.count), for: key)
      slotKeys.append(key)
    }
    let end = Int32(slotKeys.count)
    sectionKeys = slotKeys
    self.slotsByKey = slotsByKey
    order = ContiguousArray(1..<end)
    positions = ContiguousArray(-1..<end - 1)
    version.groups.makeRoom(for: end - 1)
    addGroups(groups)
    orderUnmatched()
    reshape()
  }

  /// Adds all groups of the inner list to an empty engine.
  private func addGroups(_ groups: some Sequence<(key: GroupKey, rows: RowList<Token>)>) {
    let slotsByKey = slotsByKey
    var slotGroups = version.groups
    var keys: ContiguousArray<GroupKey> = []
    var slots: ContiguousArray<Int32> = []
    var rows = PagedArray<RowList<Token>>()
    var groupsByKey = KeyTable()
    groupsByKey.reserveCapacity(groups.underestimatedCount)
    var total = 0
    for group in groups {
      let number = Int32(keys.count)
      // Slots ascend in list order, so the least slot is the first section.
      let known = group.key.isNone ? nil : slotsByKey.first(for: group.key) { $0 }
      let slot = known ?? ListVersion<Token>.unmatched
      slots.append(slot)
      slotGroups.add(number, to: slot) { _ in true }
      groupsByKey.add(number, for: group.key)
      keys.append(group.key)
      rows.append(group.rows)
      total += group.rows.count
    }
    groupOrder = GroupOrder(count: keys.count)
    (groupKeys, self.slots, self.groupsByKey, rowTotal) = (keys, slots, groupsByKey, total)
    version.groups = slotGroups
    version.rows = rows
  }

  /// An empty list.
  package init() {}
}

extension ListEngine {
  package var groupCount: Int { groupOrder.count }

  /// The number of rows of the inner group at an index.
  package func rowCount(ofGroup index: Int) -> Int { version.rows[Int(groupOrder[index])].count }

  /// The row at a place of the inner list, nil when there is none.
  package func token(at place: RowPlace) -> Token? {
    guard place.section >= 0, place.section < groupOrder.count else { return nil }
    let rows = version.rows[Int(groupOrder[place.section])]
    return place.item >= 0 && place.item < rows.count ? rows[place.item] : nil
  }

  /// The key of a section.
  package func key(of slot: Int32) -> GroupKey { sectionKeys[Int(slot)] }

  /// The index of a section in the section fetch's order.
  package func position(of slot: Int32) -> Int { Int(positions[Int(slot)]) }

  /// The sections that have a key, in order.
  package func slots(withKey key: GroupKey) -> [Int32] {
    slotsByKey.numbers(for: key).sorted { positions[Int($0)] < positions[Int($1)] }
  }

  /// Keys that several sections have, each with its sections in order.
  package var sharedKeys: [(key: GroupKey, slots: [Int32])] {
    slotsByKey.shared.map { key, slots in
      (key, slots.sorted { positions[Int($0)] < positions[Int($1)] })
    }
  }

  /// Whether a place of the inner list is in a group that belongs to the section of a key.
  func isGroup(at place: RowPlace, of key: GroupKey) -> Bool {
    guard place.section < groupOrder.count else { return false }
    let group = Int(groupOrder[place.section])
    return groupKeys[group] == key || (!aliases.isEmpty && slots[group] == slot(for: key))
  }

  /// Whether a row is at a place of the inner list. The place need not exist.
  func isRow(_ token: Token, at place: RowPlace) -> Bool {
    place.section < groupCount && place.item < rowCount(ofGroup: place.section) && self.token(at: place) == token
  }

  /// Returns the shown place of a row of the inner list; nil when it is not shown.
  package func shownPlace(of place: RowPlace) -> ItemPlace? {
    let group = groupOrder[place.section]
    return version.place(ofRow: place.item, in: group, of: slots[Int(group)])
  }

  /// Returns the place in the inner list of an item of the shown list.
  package func innerPlace(of place: ItemPlace) -> RowPlace {
    let slot = version.shown[place.section]
    let (group, row) = version.location(ofRow: version.shownRows(of: slot).lowerBound + place.item, in: slot)
    return RowPlace(section: groupOrder.index(of: group), item: row)
  }

  /// The section in which the items of a key are shown.
  func slot(for key: GroupKey) -> Int32 {
    if key.isNone { return ListVersion<Token>.unmatched }
    if !aliases.isEmpty, let slot = aliases[key] { return slot }
    return slotsByKey.first(for: key) { positions[Int($0)] } ?? ListVersion<Token>.unmatched
  }

  func makeSlot(_ key: GroupKey) -> Int32 {
    let slot: Int32
    if let free = freeSlots.popLast() {
      slot = free
      sectionKeys[Int(slot)] = key
    } else {
      slot = Int32(sectionKeys.count)
      sectionKeys.append(key)
      positions.append(-1)
      version.groups.makeRoom(for: slot)
    }
    slotsByKey.add(slot, for: key)
    return slot
  }

  func makeGroup(_ key: GroupKey, at index: Int) -> Int32 {
    let group: Int32
    let slot = slot(for: key)
    if let free = freeGroups.popLast() {
      group = free
      groupKeys[Int(group)] = key
      slots[Int(group)] = slot
    } else {
      group = Int32(groupKeys.count)
      groupKeys.append(key)
      slots.append(slot)
      version.rows.append(RowList())
    }
    groupsByKey.add(group, for: key)
    groupOrder.insert(group, at: index)
    addToSlot(group, slot)
    return group
  }

  func addToSlot(_ group: Int32, _ slot: Int32) {
    if version.groups.isEmpty(slot) {
      version.groups.add(group, to: slot) { _ in false }
    } else {
      let index = groupOrder.index(of: group)
      version.groups.add(group, to: slot) { groupOrder.index(of: $0) < index }
    }
  }
}
