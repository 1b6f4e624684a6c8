import OrderedRows

/// The changes of the section list and of the inner list in one event. The engine checks a place before it relies on
/// it.
package struct ListEdit<Token: RowToken>: Sendable {
  /// A section that came, changed or went.
  package struct NewSection: Sendable {
    /// Its index in the new section list.
    package var index: Int
    package var key: GroupKey
    /// Whether it is folded; nil for the state of new sections.
    package var isFolded: Bool?

    package init(index: Int, key: GroupKey, isFolded: Bool? = nil) {
      self.index = index
      self.key = key
      self.isFolded = isFolded
    }
  }

  /// A section of both lists whose object was named.
  package struct SectionTouch: Sendable {
    package var slot: Int32
    /// Its index in the new section list.
    package var index: Int
    package var key: GroupKey
    package var isRevised: Bool
    package var keys: Set<String>?

    package init(slot: Int32, index: Int, key: GroupKey, isRevised: Bool, keys: Set<String>?) {
      self.slot = slot
      self.index = index
      self.key = key
      self.isRevised = isRevised
      self.keys = keys
    }
  }

  /// A group that is new in the inner list.
  package struct NewGroup: Sendable {
    /// Its index in the new inner list.
    package var index: Int
    package var key: GroupKey

    package init(index: Int, key: GroupKey) {
      self.index = index
      self.key = key
    }
  }

  package var removedSections: [Int32] = []
  package var newSections: [NewSection] = []
  package var touchedSections: [SectionTouch] = []
  /// Indices in the old inner list.
  package var removedGroups: [Int] = []
  package var newGroups: [NewGroup] = []
  /// The named items, with their places in the old and the new inner list.
  package var items = ElementChanges<Token, RowPlace>()
  /// Whether the items of sections whose key changed have all been placed anew, so that the old keys are free.
  package var forgetsOldKeys = false

  package init() {}

  package var isEmpty: Bool {
    removedSections.isEmpty && newSections.isEmpty && touchedSections.isEmpty && items.isEmpty
      && removedGroups.isEmpty && newGroups.isEmpty && !forgetsOldKeys
  }
}

/// Why an edit cannot have happened to the lists that the engine has.
package enum ListMismatch: Error, Hashable, Sendable {
  case sectionPlace, groupPlace, itemPlace, groupNotEmpty, counts
  /// The inner controller shows items of several keys as one group, since the keys have one text. Nothing is wrong
  /// then.
  case sharedName
  /// The inner controller grouped items by a key that is newer than the context's. Nothing is wrong then.
  case staleKey
  /// Two groups of the inner list have one key. Nothing is wrong where keys are read from the context's objects: the
  /// inner controller may have grouped some of the rows by a newer key.
  case repeatedKey
  /// An item is in a group of another key than its own: the inner controller did not report a section that came or
  /// went, or the item has changed since. Nothing need be wrong then.
  case wrongGroup
  /// The inner controllers have fetched again, as they could not place objects one by one. Nothing is wrong then.
  case fetchedAgain

  /// Whether the inner controller reported what cannot have happened.
  var isWrong: Bool { ![.sharedName, .staleKey, .wrongGroup, .fetchedAgain].contains(self) }
}
