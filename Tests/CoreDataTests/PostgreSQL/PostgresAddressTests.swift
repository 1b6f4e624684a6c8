import Foundation
import PostgreSQLTesting
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataPostgreSQL

@Suite("Addresses of stores on a server")
struct PostgresAddressTests {
  private func address(_ text: String) throws -> PostgresAddress {
    try PostgresAddress(try #require(URL(string: text)))
  }

  @Test("The schema is ours, everything else is libpq's")
  func parts() throws {
    let plain = try address("postgresql://db.example/shop")
    #expect(plain.schema == "core_data")
    #expect(plain.connectionString == "postgresql://db.example/shop")
    let other = try address("postgresql://u@h:5433/shop?sslmode=require&schema=my%20lists&connect_timeout=3")
    #expect(other.schema == "my lists")
    #expect(other.connectionString == "postgresql://u@h:5433/shop?sslmode=require&connect_timeout=3")
  }

  @Test("Poolers and the servers that are listened to are ours, too, and go with the store to another schema")
  func poolers() throws {
    let plain = try address("postgresql://u@h:6432/shop?sslmode=require")
    #expect(plain.pooling == nil && !plain.sharesSessions && plain.forListening == plain)
    let pooled = try address(
      "postgresql://u@h:6432/shop?sslmode=require&pooling=transaction&listen_host=a,b&schema=x")
    #expect(pooled.connectionString == plain.connectionString && pooled.sharesSessions)
    let listening = pooled.forListening
    #expect(!listening.sharesSessions && listening.schema == "x")
    // Of several servers the store connects to the primary. It tries them in any order.
    let settings = listening.servers?.settings.map { "\($0.0)=\($0.1)" }
    #expect(
      ["a,b", "b,a"].map { ["host=\($0)", "port=5432", "target_session_attrs=read-write"] }
        .contains(settings ?? []))
    let moved = try PostgresAddress(pooled.url(ofSchema: "y z"))
    #expect(moved.forListening.servers == listening.servers && moved.schema == "y z")
    let port = try address("postgresql://u@h:6432/shop?pooling=session&listen_port=5433")
    #expect(port.forListening.servers?.settings.map { "\($0.0)=\($0.1)" } == ["port=5433"])
    let error = #expect(throws: NSError.self) { try address("postgresql://h/shop?pooling=statement") }
    #expect(error?.code == NSPersistentStoreOpenError)
    #expect(error?.localizedDescription.contains("session or transaction, and not statement") == true)
  }

  @Test("The servers that are read from are taken in any order, each with its port")
  func readers() throws {
    #expect(try address("postgresql://u@h/shop").forReading == nil)
    let reading = try #require(address("postgresql://u@h/shop?read_host=a,b,c&read_port=1,2,3").forReading)
    #expect(reading.schema == "core_data" && reading.connectionString == "postgresql://u@h/shop")
    var orders: Set<String> = []
    for _ in 0..<100 {
      let settings = Dictionary(uniqueKeysWithValues: try #require(reading.servers).settings)
      let hosts = try #require(settings["host"]).split(separator: ",")
      let ports = try #require(settings["port"]).split(separator: ",")
      #expect(zip(hosts, ports).map { "\($0)\($1)" }.sorted() == ["a1", "b2", "c3"])
      #expect(settings["target_session_attrs"] == "prefer-standby")
      orders.insert(hosts.joined())
    }
    #expect(orders.count > 1)
    let one = try #require(address("postgresql://u@h:5433/shop?read_host=a,b").forReading)
    #expect(one.servers?.settings.first { $0.0 == "port" }?.1 == "5432")
  }

  @Test("Each of several hosts can be asked for itself, with its port")
  func alternatives() throws {
    func settings(_ text: String) throws -> [String] {
      try address(text).alternatives.map { $0.settings.map { "\($0.0)=\($0.1)" }.joined(separator: " ") }
    }
    #expect(try settings("postgresql://u@h:5433/shop") == [])
    #expect(try settings("postgresql://a,b/shop") == ["a", "b"].map { "host=\($0) port=5432 connect_timeout=2" })
    #expect(
      try settings("postgresql:///shop?host=a,b&port=1,2")
        == ["a port=1", "b port=2"].map { "host=\($0) connect_timeout=2" })
    #expect(
      try settings("postgresql:///shop?host=a,b&port=5433")
        == ["a", "b"].map { "host=\($0) port=5433 connect_timeout=2" })
    // Each address in `hostaddr` belongs to a host, so the list is not divided.
    #expect(try settings("postgresql:///shop?host=a,b&hostaddr=127.0.0.1,127.0.0.2") == [])
  }

  @Test("No message has a password, a user or a setting")
  func secrets() throws {
    let secret = try address("postgresql://u:s3cret@h/shop?password=s3cret&schema=x")
    #expect(secret.name == "postgresql://h/shop (schema x)")
    let wrong = #expect(throws: NSError.self) { try address("postgresql://u:s3cret@h/shop?nonsense=s3cret") }
    #expect(wrong?.code == NSPersistentStoreOpenError)
    #expect("\(wrong as Any)".contains("s3cret") == false)
  }

  @Test("A schema's name is none that the server cannot have", arguments: ["", "pg_mine", "information_schema"])
  func schemaNames(name: String) {
    let error = #expect(throws: NSError.self) { try address("postgresql://h/shop?schema=\(name)") }
    #expect(error?.code == NSPersistentStoreOpenError)
  }

  /// In a search path, `$user` means the user's own schema, even if it is quoted.
  @Test("A schema is not named as the search path names the user's own", arguments: ["$user", "%24user"])
  func userSchema(name: String) throws {
    let error = #expect(throws: NSError.self) { try address("postgresql://h/shop?schema=\(name)") }
    #expect(error?.code == NSPersistentStoreOpenError)
    #expect(error?.localizedDescription.contains("the schema $user") == true, "\(error as Any)")
    for other in ["$User", "$user2", "user"] {
      #expect(try address("postgresql://h/shop?schema=\(other)").schema == other)
    }
  }

  @Test(
    "A name with quotes, and one with 63 bytes, are names", .onServer,
    arguments: ["a\"b'c; DROP", String(repeating: "n", count: 63)])
  func oddSchemas(name: String) throws {
    let cluster = try PostgresCluster.shared.get()
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: MusicModel.make())
    let url = cluster.url(schema: name)
    let store = try coordinator.addPersistentStore(type: .postgreSQL, at: url)
    try coordinator.remove(store)
    try coordinator.destroyPersistentStore(at: url, type: .postgreSQL)
    let quoted = name.replacing("'", with: "''")
    #expect(try cluster.sql("SELECT count(*) FROM pg_namespace WHERE nspname = '\(quoted)'") == "0")
  }

  @Test("A server that is not there is an error that names the store")
  func nobodyThere() throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: MusicModel.make())
    let url = try #require(URL(string: "postgresql://u:s3cret@/shop?host=/nowhere"))
    let error = #expect(throws: NSError.self) { try coordinator.addPersistentStore(type: .postgreSQL, at: url) }
    #expect(error?.code == NSPersistentStoreOpenError)
    #expect(error?.localizedDescription.contains("postgresql:///nowhere/shop cannot be opened") == true)
    #expect("\(error as Any)".contains("s3cret") == false)
  }
}
