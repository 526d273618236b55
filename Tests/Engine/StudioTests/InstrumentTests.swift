import AudioBase
import Effects
import EngineTestSupport
import Instruments
import MixEngine
import SystemBase
import Testing

@testable import Studio

/// The instrument of a mixer: its place in files, and its sound on its bus.
@Suite struct InstrumentTests {
  private func graph(_ change: (inout MixGraph) -> Void = { _ in }) -> MixGraph {
    var graph = MixGraph()
    graph.setInstrument(.guitar)
    change(&graph)
    return graph
  }

  private func decode(_ strip: String) throws -> MixGraph {
    try MixFile.decode(
      Array("{\"format\":\"drumdub-mixer\",\"version\":1,\"strips\":[\(strip)]}".utf8), subject: "a mixer")
  }

  @Test func fileHasTheInstrumentWithItsParameters() throws {
    let graph = graph { $0.set(2, parameter: 1, ofInsert: $0.source?.id ?? 0) }
    let read = try MixFile.decode(MixFile.encode(graph), subject: "a mixer")
    #expect(
      read.source?.description === InstrumentKind.guitar.description
        && read.source?.values == graph.source?.values)
    #expect(read.source?.values[1] == 2)
  }

  @Test func missingParametersAreInitialOnesAndBadOnesAreRefused() throws {
    let strip = "{\"bus\":\"instrument\",\"instrument\":\"guitar\",\"parameters\":{\"decay\":"
    let read = try decode(strip + "3}}")
    let initial = InstrumentKind.guitar.parameters.map(\.initial)
    #expect(read.source?.values == [initial[0], 3] + initial[2...])
    #expect(throws: FileError.self) { try decode(strip + "300}}") }
  }

  @Test func unknownInstrumentIsKeptAndSilent() throws {
    let strip = "{\"bus\":\"instrument\",\"instrument\":\"theremin\",\"parameters\":{\"vibrato\":3}}"
    let read = try decode(strip)
    #expect(read.source?.unit == "theremin" && read.source?.description == nil)
    let text = String(decoding: MixFile.encode(read), as: UTF8.self)
    #expect(text.contains("\"theremin\"") && text.contains("\"vibrato\""))
    let rack = UnitRack(rate: .standard)
    #expect(rack.chains(of: read, around: EngineBench().engine.control.standardChains).source == nil)
  }

  @Test func removedInstrumentFadesToSilenceAndPlaysNotesAfterAnUndo() {
    let (bench, rack) = (EngineBench(), UnitRack(rate: .standard))
    let start = HostTime.now
    func show(_ graph: MixGraph, after seconds: Double) {
      bench.engine.control.setChains(
        rack.chains(
          of: graph, around: bench.engine.control.standardChains, at: start.advanced(bySeconds: seconds)))
    }
    let graph = graph()
    show(graph, after: 0)
    func play() -> Float {
      bench.engine.control.notePort(for: .keys).send(
        NoteEvent(.on, key: 52, value: 127, time: bench.device.now))
      return bench.device.render(FrameCount(9600)).peakOfLast(2400)
    }
    #expect(play() > 0.01)
    show(MixGraph(), after: 1)
    #expect(bench.device.render(FrameCount(9600)).peakOfLast(2400) == 0)
    #expect(play() == 0)
    show(graph, after: 1.05)
    #expect(play() > 0.01)
  }

  @Test func replacedInstrumentFadesOutOverTenMillisecondsWhileTheNewOnePlays() {
    let (bench, rack) = (EngineBench(), UnitRack(rate: .standard))
    let start = HostTime.now
    func show(_ graph: MixGraph, after seconds: Double = 0) {
      bench.engine.control.setChains(
        rack.chains(
          of: graph, around: bench.engine.control.standardChains, at: start.advanced(bySeconds: seconds)))
    }
    func strike(_ key: Int) {
      bench.engine.control.notePort(for: .keys).send(
        NoteEvent(.on, key: key, value: 127, time: bench.device.now))
    }
    let first = graph()
    show(first)
    strike(40)
    let before = bench.device.render(FrameCount(4_800))
    show(first.renumbered(after: first))
    let after = bench.device.render(FrameCount(9_600))
    let loudest = before.peakOfLast(2_400)
    #expect(Array(after[..<240]).peakOfLast(240) > loudest / 4, "it does not end at once")
    #expect(Array(after[960..<1_920]).peakOfLast(960) < loudest / 4)
    #expect(after.peakOfLast(4_800) == 0)
    #expect((before.suffix(480) + after).largestBend < before.suffix(2_400).largestBend * 1.1)
    strike(52)
    #expect(bench.device.render(FrameCount(4_800)).peakOfLast(2_400) > 0.01)
    let chains = rack.chains(
      of: first, around: bench.engine.control.standardChains, at: start.advanced(bySeconds: 1))
    let later = rack.chains(
      of: first, around: bench.engine.control.standardChains, at: start.advanced(bySeconds: 2))
    #expect(chains.instrument.count == later.instrument.count + 1, "the former one is released")
  }

  @Test func programAsTheInstrumentIsKeptInFilesAndServed() throws {
    let read = try decode(
      "{\"bus\":\"instrument\",\"instrument\":\"jack:synth\",\"inserts\":[{\"unit\":\"jack:echo\"}]}")
    #expect(read.source?.description === ExternalPrograms.instruments.description(of: "jack:synth"))
    let again = try MixFile.decode(MixFile.encode(read), subject: "a mixer")
    #expect(again.source?.description === read.source?.description && again.source?.unit == "jack:synth")
    let (engine, rack) = (EngineBench().engine.control, UnitRack(rate: .standard))
    #expect(rack.chains(of: read, around: engine.standardChains).source is LoopInstrument)
    #expect(rack.loops.map(\.loop.program) == ["echo", "synth"])
    #expect(rack.loops.map(\.loop.role) == [.effect, .instrument])
    let id = try #require(read.source?.id)
    #expect(!rack.runs(insert: id))
  }

  @Test func latencyThatAProgramStatesIsPartOfThePlan() throws {
    let (engine, rack) = (EngineBench().engine.control, UnitRack(rate: .standard))
    let graph = try decode("{\"bus\":\"instrument\",\"instrument\":\"jack:synth\"}")
    engine.setChains(rack.chains(of: graph, around: engine.standardChains))
    let before = engine.lookAhead.value
    let state = try #require(rack.loops.first).loop.state
    state.pointee.period.store(256, ordering: .relaxed)
    state.pointee.programLatency.store(100, ordering: .relaxed)
    engine.setChains(rack.chains(of: graph, around: engine.standardChains))
    #expect(engine.lookAhead.value == before + 356)
  }

  @Test func parametersAreSetInTheUnitThatSounds() {
    let (bench, rack) = (EngineBench(), UnitRack(rate: .standard))
    let graph = graph()
    bench.engine.control.setChains(rack.chains(of: graph, around: bench.engine.control.standardChains))
    bench.engine.control.notePort(for: .keys).send(
      NoteEvent(.on, key: 64, value: 127, time: bench.device.now))
    _ = bench.device.render(FrameCount(4800))
    let decay = InstrumentKind.guitar.parameters.firstIndex { $0.name == "decay" } ?? 0
    let target = MixTarget.parameter(decay, ofInsert: graph.source?.id ?? 0)
    rack.apply(TargetChange(target: target, bits: 0.1.bitPattern))
    #expect(bench.device.render(FrameCount(24_000)).peakOfLast(2400) < 0.000_1)
  }

  @Test func faderAndMuteOfTheStripAreHeard() {
    func peak(_ change: (inout MixGraph.Strip) -> Void) -> Float {
      let (bench, rack) = (EngineBench(), UnitRack(rate: .standard, fadesIn: false))
      let graph = graph { change(&$0[.instrument]) }
      bench.engine.control.setChains(rack.chains(of: graph, around: bench.engine.control.standardChains))
      bench.engine.control.notePort(for: .keys).send(
        NoteEvent(.on, key: 52, value: 100, time: bench.device.now))
      return bench.device.render(FrameCount(9600)).peakOfLast(9600)
    }
    let full = peak { _ in }
    #expect(abs(peak { $0.gain = Decibels(-20) } / full - 0.1) < 0.001)
    #expect(peak { $0.isMuted = true } == 0)
  }
}

extension Sequence<Frame> {
  /// The largest change of the slope from one frame to the next.
  fileprivate var largestBend: Float {
    let frames = Array(self)
    return frames.indices.dropFirst(2).reduce(0) { largest, index in
      Swift.max(largest, (frames[index] - frames[index - 1] * 2 + frames[index - 2]).x.magnitude)
    }
  }
}

extension [Frame] {
  fileprivate func peakOfLast(_ count: Int) -> Float {
    suffix(count).reduce(0) { Swift.max($0, $1.x.magnitude, $1.y.magnitude) }
  }
}
