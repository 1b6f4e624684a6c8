extension NSManagedObjectModel {
  @available(*, unavailable, message: "Models are not localized here: names in errors are those of the model.")
  public var localizationDictionary: [String: String]? {
    get { unavailable() }
    set { unavailable() }
  }
}
