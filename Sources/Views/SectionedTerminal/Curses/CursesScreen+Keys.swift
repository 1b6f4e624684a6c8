import CNCurses
import Foundation

extension CursesScreen {
  /// The longest time between the two clicks of a double click.
  private static let doubleClick: Duration = .milliseconds(400)

  public func nextKey() -> TerminalKey? {
    guard let window else { return .endOfInput }
    TerminalGuard.makeRoom()
    if TerminalGuard.takeResumed() {
      // The process was stopped and resumed, so curses does not know the state of the terminal and must start over.
      _ = TerminalGuard.takeResized()
      endwin()
      takeSize()
      wrefresh(window)
      cncurses_want_pastes(1)
      // The shell got the rest of a paste.
      pastes = PasteScanner()
      return .resize
    }
    if TerminalGuard.takeResized() {
      takeSize()
      return .resize
    }
    if !mouseKeys.isEmpty { return mouseKeys.removeFirst() }
    while !pastes.isPasting {
      var code: wint_t = 0
      switch wget_wch(window, &code) {
      case OK: if !pastes.begins(with: code) { return Self.key(ofCharacter: code) }
      case KEY_CODE_YES where code == PasteScanner.beginCode: pastes.start()
      case KEY_CODE_YES: if let key = key(ofCode: Int32(bitPattern: code)) { return key }
      default: return isAtEnd ? .endOfInput : nil
      }
    }
    return pasted()
  }

  /// Reads a paste directly from the input, and returns it when its end has come; else nil. Curses has not read ahead,
  /// and continues after the paste.
  private func pasted() -> TerminalKey? {
    var byte: UInt8 = 0
    while hasInput, read(STDIN_FILENO, &byte, 1) == 1 {
      if let text = pastes.take(byte) { return .paste(text) }
    }
    return isAtEnd ? .endOfInput : nil
  }

  private var hasInput: Bool {
    var file = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&file, 1, 0) > 0 && file.revents & Int16(POLLIN) != 0
  }

  private func takeSize() {
    var window = winsize()
    if ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_row > 0, window.ws_col > 0 {
      resize_term(Int32(window.ws_row), Int32(window.ws_col))
    }
    TerminalGuard.sizeChanged()
    // It is not known what the terminal shows after a change of size, so redraw all of it.
    cncurses_redraw()
  }

  /// Whether input is readable but empty, which means that the terminal is gone.
  private var isAtEnd: Bool {
    var file = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard poll(&file, 1, 0) > 0 else { return false }
    if file.revents & Int16(POLLERR | POLLNVAL) != 0 { return true }
    guard file.revents & Int16(POLLIN | POLLHUP) != 0 else { return false }
    var waiting: Int32 = 0
    return ioctl(STDIN_FILENO, UInt(FIONREAD), &waiting) != 0 || waiting == 0
  }

  private static func key(ofCharacter code: wint_t) -> TerminalKey {
    switch code {
    case 9: .tab
    case 10, 13: .enter
    case 27: .escape
    case 8, 127: .backspace
    case 0..<32: .control(Character(Unicode.Scalar(UInt8(code < 27 ? code + 96 : code + 64))))
    default: .character(Unicode.Scalar(code).map { Character($0) } ?? "\u{FFFD}")
    }
  }

  private func key(ofCode code: Int32) -> TerminalKey? {
    switch code {
    case KEY_UP: .up
    case KEY_DOWN: .down
    case KEY_LEFT: .left
    case KEY_RIGHT: .right
    case KEY_HOME: .home
    case KEY_END: .end
    case KEY_PPAGE: .pageUp
    case KEY_NPAGE: .pageDown
    case KEY_ENTER: .enter
    case KEY_BACKSPACE: .backspace
    case KEY_DC: .delete
    case KEY_IC: .insert
    case KEY_BTAB: .backTab
    case KEY_RESIZE: .resize
    case KEY_MOUSE: mouse()
    case KEY_F0 + 1...KEY_F0 + 63: .function(Int(code - KEY_F0))
    default: nil
    }
  }

  /// Returns the first pending mouse event. Curses announces several presses once, and returns the last one first.
  private func mouse() -> TerminalKey? {
    var presses: [(button: Int32, point: TerminalPoint)] = []
    while true {
      var (row, column): (Int32, Int32) = (0, 0)
      let button = cncurses_mouse(&row, &column)
      if button == 0 { break }
      presses.append((button, TerminalPoint(row: Int(row), column: Int(column))))
    }
    mouseKeys += presses.reversed().compactMap { key(ofButton: $0.button, $0.point) }
    return mouseKeys.isEmpty ? nil : mouseKeys.removeFirst()
  }

  private func key(ofButton button: Int32, _ point: TerminalPoint) -> TerminalKey? {
    var action = TerminalMouse.Action.click
    switch button {
    case 1:
      let now = ContinuousClock.now
      let isSecond = lastClick.map { $0.point == point && now - $0.time < Self.doubleClick } ?? false
      lastClick = isSecond ? nil : (point, now)
      if isSecond { action = .doubleClick }
    case 4: action = .wheelUp
    case 5: action = .wheelDown
    default: return nil
    }
    return .mouse(TerminalMouse(action, row: point.row, column: point.column))
  }
}
