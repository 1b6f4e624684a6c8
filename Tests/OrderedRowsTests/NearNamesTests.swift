import OrderedRows
import Testing

@Suite("Near names")
struct NearNamesTests {
  private let names = ["Person", "Car", "owner", "SportCar"]

  @Test(
    "The nearest name differs in few letters, or one begins with the other",
    arguments: [
      ("Carr", "Car"), ("car", "Car"), ("Cra", "Car"), ("owners", "owner"), ("x", nil), ("", nil), ("Boat", nil),
      (String(repeating: "a", count: 100_000), nil),
    ])
  func nearest(name: String, near: String?) {
    #expect(NearNames.nearest(to: name, among: names) == near)
  }

  @Test("The choices are all names in order, with the nearest one as a question")
  func choices() {
    #expect(NearNames.choices(for: "Carr", among: names) == "Car, Person, SportCar, owner. Did you mean 'Car'?")
    #expect(NearNames.choices(for: "Boat", among: names) == "Car, Person, SportCar, owner.")
    #expect(NearNames.choices(for: "Boat", among: []) == "none.")
  }

  @Test("The question has the mark that it is given")
  func marks() {
    #expect(NearNames.question(for: "--carr", among: ["--car"], mark: "") == " Did you mean --car?")
    #expect(NearNames.question(for: "Boat", among: names) == "")
  }
}
