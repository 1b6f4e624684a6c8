#if canImport(Darwin) || SECTIONED_PUBLIC_API
  import CoreData
  import Foundation

  /// Finds the key paths over relationships that decide which objects a request finds and in which order.
  ///
  /// Apple's fetched results controller looks only at objects that changed themselves. So it keeps an object at its place
  /// when an object changes that the predicate, an order or the section key path reaches.
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
      // A text that is no path of the entity is one of another object, as in a subquery.
      return found.texts.sorted().compactMap { try? DependencyPath($0, from: entity) }.filter(\.isRelated)
    }

    private init() {}

    /// - Parameter collections: the paths of the collections of the subqueries around it, from the outermost on.
    private mutating func collect(_ predicate: NSPredicate, from collections: [String]) {
      switch predicate {
      case let compound as NSCompoundPredicate:
        // Apple's elements have no type.
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
          // The key path behind a variable is an expression of a kind without a public name, whose text is the path.
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

    /// Adds a path as one of the request's object and of each object that a subquery looks at: an expression does not
    /// show on which platform it names its variable.
    private mutating func add(_ path: String, from collections: [String]) {
      var starts = [""]
      for collection in collections { starts += starts.map { "\($0)\(collection)." } }
      // In the text of an expression, a name that is a word of the language begins with a number sign.
      let steps = path.split(separator: ".").filter { !$0.hasPrefix("@") }
        .map { $0.hasPrefix("#") ? $0.dropFirst() : $0 }
      for start in starts {
        texts.insert(start + steps.joined(separator: "."))
        // Behind the variable's name.
        if !start.isEmpty, steps.count > 1 { texts.insert(start + steps.dropFirst().joined(separator: ".")) }
      }
    }
  }

  extension FetchedLists {
    /// Finds the paths by which related objects decide about sections and items.
    func followRelated() {
      let path = path.relationships + (path.attribute.map { [$0] } ?? [])
      relatedOfItems = RelatedPaths.paths(
        of: items.controller.fetchRequest, items.entity, and: [path.joined(separator: ".")])
      relatedOfSections = RelatedPaths.paths(of: sections.controller.fetchRequest, sections.entity)
    }
  }
#endif
