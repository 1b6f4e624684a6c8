import Foundation

/// `sections watch`: follows what other processes write to a store, until it is interrupted or its output is closed.
///
/// Batch 0 is the list as it is found; each later one is what one or more writes of other processes changed.
struct WatchCommand {
  let options: ListOptions

  func run(_ output: Output) async throws {
    let watch = try await StoreWatch(options, output)
    try await watch.begin()
    while output.isRead() {
      try await Task.sleep(for: .milliseconds(100))
      _ = try await watch.look()
    }
  }
}
