#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import CoreData
  import OrderedRows

  /// An object that an inner controller names.
  struct InnerSubject: Hashable {
    let key: RowKey
    /// The object, when it was looked up already: one that is not saved may have another key when it is asked for, one
    /// that is deleted cannot be asked for at all.
    let knownObject: NSManagedObject?

    var isTemporary: Bool { key.isTemporary }

    /// How the engine names an object for which it has no older name.
    var ownToken: ItemToken { key.primaryKey }

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.key == rhs.key }

    func hash(into hasher: inout Hasher) { hasher.combine(key) }
  }

  extension InnerRecorder: ResultsChangesObserver {
    func follow() { controller.changesObserver = self }

    func resultsDidFail(_ error: any Error) { failed?(error) }

    func resultsDidChange(_ changes: ResultsChanges) {
      batch.reserveCapacity(changes.rows.count)
      for row in changes.rows {
        // One that is not saved may be by the time that this is delivered, and has another key then.
        let known = changes.deletedObjects[row.key] ?? (row.key.isTemporary ? controller.object(for: row.key) : nil)
        batch.add(
          .init(
            subject: InnerSubject(key: row.key, knownObject: known), old: row.old,
            new: row.new, isNew: row.old == nil,
            changedKeys: controller.changedKeys(of: row, in: changes)))
      }
      for section in changes.deletedSections { batch.removeGroup(section.index) }
      for section in changes.insertedSections { batch.addGroup(section.index) }
      endBatch()
    }
  }

  extension FetchedLists {
    /// How the engine names an object that an inner controller names.
    func token(of subject: InnerSubject) -> ItemToken {
      if !unsaved.isEmpty,
        let object = subject.knownObject ?? items.controller.registeredObject(for: subject.key),
        let token = unsaved.token(of: object)
      {
        return token
      }
      // Written down before it got its permanent ID.
      if subject.isTemporary, let object = subject.knownObject { return items.token(of: object.objectID) }
      return subject.ownToken
    }

    func object(of subject: InnerSubject) -> NSManagedObject {
      subject.knownObject ?? sections.controller.object(for: subject.key)
    }

    func subject(_ object: NSManagedObject) -> InnerSubject {
      InnerSubject(key: items.controller.key(of: object), knownObject: object)
    }

    /// Touched items with the places where they now are: what our inner controller reports is true, unless a test spoils
    /// it.
    func placed(_ touches: [InnerTouch]) -> [InnerTouch] {
      guard check.readsNotifications else { return touches }
      return touches.map { touch in
        var touch = touch
        touch.new = items.place(of: object(of: touch.subject))
        return touch
      }
    }

    /// The changed properties of a touched section.
    func changedKeys(of touch: InnerTouch) -> Set<String>? { touch.changedKeys }

    /// Where a touched section now is.
    func index(of touch: InnerTouch) -> Int? {
      check.readsNotifications ? sections.index(of: object(of: touch.subject)) : touch.new?.item
    }
  }
#endif
