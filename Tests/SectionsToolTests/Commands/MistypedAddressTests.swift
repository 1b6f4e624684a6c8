import CoreData
import Foundation
import SectionedTesting
import TestTraits
import Testing

@testable import SectionsTool

/// A mistyped server address still contains the password, so messages must not quote it.
@Suite("Addresses that are mistyped", .opensStores) struct MistypedAddressTests {
  private static let addresses = [
    "postgresql:/joni:blue@host/lists", "postgresql:joni:blue@host/lists", "postgresql:joni:blue",
    "postgres:/joni:blue",
    "postgresql:///joni:blue@host/lists", "postgresql:////joni:blue@host", "postgresql://joni:blue/lists",
    "postgresql://joni:blue", "PostgreSQL:/joni:blue@host/lists", "http://joni:blue@host/lists", "http:/joni:blue@host",
    "https://joni:blue/lists", "postgressql://joni:blue@host/lists", "postgresq://joni:blue@host/lists?password=blue",
    "postgresql//joni:blue@host/lists", "postgresql;//joni:blue@host/lists", "postgresql/joni:blue",
    "joni:blue@host/lists",
    "//joni:blue@host/lists", "j:blue@host", "pg:joni:blue@host", "postgresql://joni:blue@host@host/lists",
    "postgresql://joni:b/blue@host/lists", "postgresql:/joni:so blue@host/lists", "http://host/lists?password=blue",
    "jdbc:postgresql://joni:blue@host/lists", "jdbc:postgresql:joni:blue", " postgresql://joni:blue@host/lists",
    "'postgresql://joni:blue@host/lists'", "postgresql://joni:\"blue\"@host/lists",
  ]

  @Test("No message has the password, and each says something", arguments: addresses)
  func noMessageHasThePassword(_ address: String) async throws {
    let music = try MusicStore()
    let calls = [
      ["entities", address], ["list", address, "--items", "Track", "--by", "album"], ["copy", music.path, address],
      ["copy", address, music.path + ".copy"], ["demo", "--store", address], ["replay", address, "-"],
      ["replay", address, "-", "--by", "album", "--items", "Track"], ["list", music.path, address],
      ["watch", address, "--items", "Track", "--by", "album"], ["browse", address], [address],
      ["list", "--items", address, "--items=\(address)"], ["list", music.path, "--items=Track", "--by", address],
      ["entities", music.path, "--model", address], ["replay", "-", address], ["draw", address, "x"],
      ["draw", "growth", address], ["demo", "--html", address + "/none/page.html"],
    ]
    for call in calls {
      let run = await InProcessRun(call)
      #expect(run.status != 0 && run.error.hasPrefix("sections: "), "\(call): \(run.error)")
      #expect(!(run.output + run.error).contains("blue"), "\(call): \(run.error)")
    }
  }

  @Test("What is no address stays as it is, and an address has its host and path")
  func redacted() {
    for text in [
      "Store.sqlite", "/a b/c@d.sqlite", "C:/stores/a.sqlite", "x-coredata://1B-2C/Track/p7", "file:///a@b/c.sqlite",
      "Track.swift:12:5: no", "12:30", "me@host", "postgresql:", "postgresql://host:5433/db", "postgresql:///lists",
      "postgresql://[::1]:5433/db", "", "--items=Track",
    ] { #expect(AddressText.redacted(text) == text) }
    for (text, shown) in [
      ("postgresql://me:word@host:5433/db?a=b", "postgresql://host:5433/db"), ("http://me:word@host", "http://host"),
      ("postgresql://me:word/db", "postgresql://me/db"), ("me:word@host/db", "me:…@host/db"),
      ("postgresql:/me:word@host/db", "postgresql:/…"), ("postgresql://me:1/2@host", "postgresql://…"),
      ("/here/http:/me:word@host", "/here/http:/…"), ("postgresql://[::1]:word/db", "postgresql://[::1]/db"),
      ("--store=postgresql://me:word@host/db", "--store=postgresql://host/db"),
      ("file:///a.sqlite postgres://me:word@host/db", "file:///a.sqlite postgres://host/db"),
      ("x-coredata://1B-2C/Track/p7 http://me:word@host", "x-coredata://1B-2C/Track/p7 http://host"),
      ("postgres:///me:word/db", "postgres://…"),
    ] { #expect(AddressText.redacted(text) == shown) }
    #expect(
      StoreLocation.withoutSecrets("No 'postgresql://me:word@host/db?a=b', and (http://me:word@host). Nor 'a:b'.")
        == "No 'postgresql://host/db', and (http://host). Nor 'a:b'.")
  }

  /// A search from each character to the end of a long argument would take minutes.
  @Test("A long argument is looked at once", arguments: ["Track", "a:", "a.b:c ", "/:", "1:"])
  func long(_ part: String) {
    let text = String(repeating: part, count: 40_000)
    #expect(AddressText.redacted(text) == text)
  }

  @Test("A file that is there is opened, whatever its name")
  func files() async throws {
    let folder = try TemporaryFolder()
    let inner = folder.file("postgresql:")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    let file = inner.appendingPathComponent("me:word@host.sqlite")
    let music = try MusicStore()
    try FileManager.default.copyItem(at: URL(fileURLWithPath: music.path), to: file)
    let run = await InProcessRun("entities", file.path)
    #expect(run.status == 0 && run.output.contains("Album"), "\(run.error)")
  }
}
