import CoreData

extension FetchedLists {
  /// Names objects that have been saved by their permanent IDs. An object keeps its place and its identity: nothing is
  /// to be told.
  ///
  /// - Returns: the permanent IDs by the temporary ones.
  /// - Complexity: O(objects of the list that are not saved).
  func promoteSaved() -> [NSManagedObjectID: NSManagedObjectID] {
    var names: [NSManagedObjectID: NSManagedObjectID] = [:]
    for (token, object) in unsaved.saved {
      unsaved.remove(token)
      // It can be placed anew from now on, by its new name.
      replacing.remove(token)
      if let place = items.place(of: object), engine.token(at: place) == token {
        engine.rename(at: place, to: items.token(of: object.objectID))
        names[items.id(of: token)] = object.objectID
      }
    }
    for (name, section) in unsavedKeys where !section.objectID.isTemporaryID {
      unsavedKeys[name] = nil
      engine.replaceKey(.object(name), with: path.key(of: section))
    }
    return names
  }

  var hasUnsaved: Bool { !unsaved.isEmpty || !unsavedKeys.isEmpty }
}
