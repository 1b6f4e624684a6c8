/// The operations that a drag may end with.
public struct NSDragOperation: OptionSet, Sendable {
  /// A bit for each operation.
  public let rawValue: UInt
  /// Makes a set of operations.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// A copy.
  public static let copy = NSDragOperation(rawValue: 1)
  /// A move.
  public static let move = NSDragOperation(rawValue: 16)
  /// A deletion.
  public static let delete = NSDragOperation(rawValue: 32)
}

/// A drag, as its destination sees it.
@MainActor
public protocol NSDraggingInfo: NSObjectProtocol {
  /// The data that is dragged.
  var draggingPasteboard: NSPasteboard { get }
  /// The view that the drag began in; nil where that is of another program.
  var draggingSource: Any? { get }
  /// The operations that the source allows.
  var draggingSourceOperationMask: NSDragOperation { get }
}

/// A drag, as its source sees it.
@MainActor
public final class NSDraggingSession: NSObject {
  /// The data that is dragged.
  public let draggingPasteboard = NSPasteboard()
  nonisolated override init() { super.init() }
}

/// A drag of a test.
@MainActor
final class DraggingInfo: NSObject, NSDraggingInfo {
  let draggingPasteboard: NSPasteboard
  let draggingSource: Any?
  var draggingSourceOperationMask: NSDragOperation { [.copy, .move] }

  init(_ pasteboard: NSPasteboard, from source: Any?) {
    draggingPasteboard = pasteboard
    draggingSource = source
    super.init()
  }
}
