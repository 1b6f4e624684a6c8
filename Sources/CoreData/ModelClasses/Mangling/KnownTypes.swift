/// The types of the standard library, Foundation and Core Data that properties can have, with the modules in which the
/// compiler finds them on this platform.
enum KnownTypes {
  static func type(named name: String) -> NominalType? { byName[name] }

  /// Alternative names of types.
  static let aliases: [String: String] = ["TimeInterval": "Double", "NSRange": "_NSRange", "NSRect": "CGRect"]

  /// The modules that programs import, by the modules that they re-export.
  private static let exporters = ["FoundationEssentials": "Foundation", "CoreDataModel": "CoreData"]

  /// Whether a program can qualify a type with a module name. For example, it imports `Foundation`, which re-exports
  /// other modules.
  static func isNamed(_ module: String, _ type: NominalType) -> Bool {
    type.module == module || exporters[type.module] == module
  }

  /// The module name with which a program qualifies a type.
  static func module(of name: String) -> String? {
    // All alternative names are Foundation's.
    if aliases[name] != nil { return "Foundation" }
    return byName[name].map { exporters[$0.module] ?? $0.module }
  }

  private static let byName: [String: NominalType] = {
    var types: [String: NominalType] = [:]
    for (module, kind, names) in lists {
      for name in names.split(whereSeparator: \.isWhitespace).map(String.init) {
        types[name] = NominalType(module: module, path: [NominalType.Step(name: name, kind: kind)])
      }
    }
    return types
  }()

  private static let lists: [(module: String, kind: Character, names: String)] = [
    (
      "Swift", "V",
      """
      Array Bool Dictionary Double Float Set Int Character ClosedRange Range ObjectIdentifier String Substring UInt
      Int8 Int16 Int32 Int64 UInt8 UInt16 UInt32 UInt64 AnyHashable
      """
    ),
    ("Swift", "O", "Optional Never Result"),
    ("Swift", "P", "Error Codable Encodable Decodable"),
    (
      "FoundationEssentials", "V",
      """
      Date Data UUID URL Decimal Locale Calendar DateComponents DateInterval TimeZone IndexPath URLComponents
      AttributedString
      """
    ),
    (
      "Foundation", "V",
      """
      IndexSet CharacterSet Measurement Notification PersonNameComponents CGFloat CGRect CGSize CGPoint _NSRange
      """
    ),
    (
      "Foundation", "C",
      """
      NSObject NSString NSMutableString NSNumber NSDecimalNumber NSValue NSDate NSData NSMutableData NSURL NSUUID NSNull
      NSArray NSMutableArray NSSet NSMutableSet NSCountedSet NSOrderedSet NSMutableOrderedSet NSDictionary
      NSMutableDictionary NSIndexSet NSMutableIndexSet NSIndexPath NSAttributedString NSMutableAttributedString NSLocale
      NSTimeZone NSCalendar NSDateComponents NSError NSPredicate NSSortDescriptor NSRegularExpression Unit Dimension
      """
    ),
    ("Foundation", "P", "NSCoding NSCopying NSMutableCopying NSSecureCoding NSObjectProtocol"),
    (
      "CoreData", "C",
      "NSManagedObject NSManagedObjectID NSManagedObjectContext NSFetchedResultsController"
    ),
    ("CoreDataModel", "C", "NSEntityDescription"),
    ("CoreDataModel", "P", "NSFetchRequestResult"),
  ]
}
