import Application
import AudioBase
import Player
import SystemBase
import TerminalKit

extension ScreenContent {
  /// All that the screen shows of the player now.
  @MainActor
  init(_ screen: PlayerScreen, now: HostTime) {
    self.init(moving: screen, now: now)
    let (model, state) = (screen.model, screen.state)
    song = model.nowPlaying.map(Song.init)
    playback = Playback(model.playbackState)
    isQueueEmpty = model.queue.isEmpty
    let toMusic: ([Command], String) =
      screen.application.hasLibraryFocus ? ([.activate], "chooses below") : ([.nextPanel], "shows your music")
    emptyHint = KeyHint.hints([toMusic, ([.library(.pick)], "finds a song")], screen.keys).map {
      "\($0.keys) \($0.text)"
    }.joined(separator: ", ")
    volume = model.volume.value
    isMuted = model.isMuted
    isShuffled = model.queue.isShuffled
    repeatMode = RepeatMode(model.queue.repeatMode)
    speed = model.speed
    balance = Balance(
      music: model.levels.music(balance: model.balance).value,
      pads: model.levels.pads(balance: model.balance).value)
    queue = screen.queueContent
    direction = screen.direction
    panel = Panel(state.panel)
    isLocked = state.isLocked
    device = model.output.map(ScreenContent.text) ?? ""
    message =
      state.question.map { Message(QuestionText.sentence($0, screen.keys), .warning) }
      ?? screen.message(at: now)
    hints = KeyHint.list(screen.keys)
    hasArtwork = screen.sound.hasArtwork()
    artwork = screen.artwork
    overlay = screen.overlay(at: now)
    if let open = state.prompt {
      (prompt, promptName) = (open.text, PromptText.name(open.purpose))
      promptNote = PromptText.note(open)
      promptHints = PromptText.hints(open.purpose)
    }
    addLibrary(screen)
    panelKey = screen.keys.keys(for: .nextPanel).first?.label ?? ""
    if let own = KeyHint.overlay(overlay, screen.keys) { hints = own }
    if isLocked { hints = KeyHint.locked(screen.keys) }
    take = screen.takes.map(TakeContent.init)
  }

  /// What of it moves by itself.
  @MainActor
  init(moving screen: PlayerScreen, now: HostTime) {
    self.init()
    let model = screen.model
    elapsed = model.nowPlaying.map { _ in ShownText.wholeSeconds(model.elapsed) }
    total = model.duration.map(ShownText.wholeSeconds)
    pads = screen.pads.enumerated().map { index, pad in
      var pad = pad
      pad.isLit = model.soundingPads & (1 << UInt64(index)) != 0
      pad.velocity = model.lastVelocities[index]
      pad.glow = screen.motion.glow(index, at: now)
      return pad
    }
    meters = screen.sound.meters?()
    waveform = model.nowPlaying.flatMap { screen.sound.waveform?($0) }
    if screen.state.showsSpectrum { spectrum = screen.sound.spectrum?(screen.layout[.waveform].width / 2) }
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

extension PlayerScreen {
  /// The picture of the track, as large as its place.
  fileprivate var artwork: Picture? {
    guard let ask = sound.artwork else { return nil }
    let place = layout[.artwork]
    return place.isEmpty ? nil : ask(model.nowPlaying, place.size)
  }

  fileprivate func overlay(at now: HostTime) -> ScreenContent.Overlay? {
    switch state.overlay {
    case nil: return nil
    case .notices:
      let messages = state.notices.entries.reversed().map { ScreenContent.Message($0, keys, now: now) }
      return .notices(NoticesContent(messages, first: state.firstNotice))
    case .help: return .help(help)
    case .picker:
      return library?.picking.map {
        .picker(
          ListContent(
            $0, rows: PickerOverlay.rows(layout.overlay), playing: model.nowPlaying.map { TrackLocation($0) })
        )
      }
    case .takes: return takes.map { .takes(TakeListContent($0, selection: state.takeSelection)) }
    }
  }

  var help: HelpContent {
    var content = HelpContent(keys, search: state.helpSearch)
    content.selection = min(state.helpSelection, max(content.entries.count - 1, 0))
    content.rebinding = state.rebinding
    return content
  }
}
