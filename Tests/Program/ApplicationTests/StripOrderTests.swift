import Studio
import Testing

@testable import Application

/// Where new strips stand while the mixer is open.
@Suite struct StripOrderTests {
  private static let usual: [MixGraph.Bus] = [.pads, .music, .click, .master]

  @Test func stripsOfAClosedMixerHaveTheirUsualPlaces() {
    var order = StripOrder()
    let buses = [.pad(3)] + Self.usual
    #expect(order.sorted(Self.usual) { _ in true } == Self.usual)
    #expect(order.sorted(buses) { _ in true } == buses)
  }

  @Test func lateStripsStandBehindTheOthersUntilTheMixerIsOpenedAgain() {
    var order = StripOrder()
    order.open(Self.usual)
    let one = [.pad(3)] + Self.usual
    #expect(order.sorted(one) { _ in true } == Self.usual + [.pad(3)])
    let two = [.pad(2), .pad(3)] + Self.usual
    #expect(order.sorted(two) { _ in true } == Self.usual + [.pad(3), .pad(2)])
    #expect(order.sorted([.pad(2)] + Self.usual) { _ in true } == Self.usual + [.pad(2)])
    order.close()
    order.open(two)
    #expect(order.sorted(two) { _ in true } == two)
  }

  @Test func stripThatIsNotLateStandsInItsUsualPlace() {
    var order = StripOrder()
    order.open(Self.usual)
    let buses = [.pad(3)] + Self.usual
    #expect(order.sorted(buses) { _ in false } == buses)
    #expect(order.sorted(buses) { _ in true } == buses, "it was seen before")
  }
}
