import Foundation
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataPostgreSQL

/// The socket's folder does not exist, so no server is contacted.
@Suite("Users and passwords with characters of other meaning")
struct PostgresSecretTests {
  private static let marks = (33...126).map { Character(UnicodeScalar(UInt8($0))) }.filter {
    !$0.isLetter && !$0.isNumber
  }

  private static func secret(_ mark: Character) -> String { "7351\(mark)8462" }

  /// Returns addresses with a secret in each possible place.
  private static func addresses(_ secret: String) -> [String] {
    [
      "//me:\(secret)@%2Fnowhere/db", "//\(secret)@%2Fnowhere/db", "//\(secret):word@%2Fnowhere/db",
      "//me:\(secret)@/db?host=/nowhere", "//\(secret)@/db?host=/nowhere", "//me:\(secret)@?host=/nowhere",
      "///db?host=/nowhere&password=\(secret)", "///db?host=/nowhere&password=\(secret)&schema=x",
      "//me@/db?host=/nowhere&user=\(secret)", "//%2Fnowhere?password=\(secret)",
    ].map { "postgresql:\($0)" }
  }

  /// Returns all texts of an error and of its underlying errors.
  private func texts(_ error: NSError) -> [String] {
    [error.localizedDescription]
      + error.userInfo.values.flatMap { value in (value as? NSError).map(texts) ?? ["\(value)"] }
  }

  /// Whether a text contains three successive characters of the secret.
  private func leaks(_ secret: String, _ text: String) -> Bool {
    let secret = Array(secret)
    return (0...secret.count - 3).contains { text.contains(String(secret[$0..<$0 + 3])) }
  }

  private func check(_ url: URL, _ secret: String) {
    #expect(!leaks(secret, url.addressInMessages), "\(url)")
    #expect(!leaks(secret, url.nameInMessages), "\(url)")
    if let address = try? PostgresAddress(url) { #expect(!leaks(secret, address.name), "\(url)") }
    for type in [NSPersistentStore.StoreType.postgreSQL, .sqlite] {
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: MusicModel.make())
      let error = #expect(throws: NSError.self) { try coordinator.addPersistentStore(type: type, at: url) }
      for text in error.map(texts) ?? [] { #expect(!leaks(secret, text), "\(url): \(text)") }
    }
  }

  @Test("No message has a part of one, escaped or not", arguments: marks)
  func everywhere(mark: Character) throws {
    let secret = Self.secret(mark)
    let code = String(try #require(mark.asciiValue), radix: 16, uppercase: true)
    var count = 0
    for written in [secret, "7351%\(code)8462"] {
      // A text that is not a URL cannot be an address.
      for url in Self.addresses(written).compactMap({ URL(string: $0) }) {
        count += 1
        check(url, secret)
      }
    }
    #expect(count >= 10, "the escaped ones at least are URLs")
  }

  @Test("Unescaped, what looks like a host, a port, a path or settings is refused", arguments: ["/", "?", "#"])
  func refused(mark: String) throws {
    let texts = ["me:12\(mark)34@host/db", "me:12\(mark)34@/db?host=/nowhere", "host/db?password=1\(mark)2@3"]
    for text in texts {
      let url = try #require(URL(string: "postgresql://\(text)"))
      let error = #expect(throws: NSError.self) { try PostgresAddress(url) }
      #expect(error?.code == NSPersistentStoreOpenError)
      #expect(error?.localizedDescription.contains("percent-encoded") == true, "\(error as Any)")
      #expect(url.addressInMessages == "postgresql://…")
    }
  }

  @Test("An @ stands once, and behind user and password")
  func strayAt() {
    for text in ["host/db", "me@host", "me:word@host/db?user=a%40b", "@/db", ""] {
      #expect(!AddressText.hasStrayAt(text), "\(text)")
    }
    for text in ["me:1@2@host/db", "host/a@b", "host?user=a@b", "me@host/db?user=a@b", "me#1@host"] {
      #expect(AddressText.hasStrayAt(text), "\(text)")
    }
  }

  @Test("Escaped, all are taken as they are, and host and path are named")
  func escaped() throws {
    let url = try #require(URL(string: "postgresql://me:1%2F2%3F3%234%405@host:5433/db?application_name=a%40b"))
    #expect(try PostgresAddress(url).connectionString == url.absoluteString)
    #expect(try PostgresAddress(url).name == "postgresql://host:5433/db")
    #expect(url.addressInMessages == "postgresql://host/db")
  }

  @Test("A file's path may have any of them, and is named in whole")
  func files() {
    let url = URL(fileURLWithPath: "/nowhere/a@b/c@d?e#f.sqlite")
    #expect(url.addressInMessages == "/nowhere/a@b/c@d?e#f.sqlite")
    #expect(url.nameInMessages == "c@d?e#f.sqlite")
    #expect(!url.hasStrayAt)
  }
}
