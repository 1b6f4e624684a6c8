import CoreData
import Foundation

#if canImport(Darwin)
  typealias TextGroupsController = NSFetchedResultsController<NSManagedObject>
#else
  /// An inner controller that distinguishes groups by their texts, as Apple's does. The text of a date has whole
  /// seconds, and that of a number has sixteen digits. Neighbouring groups with the same text become one section. Our
  /// own controller groups by values.
  final class TextGroupsController: NSFetchedResultsController<NSManagedObject>, NSFetchedResultsControllerDelegate {
    private final class Section: NSObject, NSFetchedResultsSectionInfo {
      let name: String
      let objectsOfAll: [NSManagedObject]

      init(_ name: String, _ objects: [NSManagedObject]) {
        self.name = name
        objectsOfAll = objects
      }

      var indexTitle: String? { nil }
      var numberOfObjects: Int { objectsOfAll.count }
      var objects: [Any]? { objectsOfAll }
    }

    private weak var listener: (any NSFetchedResultsControllerDelegate)?
    /// The sections as they were fetched or reported last.
    private var reported: [Section] = []

    private var merged: [Section] {
      var texts: [String] = []
      var objects: [[NSManagedObject]] = []
      for object in fetchedObjects ?? [] {
        let text = text(of: object)
        if texts.last != text {
          texts.append(text)
          objects.append([])
        }
        objects[objects.count - 1].append(object)
      }
      return zip(texts, objects).map { Section($0, $1) }
    }

    private func text(of object: NSManagedObject) -> String {
      switch sectionNameKeyPath.flatMap({ object.value(forKeyPath: $0) }) {
      case let date as Date: "\(Int(date.timeIntervalSinceReferenceDate.rounded(.down)))"
      case let number as Double: String(format: "%.16g", number)
      case let other?: "\(other)"
      case nil: ""
      }
    }

    private static func place(of object: NSManagedObject, in sections: [Section]) -> IndexPath? {
      for (number, section) in sections.enumerated() {
        if let row = section.objectsOfAll.firstIndex(of: object) { return IndexPath(indexes: [number, row]) }
      }
      return nil
    }

    override func performFetch() throws {
      try super.performFetch()
      reported = merged
    }

    override var sections: [any NSFetchedResultsSectionInfo]? { fetchedObjects == nil ? nil : merged }

    override func object(at indexPath: IndexPath) -> NSManagedObject { merged[indexPath[0]].objectsOfAll[indexPath[1]] }

    override func indexPath(forObject object: NSManagedObject) -> IndexPath? { Self.place(of: object, in: merged) }

    override var delegate: (any NSFetchedResultsControllerDelegate)? {
      get { super.delegate }
      set {
        listener = newValue
        super.delegate = newValue == nil ? nil : self
      }
    }

    func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
      listener?.controllerWillChangeContent(controller)
    }

    func controller(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
      at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) {
      guard let object = anObject as? NSManagedObject else { return }
      listener?.controller(
        controller, didChange: object, at: indexPath == nil ? nil : Self.place(of: object, in: reported), for: type,
        newIndexPath: newIndexPath == nil ? nil : Self.place(of: object, in: merged))
    }

    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
      reported = merged
      listener?.controllerDidChangeContent(controller)
    }
  }
#endif
