import CoreData
import Foundation
import SectionedTesting
import Synchronization

/// A folder of the run's own, removed with the value, or when the run ends before.
final class RunFolder {
  private var folder: TemporaryFolder?
  private static let all = Mutex<Set<URL>>([])

  /// Makes the folder.
  ///
  /// - Throws: an error that names the folder that it cannot be made in, and why.
  func make() throws -> URL {
    do {
      let folder = try TemporaryFolder("sections")
      Self.all.withLock { _ = $0.insert(folder.url) }
      self.folder = folder
      return folder.url
    } catch let error as POSIXError {
      let place = FileManager.default.temporaryDirectory.path
      let reason = String(cString: strerror(error.code.rawValue))
      throw ToolError.data("No temporary folder can be made in \(place): \(reason).")
    }
  }

  deinit {
    guard let folder else { return }
    folder.remove()
    Self.all.withLock { _ = $0.remove(folder.url) }
  }

  /// Removes the folders of this run, and the copies through which stores are read. What is kept in them is lost.
  static func removeAll() {
    TemporaryCopies.removeAll()
    for url in all.withLock({ $0 }) { try? FileManager.default.removeItem(at: url) }
  }
}
