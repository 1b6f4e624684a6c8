import Foundation
import SectionedDataSources

/// The anomalies that a handler received.
final class CollectedAnomalies: @unchecked Sendable {
  private let lock = NSLock()
  private var collected: [DataSourceAnomaly] = []

  var all: [DataSourceAnomaly] { lock.withLock { collected } }
  var kinds: [DataSourceAnomaly.Kind] { all.map(\.kind) }

  func append(_ anomaly: DataSourceAnomaly) { lock.withLock { collected.append(anomaly) } }
}

/// Makes a handler that collects anomalies.
func collecting() -> (CollectedAnomalies, AnomalyHandler) {
  let collected = CollectedAnomalies()
  return (collected, AnomalyHandler { collected.append($0) })
}
