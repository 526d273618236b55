import Application
import AudioBase
import Player
import SystemBase
import TerminalKit

extension ScreenContent {
  /// The content of the screen now.
  @MainActor
  init(_ screen: PlayerScreen, now: HostTime) {
    self.init(moving: screen, now: now)
    addTrack(screen)
    addSettings(screen.model)
    queue = screen.queueContent
    direction = screen.direction
    overlay = screen.overlay(at: now)
    take = screen.takes.map(TakeContent.init)
    take?.input = screen.inputMeter.reading
    addMessages(screen, at: now)
    addPrompt(screen.state)
    hints = KeyHint.list(screen.keys, screen.situation)
    addLibrary(screen)
    addHints(screen)
  }

  @MainActor
  private mutating func addTrack(_ screen: PlayerScreen) {
    let model = screen.model
    song = model.nowPlaying.map(Song.init)
    playback = Playback(model.playbackState)
    isQueueEmpty = model.queue.isEmpty
    recordedSeconds = screen.recordedSeconds
    hasArtwork = screen.sound.hasArtwork()
    artwork = screen.artwork
  }

  @MainActor
  private mutating func addSettings(_ model: PlayerModel) {
    volume = model.volume
    isMuted = model.isMuted
    isShuffled = model.queue.isShuffled
    isConsuming = model.queue.consumeMode != .off
    stopsAfterCurrent = model.queue.stopsAfterCurrent
    sleepMinutes = model.sleepMinutesLeft
    repeatMode = RepeatMode(model.queue.repeatMode)
    speed = model.speed
    balance = Balance(
      music: model.levels.music(balance: model.balance).value,
      pads: model.levels.pads(balance: model.balance).value)
    device = model.output.map(OutputText.header) ?? []
    isSilent = model.output.flatMap(OutputText.silence) != nil
  }

  @MainActor
  private mutating func addMessages(_ screen: PlayerScreen, at now: HostTime) {
    let state = screen.state
    unreadErrors = state.notices.unreadErrors
    noticesKey = screen.keys.label(.program(.notices))
    message =
      state.question.map { MessageContent(QuestionText.sentence($0, screen.keys), .warning) }
      ?? screen.message(at: now)
  }

  private mutating func addPrompt(_ state: ApplicationState) {
    isQueueFiltered = state.filter != nil
    guard let open = state.prompt else { return }
    (prompt, promptName) = (open.text, PromptText.name(open.purpose))
    promptNote = PromptText.note(open)
    promptHints = PromptText.hints(open.purpose)
  }

  /// Adds the panel that has the focus, and the keys. Called when the library has been added.
  @MainActor
  private mutating func addHints(_ screen: PlayerScreen) {
    let state = screen.state
    panel = Panel(state.panel)
    isLocked = state.isLocked
    panelKey = screen.keys.label(.program(.nextPanel)) ?? ""
    emptyHint = ScreenContent.emptyHint(screen)
    if let own = KeyHint.overlay(overlay, screen.keys) { hints = own }
    if case .help(let help) = overlay { helpDetail = help.detail(screen.keys) }
    if state.question != nil { hints = KeyHint.question(screen.keys) }
    if isLocked { hints = KeyHint.locked(screen.keys) }
  }

  /// How to add music to an empty queue.
  @MainActor
  private static func emptyHint(_ screen: PlayerScreen) -> String {
    let toMusic: ([Command], String) =
      screen.application.hasLibraryFocus
      ? ([.list(.activate)], "chooses below") : ([.program(.nextPanel)], "shows your music")
    return KeyHint.hints([toMusic, ([.library(.pick)], "finds a song")], screen.keys)
      .map { "\($0.keys) \($0.text)" }.joined(separator: ", ")
  }

  /// The moving parts of the screen.
  @MainActor
  init(moving screen: PlayerScreen, now: HostTime) {
    self.init()
    let model = screen.model
    elapsed = model.nowPlaying.map { _ in ShownText.wholeSeconds(model.elapsed) }
    total = model.duration.map(ShownText.wholeSeconds)
    timeDisplay = screen.state.timeDisplay
    bank = screen.state.bank
    pads = bank.pads.compactMap { screen.pad($0, at: now) }
    padsNote = model.output.flatMap(OutputText.silence).map { "silent: \($0)" }
    meters = screen.sound.meters?()
    loop = screen.takes?.loopShares
    waveform = model.nowPlaying.flatMap { screen.sound.waveform?($0) }
    if screen.state.showsSpectrum { spectrum = screen.sound.spectrum?(screen.layout[.waveform].width / 2) }
  }
}

extension PlayerScreen {
  /// Returns a pad with its state; nil if the kit has no pad of this number.
  fileprivate func pad(_ number: Int, at now: HostTime) -> PadContent? {
    guard pads.indices.contains(number - 1) else { return nil }
    var pad = pads[number - 1]
    pad.isLit = model.isSounding(number)
    pad.velocity = model.lastVelocities[number - 1]
    pad.glow = motion.glow(number, at: now)
    return pad
  }

  /// What `activate` would do, and whether a recording runs.
  var situation: KeyHint.Situation {
    var situation = KeyHint.Situation()
    situation.isRecording = takes?.isRecording ?? false
    situation.activate = application.hasLibraryFocus ? libraryAction : model.queue.isEmpty ? nil : "play"
    return situation
  }

  private var libraryAction: String? {
    guard let library else { return nil }
    if library.stage == .empty || library.stage == .closed {
      let offers = LibraryOffer.list(library)
      return if case .scan = offers[min(max(state.offer, 0), offers.count - 1)] { "scan" } else { "choose" }
    }
    let level = library.browser.level
    switch level.selected {
    case nil: return nil
    case .place where level.marks.isEmpty: return "open"
    case .place, .track, .entry: return "play"
    }
  }

  /// The picture of the track in the size of its place.
  fileprivate var artwork: Picture? {
    guard let ask = sound.artwork else { return nil }
    let place = layout[.artwork]
    return place.isEmpty ? nil : ask(model.nowPlaying, place.size)
  }

  fileprivate func overlay(at now: HostTime) -> ScreenContent.Overlay? {
    switch state.overlay {
    case nil: return nil
    case .notices:
      let messages = state.notices.entries.reversed().map { MessageContent($0, keys, now: now) }
      return .notices(NoticesContent(messages, selection: state.noticeSelection))
    case .help: return .help(help)
    case .picker:
      return library.flatMap { library in
        library.picking.map {
          .picker(
            ListContent(
              $0, library.columns, width: PickerOverlay.width(layout.overlay), rows: pickerRows,
              playing: model.nowPlaying?.location))
        }
      }
    case .palette:
      return .palette(PaletteContent(application.paletteEntries, selection: state.paletteSelection, keys))
    case .lyrics: return .lyrics(LyricsContent(application, rows: LyricsOverlay.rows(layout.overlay)))
    case .trackInfo: return trackInfo.map { .trackInfo($0) }
    case .export: return application.exports?.form.map { .tagForm(TagFormContent($0)) }
    case .tagForm: return application.tags?.form.map { .tagForm(TagFormContent($0)) }
    case .kits:
      return application.kits.flatMap { kits in
        kits.list.map { .kits(KitListContent($0, loaded: kits.loaded?.path)) }
      }
    case .devices:
      return application.devices.flatMap { devices in
        devices.picker.map { .devices(DeviceListContent($0, use: devices.use)) }
      }
    case .padForm: return application.kits?.editor.map { .padForm(padForm($0)) }
    case .takes: return takes.map { .takes(TakeListContent($0, selection: application.takeSelection)) }
    }
  }

  private func padForm(_ editor: PadEditor) -> PadFormContent {
    let key = pads.indices.contains(editor.number - 1) ? pads[editor.number - 1].key : ""
    var content = PadFormContent(editor, key: key)
    let undo = keys.label(.take(.undo)).map { ["\($0) undo"] } ?? []
    let save = keys.label(.queue(.save)).map { ["\($0) save"] } ?? []
    content.hints = ["← → change", "Enter type"] + save + ["Esc leave"] + undo + ["Del default"]
    return content
  }

  var trackInfo: TrackInfoContent? {
    guard let details = state.trackInfo else { return nil }
    var content = TrackInfoContent(details)
    content.selection = min(state.trackInfoSelection, max(content.fields.count - 1, 0))
    return content
  }

  var help: HelpContent {
    var content = HelpContent(keys, search: state.helpSearch)
    content.selection = min(state.helpSelection, max(content.entries.count - 1, 0))
    content.keyEdit = state.keyEdit
    return content
  }
}
