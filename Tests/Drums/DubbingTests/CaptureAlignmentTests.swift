import AudioBase
import Glibc
import SystemBase
import Testing

@testable import Dubbing

/// Inputs whose clocks drift against that of the output.
@Suite struct CaptureAlignmentTests {
  @Test func clocksThatDriftForAnHourStayWithinAMillisecond() {
    let rate = SampleRate.standard
    var alignment = CaptureAlignment(captureRate: rate, trackRate: rate)
    var random = SeededGenerator(seed: 7)
    let (step, drift) = (480, 1 + 200e-6)
    var largest = 0.0
    for index in 0..<(3600 * 48_000 / step) {
      // The place of the input by its own clock, and what the devices state of it.
      let exact = 1_000 + Double(index * step) * drift
      alignment.follow(exact + .random(in: -48...48, using: &random), count: step)
      if index > 500 { largest = max(largest, abs(alignment.place - exact)) }
      alignment.advance(step)
    }
    #expect(largest < 48, "\(largest / 48) ms")
    #expect(abs(alignment.ratio - drift) < 20e-6)
  }

  @Test func aPlaceThatJumpsIsFollowedAtOnce() {
    let rate = SampleRate.standard
    var alignment = CaptureAlignment(captureRate: rate, trackRate: SampleRate(44_100))
    for index in 0..<100 {
      alignment.follow(Double(index) * 4_800 / 10, count: 441)
      alignment.advance(441)
    }
    alignment.follow(1e6, count: 441)
    #expect(alignment.place == 1e6)
  }

  @Test func interpolatedFramesMatchTheWave() {
    let interpolator = SincInterpolator(ratio: 1)
    func wave(_ place: Double) -> Float { Float(sin(2 * Double.pi * 1_000 * place / 48_000)) }
    let frames = (0..<400).map { Frame(wave(Double($0)), 0) }
    frames.withUnsafeBufferPointer { buffer in
      for index in 0..<300 {
        let place = 40 + Double(index) * 1.0137
        let error = interpolator.frame(at: place, in: buffer).x - wave(place)
        #expect(abs(error) < 3e-4, "at \(place)")
      }
    }
  }

  @Test func recordedSoundIsStoredRecoveredAndCopied() throws {
    var take = Take(id: "t1", name: "one", track: nil, created: 1)
    let clip = AudioClip(file: FilePath("x-1.flac"), start: 100, frames: 480, sampleRate: .standard)
    let id = take.addLayer(name: "input 1", audio: clip)
    take.change(id) { $0.isMuted = true }
    let copy = take.duplicateLayer(id)
    take.deleteLayer(id)
    let read = try TakeFile.decode(TakeFile.encode(take), subject: "t1")
    #expect(read == take && read.audioFiles == [FilePath("x-1.flac")])
    #expect(copy.flatMap { read.layer($0) }?.audio == clip)
    #expect(read.history.shelf[id]?.audio == clip)
    #expect(read.clips(in: FilePath("/f")).isEmpty, "a muted layer is silent")
    let record = JournalRecord.audio(clip, layer: 3)
    #expect(JournalRecord(payload: record.payload[...]) == record)
  }

  @Test func killedRecordingKeepsTheSoundNamedInTheJournal() throws {
    let take = Take(id: "t2", name: "two", track: nil, created: 1)
    var clip = AudioClip(file: FilePath("y-1.flac"), start: 5, frames: 0, sampleRate: .standard)
    var bytes = JournalCoder.signature + JournalCoder.bytes(of: .begin(take: TakeFile.encode(take)))
    bytes += JournalCoder.bytes(of: .layer(id: 1, name: "input 1"))
    for frames in [0, 12_000, 24_000] {
      clip.frames = frames
      bytes += JournalCoder.bytes(of: .audio(clip, layer: 1))
    }
    let recovery = try #require(JournalRecovery(bytes))
    var recovered = take
    recovery.complete(&recovered)
    #expect(recovered.layers.map(\.audio) == [clip])
    recovery.complete(&recovered)
    #expect(recovered.layers.count == 1, "once")
  }
}
