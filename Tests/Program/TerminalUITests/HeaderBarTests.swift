import AudioBase
import Player
import SystemBase
import Testing

@testable import TerminalUI

/// What the header shows of the output at all widths.
@Suite struct HeaderBarTests {
  private func header(_ content: ScreenContent, _ width: Int, height: Int) -> String {
    Sample.lines(content, width, height)[0..<2].joined(separator: "\n")
  }

  @Test func outputNameIsShownAtEveryWidthFrom60() {
    var content = Sample.playing
    content.device = ["Headset · 48 kHz · latency 6.3 ms · 2 dropouts", "Headset · 48 kHz", "Headset"]
    #expect(header(content, 120, height: 30).contains(content.device[0]))
    #expect(header(content, 60, height: 24).contains("DrumDub"))
    for width in 60...140 { #expect(header(content, width, height: 24).contains("Headset"), "\(width)") }
  }

  @Test func changeOfTheMixerSinceTheTakeIsShownWhereThereIsRoom() {
    var content = Sample.playing
    content.device = ["Headset"]
    content.mixerNote = "mixer: changed since take 3"
    #expect(header(content, 120, height: 30).contains("mixer: changed since take 3"))
    content.mixerNote = "mixer: changed since \(String(repeating: "x", count: 100))"
    let short = header(content, 120, height: 30)
    #expect(short.contains("mixer: changed") && !short.contains("since"))
    content.unreadErrors = 1
    #expect(!header(content, 120, height: 30).contains("mixer: changed"))
  }

  @Test func dropoutsAreCountedWhileTheLastOneIsRecent() throws {
    let format = OutputFormat(sampleRate: .standard, period: FrameCount(256), buffer: FrameCount(512))
    var output = OutputStatus(name: "alsa", format: format, latency: 0.006)
    let now = HostTime.now
    #expect(OutputText.header(output, at: now)[0] == "alsa · 48 kHz · latency 6 ms")
    (output.xruns, output.lastXrun) = (2, now)
    #expect(OutputText.header(output, at: now)[0] == "alsa · 48 kHz · latency 6 ms · 2 dropouts")
    let end = try #require(OutputText.endOfDropouts(output))
    #expect(end.seconds(since: now) == 60)
    #expect(OutputText.header(output, at: end)[0] == "alsa · 48 kHz · latency 6 ms")
  }

  @Test(arguments: ["waiting for JACK", "no sound server", "no reader of fifo:/nope"])
  func reasonOfSilenceIsShownAtEveryWidth(reason: String) {
    var content = Sample.playing
    (content.device, content.isSilent) = ([reason], true)
    for width in 20...140 {
      for height in [5, 12, 24] {
        let text = header(content, width, height: height)
        // The narrowest screens shorten it.
        #expect(text.contains(width < 40 ? String(reason.prefix(4)) : reason), "\(width)×\(height): \(text)")
      }
    }
  }

  @Test func theDeviceThatIsHeardGivesWayToTheState() {
    var content = Sample.playing
    content.device = [String(repeating: "x", count: 60)]
    let text = header(content, 60, height: 24)
    #expect(text.contains("▶ playing") && !text.contains("x"))
  }

  @Test(arguments: [(PlaybackState.buffering, "buffering"), (.reconnecting, "reconnecting")])
  func awaitedStreamIsNotShownAsPlaying(state: PlaybackState, text: String) {
    var content = Sample.playing
    content.playback = state
    for (width, height) in [(40, 12), (80, 24), (120, 36)] {
      let shown = header(content, width, height: height)
      #expect(shown.contains(text) && !shown.contains("playing"))
    }
    #expect(TransportButtons.active(content) == .pause)
  }

  @Test func theServerThatIsAwaitedIsNamed() {
    var content = Sample.playing
    (content.playback, content.awaitedHost) = (.buffering, "files.example")
    for (width, height) in [(80, 24), (120, 36)] {
      #expect(header(content, width, height: height).contains("… waiting for files.example"))
    }
    content.awaitedHost = String(repeating: "x", count: 90)
    #expect(header(content, 80, height: 24).contains("… buffering"))
  }

  @Test func theVolumeIsShownInDecibelsAndPercent() {
    var content = Sample.playing
    (content.isShuffled, content.repeatMode) = (false, .off)
    for (width, height) in [(40, 12), (80, 24), (120, 36)] {
      #expect(Sample.shown(content, width, height).contains("−6.0 dB · 83%"), "\(width)")
    }
  }
}
