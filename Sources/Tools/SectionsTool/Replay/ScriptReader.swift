import Foundation

/// Reads the text of a script from a file, a pipe or a device. It stops at a length limit and at the first byte that is
/// no text, because the input may be endless.
struct ScriptReader {
  /// The largest number of bytes that are read.
  var greatestLength = 64 << 20
  /// The time to wait for a writer of a named pipe, in milliseconds.
  var patience: Int32 = 3_000

  /// The reason why a script cannot be read. The script's name precedes it in the error.
  struct Problem: Error {
    let reason: String

    static func system(_ code: Int32) -> Problem {
      switch code {
      case ENOENT: Problem(reason: "does not exist")
      case EACCES, EPERM: Problem(reason: "may not be read")
      case EISDIR: Problem(reason: "is a folder")
      case EBADF: Problem(reason: "is closed")
      default: Problem(reason: "cannot be read: \(String(cString: strerror(code)))")
      }
    }
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - bytes: receives the bytes.
  /// - Throws: `Problem`; `LocatedProblem` if the content is no text. `bytes` then has the content up to that point.
  func read(path: String, into bytes: inout [UInt8]) throws {
    // Open without blocking, because opening a named pipe would wait for a writer.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Problem.system(errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Problem.system(errno) }
    if status.st_mode & S_IFMT == S_IFIFO { try waitForWriter(descriptor, into: &bytes) }
    try read(descriptor, into: &bytes)
  }

  /// Reads an open descriptor; see `read(path:into:)`.
  func read(_ descriptor: Int32, into bytes: inout [UInt8]) throws {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Foundation.read(descriptor, &piece, piece.count)
      if count < 0 {
        switch errno {
        case EINTR: continue
        // The pipe has a writer that has written nothing yet.
        case EAGAIN: _ = Self.wait(for: descriptor, -1)
        case let code: throw Problem.system(code)
        }
      }
      if count == 0 { return }
      if count > 0 { try take(piece[..<count], into: &bytes) }
    }
  }

  private func take(_ piece: ArraySlice<UInt8>, into bytes: inout [UInt8]) throws {
    let start = bytes.count
    bytes += piece.prefix(greatestLength - start)
    if let place = bytes[start...].firstIndex(where: { !Self.isOfText($0) }) {
      throw LocatedProblem(
        offset: place,
        message: "this is no text of UTF-8: a byte is 0x" + (bytes[place] < 0x10 ? "0" : "")
          + String(bytes[place], radix: 16))
    }
    guard start + piece.count <= greatestLength else {
      throw LocatedProblem(
        offset: bytes.count, message: "the script is longer than \(greatestLength) bytes, the most that is read")
    }
  }

  /// Whether a byte can occur in UTF-8 text: it is no control character, and it occurs in the encoding of some
  /// character.
  private static func isOfText(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09, 0x0a, 0x0d: true
    case 0..<0x20, 0xc0, 0xc1, 0xf5...0xff: false
    default: true
    }
  }

  private func waitForWriter(_ descriptor: Int32, into bytes: inout [UInt8]) throws {
    if Self.wait(for: descriptor, patience) { return }
    // Nothing can be read because the pipe has no writer, or because its writer has written nothing yet.
    var first: UInt8 = 0
    switch Foundation.read(descriptor, &first, 1) {
    case 0: throw Problem(reason: "is a pipe that no process writes to")
    case 1: try take([first], into: &bytes)
    default: break
    }
  }

  /// Waits until a descriptor is readable.
  ///
  /// - Parameters:
  ///   - descriptor: the descriptor.
  ///   - milliseconds: the longest time to wait; negative to wait without a limit.
  /// - Returns: false if the time has passed.
  private static func wait(for descriptor: Int32, _ milliseconds: Int32) -> Bool {
    var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&state, 1, milliseconds) > 0
  }
}
