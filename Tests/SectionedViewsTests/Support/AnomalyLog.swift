import Foundation
import SectionedDataSources

/// The anomalies that were reported to a handler.
///
/// Unchecked, because the lock guards everything.
final class AnomalyLog: @unchecked Sendable {
  private let lock = NSLock()
  private var anomalies: [DataSourceAnomaly] = []

  var all: [DataSourceAnomaly] { lock.withLock { anomalies } }

  var handler: AnomalyHandler {
    AnomalyHandler { [self] anomaly in lock.withLock { anomalies.append(anomaly) } }
  }
}
