import AudioBase
import Dubbing
import Testing

/// Beats, bars and positions of the metronome.
@Suite struct MetronomeBeatsTests {
  @Test func aBarBeginsWithAnAccent() throws {
    let signature = try #require(TimeSignature("3/4"))
    let beats = Metronome.beats(7, bpm: 120, rate: .standard, signature: signature)
    #expect(beats.map(\.kind) == [.accent, .beat, .beat, .accent, .beat, .beat, .accent])
    #expect(signature.text == "3/4" && signature.place(ofBeat: -1) == 2)
  }

  @Test(arguments: [60.0, 97.5, 133.3]) func positionsAgreeWithTheBeatsOfTheTrack(bpm: Double) {
    let tempo = TempoMap(bpm: bpm, beats: [50_000])
    let beats = Metronome.beats(of: tempo, frames: 500_000, rate: .standard)
    let length = 60 / bpm * 48_000
    let first = tempo.beat(atFrame: beats[0].frame, rate: .standard)
    for (index, hit) in beats.enumerated() {
      #expect(tempo.beat(atFrame: hit.frame, rate: .standard) == first + index)
      #expect(tempo.beat(atFrame: hit.frame + Int(length) - 2, rate: .standard) == first + index)
      for offset in [-Int(length * 0.4), 0, Int(length * 0.4)] {
        #expect(tempo.frame(ofBeatNear: hit.frame + offset, rate: .standard) == hit.frame)
      }
    }
    #expect(tempo.beat(atFrame: 50_000, rate: .standard) == 0)
  }
}
