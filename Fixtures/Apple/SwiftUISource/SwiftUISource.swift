// A list in memory: the user moves and deletes its items.
#if canImport(SwiftUI) && canImport(Observation)
  import SectionedDataSources
  import SectionedViews
  import SwiftUI

  struct Shelf: Identifiable, Equatable {
    let id: Int
    var name: String
  }

  struct Book: Identifiable, Equatable {
    let id: Int
    var title: String
  }

  // guide
  struct BooksView: View {
    let books: MemoryList<Shelf, Book>
    @State private var selected: Set<ListedID<Int>> = []

    var body: some View {
      SectionedList(books, selection: $selected, editing: ListEditing(books)) { book in
        Text(book.title)
      } header: { shelf in
        Text(shelf.name)
      }
      .toolbar { EditButton() }
    }
  }
  // end

  // guide
  struct FoundBooksView: View {
    let books: LoadingList<Shelf, Book, Int>
    let found: FilteredDataSource<LoadingList<Shelf, Book, Int>>

    var body: some View {
      SectionedList(found) { book in
        Text(book.title)
          .swipeActions { ShareLink(item: book.title) }
      } header: { shelf in
        Text(shelf.name)
      }
      .searchable(found)
      .refreshable(books)
    }
  }
  // end

  // guide
  struct FirstBooksView: View {
    let books: MoreRowDataSource<FoldedDataSource<MemoryList<Shelf, Book>>>

    var body: some View {
      SectionedList(books) { book in
        Text(book.title)
      } more: { row in
        Text("\(row.count) more")
      } header: { shelf in
        Text(shelf.name)
      }
    }
  }
// end
#endif
