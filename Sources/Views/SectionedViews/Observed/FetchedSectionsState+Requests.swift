import CoreData
import Foundation

extension FetchedSectionsState {
  /// The requests of a list, whose context is set later.
  ///
  /// If a request has no entity, the entity of its class is looked up in the context's model.
  public struct Requests {
    /// The request for the sections, with their order.
    public var sections: NSFetchRequest<SectionObject>
    /// The request for the items, with their order within a section.
    public var items: NSFetchRequest<Item>
    /// The key path from an item over to-one relationships to an attribute that identifies its section. A typed key
    /// path is returned as Swift prints it.
    public var path: String {
      get { sectionPath.description }
      set { sectionPath = .text(newValue) }
    }
    private var sectionPath: ItemSectionPath

    /// Makes requests from a key path as text.
    ///
    /// - Parameters:
    ///   - sections: the request for the sections, with their order.
    ///   - items: the request for the items, with their order within a section.
    ///   - path: the key path from an item over to-one relationships to an attribute that identifies its section.
    public init(sections: NSFetchRequest<SectionObject>, items: NSFetchRequest<Item>, by path: String) {
      (self.sections, self.items, sectionPath) = (sections, items, .text(path))
    }

    /// Makes requests from a typed key path.
    ///
    /// - Parameters:
    ///   - sections: the request for the sections, with their order.
    ///   - items: the request for the items, with their order within a section.
    ///   - path: the key path from an item over to-one relationships to its section, as `\Zone.country`, or to an
    ///     attribute that identifies it, as `\Zone.country?.code`. Each step is a property of the model.
    ///   - attribute: the attribute that identifies a section, if the path ends in the section. If it is nil, this is
    ///     the attribute that is alone in a uniqueness constraint of the section's entity. If there is none, Apple's
    ///     Core Data cannot group by the section, and ``FetchedSectionsState/error`` says so.
    public init(
      sections: NSFetchRequest<SectionObject>, items: NSFetchRequest<Item>, by path: PartialKeyPath<Item>,
      identifiedBy attribute: PartialKeyPath<SectionObject>? = nil
    ) {
      (self.sections, self.items, sectionPath) = (sections, items, .typed(path, attribute: attribute))
    }

    /// Makes requests for the entities of two classes.
    ///
    /// - Parameters:
    ///   - path: the key path from an item to its section, or to an attribute that identifies it, as of
    ///     ``init(sections:items:by:identifiedBy:)``.
    ///   - attribute: the attribute that identifies a section, if the path ends in the section.
    ///   - sectionSortDescriptors: the order of the sections.
    ///   - sectionPredicate: the predicate of the sections.
    ///   - sortDescriptors: the order of the items within their section.
    ///   - predicate: the predicate of the items.
    public init(
      by path: PartialKeyPath<Item>, identifiedBy attribute: PartialKeyPath<SectionObject>? = nil,
      sectionSortDescriptors: [NSSortDescriptor], sectionPredicate: NSPredicate? = nil,
      sortDescriptors: [NSSortDescriptor], predicate: NSPredicate? = nil
    ) {
      let (sections, items) = (NSFetchRequest<SectionObject>(), NSFetchRequest<Item>())
      (sections.sortDescriptors, sections.predicate) = (sectionSortDescriptors, sectionPredicate)
      (items.sortDescriptors, items.predicate) = (sortDescriptors, predicate)
      self.init(sections: sections, items: items, by: path, identifiedBy: attribute)
    }

    /// Whether another value differs at most in predicates and orders, which may be changed while the list is shown.
    func isAlike(_ other: Requests) -> Bool {
      sectionPath == other.sectionPath && areOfEntities(of: other) && Self.isAlike(sections, other.sections)
        && Self.isAlike(items, other.items)
    }

    /// Whether other requests are for the same entities.
    func areOfEntities(of other: Requests) -> Bool {
      sections.entityName == other.sections.entityName && items.entityName == other.items.entityName
    }

    private static func isAlike<Result>(_ request: NSFetchRequest<Result>, _ other: NSFetchRequest<Result>) -> Bool {
      request.fetchLimit == other.fetchLimit && request.fetchOffset == other.fetchOffset
        && request.includesSubentities == other.includesSubentities
    }

    /// Sets the entities of copies of the requests, and returns the key path as text.
    ///
    /// - Throws: ``FetchedSectionsError``. An entity that a request names is not checked: the fetch does that.
    func completed(
      _ sections: NSFetchRequest<SectionObject>, _ items: NSFetchRequest<Item>, in context: NSManagedObjectContext
    ) throws -> String {
      let from = try context.entity(of: items)
      let to = try context.entity(of: sections)
      return try sectionPath.text(from: from, to: to)
    }
  }
}
