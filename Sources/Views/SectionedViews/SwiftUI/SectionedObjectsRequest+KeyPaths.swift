#if canImport(SwiftUI) && canImport(Observation)
  import CoreData
  import SectionedFetchedResults
  import SwiftUI

  extension SectionedObjectsRequest {
    /// Makes a request for the entities of two classes, in orders by typed key paths.
    ///
    /// - Parameters:
    ///   - path: the key path from an item over to-one relationships to its section, as `\Zone.country`, or to an
    ///     attribute that identifies it, as `\Zone.country?.code`. Each step is declared with `@NSManaged`.
    ///   - attribute: the attribute that identifies a section, if the path ends in the section. If it is nil, this is
    ///     the attribute that is alone in a uniqueness constraint of the section's entity. If there is none, ``error``
    ///     says so.
    ///   - sectionSortDescriptors: the order of the sections.
    ///   - sectionPredicate: the predicate of the sections.
    ///   - sortDescriptors: the order of the items within their section.
    ///   - predicate: the predicate of the items.
    ///   - showsEmptySections: whether sections without items are shown.
    ///   - unmatchedItems: the policy for items without a section, which may be shown in a last section without an
    ///     object.
    ///   - aggregates: the values that are computed from the items of each section and of the whole list.
    ///   - animation: the animation of changes; nil for none.
    public init(
      by path: PartialKeyPath<Item>, identifiedBy attribute: PartialKeyPath<SectionObject>? = nil,
      sectionSortDescriptors: [SortDescriptor<SectionObject>], sectionPredicate: NSPredicate? = nil,
      sortDescriptors: [SortDescriptor<Item>], predicate: NSPredicate? = nil, showsEmptySections: Bool = true,
      unmatchedItems: UnmatchedItemsPolicy = .shownLast, aggregates: [ItemAggregate] = [],
      animation: Animation? = nil
    ) {
      self.init(
        by: path, identifiedBy: attribute, sectionSortDescriptors: sectionSortDescriptors.map { NSSortDescriptor($0) },
        sectionPredicate: sectionPredicate, sortDescriptors: sortDescriptors.map { NSSortDescriptor($0) },
        predicate: predicate, showsEmptySections: showsEmptySections, unmatchedItems: unmatchedItems,
        aggregates: aggregates, animation: animation)
    }

    /// Makes a request for the entities of two classes.
    ///
    /// - Parameters:
    ///   - path: the key path from an item to its section, or to an attribute that identifies it.
    ///   - attribute: the attribute that identifies a section, if the path ends in the section.
    ///   - sectionSortDescriptors: the order of the sections.
    ///   - sectionPredicate: the predicate of the sections.
    ///   - sortDescriptors: the order of the items within their section.
    ///   - predicate: the predicate of the items.
    ///   - showsEmptySections: whether sections without items are shown.
    ///   - unmatchedItems: the policy for items without a section, which may be shown in a last section without an
    ///     object.
    ///   - aggregates: the values that are computed from the items of each section and of the whole list.
    ///   - animation: the animation of changes; nil for none.
    public init(
      by path: PartialKeyPath<Item>, identifiedBy attribute: PartialKeyPath<SectionObject>? = nil,
      sectionSortDescriptors: [NSSortDescriptor], sectionPredicate: NSPredicate? = nil,
      sortDescriptors: [NSSortDescriptor], predicate: NSPredicate? = nil, showsEmptySections: Bool = true,
      unmatchedItems: UnmatchedItemsPolicy = .shownLast, aggregates: [ItemAggregate] = [],
      animation: Animation? = nil
    ) {
      self.init(
        FetchedSectionsState.Requests(
          by: path, identifiedBy: attribute, sectionSortDescriptors: sectionSortDescriptors,
          sectionPredicate: sectionPredicate, sortDescriptors: sortDescriptors, predicate: predicate),
        showsEmptySections: showsEmptySections, unmatchedItems: unmatchedItems, aggregates: aggregates,
        transaction: Transaction(animation: animation))
    }

    /// Makes a request from two fetch requests and a typed key path.
    ///
    /// - Parameters:
    ///   - sections: the request for the sections, with their order.
    ///   - items: the request for the items, with their order within a section.
    ///   - path: the key path from an item to its section, or to an attribute that identifies it.
    ///   - attribute: the attribute that identifies a section, if the path ends in the section.
    ///   - showsEmptySections: whether sections without items are shown.
    ///   - unmatchedItems: the policy for items without a section, which may be shown in a last section without an
    ///     object.
    ///   - aggregates: the values that are computed from the items of each section and of the whole list.
    ///   - transaction: the transaction in which changes are drawn.
    public init(
      sections: NSFetchRequest<SectionObject>, items: NSFetchRequest<Item>, by path: PartialKeyPath<Item>,
      identifiedBy attribute: PartialKeyPath<SectionObject>? = nil, showsEmptySections: Bool = true,
      unmatchedItems: UnmatchedItemsPolicy = .shownLast, aggregates: [ItemAggregate] = [], transaction: Transaction
    ) {
      self.init(
        FetchedSectionsState.Requests(sections: sections, items: items, by: path, identifiedBy: attribute),
        showsEmptySections: showsEmptySections, unmatchedItems: unmatchedItems, aggregates: aggregates,
        transaction: transaction)
    }

    /// Makes a request from two fetch requests and a typed key path.
    ///
    /// - Parameters:
    ///   - sections: the request for the sections, with their order.
    ///   - items: the request for the items, with their order within a section.
    ///   - path: the key path from an item to its section, or to an attribute that identifies it.
    ///   - attribute: the attribute that identifies a section, if the path ends in the section.
    ///   - showsEmptySections: whether sections without items are shown.
    ///   - unmatchedItems: the policy for items without a section, which may be shown in a last section without an
    ///     object.
    ///   - aggregates: the values that are computed from the items of each section and of the whole list.
    ///   - animation: the animation of changes; nil for none.
    public init(
      sections: NSFetchRequest<SectionObject>, items: NSFetchRequest<Item>, by path: PartialKeyPath<Item>,
      identifiedBy attribute: PartialKeyPath<SectionObject>? = nil, showsEmptySections: Bool = true,
      unmatchedItems: UnmatchedItemsPolicy = .shownLast, aggregates: [ItemAggregate] = [],
      animation: Animation? = nil
    ) {
      self.init(
        sections: sections, items: items, by: path, identifiedBy: attribute, showsEmptySections: showsEmptySections,
        unmatchedItems: unmatchedItems, aggregates: aggregates, transaction: Transaction(animation: animation))
    }
  }
#endif

#if canImport(SwiftUI) && canImport(Observation)
  import CoreData
  import Foundation

  @MainActor
  extension FetchedSections {
    /// The sort descriptors of the items that have a typed key path. Any other sort descriptor is left out.
    public var sortDescriptors: [SortDescriptor<Item>] {
      get { nsSortDescriptors.compactMap { SortDescriptor($0, comparing: Item.self) } }
      nonmutating set { nsSortDescriptors = newValue.map { NSSortDescriptor($0) } }
    }
  }
#endif
