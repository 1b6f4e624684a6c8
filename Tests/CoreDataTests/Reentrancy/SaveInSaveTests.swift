import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// A callback of a save calls `save()` of the same context.
@Suite("save() inside a save")
struct SaveInSaveTests {
  /// Inserts a node, changes another, deletes a third, and saves. A closure runs in each callback of a place.
  ///
  /// - Returns: the content of the store afterwards.
  private func run(
    _ place: CallbackPlace, _ body: @escaping (NSManagedObjectContext, NSManagedObject?) throws -> Void
  ) throws -> [String] {
    let stack = try MusicStack(NSSQLiteStoreType, CallerModel.make())
    let context = stack.newContext()
    var isOn = false
    let handler = UncheckedTransfer { (called: CallbackPlace, object: NSManagedObject?) in
      if isOn, called == place { try? body(context, object) }
    }
    let token = place.notification.map { name in
      NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) { _ in Callbacks.call(place) }
    }
    defer { token.map(NotificationCenter.default.removeObserver) }
    try Callbacks.$handler.withValue(handler) {
      try context.performAndWait { () throws in
        let old = try ["changed", "deleted"].map { try context.insert("Node", ["name": $0]) }
        try context.save()
        old[0].setValue(1, forKey: "number")
        context.delete(old[1])
        try context.insert("Node", ["name": "new"])
        isOn = true
        try context.save()
        isOn = false
        #expect(!context.hasChanges)
      }
    }
    let other = stack.newContext()
    return try other.performAndWait {
      try other.all("Node", by: "name").map { "\($0.text("name")) \($0.text("number"))" }
    }
  }

  @Test(
    "The inner call throws 132001, and the outer save goes on",
    arguments: [
      CallbackPlace.willSave, .willSaveNotification, .validateForInsert, .validateForUpdate, .validateForDelete,
    ])
  func recursion(place: CallbackPlace) throws {
    var codes: [Int] = []
    var texts: Set<String> = []
    let stored = try run(place) { context, _ in
      let error = #expect(throws: NSError.self) { try context.save() }
      error.map {
        codes.append($0.code)
        texts.insert($0.localizedDescription)
        #expect($0.domain == NSCocoaErrorDomain)
      }
    }
    #expect(!codes.isEmpty && codes.allSatisfy { $0 == 132_001 })
    #expect(texts.allSatisfy { $0.hasPrefix("save() was called in a save of the same context") })
    #expect(stored == ["changed 1", "new 0"])
  }

  @Test("What is changed beside the inner call is saved by the outer one")
  func changesBeside() throws {
    var isChanged = false
    let stored = try run(.willSave) { context, object in
      guard !isChanged else { return }
      isChanged = true
      object?.setValue(5, forKey: "number")
      try context.insert("Node", ["name": "beside"])
      #expect(throws: NSError.self) { try context.save() }
    }
    #expect(stored == ["beside 0", "changed 1", "new 5"])
  }

  @Test("After the save another one may begin at once", arguments: [CallbackPlace.didSave, .didSaveNotification])
  func afterwards(place: CallbackPlace) throws {
    var isChanged = false
    let stored = try run(place) { context, _ in
      guard !isChanged else { return }
      isChanged = true
      try context.insert("Node", ["name": "next"])
      #expect(throws: Never.self) { try context.save() }
    }
    #expect(stored == ["changed 1", "new 0", "next 0"])
  }

  @Test("An error of the save lets the next one begin")
  func afterAnError() throws {
    try MusicStack(NSInMemoryStoreType, CallerModel.make()).run { (context) throws in
      context.mergePolicy = NSMergePolicy.error
      let nodes = try ["a", "b"].map { try context.insert("Node", ["name": $0, "code": "same"]) }
      #expect(throws: NSError.self) { try context.save() }
      nodes[1].setValue("other", forKey: "code")
      try context.save()
      #expect(!context.hasChanges)
    }
  }

  /// `willSave` computes a number of values that the policy decides.
  @Test("What a policy changes for unique values has its willSave called before", arguments: MusicStack.types)
  func settled(type: String) throws {
    let stack = try MusicStack(type, CallerModel.make())
    let handler = UncheckedTransfer { (place: CallbackPlace, object: NSManagedObject?) in
      guard place == .willSave, let object, !object.isDeleted else { return }
      let length = Int64(["name", "note"].map { (object.value(forKey: $0) as? String ?? "").count }.reduce(0, +))
      if object.value(forKey: "number") as? Int64 != length { object.setValue(length, forKey: "number") }
    }
    try Callbacks.$handler.withValue(handler) {
      try stack.saving { try $0.insert("Node", ["name": "stored", "code": "x"]) }
      try stack.run { (context) throws in
        context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        let node = try context.insert("Node", ["code": "x", "note": "own"])
        try context.save()
        #expect(node.text("name") == "stored" && node.text("number") == "9")
      }
    }
    try stack.run { (other) throws in
      #expect(try other.all("Node").map { $0.text("number") } == ["9"])
    }
  }
}
