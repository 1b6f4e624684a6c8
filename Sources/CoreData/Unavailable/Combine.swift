extension NSManagedObject {
  @available(*, unavailable, message: "Combine is not on this platform.")
  public typealias ObjectWillChangePublisher = Never

  @available(*, unavailable, message: "Combine is not on this platform: observe the context's notifications.")
  public var objectWillChange: ObjectWillChangePublisher { unavailable() }
}
