import Testing

@testable import CoreData

/// Written against a question that is asked where it must not be: a cancelled save would count as failed.
@Suite("The question whether a read is still wanted")
struct FetchCancellationTests {
  @Test("it is asked within a read, and not within a part that must not be cancelled")
  func nesting() {
    func answer() -> Bool? { FetchCancellation.isCancelled?() }
    #expect(answer() == nil)
    FetchCancellation.given({ true }) {
      #expect(answer() == true)
      FetchCancellation.none {
        #expect(answer() == nil)
        FetchCancellation.none { #expect(answer() == nil) }
        FetchCancellation.given({ false }) { #expect(answer() == false) }
        #expect(answer() == nil)
      }
      #expect(answer() == true)
      FetchCancellation.given(nil) { #expect(answer() == true) }
      FetchCancellation.given({ false }) { #expect(answer() == false) }
      #expect(answer() == true)
    }
    FetchCancellation.none { #expect(answer() == nil) }
    #expect(answer() == nil)
  }
}
