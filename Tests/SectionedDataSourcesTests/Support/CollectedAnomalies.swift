import Foundation
import SectionedDataSources

/// What a handler was given.
final class CollectedAnomalies: @unchecked Sendable {
  private let lock = NSLock()
  private var collected: [DataSourceAnomaly] = []

  var all: [DataSourceAnomaly] { lock.withLock { collected } }
  var kinds: [DataSourceAnomaly.Kind] { all.map(\.kind) }

  func append(_ anomaly: DataSourceAnomaly) { lock.withLock { collected.append(anomaly) } }
}

/// A handler that collects.
func collecting() -> (CollectedAnomalies, AnomalyHandler) {
  let collected = CollectedAnomalies()
  return (collected, AnomalyHandler { collected.append($0) })
}
