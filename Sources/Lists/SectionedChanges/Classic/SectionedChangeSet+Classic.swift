extension SectionedChangeSet {
  /// The calls that report these changes to a classic delegate.
  ///
  /// Items that a section takes or brings are also reported, as by Apple's controller. With
  /// ``ClassicCallbackPolicy/legalInOneBatch``:
  /// - a section move is illegal if an item was inserted, deleted or moved in the section;
  /// - an end of an item move is illegal if its section is reported as deleted or inserted. If both ends are illegal,
  ///   the item move is not reported, because the calls for its sections are enough;
  /// - updates of items in a section that is reported as deleted and inserted are omitted, because the view requests
  ///   its cells again.
  ///
  /// Updates do not affect legality. A delegate that passes them to a view in the same batch must reconfigure the
  /// existing cells instead of reloading them.
  ///
  /// - Parameter policy: determines how moves that are illegal in one batch are reported.
  /// - Returns: the calls in the order in which the delegate gets them; see ``ClassicCallbacks``.
  /// - Complexity: O(changes · log changes), plus O(moved sections · illegal section moves).
  @inlinable
  public func classicCallbacks(_ policy: ClassicCallbackPolicy) -> ClassicCallbacks<SectionID, ItemID> {
    if let call = onlyCall { return ClassicCallbacks(sections: [], items: [call]) }
    let offending = policy == .faithful ? [] : illegalSectionMoves()
    let gone = policy == .faithful ? [] : Set(sections.deleted.map { $0.place } + offending.map { $0.from })
    let came = policy == .faithful ? [] : Set(sections.inserted.map { $0.place } + offending.map { $0.to })

    var sectionCalls = CallList<Int, SectionID>(sections)
    for move in offending { sectionCalls.split(move, deletes: true, inserts: true) }
    for move in sections.moved where !offending.contains(move) { sectionCalls.name(move) }

    var named = items
    // Avoid appending empty arrays, because that would copy a list of changes.
    if !itemsTaken.isEmpty { named.deleted += itemsTaken }
    if !itemsBrought.isEmpty { named.inserted += itemsBrought }
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

  /// The call for a change set with a single item change, which is always legal; nil if there are more changes.
  @inlinable
  var onlyCall: ClassicCallback<ItemPlace, ItemID>? {
    guard items.count == 1, sections.isEmpty, itemsTaken.isEmpty, itemsBrought.isEmpty else { return nil }
    if let item = items.deleted.first {
      return ClassicCallback(kind: .delete, old: item.place, new: nil, subject: .gone(item.id), keys: nil)
    }
    if let item = items.inserted.first {
      return ClassicCallback(kind: .insert, old: nil, new: item.place, subject: .present(item.place), keys: nil)
    }
    if let move = items.moved.first {
      return ClassicCallback(kind: .move, old: move.from, new: move.to, subject: .present(move.to), keys: move.keys)
    }
    return items.updated.first.map {
      ClassicCallback(kind: .update, old: $0.old, new: nil, subject: .present($0.new), keys: $0.keys)
    }
  }

  /// The moves of sections in which items were inserted, deleted or moved.
  @inlinable
  func illegalSectionMoves() -> [ListMove<Int>] {
    guard !sections.moved.isEmpty else { return [] }
    let left = Set(items.deleted.map { $0.place.section } + items.moved.map { $0.from.section })
    let came = Set(items.inserted.map { $0.place.section } + items.moved.map { $0.to.section })
    return sections.moved.filter { left.contains($0.from) || came.contains($0.to) }
  }
}

/// The calls for sections or items, by kind. Calls are large and contain references, so copies are avoided.
@usableFromInline
struct CallList<Place: Hashable & Comparable & Sendable, ID: Hashable & Sendable> {
  @usableFromInline typealias Call = ClassicCallback<Place, ID>

  @usableFromInline var deletions: [Call]
  @usableFromInline var insertions: [Call]
  @usableFromInline var moves: [Call] = []
  @usableFromInline var updates: [Call]

  /// Creates the calls for all changes except moves.
  @inlinable
  init(_ changes: ListChanges<Place, ID>) {
    deletions = []
    deletions.reserveCapacity(changes.deleted.count)
    // Deletions are sorted by ascending place, and calls must be in descending order.
    for change in changes.deleted.reversed() as ReversedCollection {
      deletions.append(Call(kind: .delete, old: change.place, new: nil, subject: .gone(change.id), keys: nil))
    }
    insertions = changes.inserted.map {
      Call(kind: .insert, old: nil, new: $0.place, subject: .present($0.place), keys: nil)
    }
    updates = changes.updated.map {
      Call(kind: .update, old: $0.old, new: nil, subject: .present($0.new), keys: $0.keys)
    }
  }

  @inlinable
  mutating func name(_ move: ListMove<Place>) {
    moves.append(Call(kind: .move, old: move.from, new: move.to, subject: .present(move.to), keys: move.keys))
  }

  /// Reports a move as a deletion, an insertion or both.
  @inlinable
  mutating func split(_ move: ListMove<Place>, deletes: Bool, inserts: Bool) {
    if deletes {
      deletions.append(Call(kind: .delete, old: move.from, new: nil, subject: .present(move.to), keys: nil))
    }
    if inserts {
      insertions.append(Call(kind: .insert, old: nil, new: move.to, subject: .present(move.to), keys: nil))
    }
  }

  /// All calls in the order of ``ClassicCallbacks``.
  @inlinable
  mutating func ordered() -> [Call] {
    Self.sort(&deletions) { Self.isBefore($1.old, $0.old) }
    Self.sort(&insertions) { Self.isBefore($0.new, $1.new) }
    Self.sort(&moves) { Self.isBefore($0.new, $1.new) }
    Self.sort(&updates) { Self.isBefore($0.old, $1.old) }
    var result = deletions
    for calls in [insertions, moves, updates] where !calls.isEmpty {
      if result.isEmpty { result = calls } else { result += calls }
    }
    return result
  }

  @inlinable
  static func isBefore(_ first: Place?, _ second: Place?) -> Bool {
    guard let first, let second else { return false }
    return first < second
  }

  /// Sorts calls. Usually they are already in order.
  @inlinable
  static func sort(_ calls: inout [Call], by isBefore: (Call, Call) -> Bool) {
    var index = 1
    while index < calls.count {
      if isBefore(calls[index], calls[index - 1]) { return calls.sort(by: isBefore) }
      index += 1
    }
  }
}
