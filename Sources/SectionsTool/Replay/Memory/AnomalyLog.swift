import SectionedDataSources
import Synchronization

/// An anomaly that a source reported during a batch.
struct ReportedAnomaly {
  let anomaly: DataSourceAnomaly
  /// The number of the edit in the batch; anomalies of the whole batch have the number behind the last edit.
  let edit: Int
  /// Whether it is the reason why an edit was refused, as the script expects.
  var isRefusal = false
}

/// Collects the anomalies of a source, which may come from any thread.
final class AnomalyLog: Sendable {
  private let state = Mutex<(reported: [ReportedAnomaly], edit: Int)>(([], 0))

  func add(_ anomaly: DataSourceAnomaly) {
    state.withLock { $0.reported.append(ReportedAnomaly(anomaly: anomaly, edit: $0.edit)) }
  }

  /// Ends an edit: later anomalies belong to the next one.
  func endEdit() { state.withLock { $0.edit += 1 } }

  func markLastAsRefusal(_ anomaly: DataSourceAnomaly) {
    state.withLock { state in
      guard let last = state.reported.lastIndex(where: { $0.anomaly == anomaly }) else { return }
      state.reported[last].isRefusal = true
    }
  }

  /// Returns the anomalies since the last call in the order of the edits, and those of one edit, which may name its
  /// items in any order, by their texts.
  func take() -> [ReportedAnomaly] {
    state.withLock { state in
      defer { state = ([], 0) }
      return state.reported.sorted { ($0.edit, $0.anomaly.message) < ($1.edit, $1.anomaly.message) }
    }
  }
}
