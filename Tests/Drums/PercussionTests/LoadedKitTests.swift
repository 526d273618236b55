import AudioBase
import MixEngine
import Testing

@testable import Percussion

/// Kits whose samples cannot all be read.
@Suite struct LoadedKitTests {
  /// Pads of one sample each, named after it.
  private func kit(_ pads: [(number: Int, sample: String, more: String)], writing samples: [String]) throws
    -> TestKit
  {
    let kit = try TestKit(
      pads: pads.map {
        #"{"number":\#($0.number),"name":"\#($0.sample)"\#($0.more),"layers":[{"samples":["\#($0.sample).wav"]}]}"#
      }.joined(separator: ","))
    for (index, name) in samples.enumerated() {
      try kit.write("\(name).wav", frames: 10 * (index + 1))
    }
    return kit
  }

  @Test func padWithLostSamplesPlaysThoseOfTheOtherKit() throws {
    let choke = #","gain":-6,"mode":"gate","choke":{"group":2}"#
    let mine = try kit([(1, "kick", ""), (2, "tom", choke), (9, "bell", "")], writing: ["kick"])
    let other = try kit(
      [(1, "bass", ""), (2, "snare", #","gain":-3,"pan":0.5"#)], writing: ["bass", "snare"])
    let loaded = mine.loader.load(try mine.read(), rate: .standard) { try? other.read() }
    #expect(loaded.replaced == [2] && loaded.silent == [9] && !loaded.isReplaced)
    #expect(loaded.warnings.map(\.pad) == [2, 9])
    #expect(loaded.kit.pads.map(\.name) == ["kick", "snare", "bell"])
    let pad = loaded.program[1]
    #expect(pad.layers.flatMap(\.samples).map(\.count) == [FrameCount(20)])
    #expect(pad.gain == Decibels(-3) && pad.pan == 0.5)
    #expect(pad.isGate && pad.chokeGroup == 2, "it is played as its own kit says")
    #expect(loaded.program[0].layers.flatMap(\.samples).map(\.count) == [FrameCount(10)])
  }

  @Test func kitWithoutReadableSamplesIsReplaced() throws {
    let mine = try kit([(1, "kick", ""), (2, "tom", "")], writing: [])
    let other = try kit([(1, "bass", ""), (2, "snare", "")], writing: ["bass", "snare"])
    let loaded = mine.loader.load(try mine.read(), rate: .standard) { try? other.read() }
    #expect(loaded.replaced == [1, 2] && loaded.isReplaced && loaded.silent.isEmpty)
  }

  @Test func kitWithASampleForEachPadReadsNoOther() throws {
    let mine = try TestKit(
      pads: """
        {"number":1,"name":"a","layers":[{"samples":["a.wav","gone.wav"]}]},
        {"number":2,"name":"silent","layers":[]}
        """)
    try mine.write("a.wav")
    let loaded = mine.loader.load(try mine.read(), rate: .standard) {
      Issue.record("another kit was asked for")
      return nil
    }
    #expect(loaded.warnings.count == 1 && loaded.replaced.isEmpty && loaded.silent.isEmpty)
  }

  @Test func padWithLostSamplesIsSilentWithoutAnotherKit() throws {
    let mine = try kit([(1, "kick", "")], writing: [])
    let loaded = mine.loader.load(try mine.read(), rate: .standard) { nil }
    #expect(loaded.silent == [1] && loaded.replaced.isEmpty && !loaded.isReplaced)
  }

  @Test func lostLayerIsReplacedByTheNearestOne() throws {
    let mine = try TestKit(
      pads: """
        {"number":1,"name":"a","layers":[
          {"velocity":[1,40],"samples":["gone.wav"]},{"velocity":[41,80],"samples":["a.wav"]},
          {"velocity":[81,100],"samples":[]},{"velocity":[101,120],"samples":["gone.wav"]},
          {"velocity":[121,127],"samples":["b.wav"]}]}
        """)
    try mine.write("a.wav", frames: 10)
    try mine.write("b.wav", frames: 20)
    let (pads, warnings) = mine.loader.load(try mine.read(), rate: .standard)
    #expect(pads[0].layers.map { $0.samples.map(\.count.value) } == [[10], [10], [], [20], [20]])
    #expect(warnings.count == 2)
  }
}
