import Foundation

/// Receives the anomalies that sources report, such as a request for an item that is not in the list.
///
/// ```swift
/// AnomalyHandler.standard.silence { $0.kind == .duplicateItem }
/// AnomalyHandler.standard.action = { anomaly in analytics.count(anomaly.kind.rawValue) }
/// ```
///
/// A handler may be used from any thread, because a lock guards its state. Actions are called outside the lock.
public final class AnomalyHandler: @unchecked Sendable {
  /// The handler of each source that was made without a handler of its own.
  public static let standard = AnomalyHandler()

  private let lock = NSLock()
  private var currentAction: @Sendable (DataSourceAnomaly) -> Void
  private var silenced: [@Sendable (DataSourceAnomaly) -> Bool] = []

  /// Makes a handler.
  ///
  /// - Parameter action: handles an anomaly. The default writes it to standard error in debug builds.
  public init(action: @escaping @Sendable (DataSourceAnomaly) -> Void = AnomalyHandler.write) {
    currentAction = action
  }

  /// The closure that is called with each anomaly that is not silenced, on the thread that reports the anomaly.
  public var action: @Sendable (DataSourceAnomaly) -> Void {
    get { lock.withLock { currentAction } }
    set {
      let old = lock.withLock {
        defer { currentAction = newValue }
        return currentAction
      }
      // Released without the lock, because releasing what the closure captured may report an anomaly.
      withExtendedLifetime(old) {}
    }
  }

  /// Reports an anomaly, unless it is silenced.
  public func report(_ anomaly: DataSourceAnomaly) {
    let (action, silenced) = lock.withLock { (currentAction, self.silenced) }
    if silenced.contains(where: { $0(anomaly) }) { return }
    action(anomaly)
  }

  /// Silences the anomalies of a kind from now on.
  public func silence(_ kind: DataSourceAnomaly.Kind) { silence { $0.kind == kind } }

  /// Silences the anomalies that equal a given one.
  public func silence(_ anomaly: DataSourceAnomaly) { silence { $0 == anomaly } }

  /// Also silences the anomalies for which a condition holds. Earlier calls stay in effect.
  ///
  /// - Parameter condition: called with each reported anomaly, on the thread that reports it.
  public func silence(where condition: @escaping @Sendable (DataSourceAnomaly) -> Bool) {
    lock.withLock { silenced.append(condition) }
  }

  /// Writes an anomaly to standard error, in debug builds.
  @Sendable
  public static func write(_ anomaly: DataSourceAnomaly) {
    #if DEBUG
      FileHandle.standardError.write(Data("SectionedDataSources: \(anomaly)\n".utf8))
    #endif
  }
}
