import CoreData
import Foundation
import OrderedRows

/// The attribute that holds the positions of a list's rows.
struct PositionAttribute {
  let name: String
  let isAscending: Bool
  let scale: PositionScale
  private let type: NSAttributeType

  /// - Parameters:
  ///   - name: an attribute of whole or floating-point numbers, or of dates.
  ///   - entity: the entity of the rows.
  ///   - isAscending: whether the least position is the first.
  /// - Throws: `ListReorderingError`, for an attribute that does not exist or has another type.
  init(_ name: String, of entity: NSEntityDescription, isAscending: Bool) throws {
    guard let attribute = entity.attributesByName[name] else {
      throw ListReorderingError.unknownAttribute(
        name: name, entity: entity.text, known: entity.attributesByName.keys.sorted())
    }
    guard let range = Self.range(of: attribute.attributeType) else {
      throw ListReorderingError.unsuitableAttribute(name: name, entity: entity.text)
    }
    self.name = name
    self.isAscending = isAscending
    type = attribute.attributeType
    let free = PositionScale(Self.kind(of: type), range)
    scale = PositionScale(free.kind, Self.bounded(free, by: attribute))
  }

  /// The position of a row as a number of the scale; nil if it has none.
  func number(of row: NSManagedObject) -> Int? { row.value(forKey: name).flatMap { Self.number(of: $0, in: scale) } }

  /// A value as a number of a scale; nil if it is not a date or a number that the scale can have.
  private static func number(of value: Any, in scale: PositionScale) -> Int? {
    var fraction: Double?
    switch value {
    case let date as Date: fraction = date.timeIntervalSinceReferenceDate
    case let whole as any BinaryInteger:
      if case .integer = scale.kind { return Int(exactly: whole) }
      fraction = Double(whole)
    case let other as any BinaryFloatingPoint: fraction = Double(other)
    case let number as NSNumber:
      if case .integer = scale.kind { return number.intValue }
      fraction = number.doubleValue
    default: break
    }
    guard let fraction, !fraction.isNaN else { return nil }
    guard case .integer = scale.kind else { return scale.number(of: fraction) }
    return Int(exactly: fraction.rounded())
  }

  /// The attribute's value for a number of the scale.
  func value(_ number: Int) -> Any {
    switch type {
    case .doubleAttributeType: NSNumber(value: scale.fraction(number))
    case .floatAttributeType: NSNumber(value: Float(scale.fraction(number)))
    case .dateAttributeType: Date(timeIntervalSinceReferenceDate: scale.fraction(number))
    default: NSNumber(value: Int64(number))
    }
  }
}

extension PositionAttribute {
  /// At the ends of a list, integer positions keep a distance from their neighbours. It leaves room for sixteen
  /// bisections, or in smaller types for as many rows as the type allows.
  private static func kind(of type: NSAttributeType) -> PositionScale.Kind {
    switch type {
    case .integer16AttributeType: .integer(stride: 16)
    case .integer32AttributeType: .integer(stride: 1 << 12)
    case .floatAttributeType: .float
    case .doubleAttributeType, .dateAttributeType: .double
    default: .integer(stride: 1 << 16)
    }
  }

  /// The range of a type's values as numbers of the scale; nil for a type that cannot be a position.
  private static func range(of type: NSAttributeType) -> ClosedRange<Int>? {
    switch type {
    case .integer16AttributeType: return Int(Int16.min)...Int(Int16.max)
    case .integer32AttributeType: return Int(Int32.min)...Int(Int32.max)
    // Not the whole range, so that the sum of two numbers does not overflow.
    case .integer64AttributeType: return -(1 << 61)...(1 << 61)
    case .doubleAttributeType, .dateAttributeType:
      let greatest = PositionScale(.double, 0...0).number(of: .greatestFiniteMagnitude)
      return -greatest...greatest
    case .floatAttributeType:
      let greatest = PositionScale(.float, 0...0).number(of: Double(Float.greatestFiniteMagnitude))
      return -greatest...greatest
    default: return nil
    }
  }

  /// The part of a scale that the model allows, by the editor's bounds and by validation predicates such as `SELF >=
  /// 0`.
  private static func bounded(_ scale: PositionScale, by attribute: NSAttributeDescription) -> ClosedRange<Int> {
    let bounds = attribute.editorBounds
    var low = max(scale.range.lowerBound, bounds.minimum.flatMap { number(of: $0, in: scale) } ?? .min)
    var high = min(scale.range.upperBound, bounds.maximum.flatMap { number(of: $0, in: scale) } ?? .max)
    for case let comparison as NSComparisonPredicate in attribute.validationPredicates
    where comparison.leftExpression.expressionType == .evaluatedObject
      && comparison.rightExpression.expressionType == .constantValue
    {
      guard let bound = comparison.rightExpression.constantValue.flatMap({ number(of: $0, in: scale) }) else {
        continue
      }
      switch comparison.predicateOperatorType {
      case .greaterThanOrEqualTo: low = max(low, bound)
      case .greaterThan: low = max(low, bound &+ 1)
      case .lessThanOrEqualTo: high = min(high, bound)
      case .lessThan: high = min(high, bound &- 1)
      default: break
      }
    }
    return low <= high ? low...high : scale.range
  }
}
