import SectionedChanges

/// The place where a view is about to be shown, which a rule may use in addition to the model.
public struct ViewContext {
  /// The place in the view's list. Between the stages of a plan, the source may have the model at another place.
  /// Headers and footers have item 0 of their section.
  public var place: ItemPlace
  /// The model of the section; nil if there is none.
  public var section: Any?
  /// The number of items of the section at the end of the update that is being shown; 0 if there is no section. When
  /// items are inserted or deleted, headers and footers are configured again, but cells are not.
  public var numberOfItems: Int

  /// Makes a context.
  ///
  /// - Parameters:
  ///   - place: the place in the view's list.
  ///   - section: the model of the section; nil if there is none.
  ///   - numberOfItems: the number of items of the section.
  public init(place: ItemPlace, section: Any?, numberOfItems: Int = 0) {
    self.place = place
    self.section = section
    self.numberOfItems = numberOfItems
  }
}
