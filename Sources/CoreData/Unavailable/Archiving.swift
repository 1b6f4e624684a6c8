import Foundation

extension NSFetchRequest {
  @available(*, unavailable, message: "Requests are not archived: make one, or keep it as a template of the model.")
  public convenience init?(coder: NSCoder) { CoreData.unavailable() }
}

extension NSManagedObjectContext {
  @available(*, unavailable, message: "Contexts are not archived: make one with init(concurrencyType:).")
  public convenience init?(coder: NSCoder) { CoreData.unavailable() }
}
