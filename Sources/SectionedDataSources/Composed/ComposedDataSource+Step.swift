import OrderedRows
import SectionedChanges

extension ComposedDataSource {
  typealias Step = ComposedStep<SectionID, ItemID>
  typealias Changes = MemberChanges<SectionID, ItemID>

  func makeStep() -> SourceCore<SectionID, ItemID>.Step? {
    guard isEdited || cause != nil else { return nil }
    let (origin, source) = isEdited ? (.program, nil) : cause ?? (.program, nil)
    let phase = LoadingPhase.composed(draft.lazy.map(\.child.core.phase))
    var step = Step()
    let changes = beginStep(&step)
    var result: (snapshot: Snapshot, changes: Update.ChangeSet)?
    if !changes.isEmpty || isEdited {
      result = finish(&step, changes)
    }
    let twice = endStep(step)
    // Last, since whoever is notified may change a child.
    defer {
      for (id, count) in twice {
        anomalies.report(.init(.duplicateItem, "Item \(id) is in the list \(count) times, in several children."))
      }
    }
    return .init(
      snapshot: result?.snapshot ?? core.snapshot, changes: result?.changes ?? .init(), phase: phase, origin: origin,
      source: source)
  }

  /// Says where children stand after the step, and what those that stay have done.
  private func beginStep(_ step: inout Step) -> [Int32: Changes] {
    for member in shown { member.nextPosition = -1 }
    var start = 0
    step.starts.reserveCapacity(draft.count + 1)
    for (position, member) in draft.enumerated() {
      member.nextPosition = position
      member.nextStart = start
      step.starts.append(start)
      start += member.snapshot.numberOfSections
      if member.position < 0 { give(slotTo: member) }
    }
    step.starts.append(start)
    var result: [Int32: Changes] = [:]
    for member in draft where member.stays && (member.pending != nil || member.hasGap) {
      result[member.slot] = member.changes().map(Changes.init)
    }
    if isEdited { markMoved() }
    return result
  }

  private func give(slotTo member: Member) {
    member.slot = freeSlots.popLast() ?? Int32(members.count)
    if Int(member.slot) < members.count {
      members[Int(member.slot)] = member
    } else {
      members.append(member)
    }
  }

  /// Marks the children that have left the order of the others, such that they have few sections.
  private func markMoved() {
    let stays = shown.filter { $0.nextPosition >= 0 }
    let order = stays.indices.sorted { stays[$0].nextPosition < stays[$1].nextPosition }
    var values = Array(repeating: 0, count: stays.count)
    for (value, index) in order.enumerated() { values[index] = value }
    let weights = stays.map { SubsequenceWeight($0.shown.numberOfSections, 1) }
    for (member, isKept) in zip(stays, heaviestIncreasingSubsequence(of: values, weights: weights)) {
      member.isMoved = !isKept
    }
  }

  /// Names what came, and makes the list and its changes.
  private func finish(
    _ step: inout Step, _ changes: [Int32: Changes]
  ) -> (snapshot: Snapshot, changes: Update.ChangeSet) {
    let old = core.snapshot
    var changes = changes
    count(changes, &step)
    prepareNames(step)
    for member in shown where member.nextPosition < 0 { leave(member, &step) }
    for member in draft where member.stays && (member.isMoved || changes[member.slot] != nil) {
      update(member, &changes[member.slot], &step)
    }
    for member in draft {
      if member.position < 0 {
        enter(member, &step)
      } else if let changes = changes[member.slot] {
        enter(member, changes, &step)
      }
    }
    for (name, gone) in step.goneSections {
      step.builder.touchSection(name, old: gone.place.item, new: nil)
    }
    for (name, gone) in step.goneItems { step.builder.touchItem(name, old: gone.place, new: nil) }
    if old.isEmpty, !step.isBroken {
      let new = builtSnapshot(step)
      return (new, .inserting(new))
    }
    return incremental(step, from: old) ?? rebuilt(&step, from: old)
  }

  private func incremental(_ step: Step, from old: Snapshot) -> (snapshot: Snapshot, changes: Update.ChangeSet)? {
    guard !step.isBroken else { return nil }
    let starts = step.starts
    let counts = ListCounts(sections: starts[starts.count - 1]) { [draft] section in
      let position = starts.partitionPoint { $0 > section } - 1
      return draft[position].snapshot.numberOfItems(inSection: section - starts[position])
    }
    guard let changes = try? step.builder.changeSet(old: old.counts, new: counts) else { return nil }
    let new = try? changes.apply(to: old) { index in
      sectionElement(index, step)
    } itemAt: { place in
      itemElement(place, step)
    }
    return new.map { (sharing($0, step), changes) }
  }

  /// The list made from the beginning, where what a child reported does not fit what it shows.
  private func rebuilt(_ step: inout Step, from old: Snapshot) -> (snapshot: Snapshot, changes: Update.ChangeSet) {
    sectionNames = NameBook()
    itemNames = NameBook()
    renumbered = [:]
    for member in shown { member.position = -1 }
    step.newItems = []
    step.newSections = []
    (step.goneItems, step.goneSections) = ([:], [:])
    step.itemsMore = draft.reduce(0) { $0 + $1.snapshot.numberOfItems }
    step.sectionsMore = step.starts[step.starts.count - 1]
    prepareNames(step)
    for member in draft { enter(member, &step) }
    let new = builtSnapshot(step)
    return (new, (try? Update.ChangeSet(from: old, to: new)) ?? .init())
  }

  /// Ends the step.
  ///
  /// - Returns: the items of which one came beside that of another child.
  private func endStep(_ step: Step) -> [(id: ItemID, count: Int)] {
    for member in shown where member.nextPosition < 0 {
      freeSlots.append(member.slot)
      members[Int(member.slot)] = nil
      member.slot = -1
      member.settle()
      known[ObjectIdentifier(member.child.core)] = nil
    }
    for member in draft { member.settle() }
    shown = draft
    starts = step.starts
    isEdited = false
    cause = nil
    _ = sectionNames.endStep()
    return itemNames.endStep()
  }
}
