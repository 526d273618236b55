import AudioBase
import SystemBase
import Testing

@testable import Percussion

/// Which regions of a key in SFZ are alternatives, and which sound together.
@Suite struct SFZPartTests {
  @Test func regionsOfDisjointVelocitiesShareAPart() throws {
    let layers = try layers("<region> sample=a.wav hivel=63 <region> sample=b.wav lovel=64")
    #expect(layers.map(\.part) == [0, 0] && layers.map(\.velocities) == [1...63, 64...127])
  }

  @Test func overlappingRegionsSoundTogether() throws {
    let layers = try layers(
      "<region> sample=a.wav <region> sample=b.wav lovel=64 <region> sample=c.wav hivel=63")
    #expect(layers.map(\.part) == [0, 1, 1] && layers.map(\.velocities) == [1...127, 64...127, 1...63])
  }

  @Test func aSequenceIsARoundRobin() throws {
    let layers = try layers(
      "<group> seq_length=3 <region> sample=c.wav seq_position=3 <region> sample=a.wav <region> sample=b.wav seq_position=2"
    )
    #expect(layers.count == 1 && layers[0].samples.map(\.stem) == ["a", "b", "c"])
    let apart = try self.layers(
      "<group> seq_length=2 <region> sample=a.wav volume=-3 <region> sample=b.wav seq_position=2")
    #expect(apart.map(\.part) == [0, 0] && apart.map(\.velocities) == [1...127, 1...127])
  }

  @Test func silenceTakesTheTurnOfAMissingPosition() throws {
    let layers = try layers("<group> seq_length=4 <region> sample=a.wav <region> sample=c.wav seq_position=3")
    #expect(layers.map(\.gain) == [.unity, SFZParts.silence, .unity, SFZParts.silence])
    #expect(layers.map(\.part) == [0, 0, 0, 0] && layers.map { $0.samples[0].stem } == ["a", "a", "c", "a"])
  }

  @Test func silentTurnKeepsTheGainOfThePad() throws {
    let pad = try TestSFZ("<region> key=40 seq_length=2 sample=a.wav volume=-6").pad()
    #expect(pad.gain == Decibels(-6) && pad.layers.map(\.gain) == [.unity, SFZParts.silence])
  }

  @Test func silenceFillsOnlyVelocitiesWithoutAPosition() throws {
    let layers = try layers(
      "<group> seq_length=2 <region> sample=a.wav <region> sample=b.wav seq_position=2 lovel=64 <region> sample=c.wav lovel=1 hivel=20 seq_position=2"
    )
    #expect(layers.map(\.velocities) == [1...127, 64...127, 1...20, 21...63])
    #expect(layers.map(\.gain) == [.unity, .unity, .unity, SFZParts.silence])
  }

  @Test func regionsOfOnePositionSoundTogetherInTurn() throws {
    let layers = try layers(
      "<group> seq_length=2 <region> sample=a.wav <region> sample=b.wav seq_position=2 <region> sample=c.wav seq_position=2"
    )
    #expect(layers.map(\.part) == [0, 1, 1] && layers.map(\.gain) == [.unity, SFZParts.silence, .unity])
    #expect(layers.map { $0.samples.map(\.stem) } == [["a", "b"], ["c"], ["c"]])
  }

  @Test func regionsOfDisjointChancesShareAPart() throws {
    let layers = try layers(
      "<region> sample=a.wav hirand=0.25 <region> sample=b.wav lorand=0.25 hirand=0.5 <region> sample=c.wav lorand=0.5 <region> sample=d.wav lorand=0.9"
    )
    #expect(layers.map(\.part) == [0, 0, 0, 1])
    #expect(layers.map(\.chance) == [0...0.25, 0.25...0.5, 0.5...1, 0.9...1])
  }

  @Test func sequencesWithChancesStateTheirTurns() throws {
    let layers = try layers(
      """
      <group> seq_length=2 <region> sample=a.wav hirand=0.5 <region> sample=b.wav lorand=0.5
      <region> sample=c.wav hirand=0.5 seq_position=2 <region> sample=d.wav lorand=0.5 seq_position=2
      """)
    #expect(layers.map(\.part) == [0, 0, 0, 0] && layers.map(\.samples.count) == [1, 1, 1, 1])
    #expect(layers.map(\.turn) == [1, 1, 2, 2].map { SampleLayer.Turn(position: $0, count: 2) })
    #expect(layers.map(\.chance) == [0...0.5, 0.5...1, 0...0.5, 0.5...1])
  }

  @Test func regionsThatCanNeverSoundAreLeftOutWithTheReason() throws {
    let content = try TestSFZ(
      """
      <global> key=60
      <region> sample=a.wav <region> sample=b.wav lovel=9 hivel=3
      <region> sample=c.wav seq_position=2
      <region> sample=d.wav lorand=0.5 hirand=0.5
      <region> sample=e.wav lovel=128 hivel=200
      <region> sample=f.wav hivel=0
      <region> sample=g.wav offset=50 end=10
      <region> sample=h.wav lokey=70 hikey=60
      """
    ).read()
    #expect(content.kit.pads.count == 1 && content.kit.pads[0].layers.map { $0.samples[0].stem } == ["a"])
    func silent(_ line: Int, _ reason: String) -> String {
      "region on line \(line) of kit.sfz, which never sounds: \(reason)"
    }
    // What concerns keys is found before the keys become pads.
    #expect(
      content.ignored == [
        "region on line 8 of kit.sfz: lokey=70 is above hikey=60",
        silent(2, "lovel=9 hivel=3 has no velocity"), silent(3, "seq_position=2 is after seq_length=1"),
        silent(4, "lorand=0.5 hirand=0.5 has no chance"), silent(5, "lovel=128 hivel=200 has no velocity"),
        silent(6, "lovel=0 hivel=0 has no velocity"), silent(7, "offset=50 is after end=10"),
      ])
  }

  @Test func partsAreLimitedTo32() throws {
    let kit = try TestSFZ("<group> key=40 " + String(repeating: "<region> sample=a.wav ", count: 40))
    let content = try kit.read()
    #expect(content.kit.pads[0].layers.map(\.part) == Array(0..<32))
    #expect(content.ignored == ["regions that sound together with 32 others"])
  }

  private func layers(_ regions: String) throws -> [SampleLayer] {
    try TestSFZ("<global> key=60 <master>" + regions).pad().layers
  }
}
