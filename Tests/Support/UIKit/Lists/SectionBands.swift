/// The vertical positions of a list's sections. Each has a header, lines and a footer.
struct SectionBands {
  enum Lines {
    case uniform(count: Int, height: CGFloat, spacing: CGFloat)
    /// The end of each line, preceded by 0.
    case each([CGFloat])

    var count: Int {
      switch self {
      case .uniform(let count, _, _): count
      case .each(let ends): ends.count - 1
      }
    }

    var height: CGFloat {
      switch self {
      case .uniform(let count, let height, let spacing): count == 0 ? 0 : CGFloat(count) * (height + spacing) - spacing
      case .each(let ends): ends[ends.count - 1]
      }
    }

    func band(_ line: Int) -> (top: CGFloat, height: CGFloat) {
      switch self {
      case .uniform(_, let height, let spacing): (CGFloat(line) * (height + spacing), height)
      case .each(let ends): (ends[line], ends[line + 1] - ends[line])
      }
    }
  }

  struct Section {
    var header: CGFloat
    var lines: Lines
    var footer: CGFloat
    var above: CGFloat = 0
    var below: CGFloat = 0
    fileprivate(set) var top: CGFloat = 0

    var height: CGFloat { header + above + lines.height + below + footer }
    var linesTop: CGFloat { top + header + above }
    var footerTop: CGFloat { top + height - footer }
  }

  private(set) var sections: [Section]
  private(set) var end: CGFloat
  private let start: CGFloat

  /// - Parameters:
  ///   - sections: the sections.
  ///   - top: the position of the first section.
  init(_ sections: [Section] = [], top: CGFloat = 0) {
    self.sections = sections
    (start, end) = (top, top)
    stack()
  }

  private mutating func stack() {
    end = start
    for index in sections.indices {
      sections[index].top = end
      end += sections[index].height
    }
  }

  /// Replaces the lines of a section.
  mutating func setLines(_ lines: Lines, ofSection section: Int) {
    sections[section].lines = lines
    stack()
  }

  func line(_ line: Int, inSection section: Int) -> (top: CGFloat, height: CGFloat) {
    let band = sections[section].lines.band(line)
    return (sections[section].linesTop + band.top, band.height)
  }

  /// The sections that intersect a vertical range.
  func sections(from top: CGFloat, to bottom: CGFloat) -> Range<Int> {
    guard top < bottom else { return 0..<0 }
    let first = Self.first(sections.count) { sections[$0].top + sections[$0].height > top }
    let last = Self.first(sections.count) { sections[$0].top >= bottom }
    return first..<max(first, last)
  }

  /// The lines of a section that intersect a vertical range.
  func lines(ofSection section: Int, from top: CGFloat, to bottom: CGFloat) -> Range<Int> {
    let lines = sections[section].lines
    let start = sections[section].linesTop
    let first = Self.first(lines.count) { start + lines.band($0).top + lines.band($0).height > top }
    let last = Self.first(lines.count) { start + lines.band($0).top >= bottom }
    return first..<max(first, last)
  }

  /// Returns the first index for which a condition holds. It must hold for all greater indices, too.
  private static func first(_ count: Int, _ holds: (Int) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
