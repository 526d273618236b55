import AudioBase
import MusicLibrary
import Player
import TerminalKit

extension ScreenContent {
  /// All that the screen shows of the player now.
  ///
  /// - Parameter pads: the pads of the kit, with the keys that strike them.
  @MainActor
  package init(_ model: PlayerModel, _ state: ScreenState, pads: [PadContent], keys: KeyMap, now: HostTime) {
    self.init()
    song = model.nowPlaying.map(Song.init)
    playback = Playback(model.playbackState)
    isQueueEmpty = model.queue.isEmpty
    elapsed = model.nowPlaying.map { _ in Int(model.elapsed) }
    total = model.duration.map { Int($0) }
    volume = model.volume.value
    isMuted = model.isMuted
    isShuffled = model.queue.isShuffled
    repeatMode = RepeatMode(model.queue.repeatMode)
    speed = model.speed
    balance = Balance(
      music: model.levels.music(balance: model.balance).value,
      pads: model.levels.pads(balance: model.balance).value)
    self.pads = ScreenContent.lit(pads, model)
    queue = QueueContent(model.queue, state)
    device = model.output.map(ScreenContent.text) ?? ""
    message = model.notice.map { notice in
      let age = state.noticeTime.map { Int(now.seconds(since: $0)) }
      return Message(NoticeText.sentence(notice), NoticeText.severity(notice), age: age)
    }
    hints = KeyHint.list(keys)
    prompt = state.prompt
    isNaming = state.isNaming
    if state.isHelpOpen {
      var content = HelpContent(keys)
      content.first = min(state.firstHelpEntry, max(content.entries.count - 1, 0))
      help = content
    }
  }

  @MainActor
  private static func lit(_ pads: [PadContent], _ model: PlayerModel) -> [PadContent] {
    pads.enumerated().map { index, pad in
      var pad = pad
      pad.isLit = model.soundingPads & (1 << UInt64(index)) != 0
      pad.velocity = model.lastVelocities[index]
      return pad
    }
  }

  /// `48 kHz · latency 6.3 ms · 0 xruns`
  private static func text(_ output: OutputStatus) -> String {
    let rate = tenths(Double(output.format.sampleRate.hertz) / 1000)
    let latency = tenths(output.latency * 1000)
    let name = output.name == "alsa" ? "" : "\(output.name) · "
    return "\(name)\(rate) kHz · latency \(latency) ms · \(output.xruns) xrun\(output.xruns == 1 ? "" : "s")"
  }

  /// One decimal place, none where it is 0.
  private static func tenths(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}

extension ScreenContent.Song {
  /// What the file says of itself, and nothing else.
  fileprivate init(_ item: QueueItem) {
    let track = item.track
    self.init(
      title: item.title, artist: item.artist, album: track?.album, details: track.map(Self.details) ?? [])
  }

  private static func details(_ track: Track) -> [String] {
    let number = track.trackNumber.map { number in
      "track \(number)" + (track.trackTotal.map { "/\($0)" } ?? "")
    }
    return [number, track.date, track.genre].compactMap { $0 }
  }
}

extension ScreenContent.Playback {
  fileprivate init(_ state: PlaybackState) {
    self =
      switch state {
      case .stopped: .stopped
      case .playing: .playing
      case .paused: .paused
      case .interrupted: .interrupted
      case .seekingForward: .seekingForward
      case .seekingBackward: .seekingBackward
      }
  }
}

extension ScreenContent.RepeatMode {
  fileprivate init(_ mode: Player.RepeatMode) {
    self =
      switch mode {
      case .off: .off
      case .one: .one
      case .all: .all
      }
  }
}

extension QueueContent {
  /// The rows that fit the screen. The sum of the lengths is given only where all are known.
  fileprivate init(_ queue: PlayQueue, _ state: ScreenState) {
    let height = MainScreen.queueRows(in: state.size)
    let end = min(state.firstRow + height, queue.items.count)
    let shown = state.firstRow < end ? state.firstRow..<end : 0..<0
    self.init(
      count: queue.items.count, duration: queue.duration.map { Int($0) }, first: state.firstRow,
      rows: shown.map { index in
        Row(queue.items[index], number: index + 1, isCurrent: queue.items[index].id == queue.currentID)
      },
      selection: (state.selection ?? queue.currentID).flatMap { queue.index(of: $0) })
  }
}

extension QueueContent.Row {
  fileprivate init(_ item: QueueItem, number: Int, isCurrent: Bool) {
    self.init(
      number: number, title: item.title, artist: item.artist, duration: item.duration.map { Int($0) },
      isCurrent: isCurrent, failure: item.failure.map(ErrorText.shortReason))
  }
}
