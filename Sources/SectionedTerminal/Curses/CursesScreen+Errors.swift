extension CursesScreen {
  /// Keeps what this process writes to standard error from being written over the screen, where that is a terminal: a
  /// library logs what it likes. It is written when the terminal is put back, however that comes about.
  package func keepErrors() { if !isEnded { TerminalGuard.keepErrors() } }

  /// The last whole line that was kept since this was asked; nil where there is none.
  package func takeLastError() -> String? {
    guard !isEnded else { return nil }
    let bytes = TerminalGuard.errors(from: seenErrors)
    // What has no end yet is looked at the next time.
    guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else { return nil }
    seenErrors += end + 1
    return bytes[..<end].split(separator: UInt8(ascii: "\n")).last.map { String(decoding: $0, as: UTF8.self) }
  }
}
