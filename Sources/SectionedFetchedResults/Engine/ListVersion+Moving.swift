import SectionedChanges

/// Versions that show a move before the fetched lists have it. They are shown only; no step leads on from them.
extension ListVersion {
  /// This version with one item elsewhere.
  ///
  /// - Parameters:
  ///   - from: its place here.
  ///   - to: its place then.
  package func moving(itemAt from: ItemPlace, to: ItemPlace) -> Self {
    var moved = self
    let token = token(at: from)
    let source = shown[from.section]
    // Shown only: one group is as good as several.
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
      // The user sees one item more there and one less here, whatever the limits are, until the edits are known.
      moved.policies.ownLimits[source] = .first(shownRows(of: source).count - 1)
      moved.policies.ownLimits[target] = .first(shownRows(of: target).count + 1)
      for slot in [source, target] where policies.isFolded(slot) { moved.policies.ownFolds[slot] = false }
    }
    return moved
  }

  /// Makes one group of the unmatched items, in the order in which they are shown.
  private mutating func gatherUnmatched() {
    guard let all = unmatchedRows?.rows else { return }
    for group in groups.groups(of: Self.unmatched) { groups.remove(group, from: Self.unmatched) }
    rows.append(all)
    groups.add(Int32(rows.count - 1), to: Self.unmatched) { _ in false }
    unmatchedRows = nil
  }

  /// Renames the item at a place.
  package mutating func rename(itemAt place: ItemPlace, to token: Token) {
    let slot = shown[place.section]
    let (group, row) = location(ofRow: shownRows(of: slot).lowerBound + place.item, in: slot)
    rows.change(at: Int(group)) { $0.replace(at: row, with: token) }
    let index = shownRows(of: slot).lowerBound + place.item
    if slot == Self.unmatched { unmatchedRows?.replace(at: index, with: token) }
  }

  /// This version with one section elsewhere.
  package func moving(sectionAt from: Int, to: Int) -> Self {
    var moved = self
    let slot = moved.shown.remove(at: from)
    moved.shown.insert(slot, at: to)
    for (index, slot) in moved.shown.enumerated() { moved.indices[Int(slot)] = Int32(index) }
    return moved
  }
}
