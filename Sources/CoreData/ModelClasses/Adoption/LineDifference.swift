/// Shows the changes of a file in the format of `diff -u`, without context lines.
public enum LineDifference {
  /// The difference between two texts of a file, as a unified diff without context lines.
  ///
  /// - Complexity: O(lines · changed lines).
  public static func text(from old: String, to new: String, file: String) -> String {
    // Split bytes, because "\r\n" is a single `Character`.
    func lines(_ text: String) -> [String] {
      text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
      }
    }
    let (before, after) = (lines(old), lines(new))
    let difference = after.difference(from: before)
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var text = "--- \(file)\n+++ \(file)\n"
    var (left, right) = (0, 0)
    while left < before.count || right < after.count {
      guard removed.contains(left) || inserted.contains(right) else {
        left += 1
        right += 1
        continue
      }
      let (firstLeft, firstRight) = (left, right)
      while removed.contains(left) { left += 1 }
      while inserted.contains(right) { right += 1 }
      text += "@@ -\(span(firstLeft..<left)) +\(span(firstRight..<right)) @@\n"
      text += before[firstLeft..<left].map { "-\($0)\n" }.joined()
      text += after[firstRight..<right].map { "+\($0)\n" }.joined()
    }
    return text
  }

  /// The first line and the number of lines on one side of a change. Without lines, the first number is that of the
  /// line before.
  private static func span(_ lines: Range<Int>) -> String {
    "\(lines.isEmpty ? lines.lowerBound : lines.lowerBound + 1),\(lines.count)"
  }
}
