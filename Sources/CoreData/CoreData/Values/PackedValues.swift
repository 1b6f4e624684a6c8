import Foundation

/// A list of values in a compact form. A number or a date takes eight bytes, and a string its bytes plus four. A
/// million separate strings would take three times as much.
///
/// Usually all values of a list are of one kind. When a value of another kind is appended, all values are stored
/// unpacked.
struct PackedValues: Sendable {
  private enum Kind {
    case int, double, date, string, uuid, decimal, any
  }

  /// The kind of the values; nil as long as all are null.
  private var kind: Kind?
  /// The range of indices of null values. They are adjacent in a sorted list.
  private var nulls: Range<Int> = 0..<0
  private var ints: ContiguousArray<Int64> = []
  private var doubles: ContiguousArray<Double> = []
  private var bytes: ContiguousArray<UInt8> = []
  /// The end index of each string in `bytes`.
  private var ends: ContiguousArray<UInt32> = []
  private var uuids: ContiguousArray<UUID> = []
  private var decimals: ContiguousArray<Decimal> = []
  /// The unpacked values of a list of kind `any`.
  private var mixed: ContiguousArray<Value> = []

  private(set) var count = 0

  mutating func append(_ value: Value) {
    if kind == nil, !value.isNull { begin(Self.kind(of: value)) }
    if kind != .any, !fits(value) { keepAsTheyAre() }
    if value.isNull { nulls = nulls.isEmpty ? count..<count + 1 : nulls.lowerBound..<count + 1 }
    if kind != nil { put(value) }
    count += 1
  }

  /// Appends a string, given its UTF-8 bytes.
  ///
  /// - Returns: false, with nothing appended, if the bytes are not valid UTF-8, or the list cannot store them in
  ///   packed form.
  mutating func append(utf8 text: UnsafeRawBufferPointer) -> Bool {
    guard kind == .string, bytes.count + text.count <= Int(UInt32.max) else { return false }
    guard (try? UTF8Span(validating: text.bindMemory(to: UInt8.self).span)) != nil else { return false }
    bytes.append(contentsOf: text)
    ends.append(UInt32(bytes.count))
    count += 1
    return true
  }

  subscript(index: Int) -> Value {
    if kind == .any { return mixed[index] }
    if nulls.contains(index) { return .null }
    switch kind {
    case .int: return .int(ints[index])
    case .double: return .double(doubles[index])
    case .date: return .date(doubles[index])
    case .string:
      let start = index == 0 ? 0 : Int(ends[index - 1])
      return .string(String(decoding: bytes[start..<Int(ends[index])], as: UTF8.self))
    case .uuid: return .uuid(uuids[index])
    case .decimal: return .decimal(decimals[index])
    case .any, nil: return .null
    }
  }

  private static func kind(of value: Value) -> Kind {
    switch value {
    case .int: .int
    case .double: .double
    case .date: .date
    case .string: .string
    case .uuid: .uuid
    case .decimal: .decimal
    case .null, .data, .reference, .opaque: .any
    }
  }

  /// Whether a value can be appended in packed form.
  private func fits(_ value: Value) -> Bool {
    if value.isNull { return nulls.isEmpty || nulls.upperBound == count }
    guard Self.kind(of: value) == kind else { return false }
    guard case .string(let text) = value else { return true }
    return bytes.count + text.utf8.count <= Int(UInt32.max)
  }

  private mutating func begin(_ kind: Kind) {
    self.kind = kind
    for _ in 0..<count { put(.null) }
  }

  private mutating func keepAsTheyAre() {
    let all = ContiguousArray((0..<count).map { self[$0] })
    self = PackedValues()
    (kind, count, mixed) = (.any, all.count, all)
  }

  private mutating func put(_ value: Value) {
    switch (kind, value) {
    case (.any, _): mixed.append(value)
    case (_, .int(let number)): ints.append(number)
    case (_, .double(let number)), (_, .date(let number)): doubles.append(number)
    case (_, .string(let text)):
      text.withUTF8Bytes { bytes.append(contentsOf: $0) }
      ends.append(UInt32(bytes.count))
    case (_, .uuid(let uuid)): uuids.append(uuid)
    case (_, .decimal(let box)): decimals.append(box.number)
    // Placeholders for a null.
    case (.int, _): ints.append(0)
    case (.double, _), (.date, _): doubles.append(0)
    case (.string, _): ends.append(UInt32(bytes.count))
    case (.uuid, _): uuids.append(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
    case (.decimal, _): decimals.append(0)
    case (nil, _): break
    }
  }
}
