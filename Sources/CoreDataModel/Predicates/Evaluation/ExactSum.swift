/// A sum of fractions that is the same in whatever order they come.
struct ExactSum {
  private var sum = ExactParts()
  /// The sum of great numbers, divided by 2^64, so that it has room whatever the order.
  private var greatSum = ExactParts()
  /// The sum of what is not finite, 0 where nothing is.
  private var infinity: Double = 0

  /// Whether nothing was added.
  var isEmpty: Bool { sum.isEmpty && greatSum.isEmpty && infinity == 0 }

  mutating func add(_ number: Double) {
    if number.magnitude < 0x1p900 {
      sum.add(number)
    } else if number.isFinite {
      greatSum.add(number * 0x1p-64)
    } else {
      infinity += number
    }
  }

  var value: Double {
    guard infinity == 0 else { return infinity }
    return greatSum.isEmpty ? sum.value : greatSum.value * 0x1p64 + sum.value
  }
}

/// An exact sum in parts, rounded once. (Shewchuk, "Adaptive Precision Floating-Point Arithmetic".)
private struct ExactParts {
  /// Each is smaller than the last digit of the next, and so lost when both are added.
  private var parts: [Double] = []

  var isEmpty: Bool { parts.isEmpty }

  mutating func add(_ number: Double) {
    var sum = number
    var kept = 0
    for place in parts.indices {
      let part = parts[place]
      let (greater, less) = sum.magnitude < part.magnitude ? (part, sum) : (sum, part)
      sum = greater + less
      let lost = less - (sum - greater)
      if lost != 0 {
        parts[kept] = lost
        kept += 1
      }
    }
    parts.removeSubrange(kept...)
    parts.append(sum)
  }

  /// The double that is nearest to the exact sum.
  var value: Double {
    guard var sum = parts.last else { return 0 }
    var place = parts.count - 1
    var lost = 0.0
    while place > 0, lost == 0 {
      place -= 1
      let greater = sum
      sum = greater + parts[place]
      lost = parts[place] - (sum - greater)
    }
    // Just between two doubles, what is smaller still decides.
    if place > 0, lost != 0, (lost < 0) == (parts[place - 1] < 0) {
      let next = sum + lost * 2
      if next - sum == lost * 2 { sum = next }
    }
    return sum
  }
}
