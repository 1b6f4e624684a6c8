import CoreData
import SectionedChanges
import SectionedDataSources
import SectionedFetchedResults

/// The fetched sections in order, empty ones included, as a value of one version of the list.
public struct FetchedSections<SectionObject: NSManagedObject, Item: NSManagedObject>: RandomAccessCollection {
  typealias Source = FetchedDataSource<SectionObject, Item>

  /// A section.
  public typealias Element = Section

  /// A section with its object. It is a collection of its items.
  public struct Section: Identifiable, RandomAccessCollection {
    /// The identifier of the section, which stays the same after its object was deleted.
    public let id: ListedID<NSManagedObjectID?>
    /// The object; nil for the section of the items without one.
    public let object: SectionObject?
    /// The items, in order.
    public let items: Items
    let state: FetchedSectionsState<SectionObject, Item>

    /// Zero.
    public var startIndex: Int { 0 }
    /// The number of items.
    public var endIndex: Int { items.endIndex }

    /// The item at an index.
    public subscript(position: Int) -> Item { items[position] }
  }

  /// The items of a section. Each object is looked up when it is accessed.
  public struct Items: RandomAccessCollection {
    let ids: ChunkedArray<ListElement<ListedID<NSManagedObjectID>>>
    /// Nil only if there are no items.
    let context: NSManagedObjectContext?

    /// Zero.
    public var startIndex: Int { 0 }
    /// The number of items.
    public var endIndex: Int { ids.count }

    /// The item at an index.
    public subscript(position: Int) -> Item {
      guard let object = context?.object(with: ids[position].id.id) else {
        fatalError("There is no item \(position): the section has none.")
      }
      guard let item = object as? Item else {
        fatalError(
          "A \(type(of: object)) was fetched as \(Item.self). Make the request for the entity of \(Item.self).")
      }
      return item
    }
  }

  let state: FetchedSectionsState<SectionObject, Item>
  let source: Source?
  let list: Source.Snapshot

  /// Zero.
  public var startIndex: Int { 0 }
  /// The number of sections.
  public var endIndex: Int { source == nil ? 0 : list.numberOfSections }

  /// The section at an index.
  public subscript(position: Int) -> Section {
    guard let source, position >= 0, position < endIndex else {
      fatalError("There is no section \(position): there are \(endIndex). Ask count first.")
    }
    let section = list.sections[position]
    return Section(
      id: section.id, object: source.section(for: section.id)?.object,
      items: Items(ids: section.items, context: source.managedObjectContext), state: state)
  }
}

/// The former name of `ObservableDataSource`, which does the same and is observed section by section.
@available(*, deprecated, renamed: "ObservableDataSource")
public typealias ListState = ObservableDataSource
