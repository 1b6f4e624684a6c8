import CoreData
import Foundation
import SectionedDataSources

extension TreeDataSource where ItemID == NSManagedObjectID {
  /// The expanded nodes as a property list, for state restoration: the URIs of the saved objects, sorted.
  ///
  /// ```swift
  /// defaults.set(folders.expansionState, forKey: "folders")
  /// folders.restoreExpansion(defaults.stringArray(forKey: "folders") ?? [], in: context)
  /// ```
  ///
  /// - Complexity: O(expanded · log expanded).
  public var expansionState: [String] {
    expandedIDs.filter { !$0.isTemporaryID }.map { $0.uriRepresentation().absoluteString }.sorted()
  }

  /// Expands the nodes of a saved state, and collapses all other ones. It may be called before the first fetch.
  /// Identifiers of other stores are skipped. An object that is not in the tree yet is expanded when it is inserted.
  ///
  /// - Parameters:
  ///   - state: the value of ``expansionState`` in this process or an earlier one.
  ///   - context: the context of the tree.
  /// - Complexity: O(nodes + rows · log nodes).
  public func restoreExpansion(_ state: [String], in context: NSManagedObjectContext) {
    guard let coordinator = context.persistentStoreCoordinator else { return }
    expandedIDs = Set(
      state.compactMap { URL(string: $0) }.filter { $0.scheme == "x-coredata" }.compactMap {
        coordinator.managedObjectID(forURIRepresentation: $0)
      })
  }
}
