#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import CoreData
  import OrderedRows

  extension InnerOrder {
    /// The index of an item among all; nil when it is no longer there. No object is made.
    func index(of token: ItemToken) -> Int? { controller.place(ofPrimaryKey: token)?.item }
  }
#endif
