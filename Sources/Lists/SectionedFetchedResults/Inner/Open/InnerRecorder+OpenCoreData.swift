#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import CoreData
  import OrderedRows

  /// An object in an inner controller's report.
  struct InnerSubject: Hashable {
    let key: RowKey
    /// The object, if it was looked up with the report. An unsaved object may have another key later, and a deleted one
    /// cannot be looked up at all.
    let knownObject: NSManagedObject?

    var isTemporary: Bool { key.isTemporary }

    /// The token of the object, unless the engine knows it by an earlier one.
    var ownToken: ItemToken { key.primaryKey }

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.key == rhs.key }

    func hash(into hasher: inout Hasher) { hasher.combine(key) }
  }

  extension InnerRecorder: ResultsChangesObserver {
    func follow() { controller.changesObserver = self }

    var needsChangedKeys: Bool { true }

    func resultsDidFail(_ error: any Error) { failed?(error) }

    func resultsDidChange(_ changes: ResultsChanges) {
      let subjects = changes.rows.names.map { row in
        // An unsaved object may be saved by the time that this is delivered, and has another key then.
        let known = changes.deletedObjects[row.key] ?? (row.key.isTemporary ? controller.object(for: row.key) : nil)
        return InnerSubject(key: row.key, knownObject: known)
      }
      batch = InnerBatch(InnerChanges(names: subjects, elements: changes.rows.elements))
      for section in changes.deletedSections { batch.removeGroup(section.index) }
      for section in changes.insertedSections { batch.addGroup(section.index) }
      endBatch()
    }
  }

  extension FetchedLists {
    /// The engine's token of a reported object.
    func token(of subject: InnerSubject) -> ItemToken {
      if !unsaved.isEmpty,
        let object = subject.knownObject ?? items.controller.registeredObject(for: subject.key),
        let token = unsaved.token(of: object)
      {
        return token
      }
      // The subject was recorded before the object got its permanent ID.
      if subject.isTemporary, let object = subject.knownObject { return items.token(of: object.objectID) }
      return subject.ownToken
    }

    func object(of subject: InnerSubject) -> NSManagedObject {
      subject.knownObject ?? sections.controller.object(for: subject.key)
    }

    func subject(_ object: NSManagedObject) -> InnerSubject {
      InnerSubject(key: items.controller.key(of: object), knownObject: object)
    }

    /// Reported items with their current places. These are the reported ones, unless a test injects a fault.
    func placed(_ touches: InnerChanges) -> InnerChanges {
      guard check.readsNotifications else { return touches }
      var placed = touches
      for (number, subject) in touches.names.enumerated() {
        placed.elements[number].new = items.place(of: object(of: subject))
      }
      return placed
    }

    /// The changed properties of a touched section.
    func changedKeys(of touch: InnerChanges.Element) -> Set<String>? { touch.keys }

    /// The current index of a touched section.
    func index(of touch: InnerChanges.Element) -> Int? {
      check.readsNotifications ? sections.index(of: object(of: touch.name)) : touch.new?.item
    }
  }
#endif
