import SectionedDataSources
import Synchronization

/// What a source reported of a batch.
struct ReportedAnomaly {
  let anomaly: DataSourceAnomaly
  /// Which edit of the batch it is of; those of the whole batch follow the last edit.
  let edit: Int
  /// Whether it is why an edit was refused, as the script expects.
  var isRefusal = false
}

/// Keeps what a source reports, which may come from any thread.
final class AnomalyLog: Sendable {
  private let state = Mutex<(reported: [ReportedAnomaly], edit: Int)>(([], 0))

  func add(_ anomaly: DataSourceAnomaly) {
    state.withLock { $0.reported.append(ReportedAnomaly(anomaly: anomaly, edit: $0.edit)) }
  }

  /// What comes from now on is of the next edit.
  func endEdit() { state.withLock { $0.edit += 1 } }

  func markLastAsRefusal(_ anomaly: DataSourceAnomaly) {
    state.withLock { state in
      guard let last = state.reported.lastIndex(where: { $0.anomaly == anomaly }) else { return }
      state.reported[last].isRefusal = true
    }
  }

  /// What was reported since the last call: by edits, and of one edit, which may name its items in any order, by the text.
  func take() -> [ReportedAnomaly] {
    state.withLock { state in
      defer { state = ([], 0) }
      return state.reported.sorted { ($0.edit, $0.anomaly.message) < ($1.edit, $1.anomaly.message) }
    }
  }
}
