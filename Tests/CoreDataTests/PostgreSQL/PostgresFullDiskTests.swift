import Foundation
import PostgreSQLTesting
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataPostgreSQL

@Suite("A server without room", .onServer)
struct PostgresFullDiskTests {
  /// The database is in a tablespace on a file system of a few megabytes.
  @Test("A save that finds no room says so, and what was there stays", .tinyDisks)
  func full() throws {
    let cluster = try PostgresCluster()
    let tiny = try TinyDisk(24 << 20)
    let disk = tiny.file("tablespace").path
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
    defer { cluster.kill() }
    // The server's programs run as the user nobody.
    chown(disk, 65534, 65534)
    try cluster.sql("CREATE TABLESPACE tiny LOCATION '\(disk)'")
    try cluster.sql("CREATE DATABASE small TABLESPACE tiny")
    let url = cluster.url(schema: "full", database: "small")
    let pair = try PostgresPair(url)
    try pair.elsewhere { try $0.insert("Artist", ["name": "a"]) }
    let context = PostgresPair.context(pair.first)
    try context.performAndWait {
      let text = (0..<400_000).map { _ in String(UInt64.random(in: 0 ... .max), radix: 36) }.joined()
      let artist = try context.insert("Artist", ["name": text])
      for _ in 0..<8 { try context.insert("Artist", ["name": text]) }
      let error = #expect(throws: NSError.self) { try context.save() }
      #expect(error?.code == CocoaError.fileWriteOutOfSpace.rawValue, "\(error as Any)")
      #expect(artist.objectID.isTemporaryID)
      context.rollback()
      try context.insert("Artist", ["name": "b"])
      try context.save()
    }
    #expect(try PostgresPair.contents(url) == ["a", "b"])
    withExtendedLifetime(tiny) {}
  }
}
