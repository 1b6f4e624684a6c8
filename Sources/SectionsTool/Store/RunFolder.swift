import CoreData
import Foundation
import Synchronization

/// A folder of the run's own, removed with the value, or when the run ends before.
final class RunFolder {
  private var folder: URL?
  private static let all = Mutex<Set<URL>>([])

  /// Makes the folder.
  ///
  /// - Throws: an error that names the folder that it cannot be made in, and why.
  func make() throws -> URL {
    let parent = FileManager.default.temporaryDirectory
    let folder = parent.appendingPathComponent("sections-\(UUID().uuidString)")
    // No other user may read it, because it can have copies of stores.
    guard mkdir(folder.path, 0o700) == 0 else {
      let reason = String(cString: strerror(errno))
      throw ToolError.data("No temporary folder can be made in \(parent.path): \(reason).")
    }
    Self.all.withLock { _ = $0.insert(folder) }
    self.folder = folder
    return folder
  }

  deinit {
    guard let folder else { return }
    try? FileManager.default.removeItem(at: folder)
    Self.all.withLock { _ = $0.remove(folder) }
  }

  /// Removes the folders of this run, and the copies through which stores are read. What is kept in them is lost.
  static func removeAll() {
    TemporaryCopies.removeAll()
    for url in all.withLock({ $0 }) { try? FileManager.default.removeItem(at: url) }
  }
}
