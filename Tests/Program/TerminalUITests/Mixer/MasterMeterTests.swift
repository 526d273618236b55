import AudioBase
import MixEngine
import Studio
import SystemBase
import TerminalKit
import Testing

@testable import Application
@testable import TerminalUI

/// The meters of the output in the frame of the mixer, its edges, and the reductions of strips.
@MainActor @Suite struct MasterMeterTests {
  private let bench = LibraryScreenBench()
  private let mixer: MixerController
  private let engine = AudioEngine(sampleRate: .standard, program: PadProgram(pads: []))

  init() throws {
    mixer = bench.addMixer(of: engine)
    bench.session.perform(.mixer(.open))
  }

  private static let loud = MasterMeters.Reading(
    levels: MasterReading(peak: 0.891_25, gain: 0.785, smallestGain: 0.25),
    loudness: LiveLoudness.Reading(shortTerm: -14.23, integrated: -15.1))

  private func lines(_ width: Int, _ height: Int, _ change: (inout MixerContent) -> Void) throws -> [String] {
    let layer = try #require(bench.session.layer(MixerLayer.self))
    var content = MixerContent(layer) { _ in nil }
    change(&content)
    var surface = Surface(Size(width, height))
    content.draw(on: &surface, in: surface.bounds, theme: .monochrome)
    return surface.lines
  }

  @Test func metersAreAsLongAsTheFrameHasRoom() throws {
    let texts = MasterText.lines(Self.loud)
    #expect(
      texts == [
        "peak −1 dB CLIP · limiter −1 dBTP, 90 ms: −2.1 dB, most −12 · −14.2 LUFS short-term, −15.1 integrated",
        "peak −1 CLIP · limiter −2.1, most −12 · −14.2 / −15.1 LUFS", "−1 CLIP · −2.1 dB · −14.2/−15.1 LUFS",
      ])
    for (width, text) in [(130, texts[0]), (80, texts[1]), (60, texts[2])] {
      let top = try #require(try lines(width, 20) { $0.master = texts }.first)
      #expect(top.hasPrefix("┌─ Mixer ─") && top.hasSuffix(" \(text) ─┐"), "\(top)")
    }
  }

  @Test func silentOutputHasNoPeakAndNoLoudness() {
    let reading = MasterMeters.Reading(levels: MasterReading())
    #expect(MasterText.lines(reading).last == "– · 0 dB · –/– LUFS")
    var lacking = reading
    lacking.lacksLoudness = true
    #expect(MasterText.lines(lacking).last == "– · 0 dB · no libebur128")
  }

  @Test func commandSaysWhatTheMetersShow() {
    let strips = [StripReduction(bus: .pads, reduction: Decibels(3.24))]
    #expect(
      MasterText.sentence(Self.loud, strips)
        == "peak −1 dB, clipped without the limiter · limiter at −1 dBTP, 90 ms: −2.1 dB, at most −12 dB · −14.2 LUFS short-term, −15.1 LUFS integrated · compressor of pads: −3.2 dB"
    )
    #expect(
      MasterText.sentence(MasterMeters.Reading(levels: MasterReading()), [])
        == "peak – dB · limiter at −1 dBTP, 90 ms: 0 dB, at most 0 dB · loudness is measured from now on: give the command again"
    )
  }

  @Test func largestLevelOfAStripIsALineInItsMeterAndAText() throws {
    func drawn(_ held: Float) throws -> [String] {
      try lines(80, 20) { content in
        content.strips[0].meter = MeterContent(left: -40, right: -40)
        content.strips[0].held = held
      }
    }
    #expect(zip(try drawn(-6), try drawn(-90)).filter { $0 != $1 }.count == 1)
    var reading = Self.loud
    reading.peaks = [StripPeak(bus: .music, peak: 0.5), StripPeak(bus: .returns(1), peak: 0.25)]
    #expect(MasterText.sentence(reading, []).hasSuffix(" · peaks in dB: music −6, return 1 −12"))
  }

  @Test func limiterOfTheRunningEngineChanges() {
    let meters = MasterMeters(engine.control) { (_) throws(FileError) in
      throw FileError(.notFound, "libebur128")
    }
    meters.limiter.ceiling = Decibels(-3)
    #expect(engine.control.master.limiter.ceiling == Decibels(-3))
  }

  @Test func stripsBeyondTheEdgesAreCounted() throws {
    mixer.owner.change { graph in for pad in 1...9 { graph[.pad(pad)].gain = Decibels(-3) } }
    mixer.choose(.pad(1))
    let count = mixer.buses.count
    #expect(count == 13)
    let first = try #require(try lines(80, 20) { _ in }.last)
    #expect(first.hasPrefix("└──") && first.hasSuffix(" \(count - 7) > ─┘"), "\(first)")
    mixer.choose(.master)
    let last = try #require(try lines(80, 20) { _ in }.last)
    #expect(last.hasPrefix("└─ < \(count - 7) ─") && last.hasSuffix("──┘"), "\(last)")
  }

  @Test func compressorShowsItsReductionBesideItsFaderAndAsText() throws {
    mixer.owner.change { graph in graph.add(.compressor, to: .pads) }
    mixer.choose(.pads, row: 2)
    let shown = try lines(80, 20) { content in
      for strip in content.strips.indices where content.strips[strip].name == "pads" {
        content.strips[strip].rows[2].reduction = 3.24
      }
    }
    #expect(shown.contains { $0.contains("−3.2") })
    let row = PlainSelection.text(bench.session)?.row
    #expect(row == "3 of 3: compressor: 0 dB")
  }

  @Test func struckPadDoesNotPushOtherStrips() throws {
    let before = mixer.buses
    bench.model.padSounded(
      StartedHit(pad: 5, velocity: 100, sample: 0, outputFrame: 0, isLate: false, keyTime: .now))
    #expect(mixer.buses == before + [.pad(5)])
    bench.session.perform(.program(.cancel))
    bench.session.perform(.mixer(.open))
    #expect(mixer.buses == [.pad(5)] + before)
  }
}
