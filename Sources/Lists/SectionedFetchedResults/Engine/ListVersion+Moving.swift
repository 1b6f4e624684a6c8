import SectionedChanges

/// Versions that show a user's move before the fetched lists have it. They are only displayed. The next step does not
/// begin from them.
extension ListVersion {
  /// Returns a copy of this version in which one item is at another place.
  ///
  /// - Parameters:
  ///   - from: the item's place in this version.
  ///   - to: the item's place in the result.
  package func moving(itemAt from: ItemPlace, to: ItemPlace) -> Self {
    var moved = self
    let token = token(at: from)
    let source = shown[from.section]
    // The result is only displayed, so it may have one group instead of several.
    if unmatchedRows != nil {
      moved.gatherUnmatched()
      return moved.moving(itemAt: from, to: to)
    }
    let (group, row) = location(ofRow: shownRows(of: source).lowerBound + from.item, in: source)
    moved.rows.change(at: Int(group)) { $0.remove(at: row) }
    let target = shown[to.section]
    let start = policies.hasWindow ? windows[Int(target)].lowerBound : 0
    if moved.groups.isEmpty(target) {
      moved.rows.append(RowList([token]))
      moved.groups.add(Int32(moved.rows.count - 1), to: target) { _ in false }
    } else if start + to.item == moved.rowCount(of: target), let last = moved.groups.groups(of: target).last {
      moved.rows.change(at: Int(last)) { $0.insert(token, at: $0.count) }
    } else {
      let (group, row) = moved.location(ofRow: start + to.item, in: target)
      moved.rows.change(at: Int(group)) { $0.insert(token, at: row) }
    }
    guard source != target else { return moved }
    if policies.hasWindow {
      let left = windows[Int(source)]
      let came = windows[Int(target)]
      moved.windows[Int(source)] = left.lowerBound..<left.upperBound - 1
      moved.windows[Int(target)] = came.lowerBound..<came.upperBound + 1
    } else if policies.hasLimits {
      // The user sees one item more in the target and one less in the source, whatever their limits, until the edits
      // have been made.
      moved.policies.ownLimits[source] = .first(shownRows(of: source).count - 1)
      moved.policies.ownLimits[target] = .first(shownRows(of: target).count + 1)
      for slot in [source, target] where policies.isFolded(slot) { moved.policies.ownFolds[slot] = false }
    }
    return moved
  }

  /// Replaces the groups of unmatched items by one group, in display order.
  private mutating func gatherUnmatched() {
    guard let all = unmatchedRows?.rows else { return }
    for group in groups.groups(of: Self.unmatched) { groups.remove(group, from: Self.unmatched) }
    rows.append(all)
    groups.add(Int32(rows.count - 1), to: Self.unmatched) { _ in false }
    unmatchedRows = nil
  }

  /// Replaces the token of the item at a place.
  package mutating func rename(itemAt place: ItemPlace, to token: Token) {
    let slot = shown[place.section]
    let (group, row) = location(ofRow: shownRows(of: slot).lowerBound + place.item, in: slot)
    rows.change(at: Int(group)) { $0.replace(at: row, with: token) }
    let index = shownRows(of: slot).lowerBound + place.item
    if slot == Self.unmatched { unmatchedRows?.replace(at: index, with: token) }
  }

  /// Returns a copy of this version in which one section is at another index.
  package func moving(sectionAt from: Int, to: Int) -> Self {
    var moved = self
    let slot = moved.shown.remove(at: from)
    moved.shown.insert(slot, at: to)
    for (index, slot) in moved.shown.enumerated() { moved.indices[Int(slot)] = Int32(index) }
    return moved
  }
}
