/// The keys that a save or a merge changed in a context, for its children. The children read the rows themselves.
struct SavedKeys: Sendable {
  var inserted: [RowKey] = []
  var updated: [ContextEvent.Update] = []
  var deleted: [RowKey] = []
  /// Whether the keys include the owners of changed to-many relationships.
  var namesOwners = true

  init() {}

  init(_ event: ContextEvent) {
    inserted = event.inserted
    updated = event.updated.map { ContextEvent.Update(key: $0.key, slots: $0.placing) }
    updated += event.refreshed.map { ContextEvent.Update(key: $0, slots: nil) }
    deleted = event.deleted
  }

  /// Adds keys. Some of them may be contained already.
  mutating func add(_ inserted: [RowKey], _ updated: [ContextEvent.Update], _ deleted: [RowKey]) {
    self.inserted += inserted
    self.updated += updated
    self.deleted += deleted
  }

  var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

  var all: [RowKey] { inserted + updated.map(\.key) + deleted }
}
