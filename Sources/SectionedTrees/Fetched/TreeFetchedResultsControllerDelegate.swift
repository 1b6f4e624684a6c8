import CoreData

/// Is notified of the steps of a tree.
public protocol TreeFetchedResultsControllerDelegate: AnyObject {
  /// Called once for each step, when the controller and all sources built on it have taken it.
  ///
  /// - Parameters:
  ///   - controller: the controller, whose tree is the new one.
  ///   - changes: the least changes from the old tree to the new one.
  func controller<Node: NSManagedObject>(
    _ controller: TreeFetchedResultsController<Node>, didChangeTree changes: TreeChangeSet<NSManagedObjectID>)
}
