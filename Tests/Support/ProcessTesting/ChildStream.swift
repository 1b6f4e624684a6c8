import Foundation

/// A file or a pipe for a child process to read or write.
public protocol ChildStream: Sendable {
  /// Returns the file that the child process gets.
  func file(isInput: Bool) -> FileHandle

  /// Whether this process closes that file after the child process has it.
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
