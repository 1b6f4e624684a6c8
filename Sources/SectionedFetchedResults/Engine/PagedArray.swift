/// An array cut into pages of 64 elements that versions of it share: copying is O(1), and changing one element of a
/// copy makes anew its page and the directory of pages.
package struct PagedArray<Element> {
  private static var pageBits: Int { 6 }
  private static var pageSize: Int { 1 << pageBits }

  private var pages: ContiguousArray<ContiguousArray<Element>> = []
  package private(set) var count = 0

  init() {}

  init(_ elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  package subscript(index: Int) -> Element {
    get { pages[index >> Self.pageBits][index & (Self.pageSize - 1)] }
    set { pages[index >> Self.pageBits][index & (Self.pageSize - 1)] = newValue }
  }

  /// Changes an element where it lies.
  mutating func change<Result>(at index: Int, _ body: (inout Element) -> Result) -> Result {
    body(&pages[index >> Self.pageBits][index & (Self.pageSize - 1)])
  }

  mutating func append(_ element: Element) {
    if count & (Self.pageSize - 1) == 0 { pages.append([]) }
    pages[pages.count - 1].append(element)
    count += 1
  }
}

extension PagedArray: Sendable where Element: Sendable {}
