import CoreData
import SectionedChanges
import SectionedDataSources
import SectionedTrees

extension BrowseList {
  /// The objects of a query as a tree.
  ///
  /// - Parameter parent: the relationship to the parent.
  static func tree(
    _ query: BrowseQuery, _ parent: String, in store: BrowseStore, _ texts: Texts
  ) throws -> BrowseList {
    let request = NSFetchRequest<NSManagedObject>()
    try query.configure(request)
    let tree = OutlineList.Tree(
      request, parent: parent, orderedChildren: query.treeOrder, managedObjectContext: store.context,
      anomalies: store.anomalies)
    do {
      try tree.performFetch()
    } catch let error as TreeFetchError {
      throw ToolError.request("--parent: \(error.description)")
    }
    find(query, in: tree)
    return BrowseList(OutlineList(tree, row: texts.row)) { query in
      let wanted = NSFetchRequest<NSManagedObject>()
      try query.configure(wanted)
      let request = tree.fetchRequest
      let former = (request.predicate, request.sortDescriptors)
      (request.predicate, request.sortDescriptors) = (wanted.predicate, wanted.sortDescriptors)
      try tree.performTogether {
        do {
          try tree.performFetch()
        } catch {
          (request.predicate, request.sortDescriptors) = former
          throw error
        }
        find(query, in: tree)
      }
    }
  }

  private static func find(_ query: BrowseQuery, in tree: OutlineList.Tree) {
    guard let predicate = query.searchPredicate else {
      if tree.isFiltered { tree.setFilter(nil) }
      return
    }
    tree.setFilter(matching: predicate)
  }

  private init(_ list: OutlineList, change: @escaping (BrowseQuery) throws -> Void) {
    self.list = list
    object = { list.object(at: $0) }
    section = { _ in .all }
    place = { list.tree.place(of: ListedID($0)) }
    totals = { (items: list.tree.tree.count, empty: 0) }
    self.change = change
  }
}
