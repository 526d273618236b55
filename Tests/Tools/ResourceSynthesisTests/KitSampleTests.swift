import CSndfile
import SystemBase
import Testing

@Suite struct KitSampleTests {
  private func sound(_ name: String, in folder: String = "DrumDub") throws -> SoundFile {
    try SoundFile(CommittedKit.path(folder).appending(name))
  }

  @Test(arguments: CommittedKit.folders)
  func samplesAreCleanAndPadsPeakAtMinus3Decibels(folder: String) throws {
    for pad in try CommittedKit(folder).pads {
      var loudest = 0.0
      for name in pad.layers.flatMap(\.samples) {
        let sound = try sound(name, in: folder)
        #expect(sound.format == SF_FORMAT_FLAC | SF_FORMAT_PCM_16, "\(name)")
        #expect(sound.sampleRate == 48_000 && sound.channels == 1, "\(name)")
        #expect((0.05...5).contains(sound.seconds), "\(name)")
        #expect(sound.peak(0..<48) > sound.peak / 100, "\(name) begins within a millisecond")
        #expect(sound.peak(0..<1) < sound.peak / 20, "\(name) begins without a click")
        #expect(sound.peak(sound.frames - 48..<sound.frames) < 1e-4, "\(name) ends in silence")
        #expect(abs(sound.mean(0)) < 1e-4, "\(name) has no offset")
        loudest = max(loudest, sound.peak)
      }
      // -3 dBFS, as near as 16 bits and their dither come.
      #expect(abs(loudest - 0.707_945_784_384_138) < 2.0 / 32_768, "\(pad.name)")
    }
  }

  @Test(arguments: CommittedKit.folders)
  func oneShotSamplesDecaySteadily(folder: String) throws {
    for pad in try CommittedKit(folder).pads where pad.mode == "oneShot" {
      for name in pad.layers.flatMap(\.samples) {
        let sound = try sound(name, in: folder)
        // After the bursts of a clap and the bloom of a cymbal.
        let levels = stride(from: 4800, to: sound.frames - 2400, by: 2400).map { sound.level($0..<$0 + 2400) }
        #expect(zip(levels, levels.dropFirst()).allSatisfy { $1 < $0 + 1 }, "\(name): \(levels)")
      }
    }
  }

  @Test func kitsStayWithinTheirSizeLimits() throws {
    var bytes = 0
    var frames = 0
    for folder in CommittedKit.folders {
      for name in try CommittedKit(folder).samples {
        bytes += try FileBytes.read(CommittedKit.path(folder).appending(name), limit: 1 << 24).count
        frames += try sound(name, in: folder).frames
      }
    }
    #expect(bytes < 7_000_000, "the FLAC files")
    #expect(frames * MemoryLayout<Float>.size < 34_000_000, "the samples of both kits in memory")
  }

  @Test func theOpenHatRingsWhereTheClosedOneHasEnded() throws {
    let (open, closed) = (try sound("open-hat-3a.flac"), try sound("closed-hat-3a.flac"))
    #expect(open.level(19_200..<24_000) > -45)
    #expect(closed.frames < 9_600)
  }

  /// A crash loses 10 to 15 dB in its first second, the clear tone of a ride a little more.
  @Test(arguments: ["crash", "ride", "ride-bell"])
  func cymbalOfADrumSetRingsForSeconds(name: String) throws {
    for stroke in ["1a", "1b", "2a", "2b", "3a", "3b"] {
      let sound = try sound("\(name)-\(stroke).flac")
      let levels = [0, 48_000, 96_000].map { sound.level($0 + 2_400..<$0 + 7_200) }
      #expect((8...18).contains(levels[0] - levels[1]), "\(name)-\(stroke): \(levels)")
      #expect(levels[0] - levels[2] < 36, "\(name)-\(stroke): \(levels)")
      #expect(sound.seconds > 3, "\(name)-\(stroke)")
    }
  }

  @Test func theClapIsSeveralBursts() throws {
    let clap = try sound("clap-2a.flac")
    // The dip before each of the later bursts.
    for burst in [0.0095, 0.0185, 0.0285] {
      let start = Int(burst * 48_000)
      #expect(clap.level(start + 20..<start + 120) > clap.level(start - 100..<start) + 3)
    }
  }
}
