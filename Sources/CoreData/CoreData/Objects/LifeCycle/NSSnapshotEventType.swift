/// The reasons for which an object's values were replaced.
public struct NSSnapshotEventType: OptionSet, Sendable {
  /// The options as bits, with the values of Apple's interface.
  public let rawValue: UInt

  /// Creates options from their bits.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// An insertion was undone.
  public static var undoInsertion: NSSnapshotEventType { .init(rawValue: 2) }
  /// A deletion was undone.
  public static var undoDeletion: NSSnapshotEventType { .init(rawValue: 4) }
  /// A change was undone.
  public static var undoUpdate: NSSnapshotEventType { .init(rawValue: 8) }
  /// The context was rolled back.
  public static var rollback: NSSnapshotEventType { .init(rawValue: 16) }
  /// The object was refreshed, or another context's save was merged.
  public static var refresh: NSSnapshotEventType { .init(rawValue: 32) }
  /// A merge policy resolved a conflict.
  public static var mergePolicy: NSSnapshotEventType { .init(rawValue: 64) }
}
