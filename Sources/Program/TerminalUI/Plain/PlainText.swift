import Application
import AudioBase
import Controls
import Percussion
import Player
import SystemBase
import TerminalKit

/// Events as lines of text, for screen readers and scripts.
@MainActor
package enum PlainText {
  package static func line(_ notice: Notice, _ keys: KeyMap) -> String {
    // The hint of the first start names what a screen shows.
    if notice == .hint(.layouts) {
      return "\(keys.key(.program(.help))) lists and searches the keys, "
        + "\(keys.key(.program(.redraw))) says where you are, \(keys.key(.program(.quit))) quits"
    }
    return prefix(notice.severity) + NoticeText.sentence(notice, keys)
  }

  /// Returns the drums of a bank of pads: `tom, tom 2, no pad, crash`.
  package static func drums(_ bank: PadBank, _ kit: Kit?) -> String {
    let names = (kit?.pads ?? []).reduce(into: [:]) { $0[$1.number] = $1.name }
    return bank.pads.map { names[$0].map { FilePath($0).shown } ?? "no pad" }.joined(separator: ", ")
  }

  /// Returns the line that replaces lines which were not printed because the output was not read.
  package static func leftOut(_ count: Int) -> String {
    "\(count) \(count == 1 ? "line was" : "lines were") left out, because the output was not read in time"
  }

  /// Returns the line of an event; nil for events that are not printed.
  package static func line(_ event: PlayerEvent, _ model: PlayerModel) -> String? {
    switch event {
    case .state(let state): text(state, model)
    case .item: model.nowPlaying.map { "track: \($0.title)" }
    case .volume(let level, let isMuted): isMuted ? "muted" : "volume \(ShownText.volume(level))"
    case .balance: balance(model.levels)
    case .shuffle(true) where model.queue.shufflesAlbums: "shuffle albums"
    case .shuffle(let isOn): "shuffle \(isOn ? "on" : "off")"
    case .repeatMode(let mode): "repeat \(mode.rawValue)"
    case .consume(let mode): "consume \(mode.rawValue)"
    case .speed(let speed): "speed \(speed)"
    case .transposition(let transposition): "transpose \(transposition.text)"
    case .seeked: position(model)
    case .output(let output):
      OutputText.silence(output).map { "output: \($0)" }
        ?? "output \(output.name), \(output.format.sampleRate.hertz) Hz"
    case .queue, .notice: nil
    }
  }

  private static func balance(_ levels: PlayerLevels) -> String {
    let music = levels.mix.music(balance: levels.balance)
    let pads = levels.mix.pads(balance: levels.balance)
    return "music \(ShownText.decibels(music.value)), pads \(ShownText.decibels(pads.value))"
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
    case .playing: playing(model)
    case .paused: "paused at \(ShownText.clock(model.elapsed))"
    case .stopped: "stopped"
    case .interrupted: "interrupted at \(ShownText.clock(model.elapsed))"
    case .seekingForward, .seekingBackward: nil
    case .buffering: "\(buffering(model)): \(track(model))"
    case .reconnecting: "reconnecting: \(track(model))"
    }
  }

  /// Returns what is awaited: the bytes of a file of a server, or those of a stream.
  private static func buffering(_ model: PlayerModel) -> String {
    guard let item = model.nowPlaying, !item.isStream, let host = item.location.address?.host else {
      return "buffering"
    }
    return "waiting for \(host)"
  }

  /// Returns `playing: 2 of 3, Flower Duet by Léo Delibes, 04:31`.
  package static func playing(_ model: PlayerModel) -> String { "playing: \(track(model))" }

  package static func position(_ model: PlayerModel) -> String { "at \(ShownText.clock(model.elapsed))" }

  /// Replaces ratings by words: `★★☆☆☆` by `2 of 5 stars`.
  package static func ratingsInWords(_ text: String) -> String {
    var text = text
    for rating in TrackRating.range {
      guard let stars = LibraryText.stars(TrackRating(stars: rating)) else { continue }
      text = text.replacing(stars, with: "\(rating) of 5 stars")
    }
    return text
  }

  private static func track(_ model: PlayerModel) -> String {
    guard let item = model.nowPlaying else { return "nothing" }
    let place = model.queue.currentIndex.map { "\($0 + 1) of \(model.queue.items.count), " } ?? ""
    let artist = item.artist.map { " by \($0)" } ?? ""
    return "\(place)\(item.title)\(artist), \(ShownText.clock(model.duration))"
  }

  /// Returns the name of the line that is typed, the present value and the text: `tempo in BPM, now 120: `,
  /// `take name: verse, selected`.
  static func field(_ field: TextField, of view: ScreenLayer) -> String {
    "\(view.fieldName)\(view.fieldValue.map { ", now \($0)" } ?? ""): \(field.text)"
      + (field.isSelected ? ", selected" : "")
  }

  /// Returns why a typed command was not run, and that its text is still typed.
  static func refusal(_ error: CommandError) -> String {
    "\(CommandText.sentence(error)); the text stays, Esc leaves it"
  }

  /// Returns the state of a recording; nil if there is none.
  package static func recording(_ controller: TakeController) -> String? {
    switch controller.recording.phase {
    case .idle, .ending: nil
    case .waitingForTrack: "recording begins when the track has been read"
    case .countingIn: controller.recording.beatsLeft.map { "count-in: \($0)" }
    case .waitingForHit: "recording begins with your first hit"
    case .recording: "recording"
    }
  }

  /// Returns the state of the player in one line: of the take that is heard or recorded without a track, else of the track.
  package static func status(_ application: Application) -> String {
    let model = application.model
    guard let take = freeTake(application) else { return status(model) }
    let total = take.total.map { " of \(ShownText.clock($0))" }
    return "\(total == nil ? "recording" : "playing"): \(take.name), without a track, "
      + "at \(ShownText.clock(take.seconds))\(total ?? "")"
  }

  /// Returns the state of the player in one line.
  package static func status(_ model: PlayerModel) -> String {
    let elapsed = ShownText.clock(model.elapsed)
    // In list order, the next track is known.
    let isInOrder = !model.queue.isShuffled && model.queue.repeatMode != .album
    let next = isInOrder ? nil : model.upcoming.map { ", next \($0.title)" }
    return "\(model.playbackState): \(track(model)), at \(elapsed)" + (next ?? "")
  }

  /// The take that is heard or recorded without a track; nil if there is none.
  private static func freeTake(_ application: Application) -> FreeTakePlayer.View? {
    application.takes?.free.view(at: application.model.now()).flatMap { $0.isRunning ? $0 : nil }
  }

  /// The lines about drumming: the take, the kit, the tempo and the bar that is heard, the loop and the metronome.
  private static func drumming(_ application: Application) -> [String] {
    let kit = application.kits.loaded.map { "kit \($0.name)" }
    guard let takes = application.takes else { return kit.map { [$0] } ?? [] }
    let free = freeTake(application)
    let take = takes.list.shown.map {
      "\($0.name): \(ShownText.count($0.layers.count, "layer", "layers"))\(takes.playback.isOn ? "" : ", muted")"
    }
    let tempo = [
      free?.isTempoAssumed ?? takes.tempo.isAssumed ? "assumed tempo" : "tempo",
      ShownText.decimal(free?.bpm ?? takes.tempo.bpm), "BPM", takes.tempo.signature.text,
    ]
    let bar = (free == nil ? takes.ranges.bar : free?.bar).map { ", bar \($0)" } ?? ""
    let loop = TakeText.range(
      takes.ranges.loopSeconds.from, takes.ranges.loopSeconds.to, takes.ranges.loopBars)
    return [
      free == nil ? take ?? "no take" : nil, kit, tempo.joined(separator: " ") + bar, "loop \(loop ?? "off")",
      "metronome \(takes.tempo.isMetronomeOn ? "on" : "off")", MixerText.changedSinceTake(application),
    ].compactMap(\.self)
  }

  /// The lines about the present state: the player, its volume, the recording, drumming, the open question or typed text, and
  /// the selected row.
  package static func whereabouts(_ session: ScreenSession, _ keys: KeyMap) -> [String] {
    let typed = session.field.flatMap { text in session.layers.last.map { field(text, of: $0) } }
    let input = [
      session.state.mode.isLocked ? "pads-only mode" : nil,
      session.application.state.bank.isSoft ? "soft hits" : nil,
      session.application.state.question.map { QuestionText.sentence($0, keys) }, typed,
      PlainSelection.line(session) ?? nothingSelected(session),
    ]
    let model = session.model
    let player = [
      model.queue.isEmpty && freeTake(session.application) == nil
        ? QueueText.empty(keys) : status(session.application),
      line(.volume(model.levels.volume, isMuted: model.levels.isMuted), model),
      session.application.takes.flatMap(recording) ?? "not recording",
    ]
    return player.compactMap(\.self) + drumming(session.application) + input.compactMap(\.self)
  }

  /// Returns that no row is selected, and what the keys of the list act on then.
  static func nothingSelected(_ session: ScreenSession) -> String {
    let isCurrent = !session.hasLibraryFocus && session.model.queue.currentID != nil
    return "nothing is selected" + (isCurrent ? ": keys of the list act on the playing track" : "")
  }

  /// The answer to a key without effect in the pads-only mode.
  package static func locked(_ key: KeyChord, _ keys: KeyMap) -> String {
    "pads-only mode: \(keys.label(key)) does nothing; \(keys.label(.program(.lockPads)) ?? "pads-only") ends the mode"
  }

  /// The keys of the chords and of the strings of the instrument.
  package static func keys(_ layer: InstrumentLayer, _ pads: PadKeys) -> [String] {
    let content = InstrumentContent(layer, pads)
    return [
      "chords: \(content.chords.map { "\($0.key) \($0.name)" }.joined(separator: ", "))", content.keysHint,
    ]
  }
}
