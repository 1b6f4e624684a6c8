import Foundation

/// Reads an archived fetch request: that of a fetched property or a template.
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
    return request
  }
}
