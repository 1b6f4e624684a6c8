import Foundation

extension NSFetchRequest {
  @available(*, unavailable, message: "Fetches do not group: fetch the rows in order, and group them.")
  public var propertiesToGroupBy: [Any]? {
    get { unavailable() }
    set { unavailable() }
  }

  @available(*, unavailable, message: "Fetches do not group: filter the groups that you make.")
  public var havingPredicate: NSPredicate? {
    get { unavailable() }
    set { unavailable() }
  }
}
