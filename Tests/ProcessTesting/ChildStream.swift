import Foundation

/// A file or a pipe that a process reads from or writes to.
public protocol ChildStream: Sendable {
  /// The file that the process gets.
  func file(isInput: Bool) -> FileHandle

  /// Whether this process has no use for that file once the other process has it.
  var isHandedOver: Bool { get }
}

extension FileHandle: ChildStream {
  public func file(isInput: Bool) -> FileHandle { self }

  public var isHandedOver: Bool { false }
}

extension Pipe: ChildStream {
  public func file(isInput: Bool) -> FileHandle { isInput ? fileHandleForReading : fileHandleForWriting }

  public var isHandedOver: Bool { true }
}
