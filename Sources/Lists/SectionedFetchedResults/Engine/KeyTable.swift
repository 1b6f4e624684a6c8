/// A table of the sections, or of the groups, by key. Usually each key has only one.
struct KeyTable: Sendable {
  private var single: [GroupKey: Int32] = [:]
  private var several: [GroupKey: [Int32]] = [:]

  mutating func reserveCapacity(_ capacity: Int) { single.reserveCapacity(capacity) }

  mutating func add(_ number: Int32, for key: GroupKey) {
    if let list = several[key] {
      several[key] = list + [number]
    } else if let other = single.updateValue(number, forKey: key) {
      single[key] = nil
      several[key] = [other, number]
    }
  }

  mutating func remove(_ number: Int32, for key: GroupKey) {
    guard let list = several[key] else {
      if single[key] == number { single[key] = nil }
      return
    }
    let rest = list.filter { $0 != number }
    several[key] = rest.count > 1 ? rest : nil
    if rest.count == 1 { single[key] = rest[0] }
  }

  func numbers(for key: GroupKey) -> [Int32] {
    if let number = single[key] { return [number] }
    return several.isEmpty ? [] : several[key] ?? []
  }

  /// The number for a key; if there are several, the one with the least measure.
  func first(for key: GroupKey, by measure: (Int32) -> Int32) -> Int32? {
    if let number = single[key] { return number }
    return several.isEmpty ? nil : several[key]?.min { measure($0) < measure($1) }
  }

  /// Keys with more than one number.
  var shared: [GroupKey: [Int32]] { several }
}
