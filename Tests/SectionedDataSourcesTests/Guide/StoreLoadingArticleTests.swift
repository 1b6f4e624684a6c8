import CoreData
import Foundation
import SectionedChanges
import SectionedDataSources
import SectionedTesting
import Testing

/// An author in the store.
final class StoredAuthor: NSManagedObject {
  var name: String {
    get { value(forKey: "name") as? String ?? "" }
    set { setValue(newValue, forKey: "name") }
  }

  static func byName() -> NSFetchRequest<StoredAuthor> {
    let request = NSFetchRequest<StoredAuthor>(entityName: "Author")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    return request
  }
}

/// A book in the store. The server assigns its number.
final class StoredBook: NSManagedObject {
  var isbn: String {
    get { value(forKey: "isbn") as? String ?? "" }
    set { setValue(newValue, forKey: "isbn") }
  }

  var title: String {
    get { value(forKey: "title") as? String ?? "" }
    set { setValue(newValue, forKey: "title") }
  }

  var author: StoredAuthor? {
    get { value(forKey: "author") as? StoredAuthor }
    set { setValue(newValue, forKey: "author") }
  }

  static func byTitle() -> NSFetchRequest<StoredBook> {
    let request = NSFetchRequest<StoredBook>(entityName: "Book")
    request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
    return request
  }
}

/// The samples of `LoadingIntoAStore.md`. A server has three books in two pages: `Austen: Emma | Eliot: Romola`, and
/// `Austen: Persuasion`.
@Suite("Pages are loaded into a store, and the list follows") struct StoreLoadingArticleTests {
  typealias Author = StoredAuthor
  typealias Book = StoredBook
  typealias Books = FetchedDataSource<StoredAuthor, StoredBook>

  struct BookRecord: Sendable {
    var isbn: String
    var title: String
    var author: String
  }

  struct ServerIsDown: LocalizedError {
    var errorDescription: String? { "The server is down." }
  }

  @MainActor final class Server {
    var isDown = false
    var all = [
      BookRecord(isbn: "1", title: "Emma", author: "Austen"), BookRecord(isbn: "2", title: "Romola", author: "Eliot"),
      BookRecord(isbn: "3", title: "Persuasion", author: "Austen"),
    ]

    func books(from start: Int) async throws -> [BookRecord] {
      if isDown { throw ServerIsDown() }
      return Array(all.dropFirst(start).prefix(2))
    }
  }

  private static func container() throws -> NSPersistentContainer {
    let author = NSEntityDescription("Author", [NSAttributeDescription("name")])
    let book = NSEntityDescription("Book", [NSAttributeDescription("isbn"), NSAttributeDescription("title")])
    author.managedObjectClassName = NSStringFromClass(StoredAuthor.self)
    book.managedObjectClassName = NSStringFromClass(StoredBook.self)
    author.relate("books", .many, to: book, "author", .one)
    return try .inMemory([author, book])
  }

  // guide
  func write(_ page: [BookRecord], into container: NSPersistentContainer) async throws {
    try await container.performBackgroundTask { context in
      let known = NSFetchRequest<Book>(entityName: "Book")
      known.predicate = NSPredicate(format: "isbn IN %@", page.map(\.isbn))
      var books = Dictionary(try context.fetch(known).map { ($0.isbn, $0) }) { first, _ in first }
      let all = NSFetchRequest<Author>(entityName: "Author")
      var authors = Dictionary(try context.fetch(all).map { ($0.name, $0) }) { first, _ in first }
      for record in page {
        let author = authors[record.author] ?? Author(context: context)
        let book = books[record.isbn] ?? Book(context: context)
        (authors[record.author], books[record.isbn]) = (author, book)
        if author.name != record.author { author.name = record.author }
        if book.isbn != record.isbn { book.isbn = record.isbn }
        if book.title != record.title { book.title = record.title }
        if book.author !== author { book.author = author }
      }
      if context.hasChanges { try context.save() }
    }
    // The merge is before this in the view context's queue.
    await container.viewContext.perform(schedule: .enqueued) {}
  }
  // end

  /// Makes the loader, the list and its rows. The first load is requested here, and begins when the test waits.
  @MainActor private func makeLists(
    _ container: NSPersistentContainer, _ server: Server
  ) throws -> (loader: LoadingList<Never, Never, Int>, list: Books, rows: PlaceholderDataSource<Books>) {
    // guide
    container.viewContext.automaticallyMergesChangesFromParent = true
    let list = FetchedDataSource(
      sections: Author.byName(), items: Book.byTitle(), by: "author.name", in: container.viewContext)
    try list.performFetch()
    // end
    // guide
    let loader = LoadingList<Never, Never, Int>(MemoryList(), isolation: #isolation) { request in
      let start = if case .append(let next?) = request { next } else { 0 }
      let page = try await server.books(from: start)
      try await write(page, into: container)
      return LoadedPage([], cursor: page.isEmpty ? nil : start + page.count)
    }
    // end
    // guide
    let rows = PlaceholderDataSource(
      list, loading: loader,
      placeholder: { context in
        var context = context
        context.phase = loader.phase
        return Placeholder.standard(context)
      })
    loader.load()
    // end
    return (loader, list, rows)
  }

  @MainActor private func text(_ list: Books) -> String {
    (0..<list.numberOfSections).map { section in
      let titles = list.items(inSection: section).map(\.title).joined(separator: " ")
      return "\(list.section(at: section)?.object?.name ?? "–"): \(titles)"
    }.joined(separator: " | ")
  }

  @MainActor
  @Test("each page is in the list when its loading ends, and a page that is loaded again is not there twice")
  func pages() async throws {
    let (container, server) = (try Self.container(), Server())
    let (loader, list, rows) = try makeLists(container, server)
    #expect(rows.placeholder == Placeholder(.initial))
    var shown: [String] = []
    var steps = 0
    let tokens = [
      rows.observe { [weak rows] _ in shown.append(rows?.placeholder?.phase.rawValue ?? "rows") },
      list.observe { _ in steps += 1 },
    ]
    await loader.outcome(of: .load)
    #expect(text(list) == "Austen: Emma | Eliot: Romola" && steps == 1)
    #expect(shown.first == "loading" && shown.last == "rows" && !shown.contains("empty"), "\(shown)")
    #expect(rows.placeholder == nil && rows.appendRow != nil)
    await loader.outcome(of: .append)
    #expect(text(list) == "Austen: Emma Persuasion | Eliot: Romola" && steps == 2)
    await loader.outcome(of: .append)
    #expect(!loader.hasMore && rows.appendRow == nil && steps == 2)

    await loader.outcome(of: .refresh)
    #expect(steps == 2, "the server has the same books")
    server.all[0].title = "Emma Woodhouse"
    await loader.outcome(of: .refresh)
    #expect(text(list) == "Austen: Emma Woodhouse Persuasion | Eliot: Romola" && steps == 3)
    server.isDown = true
    await loader.outcome(of: .refresh)
    #expect(loader.phase == .failed && rows.placeholder == nil && list.numberOfItems == 3)
    for token in tokens { token.cancel() }
  }

  @MainActor
  @Test("while there is nothing, a row says whether something may come")
  func nothing() async throws {
    let (container, server) = (try Self.container(), Server())
    server.isDown = true
    let (loader, list, rows) = try makeLists(container, server)
    await loader.outcome(of: .load)
    #expect(rows.placeholder == Placeholder(.failed, text: "The server is down.") && rows.placeholder?.canRetry == true)
    server.isDown = false
    let books = server.all
    server.all = []
    await loader.outcome(of: .retry)
    #expect(rows.placeholder == Placeholder(.empty) && list.numberOfItems == 0)
    server.all = books
    await loader.outcome(of: .refresh)
    #expect(rows.placeholder == nil && list.numberOfItems == 2)
  }

  @MainActor
  @Test("what is in the store is shown at once, whatever the server says")
  func nextStart() async throws {
    let (container, server) = (try Self.container(), Server())
    try await write([BookRecord(isbn: "9", title: "Cecilia", author: "Burney")], into: container)
    server.isDown = true
    let (loader, list, rows) = try makeLists(container, server)
    #expect(text(list) == "Burney: Cecilia" && rows.placeholder == nil)
    let error = await loader.outcome(of: .load)?.error
    #expect(error is ServerIsDown && loader.error is ServerIsDown && rows.placeholder == nil && rows.appendRow != nil)
    server.isDown = false
    server.all = []
    await loader.outcome(of: .retry)
    #expect(loader.phase == .empty && text(list) == "Burney: Cecilia")
    #expect(rows.placeholder == nil && rows.appendRow == nil)
  }
}
