import ApplicationTestSupport
import AudioBase
import Dubbing
import MixEngine
import PlayerTestSupport
import Studio
import SystemBase
import Testing

@testable import Application
@testable import KitEditing
@testable import Percussion

/// Samples of the master with its effects, and samples that are stretched to a tempo.
extension SamplingCommandTests {
  /// A high pass takes nearly all away of a song that rises slowly.
  @Test func theMasterIsSampledWithItsEffects() throws {
    try play()
    try exportKit()
    let catalog = MixCatalog(userFolder: folder.file("mixers"), shippedFolder: nil)
    let owner = MixOwner(AudioEngine(sampleRate: .standard).control, catalog) { _, _ in }
    application.mixer = MixerController(owner: owner, model: bench.player.model)
    func level(_ pad: Int) throws -> Float {
      let notice = try perform("sample bar master to \(pad)")
      #expect(notice == .sampled(name: "mix bar 1", pad: pad, kit: "Mine", isCopy: false))
      #expect(files.latest.count == 48_000)
      return try #require(files.latest.dropFirst(40_000).first).x
    }
    let plain = try level(5)
    #expect(plain > 0.005)
    for text in ["master add filter", "master/filter/mode high-pass", "master/filter/cutoff 200"] {
      _ = application.mix(text)
    }
    #expect(owner.graph[.master].inserts.map(\.unit) == ["filter"])
    let filtered = try level(6)
    #expect(abs(filtered) < plain / 100)
    _ = application.mix("master/filter/bypass on")
    let bypassed = try level(7)
    #expect(abs(bypassed - plain) < 1e-6)
    bench.close()
  }

  @Test func aSampleIsStretchedToATempoByACommandAndItsUndo() throws {
    try play()
    #expect(try perform("stretch-sample 120") == .noPad)
    #expect(try perform("sample bar") == .sampled(name: "a bar 1", pad: 2, kit: "Mine", isCopy: false))
    let sampled = try stored()
    // A bar of 240 beats a minute.
    #expect(
      try perform("stretch-sample 120") == .stretched(pad: 2, bpm: 120, kit: "Mine", isCopy: false))
    let layer = try #require(try stored().pads.last?.layers.first)
    #expect(layer.samples == [kit.path.appending("a bar 1 120 BPM.wav")])
    #expect(layer.beats == [0, 24_000, 48_000, 72_000, 96_000])
    #expect(files.latest == Self.song[12_000..<60_000].flatMap { [$0, $0] })
    #expect(try perform("stretch-sample 40 pad 2") == .failed(.tooFar(pad: 2, speed: 1.0 / 3)))
    #expect(try perform("stretch-sample tempo pad 1") == .failed(.beatsUnknown(pad: 1)))
    #expect(application.turn(.undo) == .done.awaits(.notice))
    try wait()
    #expect(try stored().pads == sampled.pads)
    bench.close()
  }
}

/// Stretches by repeating frames: for speeds of which the whole numbers of times is the inverse.
struct RepeatingStretchers: TimeStretcherMaking {
  func makeStretcher(at rate: SampleRate) throws(FileError) -> any TimeStretching { Stretcher() }

  private final class Stretcher: TimeStretching {
    private var times = 1
    private var frames: [Frame] = []

    func start(speed: Double, pitch: Double) { (times, frames) = (Int((1 / speed).rounded()), []) }

    func feed(_ input: UnsafeBufferPointer<Frame>) {
      for frame in input { frames += repeatElement(frame, count: times) }
    }

    func read(into output: UnsafeMutableBufferPointer<Frame>) -> Int {
      let count = min(output.count, frames.count)
      for index in 0..<count { output[index] = frames[index] }
      frames.removeFirst(count)
      return count
    }
  }
}
