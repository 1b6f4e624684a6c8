import OrderedRows

/// The changes of the section list and of the inner list in one event. The engine checks each place before it uses it.
package struct ListEdit<Token: RowToken>: Sendable {
  /// A section that an event inserts.
  package struct NewSection: Sendable {
    /// Its index in the new section list.
    package var index: Int
    package var key: GroupKey
    /// Whether it is folded; nil if new sections' default applies.
    package var isFolded: Bool?

    package init(index: Int, key: GroupKey, isFolded: Bool? = nil) {
      self.index = index
      self.key = key
      self.isFolded = isFolded
    }
  }

  /// A section of the old and the new list whose object the event names.
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
  /// The edited items, with their places in the old and the new inner list.
  package var items = ElementChanges<Token, RowPlace>()
  /// Whether all items of sections with changed keys have moved to their new groups, so that the old keys can be
  /// forgotten.
  package var forgetsOldKeys = false

  package init() {}

  package var isEmpty: Bool {
    removedSections.isEmpty && newSections.isEmpty && touchedSections.isEmpty && items.isEmpty
      && removedGroups.isEmpty && newGroups.isEmpty && !forgetsOldKeys
  }
}

/// The reason why an edit does not fit the lists that the engine has.
package enum ListMismatch: Error, Hashable, Sendable {
  case sectionPlace, groupPlace, itemPlace, groupNotEmpty, counts
  /// The inner controller shows items of several keys as one group, because the keys have the same text. This is no
  /// error.
  case sharedName
  /// The inner controller grouped items by a key that is newer than the context's. This is no error.
  case staleKey
  /// Two groups of the inner list have one key. This is no error if keys are read from the context's objects, because
  /// the inner controller may have grouped some of the rows by a newer key.
  case repeatedKey
  /// An item is in a group of another key than its own: the inner controller did not report that a section was inserted
  /// or removed, or the item has changed since. This need not be an error.
  case wrongGroup
  /// The inner controllers have fetched again, because they could not place objects one by one. This is no error.
  case fetchedAgain

  /// Whether the mismatch is an error of the inner controller's reports.
  var isWrong: Bool { ![.sharedName, .staleKey, .wrongGroup, .fetchedAgain].contains(self) }
}
