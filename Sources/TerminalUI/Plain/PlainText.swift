import Application
import Controls
import Player

/// What happens, one line each, for screen readers and scripts.
@MainActor
package enum PlainText {
  package static func line(_ notice: Notice, _ keys: KeyMap) -> String {
    prefix(notice.severity) + NoticeText.sentence(notice, keys)
  }

  /// Nil for what is not told: it is seen elsewhere, changes too often, or is a notice.
  package static func line(_ event: PlayerEvent, _ model: PlayerModel) -> String? {
    switch event {
    case .state(let state): text(state, model)
    case .item:
      model.playbackState == .playing ? text(.playing, model) : model.nowPlaying.map { "track: \($0.title)" }
    case .volume(let level, let isMuted): isMuted ? "muted" : "volume \(ShownText.decibels(level.value))"
    case .balance: "music \(level(.music, model)), pads \(level(.pads, model))"
    case .shuffle(let isOn): "shuffle \(isOn ? "on" : "off")"
    case .repeatMode(let mode): "repeat \(mode.rawValue)"
    case .speed(let speed): "speed \(speed)"
    case .seeked(let seconds): "at \(ShownText.clock(seconds))"
    case .output(let output): "output \(output.name), \(output.format.sampleRate.hertz) Hz"
    case .queue, .notice: nil
    }
  }

  private enum Side { case music, pads }

  private static func level(_ side: Side, _ model: PlayerModel) -> String {
    let levels = model.levels
    let level = side == .music ? levels.music(balance: model.balance) : levels.pads(balance: model.balance)
    return ShownText.decibels(level.value)
  }

  private static func prefix(_ severity: Severity) -> String {
    switch severity {
    case .info: ""
    case .warning: "warning: "
    case .error: "error: "
    }
  }

  private static func text(_ state: PlaybackState, _ model: PlayerModel) -> String? {
    switch state {
    case .playing: "playing: \(track(model))"
    case .paused: "paused at \(ShownText.clock(model.elapsed))"
    case .stopped: "stopped"
    case .interrupted: "interrupted at \(ShownText.clock(model.elapsed))"
    case .seekingForward, .seekingBackward: nil
    }
  }

  private static func track(_ model: PlayerModel) -> String {
    guard let item = model.nowPlaying else { return "nothing" }
    let place = model.queue.currentIndex.map { "\($0 + 1) of \(model.queue.items.count), " } ?? ""
    let artist = item.artist.map { " by \($0)" } ?? ""
    return "\(place)\(item.title)\(artist), \(ShownText.clock(model.duration))"
  }

  /// The latest notices, the latest last.
  package static func notices(_ log: NoticeLog, _ keys: KeyMap) -> [String] {
    log.entries.suffix(20).map { NoticeText.sentence($0.notice, keys) }
  }

  /// What is being typed, as it stands before the text.
  package static func prompt(_ prompt: Prompt) -> String {
    "\(PromptText.name(prompt.purpose)): \(prompt.text)"
  }

  /// How far a recording has begun; nil where there is none.
  package static func recording(_ controller: TakeController) -> String? {
    switch controller.phase {
    case .idle, .ending, .waitingForTrack: nil
    case .countingIn: controller.beatsLeft.map { "count-in: \($0)" }
    case .waitingForHit: "recording begins with your first hit"
    case .recording: "recording"
    }
  }

  /// Where all stands, in one line.
  package static func status(_ model: PlayerModel) -> String {
    let elapsed = ShownText.clock(model.elapsed)
    return
      "\(model.playbackState): \(track(model)), at \(elapsed), volume \(ShownText.decibels(model.volume.value))"
  }

  /// A line for each command: what it does, and its keys.
  package static func help(_ keys: KeyMap) -> [String] {
    HelpContent(keys).entries.filter { !$0.keys.isEmpty }.map { "\($0.text): \($0.keys)" }
  }
}
