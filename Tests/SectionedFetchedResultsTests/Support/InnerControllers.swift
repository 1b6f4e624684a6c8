import SectionedTesting
import Testing

extension Trait where Self == ConditionTrait {
  /// Disables tests of what only our own inner controllers can do. Apple's inner controllers group by attributes, and
  /// make the objects that they name. They report each refreshed object by itself, and do not say what a merge changed
  /// of an object.
  static var ourInnerControllers: Self {
    .disabled(if: PublicInterface.isAllThereIs, "Where Apple's interface is all there is, this comes otherwise.")
  }
}
