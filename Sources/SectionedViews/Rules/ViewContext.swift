import SectionedChanges

/// The place where a view is about to be shown, which a rule may use beside the model.
public struct ViewContext {
  /// The place in the view's list. Headers and footers have item 0 of their section.
  public var place: ItemPlace
  /// The model of the section; nil where there is none.
  public var section: Any?

  /// Makes a context.
  public init(place: ItemPlace, section: Any?) {
    self.place = place
    self.section = section
  }
}
