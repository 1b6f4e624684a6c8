import OrderedRows
import SectionedChanges

extension ListEngine {
  /// Computes which sections are shown. If items are counted across sections, also computes which of their rows are
  /// shown.
  ///
  /// - Complexity: O(sections).
  func reshape() {
    let policies = version.policies
    if policies.hasWindow { layOutWindow() } else { version.windows = [] }
    let unmatched = ListVersion<Token>.unmatched
    let showsUnmatched = policies.showsUnmatchedItems && !version.isEmpty(unmatched)
    if policies.showsEmptySections && !showsUnmatched {
      version.shown = order
      version.indices = positions
      return
    }
    var shown: ContiguousArray<Int32> = []
    shown.reserveCapacity(order.count + 1)
    for slot in order where policies.showsEmptySections || !version.isEmpty(slot) { shown.append(slot) }
    if showsUnmatched { shown.append(unmatched) }
    version.indices = ContiguousArray(repeating: -1, count: sectionKeys.count)
    for (index, slot) in shown.enumerated() { version.indices[Int(slot)] = Int32(index) }
    version.shown = shown
  }

  /// Counts the items across sections in display order: skips `offset` items and then shows at most `limit`.
  private func layOutWindow() {
    let policies = version.policies
    var windows = ContiguousArray(repeating: 0..<0, count: sectionKeys.count)
    var toSkip = policies.offset
    var toShow = policies.limit > 0 ? policies.limit : Int.max
    func layOut(_ slot: Int32) {
      let count = min(version.rowCount(of: slot), policies.limit(of: slot).most)
      let start = min(toSkip, count)
      let end = start + min(toShow, count - start)
      toSkip -= start
      toShow -= end - start
      windows[Int(slot)] = start..<end
    }
    for slot in order {
      if toShow == 0 { break }
      layOut(slot)
    }
    if policies.showsUnmatchedItems { layOut(ListVersion<Token>.unmatched) }
    version.windows = windows
  }

  /// Changes the policies.
  ///
  /// - Complexity: O(sections + items of the sections that show other items than before).
  package func setPolicies(_ policies: ListPolicies) -> ListTransition<Token> {
    let old = version
    version.policies = policies
    orderUnmatched()
    reshape()
    var transition = ListTransition(old: old, new: version)
    transition.addSections(besides: [])
    let all = Set(old.shown).union(version.shown)
    transition.addItems(of: all.filter { transition.showsOtherRows($0) })
    transition.addUnmatched()
    return transition
  }
}

extension ListTransition {
  /// Whether a section shows another range of row indices than before. The rows themselves are not compared.
  func showsOtherRows(_ slot: Int32) -> Bool {
    let before = old.index(of: slot) == nil ? 0..<0 : old.shownRows(of: slot)
    let after = new.index(of: slot) == nil ? 0..<0 : new.shownRows(of: slot)
    return before != after
  }

  /// Whether one of the lists hides rows of a section.
  func leavesOutRows(of slot: Int32) -> Bool {
    func leavesOut(_ version: ListVersion<Token>) -> Bool {
      version.index(of: slot) == nil || version.shownRows(of: slot).count < version.rowCount(of: slot)
    }
    return leavesOut(old) || leavesOut(new)
  }

  /// Adds the sections that are shown in only one of the lists, except those that are recorded already.
  ///
  /// - Complexity: O(sections) if empty sections may be hidden, else O(1).
  mutating func addSections(besides recorded: Set<Int32>) {
    guard !old.policies.showsEmptySections || !new.policies.showsEmptySections else {
      // All sections are shown, so the event named each inserted or removed one. Only the section of unmatched items
      // has no object that an event could name.
      let slot = ListVersion<Token>.unmatched
      let (before, after) = (old.index(of: slot), new.index(of: slot))
      if (before == nil) != (after == nil), !recorded.contains(slot) {
        sections.append(slot, .init(old: before, new: after, isRevised: false, keys: nil))
      }
      return
    }
    for (index, slot) in old.shown.enumerated() where new.index(of: slot) == nil && !recorded.contains(slot) {
      sections.append(slot, .init(old: index, new: nil, isRevised: false, keys: nil))
    }
    for (index, slot) in new.shown.enumerated() where old.index(of: slot) == nil && !recorded.contains(slot) {
      sections.append(slot, .init(old: nil, new: index, isRevised: false, keys: nil))
    }
  }

  /// Adds those items of some sections that are shown in only one of the lists, or in different sections.
  ///
  /// - Complexity: O(items of these sections in both lists).
  mutating func addItems(of slots: Set<Int32>) {
    guard !slots.isEmpty else { return }
    let recorded = Set(items.names)
    var before: [Token: (slot: Int32, place: ItemPlace)] = [:]
    for slot in slots {
      guard let section = old.index(of: slot) else { continue }
      for (item, token) in old.tokens(of: slot).enumerated() where !recorded.contains(token) {
        before[token] = (slot, ItemPlace(section: section, item: item))
      }
    }
    for slot in slots {
      guard let section = new.index(of: slot) else { continue }
      for (item, token) in new.tokens(of: slot).enumerated() where !recorded.contains(token) {
        let was = before.removeValue(forKey: token)
        if was?.slot == slot { continue }
        let place = ItemPlace(section: section, item: item)
        items.append(token, old: was?.place, new: place, isRevised: false, keys: nil)
      }
    }
    for (token, was) in before {
      items.append(token, old: was.place, new: nil, isRevised: false, keys: nil)
    }
  }
}
