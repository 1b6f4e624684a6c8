#if canImport(SwiftUI) && canImport(Observation)
  import CoreData
  import SectionedChanges
  import SectionedFetchedResults
  import SwiftUI

  /// Fetches sections that are objects, empty ones included, with their items, and updates its view when they change.
  ///
  /// ```swift
  /// @SectionedObjectsRequest(
  ///   by: \.country?.code, sectionSortDescriptors: [SortDescriptor(\.name)],
  ///   sortDescriptors: [SortDescriptor(\.name)], animation: .default)
  /// private var countries: FetchedSections<Country, Zone>
  /// ```
  ///
  /// The context is the environment's `managedObjectContext`. Predicates and orders can be changed while the list is
  /// shown: as by `countries.nsPredicate = …`, or by making the view again with other ones. Making it again with the
  /// same ones keeps earlier changes. Changes that happen at once update the view once. A row that shows attributes of
  /// an object has to observe that object, as in other lists of SwiftUI.
  ///
  /// A view that reads `countries` is updated with each change of the list. A view that reads `_countries.sections` is
  /// updated when sections are inserted, deleted or moved, and a view of one section when that section changes. Before
  /// iOS 17 and macOS 14, each change updates the view that has the property wrapper.
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
    @Environment(\.animatedChangeLimit) private var animatedChangeLimit
    @StateObject private var observed: ObservedRequest<SectionObject, Item>
    private let requests: FetchedSectionsState<SectionObject, Item>.Requests
    private let showsEmptySections: Bool
    private let unmatchedItems: UnmatchedItemsPolicy
    private let aggregates: [ItemAggregate]

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - sections: the request for the sections, with their order.
    ///   - items: the request for the items, with their order within a section.
    ///   - path: the key path from an item over to-one relationships to an attribute that identifies its section.
    ///   - showsEmptySections: whether sections without items are shown.
    ///   - unmatchedItems: the policy for items without a section, which may be shown in a last section without an
    ///     object.
    ///   - aggregates: the values that are computed from the items of each section and of the whole list.
    ///   - transaction: the transaction in which changes are drawn.
    public init(
      sections: NSFetchRequest<SectionObject>, items: NSFetchRequest<Item>, by path: String,
      showsEmptySections: Bool = true, unmatchedItems: UnmatchedItemsPolicy = .shownLast,
      aggregates: [ItemAggregate] = [], transaction: Transaction
    ) {
      self.init(
        FetchedSectionsState.Requests(sections: sections, items: items, by: path),
        showsEmptySections: showsEmptySections, unmatchedItems: unmatchedItems, aggregates: aggregates,
        transaction: transaction)
    }

    init(
      _ requests: FetchedSectionsState<SectionObject, Item>.Requests, showsEmptySections: Bool,
      unmatchedItems: UnmatchedItemsPolicy, aggregates: [ItemAggregate], transaction: Transaction
    ) {
      self.requests = requests
      (self.showsEmptySections, self.unmatchedItems, self.aggregates) = (showsEmptySections, unmatchedItems, aggregates)
      _observed = StateObject(
        wrappedValue: ObservedRequest(
          FetchedSectionsState(
            requests, showsEmptySections: showsEmptySections, unmatchedItems: unmatchedItems, aggregates: aggregates),
          transaction))
    }

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - sections: the request for the sections, with their order.
    ///   - items: the request for the items, with their order within a section.
    ///   - path: the key path from an item over to-one relationships to an attribute that identifies its section.
    ///   - showsEmptySections: whether sections without items are shown.
    ///   - unmatchedItems: the policy for items without a section, which may be shown in a last section without an
    ///     object.
    ///   - aggregates: the values that are computed from the items of each section and of the whole list.
    ///   - animation: the animation of changes; nil for none.
    public init(
      sections: NSFetchRequest<SectionObject>, items: NSFetchRequest<Item>, by path: String,
      showsEmptySections: Bool = true, unmatchedItems: UnmatchedItemsPolicy = .shownLast,
      aggregates: [ItemAggregate] = [], animation: Animation? = nil
    ) {
      self.init(
        sections: sections, items: items, by: path, showsEmptySections: showsEmptySections,
        unmatchedItems: unmatchedItems, aggregates: aggregates, transaction: Transaction(animation: animation))
    }

    /// The sections with their items, in order, as one value.
    public var wrappedValue: FetchedSections<SectionObject, Item> { observed.state.sections }

    /// The sections in order, each observed separately.
    public var sections: ObservedSections<SectionObject, Item> { observed.state.observedSections }

    /// The value of an aggregate for all items of the list, shown or not; nil if no item has a value. A view that reads
    /// it is updated when the value changes, and not when only something else in the list does.
    ///
    /// - Parameter aggregate: one of the list's aggregates, whether declared or set later.
    public func value(of aggregate: ItemAggregate) -> AggregateValue? { observed.state.value(of: aggregate) }

    /// The predicates, orders and options that may be changed while the list is shown.
    public var projectedValue: Binding<FetchedSectionsConfiguration> {
      let state = observed.state
      return Binding {
        state.configuration
      } set: {
        state.configuration = $0
      }
    }

    /// The last error; nil if there was none since the last fetch that succeeded. ``wrappedValue`` has it, too.
    public var error: (any Error)? { observed.state.error }

    /// Whether the context's stores are not loaded yet. The list is fetched when they are loaded.
    public var isAwaitingStores: Bool { observed.state.isAwaitingStores }

    /// Follows the environment's context, and applies the predicates, orders and options of the view. Called by
    /// SwiftUI.
    public func update() {
      observed.reducesMotion = reducesMotion
      observed.animatedChangeLimit = animatedChangeLimit
      observed.state.ask(
        requests, showsEmptySections: showsEmptySections, unmatchedItems: unmatchedItems, aggregates: aggregates)
      observed.state.follow(context)
    }
  }
#endif
