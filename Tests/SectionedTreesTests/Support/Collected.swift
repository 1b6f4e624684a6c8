import Foundation
import SectionedDataSources

/// The kinds of anomalies that were reported to a handler.
final class Collected: @unchecked Sendable {
  // Guarded by the lock.
  private let lock = NSLock()
  private var collected: [DataSourceAnomaly.Kind] = []

  var kinds: [DataSourceAnomaly.Kind] { lock.withLock { collected } }

  func append(_ kind: DataSourceAnomaly.Kind) { lock.withLock { collected.append(kind) } }
}
