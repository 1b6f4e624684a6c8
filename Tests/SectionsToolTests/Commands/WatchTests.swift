import Foundation
import ProcessTesting
import SectionedTesting
import TestTraits
import Testing

@testable import SectionsTool

/// The tool follows a copy of the cars' store. This process writes to it as any other program would.
@Suite("sections watch", .enabled(if: Samples.areThere, "\(Samples.reason)"), .endsWithin(minutes: 20))
struct WatchTests {
  @Test func whatAnotherProcessWritesIsReported() throws {
    let scratch = try TemporaryFolder()
    let copy = scratch.file("Cars.sqlite")
    try Data(contentsOf: URL(fileURLWithPath: Samples.path(Samples.cars))).write(to: copy)
    let watch = try Watch(["watch", copy.path, "--items", "Car", "--by", "owner", "--json"])
    defer { watch.process.terminate() }

    let first = try watch.line()
    #expect(first["batch"]?.text == "0" && first["events"]?.text == "[]")
    guard case .array(let sections)? = first["visible"], case .array(let cars)? = sections[1]["items"],
      case .string(let car)? = cars.first, let key = Int(car.split(separator: "/p").last ?? "")
    else {
      Issue.record("the second person has no car: \(first.text)")
      return
    }

    let database = try RawDatabase(copy.path)
    try database.texts("UPDATE ZCAR SET ZOWNER = NULL, Z_OPT = Z_OPT + 1 WHERE Z_PK = \(key)")
    let gone = try watch.line()
    #expect(gone["batch"]?.text == "1")
    #expect(try callbacks(of: gone) == ["will", "item delete \(car) [1,0] null", "did"])

    try database.texts("INSERT INTO ZCAR (Z_PK, Z_ENT, Z_OPT, ZOWNER) VALUES (1000, 1, 1, 2)")
    let come = try watch.line()
    #expect(come["batch"]?.text == "2")
    let new = car.replacing("/p\(key)", with: "/p1000")
    #expect(try callbacks(of: come) == ["will", "item insert \(new) null [1,\(cars.count - 1)]", "did"])

    watch.process.interrupt()
    watch.process.waitUntilExit()
    #expect(watch.process.terminationStatus == 0)
  }

  /// Returns the values of each call of the only event.
  private func callbacks(of line: JSON) throws -> [String] {
    guard case .array(let events)? = line["events"], events.count == 1, case .array(let calls)? = events[0]["callbacks"]
    else {
      Issue.record("there is not one event: \(line.text)")
      return []
    }
    return calls.map { call in
      ["call", "change", "object", "at", "to"].compactMap { key in
        if case .string(let text)? = call[key] { text } else { call[key]?.text }
      }.joined(separator: " ")
    }
  }
}

/// A running tool. Its output is read line by line.
private final class Watch {
  let process = ChildProcess()
  private let output = Pipe()
  private var rest = Data()

  init(_ arguments: [String]) throws {
    process.executableURL = try ToolRun.tool()
    process.arguments = arguments
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
  }

  /// Waits for the next line.
  func line() throws -> JSON {
    while true {
      if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        defer { rest = Data(rest[rest.index(after: end)...]) }
        return try JSONDecoder().decode(JSON.self, from: Data(rest[..<end]))
      }
      let more = output.fileHandleForReading.availableData
      try #require(!more.isEmpty, "the tool ended")
      rest += more
    }
  }
}
