import OrderedRows
import SectionedChanges

extension ComposedDataSource {
  @usableFromInline
  typealias Step = ComposedStep<SectionID, ItemID>
  @usableFromInline
  typealias Changes = MemberChanges<SectionID, ItemID>

  @inlinable
  func makeStep() -> SourceCore<SectionID, ItemID>.Step? {
    guard isEdited || cause != nil else { return nil }
    let (origin, source) = isEdited ? (.program, nil) : cause ?? (.program, nil)
    let beganInSeveral = cause != nil && (isEdited || source == nil)
    var step = Step()
    step.isFirst = core.snapshot.isEmpty
    step.isWhole = isEdited
    let visited = isEdited ? beginEdited(&step) : beginStep(&step)
    var changes: [Int32: Changes] = [:]
    for member in visited where member.stays { changes[member.slot] = member.changes().map(Changes.init) }
    var result: (snapshot: Snapshot, changes: Update.ChangeSet)?
    if !changes.isEmpty || isEdited { result = finish(&step, visited, changes) }
    let twice = endStep(step, visited)
    // Last, because the handler may change a child.
    defer {
      for (id, count) in twice {
        anomalies.report(
          .init(
            .duplicateItem,
            "Item \(named: id) is in the list \(count) times, in several children. If these are different items, give "
              + "each child a kind of its own, as mapped(section:item:kind:) and erased(kind:) do."))
      }
    }
    var next = SourceCore<SectionID, ItemID>.Step(
      snapshot: result?.snapshot ?? core.snapshot, changes: result?.changes ?? .init(),
      phase: .composed(phases.keys), origin: origin, source: source)
    next.beganInSeveral = beganInSeveral
    return next
  }

  /// Begins a step that inserts, removes or moves no children.
  ///
  /// - Returns: the children that have changed, in display order.
  /// - Complexity: O(changed children); O(children) if sections were inserted or removed.
  @inlinable
  func beginStep(_ step: inout Step) -> [Member] {
    step.starts = starts
    let visited = active.sorted { $0.position < $1.position }
    var more = visited.map { (position: $0.position, count: $0.snapshot.numberOfSections - $0.shown.numberOfSections) }
    more.removeAll { $0.count == 0 }
    guard let first = more.first else { return visited }
    var (next, sum) = (0, 0)
    for position in first.position..<shown.count {
      step.starts[position] += sum
      if next < more.count, more[next].position == position {
        sum += more[next].count
        next += 1
      }
    }
    step.starts[shown.count] += sum
    return visited
  }

  /// Begins a step that inserts, removes or moves children.
  ///
  /// - Returns: the children that are new, moved, changed, or were detached for a time, in display order.
  /// - Complexity: O(children · log children).
  @inlinable
  func beginEdited(_ step: inout Step) -> [Member] {
    for member in shown { member.nextPosition = -1 }
    var start = 0
    step.starts.reserveCapacity(draft.count + 1)
    for (position, member) in draft.enumerated() {
      member.nextPosition = position
      step.starts.append(start)
      start += member.snapshot.numberOfSections
      if member.position < 0 { give(slotTo: member) }
    }
    step.starts.append(start)
    markMoved()
    return draft.filter { $0.position < 0 || $0.isMoved || $0.hasGap || !$0.pending.isEmpty }
  }

  @inlinable
  func give(slotTo member: Member) {
    member.slot = freeSlots.popLast() ?? Int32(members.count)
    if Int(member.slot) < members.count {
      members[Int(member.slot)] = member
    } else {
      members.append(member)
    }
  }

  /// Marks the children that count as moved: a set with the fewest sections without which the rest is in order.
  @inlinable
  func markMoved() {
    let stays = shown.filter { $0.nextPosition >= 0 }
    let order = stays.indices.sorted { stays[$0].nextPosition < stays[$1].nextPosition }
    var values = Array(repeating: 0, count: stays.count)
    for (value, index) in order.enumerated() { values[index] = value }
    let weights = stays.map { SubsequenceWeight($0.shown.numberOfSections, 1) }
    for (member, isKept) in zip(stays, heaviestIncreasingSubsequence(of: values, weights: weights)) {
      member.isMoved = !isKept
    }
  }

  /// Names the inserted elements, and makes the list and its changes.
  @inlinable
  func finish(
    _ step: inout Step, _ visited: [Member], _ changes: [Int32: Changes]
  ) -> (snapshot: Snapshot, changes: Update.ChangeSet) {
    let old = core.snapshot
    var changes = changes
    let gone = isEdited ? shown.filter { $0.nextPosition < 0 } : []
    count(gone, visited, changes, &step)
    prepareNames(step)
    for member in gone { leave(member, &step) }
    for member in visited where member.stays && (member.isMoved || changes[member.slot] != nil) {
      update(member, &changes[member.slot], &step)
    }
    for member in visited {
      if member.position < 0 {
        enter(member, &step)
      } else if let changes = changes[member.slot] {
        enter(member, changes, &step)
      }
    }
    for (name, gone) in step.goneSections { step.builder.touchSection(name, old: gone.place.item, new: nil) }
    for (name, gone) in step.goneItems { step.builder.touchItem(name, old: gone.place, new: nil) }
    if step.isFirst, !step.isBroken {
      let new = builtSnapshot(step)
      return (new, .inserting(new))
    }
    return incremental(step, from: old) ?? rebuilt(&step, from: old)
  }

  @inlinable
  func incremental(_ step: Step, from old: Snapshot) -> (snapshot: Snapshot, changes: Update.ChangeSet)? {
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

  /// Builds the whole list again, because the changes that a child reported do not fit its list.
  @inlinable
  func rebuilt(_ step: inout Step, from old: Snapshot) -> (snapshot: Snapshot, changes: Update.ChangeSet) {
    sectionNames = ComposedNames()
    itemNames = ComposedNames()
    renumbered = [:]
    for member in shown { member.position = -1 }
    step.isWhole = true
    step.isFirst = true
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
  /// - Returns: the identifiers of inserted items that are in several children, each with the number of its occurrences
  ///   in the list.
  @inlinable
  func endStep(_ step: Step, _ visited: [Member]) -> [(id: ItemID, count: Int)] {
    if step.isWhole {
      for member in shown where member.nextPosition < 0 {
        freeSlots.append(member.slot)
        members[Int(member.slot)] = nil
        member.slot = -1
        member.settle()
        known[ObjectIdentifier(member.child.core)] = nil
      }
      phases = [:]
      for member in draft {
        member.settle()
        phases[member.phase, default: 0] += 1
      }
      shown = draft
    } else {
      for member in visited {
        let phase = member.phase
        member.settle()
        guard member.phase != phase else { continue }
        phases[member.phase, default: 0] += 1
        phases[phase, default: 0] -= 1
        if phases[phase] == 0 { phases[phase] = nil }
      }
    }
    starts = step.starts
    active = []
    isEdited = false
    cause = nil
    _ = sectionNames.endStep()
    return itemNames.endStep()
  }
}
