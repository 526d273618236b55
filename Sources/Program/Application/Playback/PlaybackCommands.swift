import AudioBase
import Player
import SystemBase

extension Command {
  package enum Playback: CommandArea {
    case playPause, play, pause, stop, next, previous, volumeUp, volumeDown, mute, balanceToMusic,
      balanceToPads, speedUp, speedDown, speedReset, nextChapter, previousChapter, shuffle, `repeat`,
      consume, stopAfterCurrent, sleep

    package static var group: CommandGroup { .play }

    package var row: CommandRow {
      switch self {
      case .playPause:
        row("play-pause", "play or pause", "space media-play-pause", [.keepsLayers, .whileLocked])
      case .play: row("play", "play", "media-play")
      case .pause: row("pause", "pause", "media-pause")
      case .stop: row("stop", "stop", "X media-stop")
      case .next: row("next", "next track", "n media-next ¦ ctrl+right")
      case .previous: row("previous", "previous or restart", "p media-previous ¦ ctrl+left")
      case .volumeUp: row("volume-up", "volume up", "+ = media-volume-up", [.repeats, .keepsLayers])
      case .volumeDown:
        row("volume-down", "volume down", "- media-volume-down ¦ ) ctrl+down", [.repeats, .keepsLayers])
      case .mute: row("mute", "mute", "M media-mute ¦ , ctrl+u", .keepsLayers)
      case .balanceToMusic: row("balance-to-music", "more music", "< ¦ ctrl+b", .repeats)
      case .balanceToPads: row("balance-to-pads", "more pads", "> ¦ ctrl+v", .repeats)
      case .speedUp: row("speed-up", "faster, same pitch", "}", [.repeats, .needsOwnPlayer])
      case .speedDown: row("speed-down", "slower, same pitch", "{", [.repeats, .needsOwnPlayer])
      case .speedReset: row("speed-reset", "original speed", "| ¦ alt+D", .needsOwnPlayer)
      case .nextChapter: row("next-chapter", "next chapter", "alt+)", .needsOwnPlayer)
      case .previousChapter: row("previous-chapter", "previous chapter", "alt+(", .needsOwnPlayer)
      case .shuffle: row("shuffle", "shuffle on or off", "z ¦ w ctrl+s", .needsOwnPlayer)
      case .repeat: row("repeat", "repeat off, one, all", "y ¦ ctrl+r", .needsOwnPlayer)
      // Removes tracks from the queue when they have been played, or keeps them again.
      case .consume: row("consume", "remove played tracks", "alt+S", .needsOwnPlayer)
      case .stopAfterCurrent: row("stop-after-current", "stop after this track", "alt+Q", .needsOwnPlayer)
      case .sleep: row("sleep", "sleep timer", "alt+Z", .opensPrompt)
      }
    }
  }
}

extension Application {
  package func perform(_ command: Command.Playback) -> Outcome {
    switch command {
    case .playPause: model.togglePlaying()
    case .play: model.play()
    case .pause: model.pause()
    case .stop:
      takes?.free.end()
      model.stop()
    case .next: model.next()
    case .previous: model.previous()
    case .volumeUp: return volume(after: model.changeVolume(by: Decibels(1)))
    case .volumeDown: return volume(after: model.changeVolume(by: Decibels(-1)))
    case .mute: return volume(after: model.toggleMute())
    case .balanceToMusic: return balance(after: model.changeBalance(by: -1))
    case .balanceToPads: return balance(after: model.changeBalance(by: 1))
    case .speedUp: return speed(after: model.changeSpeed(by: 1))
    case .speedDown: return speed(after: model.changeSpeed(by: -1))
    case .speedReset: return speed(after: model.setSpeed(1))
    case .nextChapter: return seek(.next)
    case .previousChapter: return seek(.previous)
    case .shuffle:
      model.toggleShuffle()
      return .player(.shuffle(model.queue.isShuffled))
    case .repeat:
      model.setRepeat(model.queue.repeatMode.following)
      return .player(.repeatMode(model.queue.repeatMode))
    case .consume:
      model.setConsume(model.queue.consumeMode == .off ? .on : .off)
      return .player(.consume(model.queue.consumeMode))
    case .stopAfterCurrent:
      model.toggleStopAfterCurrent()
      return .notice(.stopsAfterCurrent(model.queue.stopsAfterCurrent))
    // The screen asks for the minutes.
    case .sleep: break
    }
    return unlessEmpty(.playback)
  }

  private func volume(after change: Void) -> Outcome {
    .player(.volume(model.levels.volume, isMuted: model.levels.isMuted))
  }

  private func balance(after change: Void) -> Outcome { .player(.balance(model.levels.balance)) }

  private func speed(after change: Void) -> Outcome { .player(.speed(model.speed)) }

  /// Returns an outcome that concerns the queue; if it has no tracks, that instead.
  package func unlessEmpty(_ outcome: Outcome) -> Outcome {
    model.queue.isEmpty ? .shown(.queue(.isEmpty)) : outcome
  }
}

// MARK: With an argument

package enum SeekTarget: Hashable, Sendable {
  /// By seconds; negative values seek back.
  case seconds(Int)
  /// To a position in seconds.
  case position(Double)
  /// To a part of the track, 0…1.
  case part(Double)
  /// To a chapter, from 1.
  case chapter(Int)
  /// By bars, or to one.
  case bars(BarCommand)

  /// Reads seconds with an optional sign, a time such as `1:30`, a percentage of the track, a chapter or bars.
  init?(_ text: String) {
    let words = text.split(separator: " ")
    if let bars = BarCommand(seek: text) {
      self = .bars(bars)
    } else if let percent = ArgumentText.percent(text, in: 0...100) {
      self = .part(percent / 100)
    } else if words.count == 2, words[0] == "chapter" {
      guard let number = Int(words[1]), ChapterMove.numbers.contains(number) else { return nil }
      self = .chapter(number)
    } else if text.contains(":") {
      guard let seconds = SeekTarget.seconds(ofTime: text) else { return nil }
      self = .position(seconds)
    } else {
      guard let seconds = Int(text), seconds != 0, seconds.magnitude <= 86_400 else { return nil }
      self = .seconds(seconds)
    }
  }

  /// Reads a position: a time such as `1:30`, or a number of seconds.
  init?(time text: String) {
    let isNumber = text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let position = isNumber ? UInt(text).map { Double($0) } : SeekTarget.seconds(ofTime: text)
    guard let seconds = position, seconds <= 86_400 else { return nil }
    self = .position(seconds)
  }

  /// Reads `1:30` or `1:02:03`.
  private static func seconds(ofTime text: String) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { UInt($0) }
    guard (2...3).contains(parts.count) else { return nil }
    var seconds = 0.0
    for (index, part) in parts.enumerated() {
      guard let part, part < (index == 0 ? SeekTarget.firstLimit : 60) else { return nil }
      seconds = seconds * 60 + Double(part)
    }
    return seconds
  }

  /// What the hours or minutes that begin a time are below.
  private static let firstLimit = 1_000

  private static func time(_ seconds: Int) -> String {
    let minutes = seconds / 60
    return minutes < firstLimit
      ? "\(minutes):\(seconds % 60)" : "\(minutes / 60):\(minutes % 60):\(seconds % 60)"
  }

  fileprivate var text: String {
    switch self {
    case .seconds(let seconds): "\(seconds)"
    case .position(let seconds): SeekTarget.time(Int(seconds))
    case .part(let part): "\(part * 100)%"
    case .chapter(let number): "chapter \(number)"
    case .bars(let command): command.text
    }
  }

  fileprivate var traits: CommandTraits {
    switch self {
    case .seconds: .repeats
    case .part: []
    case .position: .opensNothing
    case .chapter: .needsOwnPlayer
    case .bars(.seekBy): [.repeats, .keepsLayers, .needsOwnPlayer]
    case .bars(.seek), .bars(.loop): [.keepsLayers, .needsOwnPlayer]
    }
  }

  fileprivate var summary: String? {
    switch self {
    case .seconds(let seconds): "\(seconds < 0 ? "back" : "forward") \(abs(seconds)) s"
    case .bars(.seekBy(let count)):
      "\(count < 0 ? "back" : "forward") \(abs(count)) \(abs(count) == 1 ? "bar" : "bars")"
    case .position, .part, .chapter, .bars: nil
    }
  }
}

extension Command.Request {
  package static let seek = Argument<SeekTarget>(
    "seek", "TIME",
    "seek by seconds (30, -30) or bars (-4 bars), or to a position (1:30, 50%, bar 17, chapter 3)", .play,
    usual: [
      UsualValue("-5", .seconds(-5), "back 5 s", "left"),
      UsualValue("5", .seconds(5), "forward 5 s", "right"),
      UsualValue("-60", .seconds(-60), "back 60 s", "shift+left"),
      UsualValue("60", .seconds(60), "forward 60 s", "shift+right"),
      UsualValue("-1 bar", .bars(.seekBy(-1)), "back 1 bar", "alt+shift+left"),
      UsualValue("1 bar", .bars(.seekBy(1)), "forward 1 bar", "alt+shift+right"),
    ],
    read: { SeekTarget($0) }, text: \.text,
    plain: { if case .seconds(let seconds) = $0 { .seek(seconds) } else { nil } }, valueTraits: \.traits,
    valueSummary: \.summary
  ) { application, target, _ in
    switch target {
    case .seconds(let seconds): return application.seek(by: seconds)
    case .position(let seconds): return application.seek(to: seconds)
    case .part(let part): return application.seek(toPart: part)
    case .chapter(let number): return application.seek(.number(number))
    case .bars(let command):
      application.takes?.ranges.perform(command)
      return .done
    }
  }
  package static let volume = Argument<Decibels>(
    "volume", "DB", "set the volume in dB, -60 to 12, or in percent (80%)", .play,
    [.keepsLayers, .setsValue],
    read: { VolumeScale.level($0, in: PlayerModel.volumeRange) }, text: VolumeScale.text
  ) { application, level, _ in .value(after: application.model.setVolume(level)) }
  package static let speed = Argument<Double>(
    "speed", "FACTOR", "set the speed, 0.5 to 2", .play, [.keepsLayers, .setsValue, .needsOwnPlayer],
    read: { ArgumentText.number($0, in: PlayerModel.speedRange) }, text: { "\($0)" }
  ) { application, speed, _ in .value(after: application.model.setSpeed(speed)) }
  package static let transpose = Argument<Transposition>(
    "transpose", "SEMITONES", "change the pitch by -12 to 12 semitones (-5, -4.7), or by cents (+30 cents)",
    .play, [.keepsLayers, .setsValue, .needsOwnPlayer],
    read: { Transposition($0) }, text: \.text
  ) { application, transposition, _ in
    guard let songs = application.takes?.songs else {
      return .value(after: application.model.transpose(transposition))
    }
    return songs.transpose(transposition).map(Outcome.song) ?? .value
  }
  /// The steps from the middle towards the pads; negative towards the music.
  package static let balance = Argument<Int>(
    "balance", "STEPS",
    "set the balance, from -\(MixLevels.balanceSteps) (music) to \(MixLevels.balanceSteps) (pads)", .play,
    [.keepsLayers, .setsValue],
    read: { ArgumentText.integer($0, in: -MixLevels.balanceSteps...MixLevels.balanceSteps) },
    text: { "\($0)" }
  ) { application, steps, _ in
    .value(after: application.model.changeBalance(by: steps - application.model.levels.balance))
  }
  package static let sleep = Argument<Int>(
    "sleep", "MINUTES", "pause after minutes, 0 to end the sleep timer", .play,
    read: { ArgumentText.integer($0, in: PlayerModel.sleepMinutes) }, text: { "\($0)" }
  ) { application, minutes, _ in application.sleep(afterMinutes: minutes) }
  package static let open = Argument<String>(
    "open", "PATH", "play a file, a folder or a playlist next", .play,
    [.takesPath, .needsOwnPlayer]
  ) { application, path, _ in .value(after: application.program.open(path)).awaits(.noticeOrChange) }
  package static let add = Argument<String>(
    "add", "PATH", "add a file, a folder or a playlist at the end of the queue", .play,
    [.takesPath, .needsOwnPlayer]
  ) { application, path, _ in
    application.program.insert(FilePath(path).expandingHome, at: .end, playing: false)
    return .value.awaits(.noticeOrChange)
  }
  package static let load = Argument<String>(
    "load", "PATH", "replace the queue by a file, a folder or a playlist, and play it", .play,
    [.takesPath, .needsOwnPlayer]
  ) { application, path, _ in
    application.program.insert(FilePath(path).expandingHome, at: .instead, playing: true)
    return .value.awaits(.noticeOrChange)
  }
  package static let attach = Argument<String>(
    "system", "PLAYER", "drum over another player, after a start with --system", .play,
    choices: { application, _ in application.program.playerNames }
  ) { application, player, _ in application.attach(to: player) }

  package static let shuffle = Argument<ShuffleMode>(
    "shuffle", "MODE", "play in list order (off), or at random: tracks, or albums, each in its own order",
    .play, [.keepsLayers, .setsValue, .needsOwnPlayer], read: { ShuffleMode(rawValue: $0) }, text: \.rawValue,
    choices: { _, _ in ShuffleMode.allCases.map(\.rawValue) }
  ) { application, mode, _ in .value(after: application.model.setShuffle(mode)) }
  package static let `repeat` = Argument<RepeatMode>(
    "repeat", "MODE", "repeat the track (one), the queue (all), the album of the track, or nothing (off)",
    .play, [.keepsLayers, .setsValue, .needsOwnPlayer], read: { RepeatMode(rawValue: $0) }, text: \.rawValue,
    choices: { _, _ in RepeatMode.allCases.map(\.rawValue) }
  ) { application, mode, _ in .value(after: application.model.setRepeat(mode)) }

  static let ofPlayback: [any ArgumentCommand] = [
    seek, volume, speed, transpose, balance, sleep, shuffle, `repeat`, open, add, load, attach,
  ]
}
