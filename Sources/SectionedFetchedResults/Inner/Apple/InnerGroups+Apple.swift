#if canImport(Darwin) || SECTIONED_PUBLIC_API
  import CoreData
  import Foundation
  import OrderedRows

  /// Data about an inner list's groups that Apple's controller does not provide.
  struct InnerGroups {
    /// The groups as runs of rows; nil while each section of the inner controller is one group.
    var runs: GroupRuns?
    /// The IDs of all rows in order, while the index map is built; nil if each object is asked for its ID instead.
    fileprivate var names: [NSManagedObjectID]?
    /// The index in `names` of each group's first row.
    fileprivate var starts: [Int] = []
    /// The keys of the sections, set only together with `names`.
    fileprivate var sectionKeys: Set<GroupKey> = []
    /// Objects with temporary IDs that were found while the index map is built. In a child context, saved objects may
    /// be among them.
    fileprivate(set) var unsaved: [NSManagedObject] = []
  }

  extension InnerItems {
    /// Prepares for reading the groups one after the other.
    ///
    /// - Parameters:
    ///   - isFetched: whether the inner controller has just fetched. Later, its sections' names may differ from their
    ///     rows' keys.
    ///   - sectionKeys: the keys of the sections.
    func beginReading(isFetched: Bool, sectionKeys: [GroupKey]) {
      groups = InnerGroups()
      let sections = controller.sections ?? []
      if isFetched, let names = fetchNames() {
        var start = 0
        for section in sections {
          groups.starts.append(start)
          start += section.numberOfObjects
        }
        if start == names.count { groups.names = names }
      }
      groups.runs = GroupRuns(
        sections: sections.map(\.numberOfObjects), isSplit: { path.mayShareName(sections[$0].name) },
        key: { path.key(ofItem: controller.object(at: $0.indexPath)) })
      // The fetched IDs are counted by sections, which are not the groups now.
      if groups.runs != nil { groups.names = nil }
      if groups.names != nil { groups.sectionKeys = Set(sectionKeys) }
    }

    func endReading() {
      groups.names = nil
      groups.starts = []
      groups.sectionKeys = []
      groups.unsaved = []
    }

    /// Fetches the IDs of all items in order; nil if each object must be asked for its ID instead. With a fetch batch
    /// size, asking every object would read all rows. The query is the one that begins a batched fetch, so that items
    /// with equal sort values have the same order.
    private func fetchNames() -> [NSManagedObjectID]? {
      let request = controller.fetchRequest
      let context = controller.managedObjectContext
      guard request.fetchBatchSize > 0, context.showsStoresOnly else { return nil }
      let copy = NSFetchRequest<NSManagedObjectID>()
      copy.entity = entity
      copy.resultType = .managedObjectIDResultType
      copy.predicate = request.predicate
      copy.sortDescriptors = request.sortDescriptors
      copy.affectedStores = request.affectedStores
      copy.includesSubentities = request.includesSubentities
      copy.includesPendingChanges = request.includesPendingChanges
      copy.includesPropertyValues = false
      return try? context.fetch(copy)
    }

    /// The tokens of a group's items, in order.
    func rows(ofGroup group: Int) -> RowList<ItemToken> {
      let count = rowCount(ofGroup: group)
      if let names = groups.names {
        return RowList(ContiguousArray(names[groups.starts[group]..<groups.starts[group] + count]))
      }
      var names: ContiguousArray<ItemToken> = []
      names.reserveCapacity(count)
      for row in 0..<count {
        let object = object(at: RowPlace(section: group, item: row))
        let id = object.objectID
        if id.isTemporaryID { groups.unsaved.append(object) }
        names.append(id)
      }
      return RowList(names)
    }

    /// The key of a group, read from its first item because Apple's controller has only the key's text. An item that
    /// has left the context has lost its values, so the first one that has not is read. If reading items would load
    /// unneeded rows, the key is made from the text, provided that the text determines it and a section has this key.
    /// Without such a section, the text may be newer than the context's objects, because another context has changed
    /// them. The result is `none` if the controller has no such group.
    ///
    /// - Complexity: O(1); O(rows of the group) where items have left the context.
    func key(ofGroup group: Int) -> GroupKey {
      if groups.names != nil, let name = controller.sections?[group].name, let key = path.key(named: name),
        groups.sectionKeys.contains(key)
      {
        return key
      }
      guard var first = currentObject(at: RowPlace(section: group, item: 0)) else { return .none }
      if first.managedObjectContext == nil { first = rowInContext(ofGroup: group) ?? first }
      let key = path.key(ofItem: first)
      return first.hasChanges ? processedKey(ofGroup: group, insteadOf: key) : key
    }

    /// The first item of a group that is still in the context. The others were inserted, and a rollback or an undo that
    /// the controller has not processed yet took them back.
    private func rowInContext(ofGroup group: Int) -> NSManagedObject? {
      (0..<rowCount(ofGroup: group)).lazy
        .compactMap { [self] in currentObject(at: RowPlace(section: group, item: $0)) }
        .first { $0.managedObjectContext != nil }
    }

    /// The key by which the inner controller grouped the rows of a group. A callback may have changed the key of the
    /// first row; the controller moves that row only when the context has processed the change.
    ///
    /// - Parameter key: the current key of the first row, returned unless the other rows show a different one.
    /// - Complexity: O(rows of the group) when the first row has another key than the group's name says.
    private func processedKey(ofGroup group: Int, insteadOf key: GroupKey) -> GroupKey {
      let rest = (1..<max(1, rowCount(ofGroup: group))).lazy.compactMap { [self] row in
        currentObject(at: RowPlace(section: group, item: row))
      }
      if groups.runs == nil, let name = controller.sections?[group].name, let named = path.key(named: name) {
        // The section may have been renamed since its group got this name, and then no row has the key of that name.
        return named != key && rest.contains { path.key(ofItem: $0) == named } ? named : key
      }
      return rest.first { !$0.hasChanges }.map(path.key(ofItem:)) ?? key
    }

    /// The items with temporary IDs, known once all groups have been read.
    func itemsNotSaved() -> [NSManagedObject] { groups.unsaved }

    /// Whether a reported item may be grouped with items of another key, because the inner controller compares keys by
    /// their texts.
    func mayShareName(at place: RowPlace) -> Bool {
      if groups.runs != nil { return true }
      guard let sections = controller.sections, place.section < sections.count else { return true }
      return path.mayShareName(sections[place.section].name)
    }

    var isSplit: Bool { groups.runs != nil }
  }

  extension FetchedLists {
    /// The sections of the list that have temporary IDs. In a child context, saved sections may be among them.
    func sectionsNotSaved() -> [NSManagedObject] { sections.objects.filter(\.objectID.isTemporaryID) }
  }

  extension GroupingPath {
    /// Whether several keys may have this text. A missing key has an empty text.
    func mayShareName(_ name: String) -> Bool {
      switch attributeType {
      case .stringAttributeType: name.isEmpty
      case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType, .booleanAttributeType,
        .UUIDAttributeType, .decimalAttributeType, .URIAttributeType:
        false
      default: true
      }
    }

    /// The key with a given text; nil if the text does not determine it.
    func key(named name: String) -> GroupKey? {
      switch attributeType {
      case .stringAttributeType: name.isEmpty ? nil : .string(KeyText(name))
      case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType:
        // Accepts only the number's own text, not one such as `+1` or `01`.
        Int64(name).flatMap { "\($0)" == name ? .integer($0) : nil }
      case .booleanAttributeType: name == "1" ? .boolean(true) : name == "0" ? .boolean(false) : nil
      case .UUIDAttributeType: UUID(uuidString: name).map { .uuid($0) }
      default: nil
      }
    }
  }
#endif
