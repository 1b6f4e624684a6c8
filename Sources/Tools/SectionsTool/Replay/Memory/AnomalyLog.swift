import SectionedDataSources
import Synchronization

/// An anomaly that a source reported during a batch.
struct ReportedAnomaly {
  let anomaly: DataSourceAnomaly
  /// The index of the edit in the batch. An anomaly of the whole batch has the index after the last edit.
  let edit: Int
  /// Whether the anomaly is the refusal that the script expects of the edit.
  var isRefusal = false
}

/// Collects the anomalies of a source, which may arrive on any thread.
final class AnomalyLog: Sendable {
  private let state = Mutex<(reported: [ReportedAnomaly], edit: Int)>(([], 0))

  func add(_ anomaly: DataSourceAnomaly) {
    state.withLock { $0.reported.append(ReportedAnomaly(anomaly: anomaly, edit: $0.edit)) }
  }

  /// Ends an edit. Later anomalies belong to the next edit.
  func endEdit() { state.withLock { $0.edit += 1 } }

  func markLastAsRefusal(_ anomaly: DataSourceAnomaly) {
    state.withLock { state in
      guard let last = state.reported.lastIndex(where: { $0.anomaly == anomaly }) else { return }
      state.reported[last].isRefusal = true
    }
  }

  /// Returns the anomalies since the last call, sorted by edit. Those of one edit are sorted by their texts, because a
  /// source may report them in any order.
  func take() -> [ReportedAnomaly] {
    state.withLock { state in
      defer { state = ([], 0) }
      return state.reported.sorted { ($0.edit, $0.anomaly.message) < ($1.edit, $1.anomaly.message) }
    }
  }
}
