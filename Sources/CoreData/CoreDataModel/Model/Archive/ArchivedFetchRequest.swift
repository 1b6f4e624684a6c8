import Foundation

/// Reads the archived fetch request of a template or a fetched property.
enum ArchivedFetchRequest {
  static func request(_ object: ArchivedObject) throws -> NSFetchRequest<any NSFetchRequestResult> {
    guard let entity = try object.object(for: "NSEntity") else { throw object.mismatch("NSEntity") }
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: try entity.entityName(for: "NSEntityName"))
    request.fetchLimit = Int(try object.integer(for: "NSFetchLimit") ?? 0)
    request.fetchOffset = Int(try object.integer(for: "NSFetchOffset") ?? 0)
    request.fetchBatchSize = Int(try object.integer(for: "NSBatchSize") ?? 0)
    if let type = UInt(exactly: try object.integer(for: "NSResultType") ?? 0) {
      request.resultType = NSFetchRequestResultType(rawValue: type)
    }
    if try object.flag(for: "NSHasFetchRequestFlags"), let flags = try object.integer(for: "NSFetchRequestFlags") {
      ArchivedFetchFlags(rawValue: flags).apply(to: request)
    }
    request.predicate = try predicate(object)
    let order = try object.list(for: "NSSortDescriptors").map { reference in
      let descriptor = try object.archive.object(reference)
      let method = try descriptor.string(for: "NSSelector").map { Selector($0) }
      return NSSortDescriptor(
        key: try descriptor.string(for: "NSKey"), ascending: try descriptor.flag(for: "NSAscending"), selector: method
      )
    }
    request.sortDescriptors = order.isEmpty ? nil : order
    return request
  }

  /// The predicate; nil if there is none. A predicate that cannot be read is an error, because the request would
  /// otherwise fetch other objects.
  private static func predicate(_ object: ArchivedObject) throws -> NSPredicate? {
    if let format = try object.string(for: ArchivedKeys.predicate) { return try NSPredicate.parse(format: format) }
    guard let predicate = try object.object(for: "NSPredicate") else { return nil }
    guard let syntax = ArchivedPredicate.syntax(predicate) else { throw object.mismatch("NSPredicate") }
    return NSPredicate.written(syntax)
  }

  /// Whether two requests have the same settings.
  static func isSame(
    _ one: NSFetchRequest<any NSFetchRequestResult>?, _ other: NSFetchRequest<any NSFetchRequestResult>?
  ) -> Bool {
    one.map(facts) == other.map(facts)
  }

  private static func facts(_ request: NSFetchRequest<any NSFetchRequestResult>) -> [String] {
    let order = (request.sortDescriptors ?? []).map { descriptor in
      "\(descriptor.key ?? "") \(descriptor.ascending) \(descriptor.selector?.description ?? "")"
    }
    return [
      request.entityName ?? "", "\(request.fetchLimit) \(request.fetchOffset) \(request.fetchBatchSize)",
      "\(request.resultType.rawValue) \(ArchivedFetchFlags(request).rawValue)",
      request.predicate?.syntax.description ?? "",
    ] + order
  }
}

/// The bits of `NSFetchRequestFlags`, partly guessed.
///
/// All examined archives have the value 30, on requests whose flags have their defaults. Four flags are true by
/// default, so each is assigned one of the four bits, but which is which is not known. So only the value 30 and values
/// written by this package are distinguished.
struct ArchivedFetchFlags: OptionSet {
  let rawValue: Int64

  static let distinct = Self(rawValue: 1)
  static let subentities = Self(rawValue: 2)
  static let propertyValues = Self(rawValue: 4)
  static let faults = Self(rawValue: 8)
  static let pendingChanges = Self(rawValue: 16)

  init(rawValue: Int64) {
    self.rawValue = rawValue
  }

  init(_ request: NSFetchRequest<any NSFetchRequestResult>) {
    self = []
    if request.returnsDistinctResults { insert(.distinct) }
    if request.includesSubentities { insert(.subentities) }
    if request.includesPropertyValues { insert(.propertyValues) }
    if request.returnsObjectsAsFaults { insert(.faults) }
    if request.includesPendingChanges { insert(.pendingChanges) }
  }

  func apply(to request: NSFetchRequest<any NSFetchRequestResult>) {
    request.returnsDistinctResults = contains(.distinct)
    request.includesSubentities = contains(.subentities)
    request.includesPropertyValues = contains(.propertyValues)
    request.returnsObjectsAsFaults = contains(.faults)
    request.includesPendingChanges = contains(.pendingChanges)
  }
}
