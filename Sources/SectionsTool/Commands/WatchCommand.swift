import CoreData
import Foundation
import SectionedFetchedResults

/// `sections watch`: follows what other processes write to a store, until interrupted.
struct WatchCommand {
  let options: ListOptions

  func run() async throws {
    throw ToolError.data("not yet")
  }
}
