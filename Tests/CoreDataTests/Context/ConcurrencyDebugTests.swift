import Foundation
import ProcessTesting
import TestTraits
import Testing

@testable import CoreData

@Suite("The check of queues")
struct ConcurrencyDebugTests {
  @Test("It is off unless an argument or a variable asks for it")
  func isAskedFor() {
    func isOn(_ arguments: String..., variable: String? = nil) -> Bool {
      ConcurrencyDebug.asksForChecks(arguments: ["program"] + arguments, variable: variable)
    }
    let name = "-com.apple.CoreData.ConcurrencyDebug"
    #expect(!isOn())
    #expect(!isOn(name))
    #expect(!isOn(name, "0"))
    #expect(!isOn("-com.apple.CoreData.SQLDebug", "1"))
    #expect(!isOn(variable: "0") && !isOn(variable: "") && !isOn(variable: "NO"))
    #expect(isOn(name, "1") && isOn(name, "3") && isOn("--verbose", name, "YES", "file"))
    #expect(!isOn(name, "1", name, "0"))
    #expect(isOn(variable: "1") && isOn(variable: "true"))
  }

  #if !canImport(Darwin)
    // On Apple platforms, another program runs the tests.
    private static let argument = "-com.apple.CoreData.ConcurrencyDebug"

    /// Runs only if this program was launched with the argument, as the next test does.
    @Test("It is on in a program that was launched with the argument", .enabled(if: isLaunchedWithArgument))
    func isOnWhereLaunched() {
      #expect(ConcurrencyDebug.isOn)
    }

    private static var isLaunchedWithArgument: Bool { CommandLine.arguments.contains(argument) }

    /// Launches this program again, to run only the test above.
    @Test("The launch argument turns it on", .disabled(if: isLaunchedWithArgument))
    func launched() throws {
      let process = ChildProcess()
      process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
      process.arguments = [
        "--testing-library", "swift-testing", "--filter", "ConcurrencyDebugTests.isOnWhereLaunched", Self.argument, "1",
      ]
      process.environment = ProcessInfo.processInfo.environment.filter { $0.key != "CORE_DATA_CONCURRENCY_DEBUG" }
      let output = Pipe()
      process.standardOutput = output
      process.standardError = output
      try process.run()
      let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      process.waitUntilExit()
      #expect(process.terminationStatus == 0, "\(text)")
      #expect(text.contains("Test run with 1 test in 1 suite passed"), "\(text)")
    }
  #endif

  @Test("Without it, a context may be used where no other thread uses it")
  func off() throws {
    let stack = try MusicStack(NSInMemoryStoreType)
    let context = stack.newContext()
    try context.insert("Tag", ["name": "a"])
    try context.save()
    #expect(try context.texts("Tag", "name") == ["a"])
  }

  /// Written against an access that does not check. Each process performs one of them.
  private static let accesses: [@Sendable (NSManagedObject) -> Void] = [
    { $0.setValue("b", forKey: "name") },
    { $0.setPrimitiveValue("b", forKey: "name") },
    { $0._setManagedValue("b", "name", isPrimitive: true) },
    { _ = $0._managedValue("name") as String? },
    { _ = $0._managedValue("weight") as Int64 },
    { _ = $0.changedValues() },
    { _ = $0.changedValuesForCurrentEvent() },
    { _ = $0.committedValues(forKeys: nil) },
    { _ = $0.objectIDs(forRelationshipNamed: "tracks") },
    { $0.mutableSetValue(forKey: "tracks").removeAllObjects() },
    { _ = NSPredicate(format: "name == 'a'").evaluate(with: $0) },
  ]

  @Test("With it, every kind of access to an object is checked", .startsProcesses, arguments: accesses.indices)
  func access(number: Int) async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [number = number as Int] in
      setenv("CORE_DATA_CONCURRENCY_DEBUG", "1", 1)
      let stack = try MusicStack(NSInMemoryStoreType)
      let context = stack.newContext()
      let tag = try context.performAndWait { UncheckedTransfer(try context.insert("Tag", ["name": "a"])) }
      ConcurrencyDebugTests.accesses[number](tag.value)
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("was used on a queue that is not its own"), "access \(number)")
  }

  @Test("With it, use on another queue stops the program and says what to do", .startsProcesses)
  func wrongQueue() async {
    let ofContext = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      setenv("CORE_DATA_CONCURRENCY_DEBUG", "1", 1)
      let stack = try MusicStack(NSInMemoryStoreType)
      let context = stack.newContext()
      context.name = "importer"
      try context.save()
    }
    let ofObject = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      setenv("CORE_DATA_CONCURRENCY_DEBUG", "1", 1)
      let stack = try MusicStack(NSInMemoryStoreType)
      let context = stack.newContext()
      context.name = "importer"
      let tag = try context.performAndWait { UncheckedTransfer(try context.insert("Tag", ["name": "a"])) }
      _ = tag.value.value(forKey: "name")
    }
    for result in [ofContext, ofObject] {
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("The context \"importer\" or one of its objects was used on a queue that is not its own"))
      #expect(text.contains("perform(_:)"))
    }
  }
}
