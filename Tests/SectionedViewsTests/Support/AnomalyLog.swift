import Foundation
import SectionedDataSources

/// The anomalies that a handler was given.
///
/// Unchecked: everything is behind the lock.
final class AnomalyLog: @unchecked Sendable {
  private let lock = NSLock()
  private var anomalies: [DataSourceAnomaly] = []

  var all: [DataSourceAnomaly] { lock.withLock { anomalies } }

  var handler: AnomalyHandler {
    AnomalyHandler { [self] anomaly in lock.withLock { anomalies.append(anomaly) } }
  }
}
