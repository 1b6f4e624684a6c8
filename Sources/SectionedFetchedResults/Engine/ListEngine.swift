import OrderedRows
import SectionedChanges

/// Keeps the shown list from the section list and the groups of the inner list, and returns each step as a transition.
///
/// visible = f(section list, item groups): building the engine anew from the two always gives the list that the steps
/// lead to. A step costs O(changes · log n). Sections that come, go or move, or are filled or emptied while empty ones
/// are hidden, and items counted across sections cost one flat pass over integers of the sections besides; a section of
/// which a limit leaves items out costs O(items that it shows).
///
/// A class with one owner: as a value, every call would copy the references to its parts.
package final class ListEngine<Token: RowToken> {
  // Properties that each event accesses many times are checked for exclusive access only while the program is developed
  // and tested.
  /// The version of the list that is shown.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  package internal(set) var version = ListVersion<Token>()

  // The section list, by slot.
  /// Slots in the order of the section fetch.
  package internal(set) var order: ContiguousArray<Int32> = []
  /// The index in `order`, -1 for none.
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

  /// The index of a row in the order of the items alone, in which unmatched ones are shown; nil for the order of
  /// groups.
  package var rank: ((Token) -> Int?)?

  /// Old keys of sections whose items are still grouped under them.
  var aliases: [GroupKey: Int32] = [:]

  /// Builds the list from its two inputs. Slots are given in order, the first section's is 1.
  ///
  /// - Parameter rank: the index of a row in the order of the items alone; nil where groups are that order.
  /// - Complexity: O(sections + groups + rows).
  package init(
    sections: some Sequence<GroupKey>, groups: some Sequence<(key: GroupKey, rows: RowList<Token>)>,
    policies: ListPolicies, rank: ((Token) -> Int?)? = nil
  ) {
    version.policies = policies
    self.rank = rank
    // In local variables: each access to a property of the engine is checked.
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

  /// Adds all groups of the inner list, where there are none.
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
      // Slots are in order, so that of several the first is the least.
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

  /// Whether a place of the inner list is in a group in which items of a key are shown.
  func isGroup(at place: RowPlace, of key: GroupKey) -> Bool {
    guard place.section < groupOrder.count else { return false }
    let group = Int(groupOrder[place.section])
    return groupKeys[group] == key || (!aliases.isEmpty && slots[group] == slot(for: key))
  }

  /// Whether a row of the inner list is at a place, which need not exist.
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
