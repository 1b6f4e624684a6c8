/// The changes that one save wrote, as rows and keys without objects, for other contexts of the coordinator.
struct SavedChanges: Sendable {
  struct Update: Sendable {
    let key: RowKey
    /// The saved row; nil if only to-many relationships changed, or if the merging context must read it.
    let row: Row?
    /// The attributes, to-one and to-many relationships that changed; nil if unknown.
    let slots: SlotSet?
    /// The same as `ContextEvent.Update.placing`.
    let placing: SlotSet?

    init(key: RowKey, row: Row?, slots: SlotSet?) { self.init(key: key, row: row, slots: slots, placing: slots) }

    init(key: RowKey, row: Row?, slots: SlotSet?, placing: SlotSet?) {
      (self.key, self.row, self.slots, self.placing) = (key, row, slots, placing)
    }
  }

  /// The save's numbers (see `NSPersistentStoreCoordinator.numberingSave`); empty if unknown.
  var numbers: [Int] = []
  /// The transaction numbers of the save in its stores' histories, by store identifier.
  var transactions: [String: Int64] = [:]
  /// The reported writes of another process or coordinator; empty for a save of a context of this coordinator.
  var external: [ExternalSpan] = []
  /// Whether the changes are a transaction of the persistent history. Lists may have followed it already.
  var isOfHistory = false
  /// Whether the rows were just read, so that they are the newest stored ones.
  var hasNewestRows = false
  var inserted: [Row] = []
  var updated: [Update] = []
  var deleted: [RowKey] = []
  /// Whether the owners of changed to-many relationships are named. A history names only the written rows.
  var namesOwners = true
  /// The changes of the context since the last merge into its children, including those that the save did not write.
  var besides = SavedKeys()

  var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

  /// The versions of the written rows.
  var versions: [RowVersion] {
    (inserted + updated.compactMap(\.row)).map { RowVersion(key: $0.key, version: $0.version) }
  }
}

extension SavedChanges {
  /// The user info key of the rows in a did-save notification, for contexts of the same coordinator.
  static let infoKey = "_NSSavedChanges"
}

extension SavedKeys {
  /// The keys that a save wrote, and those of changes that it did not write.
  init(_ saved: SavedChanges) {
    self = saved.besides
    add(
      saved.inserted.map(\.key), saved.updated.map { ContextEvent.Update(key: $0.key, slots: $0.slots) },
      saved.deleted)
  }
}
