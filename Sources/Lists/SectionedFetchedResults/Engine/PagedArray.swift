/// A persistent vector: an array in pages of 16 elements, in books of 32 pages, which versions of the array share.
///
/// Copying is O(1). Setting one element of a copy copies its page, its book and the directory of books: 48 references
/// and one more for each 512 elements. Reading takes two more steps than in an array.
///
/// `change` keeps a few changed elements aside, and `settle` moves them to their pages. By then no other version may
/// share the pages, so that none is copied. After many changes, all further ones go to the pages at once.
package struct PagedArray<Element> {
  private typealias Page = ContiguousArray<Element>

  private static var pageBits: Int { 4 }
  private static var bookBits: Int { 9 }

  private var books: ContiguousArray<ContiguousArray<Page>> = []
  package private(set) var count = 0
  /// Elements that are not in their pages yet.
  private var aside: ContiguousArray<(index: Int, element: Element)> = []
  /// Whether so many elements were changed since the last `settle` that no further one is kept aside.
  private var hasManyChanges = false

  private static var asideLimit: Int { 4 }

  package init() {}

  package init(_ elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  private static func book(of index: Int) -> Int { index >> bookBits }
  private static func page(of index: Int) -> Int { (index >> pageBits) & (1 << (bookBits - pageBits) - 1) }
  private static func slot(of index: Int) -> Int { index & (1 << pageBits - 1) }

  package subscript(index: Int) -> Element {
    get {
      if !aside.isEmpty, let place = placeAside(of: index) { return aside[place].element }
      return books[Self.book(of: index)][Self.page(of: index)][Self.slot(of: index)]
    }
    set {
      if !aside.isEmpty, let place = placeAside(of: index) {
        aside[place].element = newValue
      } else {
        books[Self.book(of: index)][Self.page(of: index)][Self.slot(of: index)] = newValue
      }
    }
  }

  /// Changes an element in place.
  package mutating func change<Result>(at index: Int, _ body: (inout Element) -> Result) -> Result {
    if !hasManyChanges {
      if let place = placeAside(of: index) { return body(&aside[place].element) }
      if aside.count < Self.asideLimit {
        aside.append((index, self[index]))
        return body(&aside[aside.count - 1].element)
      }
      settle()
      hasManyChanges = true
    }
    return body(&books[Self.book(of: index)][Self.page(of: index)][Self.slot(of: index)])
  }

  /// Moves changed elements to their pages. The content does not change.
  package mutating func settle() {
    hasManyChanges = false
    guard !aside.isEmpty else { return }
    for (index, element) in aside {
      books[Self.book(of: index)][Self.page(of: index)][Self.slot(of: index)] = element
    }
    aside = []
  }

  private func placeAside(of index: Int) -> Int? { aside.firstIndex { $0.index == index } }

  package mutating func append(_ element: Element) {
    if Self.slot(of: count) == 0 {
      if Self.page(of: count) == 0 { books.append([]) }
      var page = Page()
      page.reserveCapacity(1 << Self.pageBits)
      books[books.count - 1].append(page)
    }
    let book = books.count - 1
    books[book][books[book].count - 1].append(element)
    count += 1
  }
}

extension PagedArray: Sendable where Element: Sendable {}
