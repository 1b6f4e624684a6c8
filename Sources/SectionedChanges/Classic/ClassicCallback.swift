/// How a change set is reported to the classic delegate, which may pass it to one `beginUpdates`/`endUpdates`.
public enum ClassicCallbackPolicy: Hashable, Sendable, CaseIterable {
  /// Reports exactly the change set when that is legal in one batch. Otherwise an illegal section move is reported as a
  /// deletion and an insertion, and an illegal item move as the insertion or deletion of its legal end.
  case legalInOneBatch
  /// Always reports exactly the change set. For delegates that do more than feed one batch.
  case faithful
}

/// A call of the classic delegate.
public struct ClassicCallback<Place: Hashable & Comparable & Sendable, ID: Hashable & Sendable>: Hashable, Sendable {
  /// The kind of change that is reported to the delegate: one of the four of a fetched results controller.
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// The four kinds, as `NSFetchedResultsChangeType` has them.
    case insert, delete, move, update
  }

  /// The object that the call is about.
  public enum Subject: Hashable, Sendable {
    /// An object that left the list, known only by its identifier.
    case gone(ID)
    /// The object at a place of the new list.
    case present(Place)
  }

  /// The kind of change that is reported.
  public let kind: Kind
  /// Old place; nil for an insertion.
  public let old: Place?
  /// New place; nil for a deletion and, as Apple has it, for an update.
  public let new: Place?
  /// The object. A deletion that is reported in place of a move is about an object that is still in the list.
  public let subject: Subject
  /// The changed properties of a move or an update, nil where they cannot be known; nil for other calls.
  public let keys: Set<String>?

  @inlinable
  init(kind: Kind, old: Place?, new: Place?, subject: Subject, keys: Set<String>?) {
    self.kind = kind
    self.old = old
    self.new = new
    self.subject = subject
    self.keys = keys
  }
}

/// The calls of one batch, in order: sections before items, and in each first deletions (descending old places), then
/// insertions (ascending new places), moves (ascending new places) and updates (ascending old places).
public struct ClassicCallbacks<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable>: Hashable, Sendable {
  /// The calls for sections, which come first.
  public var sections: [ClassicCallback<Int, SectionID>]
  /// The calls for items.
  public var items: [ClassicCallback<ItemPlace, ItemID>]

  @inlinable
  init(sections: [ClassicCallback<Int, SectionID>], items: [ClassicCallback<ItemPlace, ItemID>]) {
    self.sections = sections
    self.items = items
  }
}

extension ClassicCallback: CustomStringConvertible {
  /// `delete 3`, `insert 0`, `move 2→0 {name}`, `update 1`
  public var description: String {
    var text = "\(kind)"
    switch (old, new) {
    case (let old?, let new?): text += " \(old)→\(new)"
    case (let place?, nil), (nil, let place?): text += " \(place)"
    case (nil, nil): break
    }
    if let keys, !keys.isEmpty { text += " {" + keys.sorted().joined(separator: ", ") + "}" }
    return text
  }
}
