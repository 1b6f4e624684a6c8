import Testing

@testable import SectionedDataSources

/// Written against an end that is run again by a second call, by the release of the token, or by itself.
@Suite("The closure that ends an observation is called once")
struct ObservationTokenTests {
  @Test("by the first of all calls and the release")
  func calls() {
    var count = 0
    do {
      let token = ObservationToken { count += 1 }
      token.cancel()
      token.cancel()
      #expect(count == 1)
    }
    #expect(count == 1)
    do {
      let token = ObservationToken { count += 1 }
      withExtendedLifetime(token) {}
    }
    #expect(count == 2)
  }

  @Test("also if it cancels the token itself")
  func again() {
    final class Owner {
      var token: ObservationToken?
    }
    let owner = Owner()
    var count = 0
    owner.token = ObservationToken { [unowned owner] in
      count += 1
      if count < 5 { owner.token?.cancel() }
    }
    owner.token?.cancel()
    #expect(count == 1)
  }
}
