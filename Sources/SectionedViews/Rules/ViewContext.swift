import SectionedChanges

/// Where a view is about to be shown: what a rule may ask beside the model.
public struct ViewContext {
  /// The place in the list that the view has. Of headers and footers, item 0 of their section.
  public var place: ItemPlace
  /// The model of the section; nil where there is none.
  public var section: Any?

  /// Makes a context.
  public init(place: ItemPlace, section: Any?) {
    self.place = place
    self.section = section
  }
}
