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

    func resultsDidChange(_ changes: ResultsChanges) {
      batch.reserveCapacity(
        changes.deleted.count + changes.inserted.count + changes.moved.count + changes.updated.count)
      let gone = changes.deleted.isEmpty ? [:] : controller.toldDeletions
      func touch(_ key: RowKey, old: RowPlace?, new: RowPlace?) {
        // One that is not saved may be by the time that this is delivered, and has another key then.
        let known = gone[key] ?? (key.isTemporary ? controller.object(for: key) : nil)
        batch.add(
          .init(
            subject: InnerSubject(key: key, knownObject: known), old: old.map(GroupPlace.init),
            new: new.map(GroupPlace.init), isNew: old == nil))
      }
      for item in changes.deleted { touch(item.key, old: item.place, new: nil) }
      for item in changes.inserted { touch(item.key, old: nil, new: item.place) }
      for move in changes.moved { touch(move.key, old: move.old, new: move.new) }
      for update in changes.updated { touch(update.key, old: update.old, new: update.new) }
      for section in changes.deletedSections { batch.removeGroup(section.index) }
      for section in changes.insertedSections { batch.addGroup(section.index) }
      endBatch()
    }
  }

  extension GroupPlace {
    fileprivate init(_ place: RowPlace) { self.init(group: place.section, row: place.item) }
  }

  extension FetchedLists {
    /// How the engine names an object that an inner controller names.
    func token(of subject: InnerSubject) -> ItemToken {
      if !unsaved.isEmpty,
        let object = subject.knownObject ?? eventKeys.watch.registeredObject(for: subject.key),
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
      InnerSubject(key: eventKeys.watch.key(of: object), knownObject: object)
    }

    /// Where a touched item now is: what our inner controller reports is true, unless a test spoils it.
    func place(of touch: InnerBatch.Touch) -> GroupPlace? {
      checksMentioned ? items.place(of: object(of: touch.subject)) : touch.new
    }

    /// Where a touched section now is.
    func index(of touch: InnerBatch.Touch) -> Int? {
      checksMentioned ? sections.index(of: object(of: touch.subject)) : touch.new?.row
    }
  }
#endif
