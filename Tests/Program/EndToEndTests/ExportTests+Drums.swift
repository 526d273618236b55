import AudioBase
import Dubbing
import HeardSound
import Studio
import SystemBase
import TestSupport
import Testing

/// Exports with another level of the drums of the track.
extension ExportTests {
  @Test func exportHasTheLevelOfTheDrums() throws {
    var take = try saveTake(of: Sandbox.checkout.appending("Resources/Demo/First Light.flac"), hits: 5)
    func export(_ name: String, _ options: [String]) throws -> [Frame] {
      let common = ["export", "t1", "-o", name, "--format", "float", "--range", "20-26", "--tail", "0"]
      let result = try sandbox.run(common + options)
      #expect(result.status == 0, "\(result.errorLines)")
      return try frames(name)
    }
    let whole = try export("whole.wav", [])
    let same = try export("same.wav", ["--drums", "0"])
    let soft = try export("soft.wav", ["--drums", "-60"])
    #expect(whole == same && whole.count == soft.count)
    let taken = zip(whole, soft).map { $0 - $1 }
    #expect(taken.peak > 0.01)
    take.ownMixer = TakeMixer(MixGraph(), songParts: ["drums": SongPartLevel(gain: Decibels(-60))])
    try TakeStore(folder: sandbox.file("data/drumdub/takes")).save(take)
    let own = try export("own.wav", [])
    #expect(own == soft, "the take has the level itself")
  }

  @Test func exportNamesTheReasonWhyDrumsKeepTheirLevel() throws {
    let track = try TestTrack(seed: 41, seconds: 1).write(to: "a.wav", in: sandbox)
    try saveTake(of: track, hits: 5)
    let result = try sandbox.run(["export", "t1", "-o", "mix.wav", "--drums", "-12"])
    #expect(result.status == 1 && !sandbox.file("mix.wav").exists)
    #expect(
      result.errorLines == [
        "drumdub: cannot separate the drums of \(track.shown): the file is shorter than 5 seconds"
      ], "\(result.errorLines)")
    let wrong = try sandbox.run(["export", "t1", "-o", "mix.mid", "--drums", "-12"])
    #expect(wrong.status == 2)
    #expect(try sandbox.run(["export", "t1", "-o", "mix.wav", "--drums", "13"]).status == 2)
  }
}
