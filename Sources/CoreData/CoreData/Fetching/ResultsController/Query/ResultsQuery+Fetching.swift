import Foundation
import OrderedRows

extension ResultsQuery {
  /// Fetches the list as the context sees it, including its unsaved changes.
  ///
  /// - Throws: an error that names a section whose objects are not adjacent, or the store's error.
  /// - Complexity: O(rows), without creating objects. If the section key is not the first sort term, it is read for
  ///   each object.
  func fetchList(in context: NSManagedObjectContext) throws -> ResultsList {
    try context.parentLink.withParents { try fetchedList(in: context) }
  }

  private func fetchedList(in context: NSManagedObjectContext) throws -> ResultsList {
    let fetch = try FetchExecution(request.identifiers, in: context)
    do {
      if case .stored(let path) = section, firstTermIsSectionKey {
        let fetched = try fetch.keyList(groupedBy: path)
        return try ResultsList(fetched.keys, groups: fetched.groups)
      }
      if request.keepsRuns, let term = order.terms.first {
        let fetched = try fetch.keyList(groupedBy: term.path)
        return try ResultsList(fetched.keys, runs: ValueRuns(fetched.groups, by: term, in: model))
      }
      let keys = try fetch.keys()
      return try section.isGrouped
        ? ResultsList(keys, groups: groups(of: keys, ContextResults(self, in: context))) : ResultsList(keys)
    } catch let disorder as SectionsOutOfOrder {
      let name = disorder.section.name { context.graph.objectID(for: $0).uriRepresentation().absoluteString }
      throw Self.error(
        """
        The objects of the section "\(name)" do not stand together: the one at index \(disorder.row) stands apart. The \
        first sort descriptor must sort \(entity.name) by \(request.sectionNameKeyPath ?? ""), or in the same order.
        """
      )
    }
  }

  /// Groups keys by reading the section key of each.
  private func groups(of keys: ContiguousArray<RowKey>, _ source: ContextResults) throws -> KeyGroups {
    var groups = KeyGroups()
    var last: SectionKey?
    for key in keys {
      let section = SectionKey(value: try source.sectionValue(of: key))
      if section == last {
        groups.extend()
      } else {
        groups.begin(section.value)
        last = section
      }
    }
    return groups
  }
}
