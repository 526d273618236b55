import AudioBase
import Effects
import Instruments
import MixEngine
import Studio
import SystemBase
import Testing

/// The addresses of the values of a mixer, and changes by them.
@MainActor @Suite struct AddressTests {
  private let owner = MixOwner(
    AudioEngine(sampleRate: .standard).control,
    MixCatalog(userFolder: FilePath("/mixers"), shippedFolder: nil)
  ) { _, _ in }

  private func address(_ text: String) throws -> MixGraph.Address {
    try #require(MixGraph.Address(text), "\(text)")
  }

  @Test(arguments: [
    "music/gain", "pad 128/pan", "pads/mute", "click/solo", "return 4/gain", "pads/send 1",
    "music/filter/cutoff", "pad 3/delay 2/high-pass", "master/http://example.org/amp/gain",
    "instrument/guitar/pick position", "pads/delay 2/bypass", "move/throw", "move/stutter", "move/brake",
    "move/sweep", "move/feedback", "move/sweep-echo", "music/jack:amp 2 1/gain",
    "song/drums/gain", "song/lead vocals 2/mute", "song/keys/synth/solo",
  ]) func addressIsReadAsItIsWritten(text: String) throws { #expect(try address(text).text == text) }

  @Test func numberOfASendMayFollowASlash() throws {
    #expect(try address("pad 3/send/2") == MixGraph.Address(.pad(3), .send(2)))
    for text in ["pads/send/5", "pads/send/x", "pads/send/1/2"] {
      #expect(MixGraph.Address(text).flatMap { owner.graph.parameter(at: $0) } == nil, "\(text)")
    }
  }

  @Test(arguments: [
    "", "music", "music/", "/gain", "other/gain", "pad 0/gain", "pads/send", "pads/send 5", "pads/send x",
    "music/filter/", "music//cutoff", "music/delay 0/time", "music/delay 17/time",
    "pad 1/ 1/f", "pads/send 01/f", "pads/send 2/f", "move/", "move/jump", "move/throw/x", "move",
    "song", "song/gain", "song//gain", "song/drums", "song/drums/pan",
  ]) func textThatIsNoAddressIsRefused(text: String) { #expect(MixGraph.Address(text) == nil) }

  @Test func eachValueGetsOneNumberWhichIsSaid() {
    var count = 0
    owner.onNumber = { count += 1 }
    #expect(owner.number(of: "music/gain") == 0)
    #expect(owner.number(of: "move/throw") == 1)
    #expect(owner.number(of: "music/gain") == 0 && count == 2)
    #expect(owner.address(number: 1) == "move/throw" && owner.address(number: 2) == nil)
    owner.sweep(to: 10)
    #expect(owner.address(number: 2) == "move/sweep" && count == 3)
  }

  @Test func effectsOfOneNameAreNumbered() throws {
    owner.change { graph in
      graph.add(.delay, to: .pads)
      graph.add(.filter, to: .pads)
      graph.add(.delay, to: .pads)
    }
    owner.set(60, at: try address("pads/delay 2/feedback"))
    owner.set(20, at: try address("pads/delay/feedback"))
    let inserts = owner.graph[.pads].inserts
    #expect(owner.graph.value(at: try address("pads/delay 1/feedback")) == 20)
    #expect(inserts.map { $0.unit == "delay" ? $0.values[2] : 0 } == [20, 0, 60])
    let all = owner.graph.addresses(of: .pads).map(\.text)
    #expect(all.contains("pads/delay 2/feedback") && all.contains("pads/filter/cutoff"))
    #expect(Set(all).count == all.count)
    for address in owner.graph.addresses(of: .pads) {
      #expect(owner.graph.parameter(at: address) != nil && MixGraph.Address(address.text) == address)
    }
    #expect(owner.graph.parameter(at: try address("pads/delay 3/feedback")) == nil)
    #expect(owner.graph.parameter(at: try address("pads/delay/cutoff")) == nil)
  }

  @Test func instrumentHasAddressesBesideTheEffectsOfItsStrip() throws {
    owner.change { graph in
      graph.setInstrument(.guitar)
      graph.add(.filter, to: .instrument)
    }
    let source = try #require(owner.graph.source)
    let name = try #require(source.description?.parameters.first?.name)
    let first = try address("instrument/guitar/\(name)")
    #expect(owner.graph.addresses(of: .instrument).contains(first))
    #expect(owner.graph.address(ofInsert: source.id, parameter: 0) == first)
    let range = try #require(owner.graph.parameter(at: first)).range
    owner.set(range.upperBound, at: first)
    #expect(owner.graph.source?.values.first == range.upperBound)
    #expect(owner.graph.parameter(at: try address("instrument/filter/cutoff")) != nil)
  }

  @Test func valuesAreSetWithinTheirRanges() throws {
    owner.change { $0[.pads].sends = [MixGraph.Send(to: 2, Decibels(-12))] }
    let values: [(String, Double, Double)] = [
      ("pad 3/gain", -6, -6), ("pad 3/gain", 40, 12), ("pad 3/pan", -50, -50), ("pads/send 2", -3, -3),
      ("music/mute", 1, 1), ("click/solo", 1, 1), ("click/solo", 0, 0),
    ]
    for (text, value, expected) in values {
      owner.set(value, at: try address(text))
      #expect(owner.graph.value(at: try address(text)) == expected, "\(text)")
    }
    let graph = owner.graph
    owner.set(.nan, at: try address("pad 3/gain"))
    owner.set(1, at: try address("pads/send 1"))
    owner.set(1, at: try address("master/solo"))
    #expect(owner.graph == graph, "the mixer does not have these")
  }

  @Test func bypassOfAnEffectIsAValue() throws {
    owner.change { $0.add(.delay, to: .pads) }
    let bypass = try address("pads/delay/bypass")
    let id = try #require(owner.graph[.pads].inserts.first?.id)
    #expect(owner.graph.bypassAddress(ofInsert: id) == bypass)
    #expect(owner.graph.value(at: bypass) == 0 && owner.graph.parameter(at: bypass)?.isChoice == true)
    owner.set(1, at: bypass)
    #expect(owner.graph[.pads].inserts.first?.isBypassed == true && owner.heardValue(at: bypass) == 1)
    #expect(owner.turn(.undo) && owner.graph.value(at: bypass) == 0)
    #expect(owner.graph.parameter(at: try address("pads/delay 2/bypass")) == nil)
  }

  @Test func busThatAnEffectFollowsIsAValue() throws {
    owner.change { $0.add(.compressor, to: .music) }
    let source = try address("music/compressor/source")
    #expect(owner.graph.addresses(of: .music).contains(source))
    #expect(owner.graph.parameter(at: source)?.text(owner.graph.value(at: source) ?? -1) == "pads")
    owner.set(try #require(owner.graph.parameter(at: source)?.value(of: "pad 3")), at: source)
    #expect(owner.graph[.music].inserts.first?.sidechain == .pad(3))
    #expect(owner.turn(.undo) && owner.graph[.music].inserts.first?.sidechain == .pads)
    owner.change { $0.add(.filter, to: .music) }
    #expect(owner.graph.parameter(at: try address("music/filter/source")) == nil)
  }

  @Test func movesAreValuesOutsideOfTheMixer() throws {
    owner.set(1, at: try address("move/throw"))
    owner.set(-250, at: try address("move/sweep"))
    #expect(owner.held == [.throw] && owner.position(of: .music) == -100)
    #expect(owner.heardValue(at: try address("move/throw")) == 1)
    #expect(owner.heardValue(at: .sweep) == -100)
    #expect(owner.graph.parameter(at: .sweep)?.range == -100...100)
    owner.set(0, at: MixGraph.Address(.throw))
    #expect(owner.held == [] && owner.graph == MixGraph() && !owner.turn(.undo))
  }

  @Test func feedbackAndFilterOfTheEchoAreOutsideOfTheMixer() throws {
    owner.change { $0.add(.delay, to: .returns(1)) }
    let graph = owner.graph
    owner.set(1, at: try address("move/feedback"))
    owner.set(-40, at: try address("move/sweep-echo"))
    #expect(owner.held == [.feedback] && owner.position(of: .echo) == -40 && owner.position(of: .music) == 0)
    #expect(owner.heardValue(at: MixGraph.Address(.feedback)) == 1)
    #expect(owner.heardValue(at: MixGraph.Address(.echo)) == -40 && owner.graph == graph)
    owner.set(0, at: MixGraph.Address(.feedback))
    #expect(owner.held == [])
  }

  @Test func consecutiveChangesAtOneAddressAreUndoneTogether() throws {
    let gain = try address("pad 3/gain")
    for step in 1...10 { owner.set(Double(-step), at: gain) }
    owner.set(30, at: try address("pad 3/pan"))
    #expect(owner.turn(.undo) && owner.graph.value(at: gain) == -10)
    #expect(owner.turn(.undo) && owner.graph == MixGraph())
  }
}
