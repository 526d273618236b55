import Application
import Controls
import AudioBase
import MixEngine
import Player
import SystemBase
import TerminalKit
import TerminalUI

/// Measures a filter that is typed over a long queue, inside this program.
@MainActor
enum QueueTimes {
  struct Times {
    /// The worst time in seconds from a letter to its frame, with the work that it may have to wait for.
    var letter = 0.0
    /// The seconds until all matches are found, for the worst text.
    var found = 0.0
  }

  private static let tracks = 1_000_000
  private static let texts = ["love you", "e", "dre", "nothing has this"]

  nonisolated static func measure() -> Times { MainActor.assumeIsolated { measureOnMain() } }

  private static func measureOnMain() -> Times {
    let model = PlayerModel(transport: NoTransport(), mixer: NoMixer())
    model.append(entries)
    let view = PlayerScreen(
      application: Application(model: model), bindings: KeyBindings(KeyMaps()), pads: [],
      theme: ThemeFile(ScreenSample.theme).theme(colours: 256))
    var times = Times()
    for text in texts { type(text, view, &times) }
    return times
  }

  private static func type(_ text: String, _ view: PlayerScreen, _ times: inout Times) {
    view.application.perform(.search(.find))
    for letter in text {
      // The letter arrives just after a slice of the previous letter's search has begun.
      times.letter = max(
        times.letter,
        seconds {
          if view.application.hasWork { view.application.work() }
          view.application.type(.insert(String(letter)))
          draw(view)
        })
    }
    times.found = max(times.found, seconds { while view.application.hasWork { view.application.work() } })
    view.application.type(.cancel)
  }

  private static func draw(_ view: PlayerScreen) {
    var surface = Surface(Size(120, 36))
    view.draw(on: &surface)
  }

  private static func seconds(_ body: () -> Void) -> Double {
    let start = HostTime.now
    body()
    return HostTime.now.seconds(since: start)
  }

  private static var entries: [TrackInfo] {
    var random = SeededGenerator(seed: 5)
    let words = SyntheticWords.all
    func word() -> String { words[min(Int.random(in: 0..<words.count, using: &random), 20_000)] }
    return (0..<tracks).map { number in
      var track = TrackInfo(path: FilePath("music/\(number / 12)/\(number).flac"))
      (track.title, track.artist) = ("\(word()) \(word()) \(word())", "\(word()) \(word())")
      return track
    }
  }
}

/// A transport that plays nothing.
final class NoTransport: MusicTransport {
  var onEvent: (@MainActor (TransportEvent) -> Void)?

  func load(_ item: QueueItem, awaitsGain: Bool, at seconds: Double, playing: Bool) {}
  func setNext(_ item: QueueItem?) {}
  func play() {}
  func pause() {}
  func stop() {}
  func seek(to seconds: Double) {}
  func setGain(_ gain: ReplayGain?, of item: QueueItem.ID, isFinal: Bool) {}
  func setSpeed(_ speed: Double) {}
  func setCrossfade(_ seconds: Double) {}
}

final class NoMixer: MixerControl {
  func set(_ level: EngineCommand.Level, to gain: Decibels) {}
  func fadeOut(_ level: EngineCommand.Level, seconds: Double) {}
  func evenLoudness(by choice: GainChoice) {}
  func silencePads() {}
}
