import CoreData
import Foundation
import SectionedChanges
import SectionedDataSources

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
  public private(set) var error: (any Error)?

  /// Called before something is another one. Not called where another context is given.
  public var willChange: () -> Void = {}

  /// What is shown; empty before there is a context.
  public var sections: FetchedSections<SectionObject, Item> {
    FetchedSections(source: state?.source, list: state?.list ?? .init())
  }

  /// What fetches and follows; nil before there is a context.
  public var source: FetchedDataSource<SectionObject, Item>? { state?.source }

  private let requests: Requests
  private var wanted: FetchedSectionsConfiguration
  private var state: ListState<FetchedDataSource<SectionObject, Item>>?

  /// Makes a state without a context, which shows nothing.
  public init(_ requests: Requests, showsEmptySections: Bool = true) {
    self.requests = requests
    wanted = FetchedSectionsConfiguration(
      nsPredicate: requests.items.predicate, nsSortDescriptors: requests.items.sortDescriptors ?? [],
      sectionPredicate: requests.sections.predicate, sectionSortDescriptors: requests.sections.sortDescriptors ?? [],
      showsEmptySections: showsEmptySections)
  }

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
    error = nil
    do { try source.performFetch() } catch { self.error = error }
    source.onError = { [weak self] in self?.take($0) }
    let state = ListState(source)
    state.willChange = { [weak self] in self?.willChange() }
    self.state = state
  }

  private func take(_ error: any Error) {
    willChange()
    self.error = error
  }

  /// What cannot be fetched is not taken over.
  private func change(to new: FetchedSectionsConfiguration) {
    let old = wanted
    guard new != old else { return }
    willChange()
    (wanted, error) = (new, nil)
    guard let source else { return }
    do {
      try source.performTogether { try Self.change(source, from: old, to: new) }
    } catch {
      (wanted, self.error) = (old, error)
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
