/// The operations of a drag.
public struct NSDragOperation: OptionSet, Sendable {
  /// The bits of the options.
  public let rawValue: UInt
  /// Makes a value with the given bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// Copying the data.
  public static let copy = NSDragOperation(rawValue: 1)
  /// Moving the data.
  public static let move = NSDragOperation(rawValue: 16)
  /// Deleting the data.
  public static let delete = NSDragOperation(rawValue: 32)
}

/// A drag, as the destination sees it.
@MainActor
public protocol NSDraggingInfo: NSObjectProtocol {
  /// The dragged data.
  var draggingPasteboard: NSPasteboard { get }
  /// The view in which the drag began; nil if another program began it.
  var draggingSource: Any? { get }
  /// The operations that the source allows.
  var draggingSourceOperationMask: NSDragOperation { get }
}

/// A drag, as the source sees it.
@MainActor
public final class NSDraggingSession: NSObject {
  /// The dragged data.
  public let draggingPasteboard = NSPasteboard()
  nonisolated override init() { super.init() }
}

/// A drag that a test performs.
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
