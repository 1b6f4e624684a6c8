import CoreData
import Foundation
import SectionedChanges
import SectionedDataSources
import SectionedFetchedResults

/// Sections and items of two requests as a state that is drawn: who draws it is notified before it is another one, once
/// for each step.
@MainActor
public final class FetchedSectionsState<SectionObject: NSManagedObject, Item: NSManagedObject> {
  /// What is fetched, in a context that comes later.
  public struct Requests {
    /// Which sections, in which order.
    public var sections: NSFetchRequest<SectionObject>
    /// Which items, in which order within their section.
    public var items: NSFetchRequest<Item>
    /// Leads from an item over to-one relationships to an attribute that identifies the section.
    public var path: String

    /// Whether another request differs in nothing that may be changed while the list is shown.
    func isAlike(_ other: Requests) -> Bool {
      path == other.path && Self.isAlike(sections, other.sections) && Self.isAlike(items, other.items)
    }

    private static func isAlike<Result>(_ request: NSFetchRequest<Result>, _ other: NSFetchRequest<Result>) -> Bool {
      request.entityName == other.entityName && request.fetchLimit == other.fetchLimit
        && request.fetchOffset == other.fetchOffset && request.includesSubentities == other.includesSubentities
    }

    /// Names what is fetched.
    public init(sections: NSFetchRequest<SectionObject>, items: NSFetchRequest<Item>, by path: String) {
      (self.sections, self.items, self.path) = (sections, items, path)
    }
  }

  /// What may be changed while the list is shown.
  public var configuration: FetchedSectionsConfiguration {
    get { wanted }
    set { change(to: newValue) }
  }

  /// What went wrong last; nil when nothing did since the last fetch that succeeded.
  public var error: (any Error)? {
    // The fetch after a reset, where it failed, is made again by the list itself.
    isOfReset && source?.controller.isFetchAwaited == false ? nil : lastError
  }

  /// Called before something is another one. Not called where another context is given.
  public var willChange: () -> Void = {}

  /// What is shown; empty before there is a context.
  public var sections: FetchedSections<SectionObject, Item> {
    FetchedSections(source: state?.source, list: state?.list ?? .init())
  }

  /// What fetches and follows; nil before there is a context.
  public var source: FetchedDataSource<SectionObject, Item>? { state?.source }

  private var requests: Requests
  private var wanted: FetchedSectionsConfiguration
  /// What the program asked for last.
  private var asked: FetchedSectionsConfiguration
  /// Whether who draws asks for something else, and needs no notice of it.
  private var isAsking = false
  private var state: ListState<FetchedDataSource<SectionObject, Item>>?
  private var lastError: (any Error)? {
    didSet { isOfReset = lastError != nil && source?.controller.isFetchAwaited == true }
  }
  /// Whether the last error came while the fetch after a reset was awaited.
  private var isOfReset = false

  /// Makes a state without a context, which shows nothing.
  public init(_ requests: Requests, showsEmptySections: Bool = true) {
    self.requests = requests
    wanted = Self.configuration(of: requests, showsEmptySections)
    asked = wanted
  }

  private static func configuration(of requests: Requests, _ showsEmptySections: Bool) -> FetchedSectionsConfiguration {
    FetchedSectionsConfiguration(
      nsPredicate: requests.items.predicate, nsSortDescriptors: requests.items.sortDescriptors ?? [],
      sectionPredicate: requests.sections.predicate, sectionSortDescriptors: requests.sections.sortDescriptors ?? [],
      showsEmptySections: showsEmptySections)
  }

  /// Takes over what the program asks for now, as far as that is not what it asked for before: else what was changed while
  /// the list was shown stays. Nobody is notified: who draws calls it, and draws then. What cannot be fetched is ``error``.
  ///
  /// - Complexity: O(1) where nothing else is asked for, and else that of a fetch.
  public func ask(_ new: Requests, showsEmptySections: Bool = true) {
    let configuration = Self.configuration(of: new, showsEmptySections)
    let isAlike = new.isAlike(requests)
    guard configuration != asked || !isAlike else { return }
    isAsking = true
    defer { isAsking = false }
    asked = configuration
    if isAlike { return change(to: configuration) }
    let context = source?.managedObjectContext
    (requests, wanted, state) = (new, configuration, nil)
    if let context { follow(context) }
  }

  private func noteChange() { if !isAsking { willChange() } }

  /// Fetches in a context, and follows it from then on. Nothing happens where it is the one that is followed.
  public func follow(_ context: NSManagedObjectContext) {
    guard context !== source?.managedObjectContext else { return }
    guard let sections = requests.sections.copy() as? NSFetchRequest<SectionObject>,
      let items = requests.items.copy() as? NSFetchRequest<Item>
    else { return }
    (sections.predicate, sections.sortDescriptors) = (wanted.sectionPredicate, wanted.sectionSortDescriptors)
    (items.predicate, items.sortDescriptors) = (wanted.nsPredicate, wanted.nsSortDescriptors)
    let source = FetchedDataSource(
      sections: sections, items: items, by: requests.path, in: context, showsEmptySections: wanted.showsEmptySections)
    lastError = nil
    do { try source.performFetch() } catch { lastError = error }
    source.onError = { [weak self] in self?.take($0) }
    let state = ListState(source)
    state.willChange = { [weak self] in self?.noteChange() }
    self.state = state
  }

  private func take(_ error: any Error) {
    noteChange()
    lastError = error
  }

  /// What cannot be fetched is not taken over.
  private func change(to new: FetchedSectionsConfiguration) {
    let old = wanted
    guard new != old else { return }
    noteChange()
    (wanted, lastError) = (new, nil)
    guard let source else { return }
    do {
      try source.performTogether {
        try Self.change(source, from: old, to: new)
        // The first fetch failed, and this may be what it needs.
        if !source.controller.isFetched { try source.performFetch() }
      }
    } catch {
      (wanted, lastError) = (old, error)
      try? source.performTogether { try Self.change(source, from: new, to: old) }
    }
  }

  private static func change(
    _ source: FetchedDataSource<SectionObject, Item>, from old: FetchedSectionsConfiguration,
    to new: FetchedSectionsConfiguration
  ) throws {
    if new.sectionPredicate != old.sectionPredicate || new.sectionSortDescriptors != old.sectionSortDescriptors {
      try source.changeSectionRequest {
        ($0.predicate, $0.sortDescriptors) = (new.sectionPredicate, new.sectionSortDescriptors)
      }
    }
    if new.nsPredicate != old.nsPredicate || new.nsSortDescriptors != old.nsSortDescriptors {
      try source.changeItemRequest { ($0.predicate, $0.sortDescriptors) = (new.nsPredicate, new.nsSortDescriptors) }
    }
    source.showsEmptySections = new.showsEmptySections
  }
}

/// What may be changed of a list of sections and items while it is shown.
public struct FetchedSectionsConfiguration: Equatable {
  /// Which items.
  public var nsPredicate: NSPredicate?
  /// The order of the items within their section.
  public var nsSortDescriptors: [NSSortDescriptor]
  /// Which sections.
  public var sectionPredicate: NSPredicate?
  /// The order of the sections.
  public var sectionSortDescriptors: [NSSortDescriptor]
  /// Whether sections without items are shown; else only used ones are.
  public var showsEmptySections: Bool
}
