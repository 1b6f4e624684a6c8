extension SectionedChangeSet {
  /// The calls in which a classic delegate hears these changes.
  ///
  /// Items that a section takes or brings are named too, as Apple's controller does. Under
  /// ``ClassicCallbackPolicy/legalInOneBatch``:
  /// - a section move is not legal when an item was inserted, deleted or moved in that section;
  /// - an item move is not legal when an end of it lies in a section that is named as deleted or inserted. When
  ///   neither end is legal, the calls for its sections say it all;
  /// - updates of items in a section named as deleted and inserted are left out: the view asks for its cells anew.
  ///
  /// Updates are not part of a batch's legality: a view that is given them beside structure must configure the cells
  /// it has, not reload them.
  ///
  /// Complexity: O(changes · log changes).
  @inlinable
  public func classicCallbacks(_ policy: ClassicCallbackPolicy) -> ClassicCallbacks<SectionID, ItemID> {
    let offending = policy == .faithful ? [] : illegalSectionMoves()
    let gone = policy == .faithful ? [] : Set(sections.deleted.map { $0.place } + offending.map { $0.from })
    let came = policy == .faithful ? [] : Set(sections.inserted.map { $0.place } + offending.map { $0.to })

    var sectionCalls = CallList<Int, SectionID>(sections)
    for move in offending { sectionCalls.split(move, deletes: true, inserts: true) }
    for move in sections.moved where !offending.contains(move) { sectionCalls.name(move) }

    var named = items
    named.deleted += itemsTaken
    named.inserted += itemsBrought
    if !offending.isEmpty { named.updated.removeAll { gone.contains($0.old.section) } }
    var itemCalls = CallList<ItemPlace, ItemID>(named)
    for move in items.moved {
      let leavesLegally = !gone.contains(move.from.section)
      let comesLegally = !came.contains(move.to.section)
      if leavesLegally, comesLegally {
        itemCalls.name(move)
      } else {
        itemCalls.split(move, deletes: leavesLegally, inserts: comesLegally)
      }
    }
    return ClassicCallbacks(sections: sectionCalls.ordered(), items: itemCalls.ordered())
  }

  /// Moves of sections in which items were inserted, deleted or moved.
  @inlinable
  func illegalSectionMoves() -> [ListMove<Int>] {
    guard !sections.moved.isEmpty else { return [] }
    let left = Set(items.deleted.map { $0.place.section } + items.moved.map { $0.from.section })
    let came = Set(items.inserted.map { $0.place.section } + items.moved.map { $0.to.section })
    return sections.moved.filter { left.contains($0.from) || came.contains($0.to) }
  }
}

/// The calls of one level, gathered by kind.
@usableFromInline
struct CallList<Place: Hashable & Comparable & Sendable, ID: Hashable & Sendable> {
  @usableFromInline typealias Call = ClassicCallback<Place, ID>

  @usableFromInline var deletions: [(place: Place, call: Call)]
  @usableFromInline var insertions: [(place: Place, call: Call)]
  @usableFromInline var moves: [(place: Place, call: Call)] = []
  @usableFromInline var updates: [(place: Place, call: Call)]

  /// All but the moves.
  @inlinable
  init(_ changes: ListChanges<Place, ID>) {
    deletions = changes.deleted.map {
      ($0.place, Call(kind: .delete, old: $0.place, new: nil, subject: .gone($0.id), keys: nil))
    }
    insertions = changes.inserted.map {
      ($0.place, Call(kind: .insert, old: nil, new: $0.place, subject: .present($0.place), keys: nil))
    }
    updates = changes.updated.map {
      ($0.old, Call(kind: .update, old: $0.old, new: nil, subject: .present($0.new), keys: $0.keys))
    }
  }

  @inlinable
  mutating func name(_ move: ListMove<Place>) {
    moves.append(
      (move.to, Call(kind: .move, old: move.from, new: move.to, subject: .present(move.to), keys: move.keys)))
  }

  /// Names a move by its ends.
  @inlinable
  mutating func split(_ move: ListMove<Place>, deletes: Bool, inserts: Bool) {
    if deletes {
      deletions.append(
        (move.from, Call(kind: .delete, old: move.from, new: nil, subject: .present(move.to), keys: nil)))
    }
    if inserts {
      insertions.append((move.to, Call(kind: .insert, old: nil, new: move.to, subject: .present(move.to), keys: nil)))
    }
  }

  @inlinable
  func ordered() -> [Call] {
    (deletions.sorted { $0.place > $1.place } + insertions.sorted { $0.place < $1.place }
      + moves.sorted { $0.place < $1.place } + updates.sorted { $0.place < $1.place }).map { $0.call }
  }
}
