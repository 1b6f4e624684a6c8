import Testing

@testable import CoreData

/// A context can drop the values of objects, for programs that read a long list only once.
@Suite("Values that are let go of") struct ForgottenValueTests {
  @Test(arguments: MusicStack.types) func areReadAgainAndNothingIsReported(type: String) throws {
    try MusicStack(type).run { (context) throws in
      let nina = try context.insert("Artist", ["name": "Nina"])
      try context.save()
      let trace = EventTrace(context)
      let id = nina.objectID
      context.forgetValues(of: nina)
      #expect(nina.isFault && nina.identity.id == nil && nina.row == nil)
      #expect(nina.objectID == id)
      context.processPendingChanges()
      #expect(trace.take() == [])
      #expect(nina.text("name") == "Nina" && !nina.isFault)
    }
  }

  @Test(arguments: MusicStack.types) func changesStay(type: String) throws {
    try MusicStack(type).run { (context) throws in
      let nina = try context.insert("Artist", ["name": "Nina"])
      let new = try context.insert("Artist", ["name": "New"])
      context.forgetValues(of: new)
      #expect(!new.isFault && new.isInserted && new.text("name") == "New")
      try context.save()
      nina.setValue("Joni", forKey: "name")
      context.forgetValues(of: nina)
      #expect(!nina.isFault && nina.text("name") == "Joni" && nina.hasChanges)
      context.delete(new)
      context.forgetValues(of: new)
      #expect(new.isDeleted)
    }
  }
}
