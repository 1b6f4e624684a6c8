import Foundation

@available(
  *, unavailable, message: "This version cannot pin a context to an earlier state: it reads the last saved one."
)
public class NSQueryGenerationToken: NSObject {}

@available(
  *, unavailable, message: "This version cannot pin a context to an earlier state: it reads the last saved one."
)
public var NSManagedObjectContextQueryGenerationKey: String { unavailable() }

extension NSManagedObjectContext {
  @available(*, unavailable, message: "This version cannot pin a context to an earlier state; nil is what it would be.")
  public var queryGenerationToken: NSQueryGenerationToken? { unavailable() }

  @available(*, unavailable, message: "This version cannot pin a context: it always reads the last saved state.")
  public func setQueryGenerationFrom(_ generation: NSQueryGenerationToken?) throws { unavailable() }
}
