import Foundation
import Synchronization

/// `sections copy`: copies a store to another place, a file or a server.
struct CopyCommand {
  let from: String
  let to: String
  let model: String?

  func run(_ output: Output) throws {
    let place = try StoreLocation(to)
    if place.isFile, FileManager.default.fileExists(atPath: place.url.path) {
      throw ToolError.data("\(place.name): A file exists already and is not replaced.")
    }
    let store = try ToolStore.open(from, model: model, access: .readOnly, mayGuess: false)
    try copy(store, to: place)
    // Count the objects in the copy, not in the original.
    let count = try store.counts().reduce(0) { $0 + $1.own }
    try output.line("\(count) \(count == 1 ? "object" : "objects") copied to \(place.name)")
  }

  private func copy(_ store: ToolStore, to place: StoreLocation) throws {
    let progress = Mutex(Progress("object"))
    defer { progress.withLock { $0.end() } }
    do {
      try store.move(to: place) { copied, total in progress.withLock { $0.update(copied, of: total) } }
    } catch {
      throw ToolStore.failure(place, error)
    }
  }
}
