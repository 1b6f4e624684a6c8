/// Encodes non-ASCII letters in names by RFC 3492, with `_` as the delimiter and `A` to `J` as the digits.
enum Punycode {
  static func encoded(_ text: String) -> String {
    let input = text.unicodeScalars.map { Int($0.value) }
    var output = text.unicodeScalars.filter(\.isASCII).map { Character($0) }
    let basic = output.count
    if basic > 0 { output.append("_") }
    var (code, delta, bias, handled) = (128, 0, 72, basic)
    while handled < input.count {
      guard let next = input.filter({ $0 >= code }).min() else { break }
      delta += (next - code) * (handled + 1)
      code = next
      for value in input {
        if value < code { delta += 1 }
        guard value == code else { continue }
        var rest = delta
        var step = 36
        while true {
          let threshold = min(max(step - bias, 1), 26)
          if rest < threshold { break }
          output.append(digit(threshold + (rest - threshold) % (36 - threshold)))
          rest = (rest - threshold) / (36 - threshold)
          step += 36
        }
        output.append(digit(rest))
        bias = adapted(delta, handled + 1, isFirst: handled == basic)
        delta = 0
        handled += 1
      }
      delta += 1
      code += 1
    }
    return String(output)
  }

  private static func digit(_ value: Int) -> Character {
    Character(UnicodeScalar(UInt8(value < 26 ? 97 + value : 65 + value - 26)))
  }

  private static func adapted(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var steps = 0
    while delta > 455 {
      delta /= 35
      steps += 36
    }
    return steps + 36 * delta / (delta + 38)
  }
}
