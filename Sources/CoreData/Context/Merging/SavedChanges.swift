/// The changes that one save wrote, for the other contexts of the coordinator: rows and keys, no objects.
struct SavedChanges: Sendable {
  struct Update: Sendable {
    let key: RowKey
    /// As it was saved; nil when only to-many relationships changed, or when the merging context must read it.
    let row: Row?
    /// The attributes, to-one and to-many relationships that changed; nil where they are not known.
    let slots: SlotSet?
    /// As `ContextEvent.Update.placing`.
    let placing: SlotSet?

    init(key: RowKey, row: Row?, slots: SlotSet?) { self.init(key: key, row: row, slots: slots, placing: slots) }

    init(key: RowKey, row: Row?, slots: SlotSet?, placing: SlotSet?) {
      (self.key, self.row, self.slots, self.placing) = (key, row, slots, placing)
    }
  }

  /// The save's numbers (`NSPersistentStoreCoordinator.numberingSave`); empty where they are not known.
  var numbers: [Int] = []
  /// The save's numbers in the histories of its stores, by the stores' identifiers.
  var transactions: [String: Int64] = [:]
  /// The reported writes of another process or coordinator, when it was no save of a context here.
  var external: [ExternalSpan] = []
  /// Whether it is a transaction of a history, which lists may have followed already.
  var isOfHistory = false
  /// Whether the rows were just read, so that they are those that are stored now.
  var hasNewestRows = false
  var inserted: [Row] = []
  var updated: [Update] = []
  var deleted: [RowKey] = []
  /// Whether the objects are named whose to-many relationships changed. A history names the rows that were written.
  var namesOwners = true
  /// The changes in the context that the save did not write, for the contexts below it, which have seen them.
  var besides = SavedKeys()

  var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

  /// The versions of the rows that it wrote.
  var versions: [RowVersion] {
    (inserted + updated.compactMap(\.row)).map { RowVersion(key: $0.key, version: $0.version) }
  }
}

extension SavedChanges {
  /// The user info key of the rows that a did-save notification carries for contexts of the same coordinator.
  static let infoKey = "_NSSavedChanges"
}

extension SavedKeys {
  /// The keys of what a save wrote, and of what it did not write.
  init(_ saved: SavedChanges) {
    self = saved.besides
    add(
      saved.inserted.map(\.key), saved.updated.map { ContextEvent.Update(key: $0.key, slots: $0.slots) },
      saved.deleted)
  }
}
