import OrderedRows
import SectionedChanges

extension ListEngine {
  /// A fast path of `apply(_:)` for the most common event: it names one item and no section, and the policies show all
  /// items of all sections.
  ///
  /// - Returns: nil for any other event, without changing anything.
  func applyOne(_ edit: ListEdit<Token>) throws -> ListTransition<Token>? {
    let policies = version.policies
    guard edit.namesOneItemOnly, policies.showsEmptySections, !policies.hasLimits else { return nil }
    let item = edit.items[0]
    // The section of unmatched items appears with its first item and disappears with its last one, and its order may
    // differ from that of the groups.
    if policies.showsUnmatchedItems, version.unmatchedRows != nil || isUnmatched(item.old) || isUnmatched(item.new) {
      return nil
    }
    let old = version
    let oldPlace = try oldPlace(of: item.name, at: item.old)
    if item.old != item.new {
      if let place = item.old {
        version.rows.change(at: Int(groupOrder[place.section])) { $0.remove(at: place.item) }
        rowTotal -= 1
      }
      if let place = item.new { try insert(item.name, at: place) }
    }
    let newPlace = item.new.flatMap { place in
      let group = groupOrder[place.section]
      return version.place(ofRow: place.item, in: group, of: slots[Int(group)])
    }
    var transition = ListTransition(old: old, new: version)
    transition.items.append(item.name, old: oldPlace, new: newPlace, isRevised: item.isRevised, keys: item.keys)
    return transition
  }

  private func isUnmatched(_ place: RowPlace?) -> Bool {
    guard let place, place.section < groupOrder.count else { return false }
    return slots[Int(groupOrder[place.section])] == ListVersion<Token>.unmatched
  }

  private func insert(_ token: Token, at place: RowPlace) throws {
    guard place.section < groupOrder.count else { throw ListMismatch.groupPlace }
    let group = Int(groupOrder[place.section])
    guard place.item <= version.rows[group].count else { throw ListMismatch.itemPlace }
    version.rows.change(at: group) { $0.insert(token, at: place.item) }
    rowTotal += 1
  }
}

extension ListEdit {
  fileprivate var namesOneItemOnly: Bool {
    items.count == 1 && removedSections.isEmpty && newSections.isEmpty && touchedSections.isEmpty
      && removedGroups.isEmpty && newGroups.isEmpty && !forgetsOldKeys
  }
}
