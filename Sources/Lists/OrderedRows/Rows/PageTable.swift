/// Maps row numbers to the leaves that contain the rows. It has two levels: a directory, and pages of 128 entries of
/// four bytes.
///
/// Pages of small numbers, such as dense primary keys, are found in an array. Pages of negative or very large numbers
/// are found in a dictionary. Empty pages are reused. Lookup and update take O(1). Each page in use takes 512 bytes, so
/// a row takes from 4 bytes up to 512 if it is alone in its page.
@usableFromInline
struct PageTable: Sendable {
  @usableFromInline static var pageSize: Int { 128 }
  /// The number of pages that `near` can contain: 32 million rows, and a directory of at most one MiB.
  @usableFromInline static var nearPages: Int64 { 1 << 18 }
  @usableFromInline static var none: Int32 { -1 }

  /// The entries of all pages, one page after the other.
  @usableFromInline var entries: ContiguousArray<Int32> = []
  /// The number of entries in use, for each page.
  @usableFromInline var used: ContiguousArray<Int32> = []
  @usableFromInline var free: ContiguousArray<Int32> = []
  @usableFromInline var near: ContiguousArray<Int32> = []
  @usableFromInline var far: [Int64: Int32] = [:]

  @inlinable init() {}

  /// The leaf of a row; nil if the list does not contain the row.
  @inlinable
  subscript(number: Int64) -> Int32? {
    let page = page(number >> 7)
    guard page != Self.none else { return nil }
    let leaf = entries[Self.entry(of: number, in: page)]
    return leaf == Self.none ? nil : leaf
  }

  /// - Returns: true if the row had no leaf before.
  @inlinable
  @discardableResult
  mutating func set(_ number: Int64, to leaf: Int32) -> Bool {
    var page = page(number >> 7)
    if page == Self.none { page = addPage(number >> 7) }
    let entry = Self.entry(of: number, in: page)
    let isNew = entries[entry] == Self.none
    if isNew { used[Int(page)] += 1 }
    entries[entry] = leaf
    return isNew
  }

  @inlinable
  mutating func remove(_ number: Int64) {
    let page = page(number >> 7)
    guard page != Self.none else { return }
    let entry = Self.entry(of: number, in: page)
    guard entries[entry] != Self.none else { return }
    entries[entry] = Self.none
    used[Int(page)] -= 1
    if used[Int(page)] == 0 { removePage(number >> 7, page) }
  }

  @inlinable
  static func entry(of number: Int64, in page: Int32) -> Int {
    Int(page) * pageSize + Int(number & Int64(pageSize - 1))
  }

  @inlinable
  func page(_ pageNumber: Int64) -> Int32 {
    if pageNumber >= 0, pageNumber < Int64(near.count) { return near[Int(pageNumber)] }
    return far.isEmpty ? Self.none : far[pageNumber] ?? Self.none
  }

  @usableFromInline
  mutating func addPage(_ pageNumber: Int64) -> Int32 {
    let page: Int32
    if let last = free.popLast() {
      page = last
    } else {
      page = Int32(used.count)
      used.append(0)
      entries.append(contentsOf: repeatElement(Self.none, count: Self.pageSize))
    }
    if pageNumber >= 0, pageNumber < Self.nearPages {
      if pageNumber >= Int64(near.count) {
        near.append(contentsOf: repeatElement(Self.none, count: Int(pageNumber) + 1 - near.count))
      }
      near[Int(pageNumber)] = page
    } else {
      far[pageNumber] = page
    }
    return page
  }

  @usableFromInline
  mutating func removePage(_ pageNumber: Int64, _ page: Int32) {
    free.append(page)
    if pageNumber >= 0, pageNumber < Int64(near.count) {
      near[Int(pageNumber)] = Self.none
    } else {
      far[pageNumber] = nil
    }
  }
}
