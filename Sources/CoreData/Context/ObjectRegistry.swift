/// What the objects of one context share. It outlives the context, so that an object never reads freed memory.
final class ObjectRegistry: @unchecked Sendable {
  let model: NSManagedObjectModel?
  let entities: [NSEntityDescription]
  private(set) weak var context: NSManagedObjectContext?

  init(model: NSManagedObjectModel?) {
    self.model = model
    entities = model?.compile().entities ?? []
  }
}
