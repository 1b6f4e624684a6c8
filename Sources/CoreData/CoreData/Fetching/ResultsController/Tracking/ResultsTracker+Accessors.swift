import Foundation
import OrderedRows

/// The list as seen by the controller's accessors.
extension ResultsTracker {
  var sections: [any NSFetchedResultsSectionInfo]? {
    guard let list else { return nil }
    if let sections = accessorCache.sections { return sections }
    let sections = (0..<list.rows.sectionCount).map { index in
      accessorCache.info(list.key(of: list.rows.section(at: index)), of: self)
    }
    accessorCache.sections = sections
    return sections
  }

  var objects: [NSManagedObject]? {
    guard let list else { return nil }
    if let objects = accessorCache.objects, objects.version == version { return objects.objects }
    let keys = list.rows.rows
    let objects = context.graph.objects(for: keys)
    if query?.request.returnsObjectsAsFaults == false { context.graph.fill(Array(keys)) }
    accessorCache.objects = (version, objects)
    return objects
  }

  func object(at indexPath: IndexPath) -> NSManagedObject {
    guard let list else {
      fatalError("A fetched results controller has no objects before performFetch(): call it first.")
    }
    guard indexPath.count == 2, let place = list.place(section: indexPath[0], item: indexPath[1]) else {
      fatalError(
        "There is no object at \(indexPath): the fetched results controller has \(list.rows.sectionCount) sections, "
          + "and an index path has two indices, a section's and an object's in it."
      )
    }
    return object(at: place)
  }

  /// The object at a place. The place must exist.
  func object(at place: RowPlace) -> NSManagedObject {
    guard let key = list?.key(at: place) else {
      fatalError("There is no object at \(place) before performFetch(): call it first.")
    }
    let object = context.graph.object(for: key)
    let isEmpty = object.flags.contains(.fault) && object.row == nil
    if batchSize > 0 {
      if isEmpty { context.graph.fill(keys(from: place, count: batchSize)) }
      return object
    }
    let batch = readAhead.batch(at: place, isNeeded: isEmpty) {
      list?.count(inSectionAt: $0) ?? 0
    } keys: {
      keys(from: place, count: $0)
    }
    if let batch, case .nothing = object.content.extra { object.content.join(batch) }
    return object
  }

  private func keys(from place: RowPlace, count: Int) -> [RowKey] { list?.keys(from: place, count: count) ?? [] }

  func indexPath(of object: NSManagedObject) -> IndexPath? {
    guard object.managedObjectContext === context else { return nil }
    return place(of: object.objectID.key)?.indexPath
  }

  func place(of key: RowKey) -> RowPlace? {
    guard query?.includes(key) == true else { return nil }
    return list?.place(of: key)
  }

  func name(of section: SectionKey) -> String {
    section.name { context.graph.objectID(for: $0).uriRepresentation().absoluteString }
  }

  /// The number of objects in a section; 0 if the section was removed.
  func count(of section: SectionKey) -> Int {
    guard let list, let section = list.section(of: section) else { return 0 }
    return list.rows.count(of: section)
  }

  func objects(of section: SectionKey) -> [NSManagedObject] {
    guard let list, let section = list.section(of: section) else { return [] }
    return list.rows.runs(of: section).flatMap { $0.map { context.graph.object(for: $0) } }
  }

  var sectionIndexTitles: [String] {
    var seen: Set<String> = []
    return (sections ?? []).compactMap(\.indexTitle).filter { seen.insert($0).inserted }
  }

  func section(forIndexTitle title: String, at index: Int) -> Int {
    guard let section = (sections ?? []).firstIndex(where: { $0.indexTitle == title }) else {
      fatalError("\"\(title)\" at \(index) is none of the sectionIndexTitles of the fetched results controller.")
    }
    return section
  }
}

extension ResultsList {
  /// The place for two indices; nil if it does not exist.
  func place(section: Int, item: Int) -> RowPlace? {
    guard section >= 0, section < rows.sectionCount, item >= 0, item < rows.count(of: rows.section(at: section)) else {
      return nil
    }
    return RowPlace(section: section, item: item)
  }

  /// The key at a place. The place must exist.
  fileprivate func key(at place: RowPlace) -> RowKey { rows[place] }

  /// The number of objects in a section; 0 if the section does not exist.
  fileprivate func count(inSectionAt index: Int) -> Int {
    index < rows.sectionCount ? rows.count(of: rows.section(at: index)) : 0
  }

  /// The keys from a place on, at most `count`, in order.
  ///
  /// - Complexity: O(keys, and sections that contain them).
  func keys(from place: RowPlace, count: Int) -> [RowKey] {
    // The program may set any batch size, up to `Int.max`.
    let count = min(count, rows.count)
    var keys: [RowKey] = []
    keys.reserveCapacity(count)
    var place = place
    while keys.count < count, place.section < rows.sectionCount {
      let section = rows.section(at: place.section)
      let end = min(rows.count(of: section), place.item + count - keys.count)
      keys += (place.item..<end).map { rows.row($0, in: section) }
      place = RowPlace(section: place.section + 1, item: 0)
    }
    return keys
  }
}
