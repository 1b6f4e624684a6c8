import SectionedTesting
import Testing

extension Trait where Self == ConditionTrait {
  /// For tests of what only our own inner controllers can do: Apple's group by attributes, name objects and so make them,
  /// report each refreshed object by itself, and do not say what a merge changed of one.
  static var ourInnerControllers: Self {
    .disabled(if: PublicInterface.isAllThereIs, "Where Apple's interface is all there is, this comes otherwise.")
  }
}
