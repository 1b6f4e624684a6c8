/// A sum of floating-point numbers whose result does not depend on their order.
struct ExactSum {
  private var sum = ExactParts()
  /// The sum of very great numbers, divided by 2^64, so that no intermediate sum overflows.
  private var greatSum = ExactParts()
  /// The sum of infinite values and not-a-number; 0 if there are none.
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

/// An exact sum as a list of doubles, which is rounded only once. (Shewchuk, "Adaptive Precision Floating-Point
/// Arithmetic".)
private struct ExactParts {
  /// Each part is so small that adding it to the next one would not change the next one.
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

  /// The double nearest to the exact sum.
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
    // If the sum is halfway between two doubles, the smaller parts decide the rounding.
    if place > 0, lost != 0, (lost < 0) == (parts[place - 1] < 0) {
      let next = sum + lost * 2
      if next - sum == lost * 2 { sum = next }
    }
    return sum
  }
}
