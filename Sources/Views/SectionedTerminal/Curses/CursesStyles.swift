import CNCurses

/// Converts styles to curses attributes and colour pairs. A pair is made when it is first used.
struct CursesStyles {
  private struct Colors: Hashable {
    let foreground: TerminalColor?
    let background: TerminalColor?
  }

  private var pairs: [Colors: Int16] = [:]

  mutating func attributes(of style: TerminalStyle, hasColors: Bool) -> (attr_t, Int16) {
    var wanted = style.attributes
    if !hasColors { wanted.formUnion(style.withoutColors) }
    var attributes: attr_t = 0
    if wanted.contains(.bold) { attributes |= cncurses_bold() }
    if wanted.contains(.dim) { attributes |= cncurses_dim() }
    if wanted.contains(.underline) { attributes |= cncurses_underline() }
    if wanted.contains(.reverse) { attributes |= cncurses_reverse() }
    let colors = Colors(foreground: style.foreground, background: style.background)
    return (attributes, hasColors ? pair(of: colors) : 0)
  }

  private mutating func pair(of colors: Colors) -> Int16 {
    if colors.foreground == nil, colors.background == nil { return 0 }
    if let pair = pairs[colors] { return pair }
    // If there is no further pair, use the terminal's own colours.
    guard pairs.count + 1 < Int(cncurses_color_pairs()), pairs.count < Int(Int16.max) - 1 else { return 0 }
    let pair = Int16(pairs.count + 1)
    init_pair(pair, Self.number(colors.foreground), Self.number(colors.background))
    pairs[colors] = pair
    return pair
  }

  /// The curses number of a colour; -1 is the terminal's own colour.
  private static func number(_ color: TerminalColor?) -> Int16 { color.map { Int16($0.rawValue) } ?? -1 }
}
