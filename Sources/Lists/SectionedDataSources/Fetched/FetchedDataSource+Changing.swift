import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults

extension FetchedDataSource {
  /// Fetches with the controller's present requests, and follows the context from then on. All differences from the
  /// list before are one step. The first fetch inserts the whole list.
  ///
  /// - Complexity: O(rows).
  /// - Throws: the errors of the controller's `performFetch()`. The list is then as before.
  public func performFetch() throws {
    try core.perform {
      try controller.performFetch()
      core.setNeedsSettling()
    }
  }

  /// Repeats the fetch: the same as ``performFetch()``.
  public func reload() throws { try performFetch() }

  /// Whether sections without items are shown, too. Setting it is one step.
  ///
  /// - Complexity: O(sections) to set.
  public var showsEmptySections: Bool {
    get { controller.showsEmptySections }
    set { controller.showsEmptySections = newValue }
  }

  /// Changes the request of the items. If the source was fetched before, it is fetched again at once, as one step.
  ///
  /// - Parameter edit: called with a copy of the request.
  /// - Throws: the errors of ``performFetch()``. The request and the list are then as before.
  public func changeItemRequest(_ edit: (NSFetchRequest<Item>) -> Void) throws {
    reportPending()
    let before = controller.itemFetchRequest
    guard let copy = before.copy(with: nil) as? NSFetchRequest<Item> else { return }
    edit(copy)
    controller.itemFetchRequest = copy
    try fetchAgain { if controller.itemFetchRequest === copy { controller.itemFetchRequest = before } }
  }

  /// Changes the request of the sections. If the source was fetched before, it is fetched again at once, as one step.
  ///
  /// - Parameter edit: called with a copy of the request.
  /// - Throws: the errors of ``performFetch()``. The request and the list are then as before.
  public func changeSectionRequest(_ edit: (NSFetchRequest<SectionObject>) -> Void) throws {
    reportPending()
    let before = controller.sectionFetchRequest
    guard let copy = before.copy(with: nil) as? NSFetchRequest<SectionObject> else { return }
    edit(copy)
    controller.sectionFetchRequest = copy
    try fetchAgain { if controller.sectionFetchRequest === copy { controller.sectionFetchRequest = before } }
  }

  /// Processes the pending changes before a request is copied, because their observers may change that request, too.
  private func reportPending() {
    if controller.isFetched { managedObjectContext.processPendingChanges() }
  }

  private func fetchAgain(_ undo: () -> Void) throws {
    guard controller.isFetched else { return }
    do {
      try performFetch()
    } catch {
      undo()
      throw error
    }
  }
}

extension FetchedDataSource {
  /// Inserts an item into the context, and processes the context's pending changes.
  ///
  /// - Parameter configure: sets the item's values.
  /// - Returns: the item; nil if its entity is unknown or abstract, or its class is not `Item`.
  @discardableResult
  public func addItem(_ configure: (Item) -> Void = { _ in }) -> Item? { insertItem(configure) }

  /// Inserts an item into the context, in a section of the list, and processes the context's pending changes.
  ///
  /// - Parameters:
  ///   - section: the index of the section in the current list. In the section of unmatched items, the item gets no
  ///     section object.
  ///   - configure: sets the item's other values.
  /// - Returns: the item; nil if its entity is abstract, or its class is not `Item`.
  /// - Throws: `sectionOutOfBounds`; ``FetchedSourceError/unknownEntity(name:known:)``;
  ///   ``FetchedSourceError/sectionNotSettable(path:)`` if the grouping key path does not begin with the relationship
  ///   to the section object, or has objects between the two.
  @discardableResult
  public func addItem(inSection section: Int, _ configure: (Item) -> Void = { _ in }) throws -> Item? {
    guard section >= 0, section < controller.allSections.count else {
      throw anomaly(.sectionOutOfBounds, "addItem: there is no section \(section)\(whileUnfetched).")
    }
    let path = controller.sectionGroupingKeyPath
    let object = controller.section(at: section)
    let entity = try FetchRequests.entity(of: controller.itemFetchRequest, in: managedObjectContext)
    let steps = path.split(separator: ".").map(String.init)
    guard let first = steps.first, let relationship = entity.relationshipsByName[first],
      steps.count < 2 || relationship.destinationEntity?.attributesByName[steps[1]] != nil
    else { throw FetchedSourceError.sectionNotSettable(path: path) }
    return insertItem {
      $0.setValue(object, forKey: first)
      configure($0)
    }
  }

  private func insertItem(_ configure: (Item) -> Void) -> Item? {
    let request = controller.itemFetchRequest
    guard let entity = try? FetchRequests.entity(of: request, in: managedObjectContext) else { return nil }
    let item: Item? = FetchRequests.insert(entity, into: managedObjectContext)
    guard let item else { return nil }
    configure(item)
    managedObjectContext.processPendingChanges()
    return item
  }

  /// A phrase for messages, if the list is empty because it was not fetched yet.
  var whileUnfetched: String { controller.isFetched ? "" : " before the first performFetch(): call it first" }

  func anomaly(_ kind: DataSourceAnomaly.Kind, _ message: String) -> DataSourceAnomaly {
    let anomaly = DataSourceAnomaly(kind, message)
    anomalies.report(anomaly)
    return anomaly
  }
}
