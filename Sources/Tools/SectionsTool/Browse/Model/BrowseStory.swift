import CoreData

/// The story of the demonstration, step by step.
struct BrowseStory {
  private var steps = DemoStep.story[...]

  mutating func next() -> DemoStep? { steps.popFirst() }
}

extension BrowseModel {
  /// Plays the next step of the story and shows its title in the status line.
  func nextStep() {
    guard let step = story?.next() else { return status = .note("The story is over. q quits.") }
    attempt {
      try step.edit(DemoEditor(context: store.context))
      let edited = store.context.insertedObjects.union(store.context.updatedObjects).filter {
        !$0.changedValuesForCurrentEvent().isEmpty
      }
      store.context.processPendingChanges()
      for object in edited.sorted(by: { "\($0.objectID.uriRepresentation())" < "\($1.objectID.uriRepresentation())" }) {
        objectsPane?.select(object)
      }
      status = .note(step.title)
    }
  }
}
