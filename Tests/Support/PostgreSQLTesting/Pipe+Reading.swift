import Foundation

extension Pipe {
  /// Reads the pipe to its end. Foundation's own method traps if a signal interrupts it.
  func readAll() -> Data {
    var all = Data()
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(fileHandleForReading.fileDescriptor, &buffer, buffer.count)
      if count > 0 {
        all.append(contentsOf: buffer[..<count])
      } else if count == 0 || errno != EINTR {
        return all
      }
    }
  }
}
