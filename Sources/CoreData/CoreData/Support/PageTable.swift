/// A page table that maps integers to pointers, like that of a memory manager. Because primary keys are dense, an
/// entry takes only its 8 bytes, and a lookup takes two loads.
///
/// The pages of indices from 0 to 2^26 - 1 are found through a directory. All other pages, including those of
/// negative indices, are found through a dictionary, so that a single large key costs only one page. The owner must
/// lock the table.
struct PageTable: ~Copyable {
  private typealias Page = UnsafeMutablePointer<UnsafeMutableRawPointer?>

  private static var pageBits: Int64 { 9 }
  private static var pageSize: Int { 1 << 9 }
  private static var directoryLimit: Int64 { 1 << 17 }

  private var directory: ContiguousArray<Page?> = []
  private var farPages: [Int64: Page] = [:]

  deinit {
    for case let page? in directory { page.deallocate() }
    for page in farPages.values { page.deallocate() }
  }

  /// The pointer at an index, or nil. Complexity: O(1).
  func pointer(at index: Int64) -> UnsafeMutableRawPointer? {
    page(index >> Self.pageBits)?[Self.place(index)]
  }

  /// Sets the pointer at an index. Complexity: O(1), amortized.
  mutating func set(_ pointer: UnsafeMutableRawPointer?, at index: Int64) {
    let number = index >> Self.pageBits
    if let page = page(number) {
      page[Self.place(index)] = pointer
    } else if let pointer {
      makePage(number)[Self.place(index)] = pointer
    }
  }

  /// Calls a block with every pointer, by ascending index. Complexity: O(pages · page size + far pages · log far
  /// pages).
  func forEach(_ body: (UnsafeMutableRawPointer) -> Void) {
    let far = farPages.sorted { $0.key < $1.key }
    for (number, page) in far where number < 0 { Self.visit(page, body) }
    for case let page? in directory { Self.visit(page, body) }
    for (number, page) in far where number >= 0 { Self.visit(page, body) }
  }

  private static func visit(_ page: Page, _ body: (UnsafeMutableRawPointer) -> Void) {
    for place in 0..<pageSize {
      if let pointer = page[place] { body(pointer) }
    }
  }

  private static func place(_ index: Int64) -> Int { Int(truncatingIfNeeded: index) & (pageSize - 1) }

  private func page(_ number: Int64) -> Page? {
    guard (0..<Self.directoryLimit).contains(number) else { return farPages[number] }
    return number < directory.count ? directory[Int(number)] : nil
  }

  private mutating func makePage(_ number: Int64) -> Page {
    let page = Page.allocate(capacity: Self.pageSize)
    page.initialize(repeating: nil, count: Self.pageSize)
    if (0..<Self.directoryLimit).contains(number) {
      let missing = Int(number) + 1 - directory.count
      if missing > 0 { directory.append(contentsOf: repeatElement(nil, count: missing)) }
      directory[Int(number)] = page
    } else {
      farPages[number] = page
    }
    return page
  }
}
