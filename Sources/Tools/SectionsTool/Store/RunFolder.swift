import CoreData
import Foundation
import Synchronization

/// A temporary folder of this run. It is removed when this value is released, or when the run ends.
final class RunFolder {
  private var folder: URL?
  private static let all = Mutex<Set<URL>>([])

  /// Makes the folder.
  ///
  /// - Throws: an error that names the parent folder and the reason.
  func make() throws -> URL {
    let parent = FileManager.default.temporaryDirectory
    let folder = parent.appendingPathComponent("sections-\(UUID().uuidString)")
    // Other users must not read the folder, because it may contain copies of stores.
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

  /// Removes the temporary folders of this run, and the temporary copies of stores that were opened. Their contents are
  /// lost.
  static func removeAll() {
    TemporaryCopies.removeAll()
    for url in all.withLock({ $0 }) { try? FileManager.default.removeItem(at: url) }
  }
}
