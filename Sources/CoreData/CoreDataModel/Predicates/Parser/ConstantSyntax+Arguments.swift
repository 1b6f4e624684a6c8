import Foundation

extension ConstantSyntax {
  static let null = ConstantSyntax.value(.null)

  /// Creates a constant from an argument of a format. Nil and `NSNull` become null. A value that no attribute can hold
  /// is kept as an object.
  package init(argument: Any?) {
    guard let argument = argument.flatMap(flattened) else {
      self = .null
      return
    }
    if let constant = argument as? ConstantSyntax {
      self = constant
      return
    }
    self =
      type(of: argument) is AnyClass
      ? Self.constant(ofObject: argument) : Self.constant(ofValue: argument) ?? .object(ConstantObject(argument))
  }

  private static func constant(ofObject argument: Any) -> ConstantSyntax {
    switch argument {
    case is NSNull: .null
    case let number as NSDecimalNumber: .value(.decimal(number as Decimal))
    case let number as NSNumber: .value(Value(number))
    case let text as NSString: .value(.string(text as String))
    case let date as NSDate: .value(.date(date.timeIntervalSinceReferenceDate))
    case let uuid as NSUUID: .value(.uuid(uuid as UUID))
    case let url as NSURL: .value(.string((url as URL).absoluteString))
    case let data as NSData: .value(.data(data as Data))
    case let array as NSArray: .collection(array.map { ConstantSyntax(argument: $0) })
    case let set as NSSet: .collection(set.map { ConstantSyntax(argument: $0) })
    case let set as NSOrderedSet: .collection(set.map { ConstantSyntax(argument: $0) })
    default: .object(ConstantObject(argument))
    }
  }

  private static func constant(ofValue argument: Any) -> ConstantSyntax? {
    switch argument {
    case let flag as Bool: .value(.int(flag ? 1 : 0))
    case let number as any BinaryInteger:
      .value(Int64(exactly: number).map { .int($0) } ?? .double(Double(number)))
    case let number as any BinaryFloatingPoint: .value(.double(Double(number)))
    case let number as Decimal: .value(.decimal(number))
    case let text as any StringProtocol: .value(.string(String(text)))
    case let date as Date: .value(.date(date.timeIntervalSinceReferenceDate))
    case let uuid as UUID: .value(.uuid(uuid))
    case let url as URL: .value(.string(url.absoluteString))
    case let data as Data: .value(.data(data))
    case let hashable as AnyHashable where !(hashable.base is AnyHashable): ConstantSyntax(argument: hashable.base)
    case is [AnyHashable: Any]: nil
    case let collection as any Collection: .collection(elements(of: collection))
    default: nil
    }
  }

  private static func elements<Elements: Collection>(of collection: Elements) -> [ConstantSyntax] {
    collection.map { ConstantSyntax(argument: $0) }
  }
}

extension Value {
  /// Creates a value from a Foundation number: an integer, unless its type is floating-point or it exceeds `Int64.max`.
  init(_ number: NSNumber) {
    let type = UInt8(bitPattern: number.objCType.pointee)
    if type == UInt8(ascii: "d") || type == UInt8(ascii: "f") {
      self = .double(number.doubleValue)
    } else if type == UInt8(ascii: "Q"), number.uint64Value > UInt64(Int64.max) {
      self = .double(number.doubleValue)
    } else {
      self = .int(number.int64Value)
    }
  }
}

/// Returns the value of an optional in an `Any`, at any depth; nil if there is none.
func flattened(_ value: Any) -> Any? {
  guard let optional = value as? any OptionalValue else { return value }
  return optional.wrapped.flatMap(flattened)
}

private protocol OptionalValue {
  var wrapped: Any? { get }
}

extension Optional: OptionalValue {
  fileprivate var wrapped: Any? { self }
}
