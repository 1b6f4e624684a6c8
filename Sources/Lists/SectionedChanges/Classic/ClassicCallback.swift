/// The way in which a change set is reported to a classic delegate, which may pass the calls to a view between
/// `beginUpdates` and `endUpdates`.
public enum ClassicCallbackPolicy: Hashable, Sendable, CaseIterable {
  /// Reports exactly the change set if a view accepts it in one batch. Otherwise, an illegal section move is reported
  /// as a deletion and an insertion. Of an illegal item move, only the legal end is reported, as a deletion or an
  /// insertion.
  case legalInOneBatch
  /// Always reports exactly the change set, for delegates that do more than update a view in one batch.
  case faithful
}

/// A call of the classic delegate.
public struct ClassicCallback<Place: Hashable & Comparable & Sendable, ID: Hashable & Sendable>: Hashable, Sendable {
  /// The kind of change, as in a fetched results controller.
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// The four kinds of `NSFetchedResultsChangeType`.
    case insert, delete, move, update
  }

  /// The object that the call is about.
  public enum Subject: Hashable, Sendable {
    /// An object that was removed from the list, by its identifier.
    case gone(ID)
    /// The object at a place of the new list.
    case present(Place)
  }

  /// The kind of change.
  public let kind: Kind
  /// The old place; nil for an insertion.
  public let old: Place?
  /// The new place; nil for a deletion and, as in Apple's calls, for an update.
  public let new: Place?
  /// The object. If a deletion is reported instead of a move, the object is still in the list.
  public let subject: Subject
  /// The changed properties of a move or update, or nil if they are unknown; nil for other calls.
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

/// The calls for one batch in order: sections before items. In each, deletions come first (by descending old place),
/// then insertions (by ascending new place), moves (by ascending new place) and updates (by ascending old place).
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
  /// The call as text, such as `delete 3`, `insert 0`, `move 2→0 {name}` or `update 1`.
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
