import CoreData
import Foundation
import SectionedChanges

/// The list that a controller should show, computed naively: fetch items and sections, and group the items.
///
/// The `sections replay` command and the tests compare it with the controller's list after each batch.
package struct ReferenceList: Hashable, CustomStringConvertible {
  package struct Section: Hashable {
    /// Nil for the section of unmatched items.
    package var id: NSManagedObjectID?
    package var items: [NSManagedObjectID]

    package init(id: NSManagedObjectID?, items: [NSManagedObjectID]) {
      self.id = id
      self.items = items
    }
  }

  package var sections: [Section]

  package init(sections: [Section]) { self.sections = sections }

  /// Fetches sections and items, and appends each item to the first section that has its key.
  ///
  /// - Parameter controller: the controller whose requests, grouping key path and policies apply.
  package init<S, I>(for controller: SectionedFetchedResultsController<S, I>) throws {
    let context = controller.managedObjectContext
    let path = controller.sectionGroupingKeyPath
    let steps = path.split(separator: ".").map(String.init)
    let items = NSFetchRequest<I>(entityName: controller.itemFetchRequest.entityName ?? "")
    items.predicate = controller.itemFetchRequest.predicate
    items.includesSubentities = controller.itemFetchRequest.includesSubentities
    items.affectedStores = controller.itemFetchRequest.affectedStores
    // The items of a section share its key, so only the order of the items matters, for unmatched items too.
    let order = controller.itemFetchRequest.sortDescriptors ?? []
    items.sortDescriptors = order.isEmpty ? [NSSortDescriptor(key: path, ascending: true)] : order

    let endsInSection = Self.endsInSection(steps, of: items, context)
    let sectionRequest = NSFetchRequest<S>(entityName: controller.sectionFetchRequest.entityName ?? "")
    sectionRequest.predicate = controller.sectionFetchRequest.predicate
    sectionRequest.includesSubentities = controller.sectionFetchRequest.includesSubentities
    sectionRequest.affectedStores = controller.sectionFetchRequest.affectedStores
    sectionRequest.sortDescriptors = controller.sectionFetchRequest.sortDescriptors
    // Sections without sort descriptors are sorted by key.
    if sectionRequest.sortDescriptors?.isEmpty ?? true, !endsInSection {
      sectionRequest.sortDescriptors = [NSSortDescriptor(key: steps.last, ascending: true)]
    }
    let sectionObjects = try context.fetch(sectionRequest)
    func key(_ section: NSManagedObject?) -> AnyHashable? {
      guard let section else { return nil }
      if endsInSection { return section }
      let value = section.value(forKey: steps[steps.count - 1])
      // Texts that are canonically equal but differ in bytes are two keys.
      if let text = value as? String { return KeyText(text) }
      return value as? AnyHashable
    }
    var owners: [AnyHashable: Int] = [:]
    for (index, section) in sectionObjects.enumerated() {
      if let key = key(section), owners[key] == nil { owners[key] = index }
    }
    var sections = sectionObjects.map { Section(id: $0.objectID, items: []) }
    var unmatched: [NSManagedObjectID] = []
    for item in try context.fetch(items) as [I] {
      var object: NSManagedObject? = item
      for step in endsInSection ? steps : steps.dropLast() { object = object?.value(forKey: step) as? NSManagedObject }
      if let owner = key(object).flatMap({ owners[$0] }) {
        sections[owner].items.append(item.objectID)
      } else {
        unmatched.append(item.objectID)
      }
    }
    if controller.unmatchedItems == .shownLast { sections.append(Section(id: nil, items: unmatched)) }
    self.init(sections: sections)
    let folded = limit(controller)
    self.sections.removeAll {
      $0.items.isEmpty && !folded.contains($0.id) && ($0.id == nil || !controller.showsEmptySections)
    }
  }

  /// The list that a controller shows.
  package init<S, I>(shownBy controller: SectionedFetchedResultsController<S, I>) {
    self.init(
      sections: controller.allSections.indices.map { index in
        Section(
          id: controller.allSections[index].object?.objectID,
          items: (0..<controller.allSections[index].numberOfObjects).map {
            controller.object(at: IndexPath(indexes: [index, $0])).objectID
          })
      })
  }

  package init(_ snapshot: SectionedSnapshot<NSManagedObjectID?, NSManagedObjectID>) {
    self.init(sections: snapshot.sections.map { Section(id: $0.id, items: $0.items.map(\.id)) })
  }

  /// The list as a snapshot.
  ///
  /// - Parameters:
  ///   - item: the revision of the item at a place.
  ///   - section: the revision of the section at an index.
  package func snapshot(
    item: (ItemPlace) -> Int, section: (Int) -> Int
  ) -> SectionedSnapshot<NSManagedObjectID?, NSManagedObjectID> {
    .init(
      sections: sections.enumerated().map { index, content in
        .init(
          content.id, revision: section(index),
          items: content.items.enumerated().map { row, id in
            ListElement(id, revision: item(ItemPlace(section: index, item: row)))
          })
      })
  }

  package var description: String {
    sections.map { section in
      "\(section.id?.uriRepresentation().lastPathComponent ?? "unmatched"): "
        + section.items.map { $0.uriRepresentation().lastPathComponent }.joined(separator: " ")
    }.joined(separator: " | ")
  }

  private static func endsInSection<I>(
    _ steps: [String], of request: NSFetchRequest<I>, _ context: NSManagedObjectContext
  ) -> Bool {
    var entity = context.persistentStoreCoordinator?.managedObjectModel.entitiesByName[request.entityName ?? ""]
    for step in steps {
      guard let relationship = entity?.relationshipsByName[step] else { return false }
      entity = relationship.destinationEntity
    }
    return true
  }

  /// Removes the items that limits, the offset and folding hide.
  ///
  /// - Returns: the sections that have items but a limit of 0 items. They stay in the list.
  private mutating func limit<S, I>(
    _ controller: SectionedFetchedResultsController<S, I>
  ) -> Set<NSManagedObjectID?> {
    let own = controller.itemLimitsOfSections
    var toSkip = controller.itemFetchRequest.fetchOffset
    var toShow = controller.itemFetchRequest.fetchLimit > 0 ? controller.itemFetchRequest.fetchLimit : Int.max
    var folded: Set<NSManagedObjectID?> = []
    for index in sections.indices {
      // A hidden section keeps its own limit, too.
      let isFolded = controller.folding[sections[index].id]
      let limit = isFolded ? .none : own[sections[index].id] ?? controller.itemLimit
      if limit == .none, !sections[index].items.isEmpty { folded.insert(sections[index].id) }
      sections[index].items = Array(sections[index].items.prefix(limit.count ?? .max))
      let skipped = min(toSkip, sections[index].items.count)
      toSkip -= skipped
      sections[index].items = Array(sections[index].items.dropFirst(skipped).prefix(toShow))
      toShow -= sections[index].items.count
    }
    return folded
  }
}
