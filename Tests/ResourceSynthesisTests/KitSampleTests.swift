import CSndfile
import Testing

@Suite struct KitSampleTests {
  @Test(arguments: Committed.samples)
  func aSampleIsCleanAndAsLoudAsItMayBe(name: String) throws {
    let sound = try SoundFile(Committed.kit.appending(name))
    #expect(sound.format == SF_FORMAT_FLAC | SF_FORMAT_PCM_24)
    #expect(sound.sampleRate == 48_000)
    #expect(sound.channels == 2)
    #expect((0.2...1.5).contains(sound.seconds))
    // -3 dBFS, as near as 24 bits come.
    #expect(abs(sound.peak - 0.707_945_784_384_138) < 1.0 / 8_388_608)
    #expect(sound.peak(0..<48) > sound.peak / 100, "begins within a millisecond")
    #expect(sound.peak(sound.frames - 48..<sound.frames) < 1e-4, "ends in silence")
    #expect(abs(sound.mean(0)) < 1e-4 && abs(sound.mean(1)) < 1e-4, "has no offset")
  }

  @Test func theOpenHatRingsWhereTheClosedOneHasEnded() throws {
    let open = try SoundFile(Committed.kit.appending("open-hat.flac"))
    let closed = try SoundFile(Committed.kit.appending("closed-hat.flac"))
    #expect(open.level(19_200..<24_000) > -45)
    #expect(closed.level(9_600..<12_000) < -60)
  }

  @Test func theClapIsSeveralBursts() throws {
    let clap = try SoundFile(Committed.kit.appending("clap.flac"))
    // The dip before each of the later bursts.
    for burst in [0.0095, 0.0185, 0.0285] {
      let start = Int(burst * 48_000)
      #expect(clap.level(start + 20..<start + 120) > clap.level(start - 100..<start) + 3)
    }
  }
}
