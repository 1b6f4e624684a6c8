import CoreData
import Foundation
import SectionedChanges

/// A value that a controller computes from the items of each section and of the whole list: a count, or the sum, the
/// least, the greatest or the average value of an attribute.
///
/// ```swift
/// controller.aggregates = [.count(where: "isDone == NO"), .sum("price"), .max("date")]
/// try controller.performFetch()
///
/// controller.allSections[0].value(of: .sum("price"))?.decimal
/// controller.allSections.value(of: .max("date"))?.date
/// ```
///
/// Two aggregates are equal if they have the same ``name``.
public struct ItemAggregate {
  enum Subject {
    case items
    case matching(NSPredicate)
    case attribute(String)
  }

  let function: AggregateFunction
  let subject: Subject

  /// The name, such as `@sum.price`, `@count` or `@count(isDone == NO)`. When the value of a section changes, the
  /// section's update has this name among its keys.
  public let name: String
}

extension ItemAggregate {
  /// The number of items, shown or not.
  public static var count: ItemAggregate {
    ItemAggregate(function: .count, subject: .items, name: "@\(AggregateFunction.count.rawValue)")
  }

  /// The number of items that match a predicate.
  ///
  /// - Parameters:
  ///   - predicate: a predicate that a fetch request accepts. It is evaluated for each item that changes. If it depends
  ///     on other objects, add these paths to the controller's `itemDependencies`.
  ///   - name: distinguishes this count from other ones. The aggregate's name is `@count(name)`.
  public static func count(where predicate: NSPredicate, named name: String) -> ItemAggregate {
    ItemAggregate(
      function: .count, subject: .matching(predicate), name: "@\(AggregateFunction.count.rawValue)(\(name))")
  }

  /// The number of items that match a predicate.
  ///
  /// - Parameter format: a predicate format string without arguments. It is part of the name.
  public static func count(where format: String) -> ItemAggregate {
    count(where: NSPredicate(format: format), named: format)
  }

  /// The exact sum of a numeric attribute; nil if no item has a value. It is an integer, a decimal or a floating-point
  /// number, like the attribute. A sum of integers that needs more than 64 bits is a decimal.
  ///
  /// - Parameter attribute: an attribute of the items' entity.
  public static func sum(_ attribute: String) -> ItemAggregate { ItemAggregate(.sum, of: attribute) }

  /// The least value; nil if no item has a value.
  ///
  /// - Parameter attribute: an attribute of the items' entity: a number, a date or a text.
  public static func min(_ attribute: String) -> ItemAggregate { ItemAggregate(.min, of: attribute) }

  /// The greatest value; nil if no item has a value.
  ///
  /// - Parameter attribute: an attribute of the items' entity: a number, a date or a text.
  public static func max(_ attribute: String) -> ItemAggregate { ItemAggregate(.max, of: attribute) }

  /// The average of a numeric attribute; nil if no item has a value. It is a decimal for a decimal attribute, otherwise
  /// a floating-point number.
  ///
  /// - Parameter attribute: an attribute of the items' entity.
  public static func average(_ attribute: String) -> ItemAggregate { ItemAggregate(.average, of: attribute) }

  private init(_ function: AggregateFunction, of attribute: String) {
    self.init(function: function, subject: .attribute(attribute), name: "@\(function.rawValue).\(attribute)")
  }
}

extension ItemAggregate: Hashable {
  /// Whether two aggregates have the same name.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.name == rhs.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension ItemAggregate: CustomStringConvertible {
  /// The name.
  public var description: String { name }
}
