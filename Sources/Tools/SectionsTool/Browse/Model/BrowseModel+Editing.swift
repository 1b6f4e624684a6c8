import CoreData
import Foundation
import SectionedTerminal

extension BrowseModel {
  /// Asks for the value of an attribute. If validation rejects the value, it asks again.
  func edit(_ attribute: NSAttributeDescription, of object: NSManagedObject, text: String? = nil) {
    attempt {
      let value = try object.shownValue(attribute.name)
      let old = value == nil ? "" : ValueText.json(value).plainText
      ask(BrowsePrompt("\(attribute.name): ", text: text ?? old)) { [weak self] text in
        // An unchanged text is not set, because the text may be less exact than the value: it may have less precision
        // or lack unprintable characters, and it is empty for nil.
        guard let self, !text.unicodeScalars.elementsEqual(old.unicodeScalars) else { return }
        do {
          try set(text, for: attribute, of: object)
        } catch {
          edit(attribute, of: object, text: text)
          status = .error(error)
        }
      }
    }
  }

  private func requireThere(_ object: NSManagedObject) throws {
    guard DetailsPane.isThere(object) else { throw ToolError.data("This object is deleted.") }
  }

  private func set(_ text: String, for attribute: NSAttributeDescription, of object: NSManagedObject) throws {
    try requireThere(object)
    let value = try AttributeValue.read(text: text, for: attribute)
    try object.validateValue(value, forKey: attribute.name)
    object.setValue(value, forKey: attribute.name)
    store.context.processPendingChanges()
  }

  /// Inserts an object into the list, in the cursor's section, and shows its details.
  func insert() {
    guard let pane = objectsPane else { return status = .note("Objects are inserted into lists.") }
    attempt {
      let entity = pane.query.entity
      guard !entity.isAbstract else { throw ToolError.data("\(entity.name ?? "") is abstract and cannot be inserted.") }
      // Do everything that may fail before the insertion, or delete the object again if it fails.
      let put = try placement(in: pane)
      if let owner = pane.query.followed?.owner { try requireThere(owner) }
      let object = NSManagedObject(entity: entity, insertInto: store.context)
      put(object)
      if let followed = pane.query.followed { add(object, to: followed) }
      do {
        try store.context.obtainPermanentIDs(for: [object])
      } catch {
        store.context.delete(object)
        store.context.processPendingChanges()
        throw error
      }
      store.context.processPendingChanges()
      pane.refresh()
      pane.select(object)
      if let pick = pane.pick { pick(object) } else { showDetails(of: object) }
    }
  }

  private func add(_ object: NSManagedObject, to followed: BrowseQuery.Followed) {
    let name = followed.relationship.name
    if followed.relationship.isOrdered {
      followed.owner.mutableOrderedSetValue(forKey: name).add(object)
    } else {
      followed.owner.mutableSetValue(forKey: name).add(object)
    }
  }

  /// Returns a closure that sets the values which put a new object into the cursor's section.
  private func placement(in pane: ObjectsPane) throws -> (NSManagedObject) -> Void {
    switch (try pane.query.grouping(), pane.section) {
    case (.related(let path), .object(let owner)):
      guard let relationship = path.relationship else { throw path.leadsTooFar }
      return { $0.setValue(owner, forKey: relationship) }
    case (.each(let relationship), .object(let owner)):
      return { [self] in add(owner, to: .init(owner: $0, relationship: relationship)) }
    case (.attribute(let attribute), .value), (.day(let attribute), .value):
      // Use the value of an item, because the header's text may show only a part of it, or may not be parsable.
      guard let item = pane.firstItemOfSection else { return { _ in } }
      let value = try item.shownValue(attribute.name)
      return { $0.setValue(value, forKey: attribute.name) }
    default: return { _ in }
    }
  }

  /// Deletes the object at the cursor, or the one whose details are shown.
  func delete() {
    let object = detailsPane?.object ?? objectsPane?.object
    guard let object, DetailsPane.isThere(object) else { return status = .note("There is no object to delete.") }
    attempt {
      let name = try ObjectTitle.text(of: object)
      if detailsPane != nil { back() }
      store.context.delete(object)
      store.context.processPendingChanges()
      status = .note("\(name) is deleted. u undoes it.")
    }
  }

  /// Moves an item to another section, or sets a relationship to another object.
  func move() {
    if let details = detailsPane {
      guard let relationship = details.relationship, !relationship.isToMany else {
        return status = .note("Only a relationship to one object can lead to another one.")
      }
      return choose(for: relationship, of: details.object)
    }
    guard let pane = objectsPane, let item = pane.item else { return status = .note("There is no item to move.") }
    attempt {
      switch try pane.query.grouping() {
      case .related(let path):
        guard let name = path.relationship, let relationship = item.entity.relationshipsByName[name] else {
          throw path.leadsTooFar
        }
        choose(for: relationship, of: item)
      case .attribute(let attribute), .day(let attribute): edit(attribute, of: item)
      case .each, .none: status = .note("Items move between sections that are objects or values. b chooses them.")
      }
    }
  }

  /// Moves the item at the cursor by one place in the list's order, and to the adjacent section at an end of its own.
  func moveItem(isDown: Bool) {
    guard let pane = objectsPane, pane.item != nil else { return status = .note("There is no item to move.") }
    attempt {
      if try !pane.moveItem(isDown: isDown) { status = .note("The item cannot be moved there.") }
    }
  }

  private func choose(for relationship: NSRelationshipDescription, of object: NSManagedObject) {
    guard let entity = relationship.destinationEntity else { return }
    attempt {
      show(
        try objects(BrowseQuery(ListOptions(), entity: entity), name: "Choose \(relationship.name)") {
          [weak self] other in
          guard let self else { return }
          back()
          attempt {
            // Another process may have deleted either object while the person chose.
            for object in [object, other] { try requireThere(object) }
            object.setValue(other, forKey: relationship.name)
            store.context.processPendingChanges()
            objectsPane?.select(object)
          }
        })
    }
  }

  /// Removes the value of an attribute or a relationship; in a list, removes an item from its section.
  func removeValue() {
    attempt {
      if let details = detailsPane, let row = details.row, details.relationship?.isToMany != true {
        try removeValue(row.id, of: details.object)
      } else if let pane = objectsPane, let item = pane.item {
        switch try pane.query.grouping() {
        case .related(let path):
          guard let name = path.relationship else { throw path.leadsTooFar }
          try removeValue(name, of: item)
        case .attribute(let attribute), .day(let attribute): try removeValue(attribute.name, of: item)
        case .each, .none: status = .note("There is no value to remove.")
        }
      } else {
        status = .note("There is no value to remove.")
      }
    }
  }

  private func removeValue(_ key: String, of object: NSManagedObject) throws {
    try requireThere(object)
    try object.validateValue(nil, forKey: key)
    object.setValue(nil, forKey: key)
    store.context.processPendingChanges()
  }

  /// Saves the edits. Changes that another process has written since are merged first.
  func save() {
    guard store.context.hasChanges else { return status = .note("There is nothing to save.") }
    attempt {
      _ = try store.look()
      try store.context.save()
      status = .note("Saved.")
    }
  }

  /// Undoes the last edit, even if it is saved.
  func undo() {
    guard let manager = store.context.undoManager, manager.canUndo else {
      return status = .note("There is nothing to undo.")
    }
    store.context.undo()
    closeWhatIsGone()
    status = .note(manager.canUndo ? "One edit is undone. U redoes it." : "All edits are undone. U redoes one.")
  }

  /// Redoes the edit that was undone last.
  func redo() {
    guard let manager = store.context.undoManager, manager.canRedo else {
      return status = .note("There is nothing to redo.")
    }
    store.context.redo()
    closeWhatIsGone()
    status = .note("Redone.")
  }

  /// Closes the details of objects that no longer exist.
  private func closeWhatIsGone() {
    store.context.processPendingChanges()
    panes.removeAll { pane in
      guard let details = pane as? DetailsPane else { return false }
      return !DetailsPane.isThere(details.object)
    }
    pane.refresh()
  }
}

extension GroupingPath {
  /// The relationship of the item that leads to its section; nil if the path has more than one relationship.
  var relationship: String? {
    let steps = text.split(separator: ".").map(String.init)
    return steps.count - (key == nil ? 0 : 1) == 1 ? steps.first : nil
  }

  /// The error for moving an item along a path of more than one relationship.
  var leadsTooFar: ToolError {
    .data("Sections by \(text) are not the item's own: an object in between would have to change.")
  }
}

extension AttributeValue {
  /// Parses a text that the user typed for an attribute. An empty text is nil, except for a string attribute.
  ///
  /// - Throws: an error that names the attribute, its type and the text.
  static func read(text: String, for attribute: NSAttributeDescription) throws -> Any? {
    let type = attribute.attributeType
    if text.isEmpty, type != .stringAttributeType { return nil }
    switch type {
    case .booleanAttributeType:
      let words: [String: Bool] = ["true": true, "yes": true, "1": true, "false": false, "no": false, "0": false]
      return try read(words[text.lowercased()].map { .bool($0) } ?? .string(text), for: attribute)
    case .doubleAttributeType, .floatAttributeType:
      // A store cannot hold NaN. If digits become infinity, the number is too large.
      let number = Double(text).flatMap { $0.isNaN || $0.isInfinite && text.contains(where: \.isNumber) ? nil : $0 }
      return try read(number.map { .number($0) } ?? .string(text), for: attribute)
    case .compositeAttributeType:
      return try read((try? JSON(parsing: Data(text.utf8))) ?? .string(text), for: attribute)
    default: return try read(.string(text), for: attribute)
    }
  }
}
