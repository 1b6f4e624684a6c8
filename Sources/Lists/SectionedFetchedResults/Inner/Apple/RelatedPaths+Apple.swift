#if canImport(Darwin) || SECTIONED_PUBLIC_API
  import CoreData
  import Foundation

  /// Finds the key paths over relationships that decide which objects a request finds and in which order.
  ///
  /// Apple's fetched results controller evaluates only objects that changed themselves. So it does not move an object
  /// when a related one changes that the predicate, a sort descriptor or the section key path reaches.
  package struct RelatedPaths {
    private var texts: Set<String> = []

    /// Returns the paths of a request that lead over a relationship.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - entity: its entity.
    ///   - further: further key paths.
    package static func paths(
      of request: NSFetchRequest<some NSFetchRequestResult>, _ entity: NSEntityDescription, and further: [String] = []
    ) -> [DependencyPath] {
      var found = RelatedPaths()
      for path in further + (request.sortDescriptors ?? []).compactMap(\.key) { found.add(path, from: []) }
      if let predicate = request.predicate { found.collect(predicate, from: []) }
      // A text that is not a path of this entity belongs to another object, as in a subquery.
      return found.texts.sorted().compactMap { try? DependencyPath($0, from: entity) }.filter(\.isRelated)
    }

    private init() {}

    /// - Parameter collections: the collection key paths of the enclosing subqueries, outermost first.
    private mutating func collect(_ predicate: NSPredicate, from collections: [String]) {
      switch predicate {
      case let compound as NSCompoundPredicate:
        // Apple declares `subpredicates` without an element type.
        for part in compound.subpredicates {
          if let part = part as Any as? NSPredicate { collect(part, from: collections) }
        }
      case let comparison as NSComparisonPredicate:
        collect(comparison.leftExpression, from: collections)
        collect(comparison.rightExpression, from: collections)
      default: break
      }
    }

    private mutating func collect(_ expression: NSExpression, from collections: [String]) {
      switch expression.expressionType {
      case .keyPath: add(expression.keyPath, from: collections)
      case .function:
        collect(expression.operand, from: collections)
        for argument in expression.arguments ?? [] {
          collect(argument, from: collections)
          // The key path after a variable is an expression of a private type. Its description is the path.
          if expression.function == "valueForKeyPath:" { add("\(argument)", from: collections) }
        }
      case .aggregate:
        for case let element as NSExpression in expression.collection as? [Any] ?? [] {
          collect(element, from: collections)
        }
      case .unionSet, .intersectSet, .minusSet:
        collect(expression.left, from: collections)
        collect(expression.right, from: collections)
      case .conditional:
        collect(expression.predicate, from: collections)
        collect(expression.true, from: collections)
        collect(expression.false, from: collections)
      case .subquery:
        guard let collection = expression.collection as? NSExpression else { return }
        collect(collection, from: collections)
        let inner = collection.expressionType == .keyPath ? collections + [collection.keyPath] : collections
        collect(expression.predicate, from: inner)
      default: break
      }
    }

    /// Adds a path once for the request's object and once for each object of an enclosing subquery, because platforms
    /// differ in whether an expression includes the variable's name.
    private mutating func add(_ path: String, from collections: [String]) {
      var starts = [""]
      for collection in collections { starts += starts.map { "\($0)\(collection)." } }
      // In an expression's text, a number sign precedes a name that is a reserved word.
      let steps = path.split(separator: ".").filter { !$0.hasPrefix("@") }
        .map { $0.hasPrefix("#") ? $0.dropFirst() : $0 }
      for start in starts {
        texts.insert(start + steps.joined(separator: "."))
        // The first step may be the variable's name.
        if !start.isEmpty, steps.count > 1 { texts.insert(start + steps.dropFirst().joined(separator: ".")) }
      }
    }
  }

  extension FetchedLists {
    /// Finds the paths by which related objects decide which items and sections are in the lists, and where.
    func followRelated() {
      let path = path.relationships + (path.attribute.map { [$0] } ?? [])
      relatedOfItems = RelatedPaths.paths(
        of: items.controller.fetchRequest, items.entity, and: [path.joined(separator: ".")])
      relatedOfSections = RelatedPaths.paths(of: sections.controller.fetchRequest, sections.entity)
    }
  }
#endif
