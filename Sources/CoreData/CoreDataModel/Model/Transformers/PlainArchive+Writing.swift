import Foundation

extension PlainArchive {
  /// The archive of a value; nil if it contains an object of another class, or is nested too deeply.
  static func data(of object: AnyObject) -> Data? {
    var builder = KeyedArchiveBuilder()
    guard case .uid(let root)? = node(of: object, &builder, depth: 0) else { return nil }
    return builder.data(root: root)
  }

  private static func node(
    of object: AnyObject, _ builder: inout KeyedArchiveBuilder, depth: Int
  ) -> KeyedArchiveBuilder.Node? {
    guard depth < depthLimit else { return nil }
    func nodes(_ members: [Any]) -> [KeyedArchiveBuilder.Node]? {
      var nodes: [KeyedArchiveBuilder.Node] = []
      for member in members {
        guard let node = node(of: self.object(member), &builder, depth: depth + 1) else { return nil }
        nodes.append(node)
      }
      return nodes
    }
    /// Adds a collection, with the name of its mutable class if it is mutable.
    func collection(_ name: String, _ isMutable: Bool, _ fields: KeyedArchiveBuilder.Fields) -> KeyedArchiveBuilder.Node
    {
      builder.object((isMutable ? ["NSMutable" + name.dropFirst(2)] : []) + [name], fields)
    }
    switch object {
    case is NSNull: return builder.object(["NSNull"], [])
    case let text as NSString:
      guard object is NSMutableString else { return builder.string(text as String) }
      return builder.object(["NSMutableString", "NSString"], [(key: "NS.string", value: .string(text as String))])
    case let number as NSDecimalNumber: return builder.decimal(number.decimalValue)
    case let number as NSNumber: return self.number(number, &builder)
    case let date as NSDate:
      return builder.object(["NSDate"], [(key: "NS.time", value: .real(date.timeIntervalSinceReferenceDate))])
    case let data as NSData:
      guard object is NSMutableData else { return builder.plain(.data(data as Data)) }
      return builder.object(["NSMutableData", "NSData"], [(key: "NS.data", value: .data(data as Data))])
    case let uuid as NSUUID: return builder.uuid(uuid as UUID)
    case let url as NSURL:
      let base = url.baseURL.map { base in node(of: base as NSURL, &builder, depth: depth + 1) }
      if case .some(nil) = base { return nil }
      return builder.object(
        ["NSURL"],
        [
          (key: "NS.base", value: (base ?? nil) ?? KeyedArchiveBuilder.null),
          (key: "NS.relative", value: builder.string(url.relativeString)),
        ]
      )
    case let array as NSArray:
      return nodes(array.map { $0 }).map {
        collection("NSArray", array is NSMutableArray, [(key: "NS.objects", value: .array($0))])
      }
    case let set as NSOrderedSet:
      return nodes(set.array).map { members in
        let numbered = members.enumerated().map { (key: "NS.object.\($0)", value: $1) }
        return collection("NSOrderedSet", set is NSMutableOrderedSet, numbered)
      }
    case let set as NSSet:
      return nodes(set.allObjects).map {
        collection("NSSet", set is NSMutableSet, [(key: "NS.objects", value: .array($0))])
      }
    case let dictionary as NSDictionary:
      let keys = dictionary.allKeys
      guard let names = nodes(keys), let values = nodes(keys.map { dictionary.object(forKey: $0) ?? NSNull() }) else {
        return nil
      }
      return collection(
        "NSDictionary", dictionary is NSMutableDictionary,
        [(key: "NS.keys", value: .array(names)), (key: "NS.objects", value: .array(values))])
    default: return nil
    }
  }

  private static func number(_ number: NSNumber, _ builder: inout KeyedArchiveBuilder) -> KeyedArchiveBuilder.Node {
    // An `Int8` has the same type as a Boolean, so compare with the two Boolean objects.
    if number === NSNumber(value: true) || number === NSNumber(value: false) {
      return builder.plain(.bool(number.boolValue))
    }
    return switch String(cString: number.objCType) {
    case "f", "d": builder.plain(.real(number.doubleValue))
    case "Q" where number.uint64Value > UInt64(Int64.max): builder.decimal(number.decimalValue)
    default: builder.plain(.integer(number.int64Value))
    }
  }
}
