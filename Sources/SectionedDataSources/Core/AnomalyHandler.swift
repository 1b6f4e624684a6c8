import Foundation

/// Where sources report what a program asked of them that makes no sense.
///
/// ```swift
/// AnomalyHandler.standard.silence { $0.kind == .duplicateItem }
/// AnomalyHandler.standard.action = { anomaly in analytics.count(anomaly.description) }
/// ```
///
/// It may be used from any thread: everything is behind a lock, and actions are called without it.
public final class AnomalyHandler: @unchecked Sendable {
  /// The handler of all sources that are given no other one.
  public static let standard = AnomalyHandler()

  private let lock = NSLock()
  private var currentAction: @Sendable (DataSourceAnomaly) -> Void
  private var silenced: [@Sendable (DataSourceAnomaly) -> Bool] = []

  /// Makes a handler.
  ///
  /// - Parameter action: what is done with an anomaly. By default it is written to standard error in debug builds.
  public init(action: @escaping @Sendable (DataSourceAnomaly) -> Void = AnomalyHandler.write) {
    currentAction = action
  }

  /// What is done with an anomaly that is not silenced.
  public var action: @Sendable (DataSourceAnomaly) -> Void {
    get { lock.withLock { currentAction } }
    set {
      let old = lock.withLock {
        defer { currentAction = newValue }
        return currentAction
      }
      // Released without the lock: what goes with it may report.
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

  /// Silences an anomaly that equals one.
  public func silence(_ anomaly: DataSourceAnomaly) { silence { $0 == anomaly } }

  /// Silences the anomalies for which a condition holds, beside those silenced before.
  public func silence(where condition: @escaping @Sendable (DataSourceAnomaly) -> Bool) {
    lock.withLock { silenced.append(condition) }
  }

  /// Writes an anomaly to standard error, in debug builds.
  @Sendable
  public static func write(_ anomaly: DataSourceAnomaly) {
    #if DEBUG
      FileHandle.standardError.write(Data("SectionedDataSources: \(anomaly.debugDescription)\n".utf8))
    #endif
  }
}
