import Foundation
import PostgreSQLTesting
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataPostgreSQL

/// The server requires a password of one user. libpq finds it in a file that the address names.
@Suite("Passwords of a server", .onServer)
struct PostgresPasswordTests {
  private static let password = "s3cret of keeper"
  private let cluster: PostgresCluster
  private let folder: TemporaryFolder

  init() throws {
    cluster = try PostgresCluster()
    folder = try TemporaryFolder()
    try cluster.addUser("keeper", password: Self.password)
  }

  /// Returns the address with a password file.
  private func url(_ password: String?) throws -> URL {
    let file = folder.file("passwords")
    try Data("*:*:*:keeper:\(password ?? "")\n".utf8).write(to: file)
    // libpq ignores a file that other users may read.
    chmod(file.path, 0o600)
    let settings = password == nil ? "&passfile=/nowhere" : "&passfile=\(file.path)"
    let text = cluster.url(schema: "kept", settings: settings).absoluteString
    return try #require(URL(string: text.replacing("//test@", with: "//keeper@")))
  }

  @Test("The right one opens the store, also for what listens; no message has it")
  func right() throws {
    let pair = try PostgresPair(url(Self.password))
    let context = PostgresPair.context(pair.first)
    context.automaticallyMergesChangesFromParent = true
    try pair.elsewhere { try $0.insert("Artist", ["name": "a"]) }
    try context.performAndWait {
      #expect(try context.texts("Artist", "name") == ["a"])
      try cluster.sql("DROP TABLE \"ZARTIST\" CASCADE", schema: "kept")
      context.reset()
      let error = #expect(throws: NSError.self) { try context.all("Artist") }
      #expect("\(error as Any) \(error?.userInfo ?? [:])".contains(Self.password) == false)
    }
  }

  @Test("A wrong one, and none, are errors that say so", arguments: ["another", nil])
  func wrong(password: String?) throws {
    let error = #expect(throws: NSError.self) { try PostgresPair(url(password)) }
    #expect(error?.code == NSPersistentStoreOpenError, "\(error as Any)")
    #expect(error?.localizedDescription.contains("password") == true, "\(error as Any)")
    #expect("\(error as Any) \(error?.userInfo ?? [:])".contains("another") == false)
  }
}
