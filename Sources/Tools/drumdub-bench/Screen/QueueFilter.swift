import Application
import ApplicationTestSupport
import AudioBase
import BenchmarkInputs
import Controls
import MixEngine
import Player
import SystemBase
import TerminalKit
import TerminalUI

/// Measures a filter that is typed over a long queue, inside this program.
enum QueueFilter {
  private static let tracks = 1_000_000

  static func measure(_ report: Report) {
    let (letters, found) = MainActor.assumeIsolated {
      let view = screen()
      var times: (letters: [Double], found: [Double]) = ([], [])
      for text in ["love you", "e", "dre", "nothing has this"] {
        view.session.perform(.search(.find))
        for letter in text {
          // The letter arrives just after a slice of the previous letter's search has begun.
          times.letters.append(
            seconds {
              if view.session.hasWork { view.session.work() }
              view.session.type(.insert(String(letter)))
              var surface = Surface(Size(120, 36))
              view.draw(on: &surface)
            })
        }
        times.found.append(seconds { while view.session.hasWork { view.session.work() } })
        view.session.type(.cancel)
      }
      return times
    }
    report.add(
      "a letter in the filter of \(tracks) queued tracks", of: letters, .milliseconds, [(.worst, .atMost(10))]
    )
    report.add("until all that have it are found", of: found, .milliseconds, [(.worst, .atMost(300))])
  }

  /// Returns the screen of a player that plays nothing, with a long queue.
  @MainActor
  private static func screen() -> PlayerScreen {
    let engine = AudioEngine(sampleRate: .standard)
    let transport = LocalTransport(
      engine: engine.control, events: engine.events, feed: { _ in }, stretch: { _ in })
    let model = PlayerModel(transport: transport, mixer: engine.control)
    var random = SeededGenerator(seed: 5)
    model.append(
      (0..<tracks).map { number in
        var track = TrackInfo(path: FilePath("music/\(number / 12)/\(number).flac"))
        let words = (0..<5).map { _ in SyntheticWords.next(&random) }
        (track.title, track.artist) = (words[...2].joined(separator: " "), words[3...].joined(separator: " "))
        return track
      })
    return PlayerScreen(
      session: ScreenSession(Application(model: model)), bindings: KeyBindings(KeyMaps()), pads: [],
      theme: .monochrome)
  }
}
