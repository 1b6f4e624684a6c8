#if canImport(SwiftUI) && canImport(Observation)
  import CoreData
  import SectionedFetchedResults
  import SwiftUI

  /// Fetches sections that are objects, empty ones included, with their items, and draws its view again when they
  /// change.
  ///
  /// ```swift
  /// @SectionedObjectsRequest(
  ///   by: \.country?.code, sectionSortDescriptors: [SortDescriptor(\.name)],
  ///   sortDescriptors: [SortDescriptor(\.name)], animation: .default)
  /// private var countries: FetchedSections<Country, Zone>
  /// ```
  ///
  /// The context is the environment's `managedObjectContext`. Predicates and orders are changed while the list is
  /// shown, as by `countries.nsPredicate = …`, or by making the view again with other ones; the same ones leave such
  /// changes.
  /// Changes that happen at once are drawn once. A row that shows attributes of an object observes that object, as in
  /// other lists of SwiftUI.
  ///
  /// A view that reads `countries` is drawn again with each change of the list. One that reads `_countries.sections` is
  /// drawn again when sections come, leave or move; a view of one section, when that section changes. Before iOS 17 and
  /// macOS 14, each change draws the view of the wrapper.
  ///
  /// If the list cannot be fetched, as by a wrong key path, `countries.error` says why, and debug builds write it to
  /// standard error.
  @MainActor
  @propertyWrapper
  public struct SectionedObjectsRequest<SectionObject: NSManagedObject, Item: NSManagedObject>:
    @preconcurrency DynamicProperty
  {
    @Environment(\.managedObjectContext) private var context
    @Environment(\.accessibilityReduceMotion) private var reducesMotion
    @StateObject private var observed: ObservedRequest<SectionObject, Item>
    private let requests: FetchedSectionsState<SectionObject, Item>.Requests
    private let showsEmptySections: Bool
    private let unmatchedItems: UnmatchedItemsPolicy

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - sections: which sections, in which order.
    ///   - items: which items, in which order within their section.
    ///   - path: leads from an item over to-one relationships to an attribute that identifies the section.
    ///   - showsEmptySections: whether sections without items are shown.
    ///   - unmatchedItems: the policy for items without a section, which may be shown in a last one without an object.
    ///   - transaction: how changes are drawn.
    public init(
      sections: NSFetchRequest<SectionObject>, items: NSFetchRequest<Item>, by path: String,
      showsEmptySections: Bool = true, unmatchedItems: UnmatchedItemsPolicy = .shownLast, transaction: Transaction
    ) {
      self.init(
        FetchedSectionsState.Requests(sections: sections, items: items, by: path),
        showsEmptySections: showsEmptySections, unmatchedItems: unmatchedItems, transaction: transaction)
    }

    init(
      _ requests: FetchedSectionsState<SectionObject, Item>.Requests, showsEmptySections: Bool,
      unmatchedItems: UnmatchedItemsPolicy, transaction: Transaction
    ) {
      self.requests = requests
      (self.showsEmptySections, self.unmatchedItems) = (showsEmptySections, unmatchedItems)
      _observed = StateObject(
        wrappedValue: ObservedRequest(
          FetchedSectionsState(requests, showsEmptySections: showsEmptySections, unmatchedItems: unmatchedItems),
          transaction))
    }

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - sections: which sections, in which order.
    ///   - items: which items, in which order within their section.
    ///   - path: leads from an item over to-one relationships to an attribute that identifies the section.
    ///   - showsEmptySections: whether sections without items are shown.
    ///   - unmatchedItems: the policy for items without a section, which may be shown in a last one without an object.
    ///   - animation: how changes are animated; nil for not at all.
    public init(
      sections: NSFetchRequest<SectionObject>, items: NSFetchRequest<Item>, by path: String,
      showsEmptySections: Bool = true, unmatchedItems: UnmatchedItemsPolicy = .shownLast, animation: Animation? = nil
    ) {
      self.init(
        sections: sections, items: items, by: path, showsEmptySections: showsEmptySections,
        unmatchedItems: unmatchedItems, transaction: Transaction(animation: animation))
    }

    /// The sections with their items, in order, as one value.
    public var wrappedValue: FetchedSections<SectionObject, Item> { observed.state.sections }

    /// The sections in order, of which each is observed by itself.
    public var sections: ObservedSections<SectionObject, Item> { observed.state.observedSections }

    /// The predicates, orders and options that may be changed while the list is shown.
    public var projectedValue: Binding<FetchedSectionsConfiguration> {
      let state = observed.state
      return Binding {
        state.configuration
      } set: {
        state.configuration = $0
      }
    }

    /// The last error; nil when there was none since the last fetch that succeeded. The list has it, too.
    public var error: (any Error)? { observed.state.error }

    /// Whether the context's stores are not loaded yet. The list is fetched when they are.
    public var isAwaitingStores: Bool { observed.state.isAwaitingStores }

    /// Follows the environment's context, and takes over what the view asks for. Called by SwiftUI.
    public func update() {
      observed.reducesMotion = reducesMotion
      observed.state.ask(requests, showsEmptySections: showsEmptySections, unmatchedItems: unmatchedItems)
      observed.state.follow(context)
    }
  }
#endif
