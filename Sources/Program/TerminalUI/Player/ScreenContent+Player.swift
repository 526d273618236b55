import Application
import AudioBase
import Player
import SystemBase
import TerminalKit

@MainActor extension ScreenContent {
  init(_ screen: PlayerScreen, now: HostTime) {
    self.init(moving: screen, now: now, pads: screen.namedPads(at: now))
    addTrack(screen, at: now)
    addSettings(screen.model)
    device = screen.deviceTexts(at: now)
    mixerNote = MixerText.changedSinceTake(screen.application)
    trainer = screen.takes?.trainer.progress
    queue = screen.queueContent
    direction = screen.direction
    arrangedPanes = screen.state.panes
    overlay = screen.session.coveringLayer?.content(on: screen, at: now)
    take = screen.takes.map(TakeContent.init)
    take?.input = screen.inputMeter.reading
    addMessages(screen, at: now)
    addField(screen)
    addLibrary(screen)
    addHints(screen)
  }

  private mutating func addTrack(_ screen: PlayerScreen, at now: HostTime) {
    let model = screen.model
    let free = screen.takes?.free.view(at: now)
    song =
      free.map { Song(title: $0.name, artist: "a take without a track") } ?? model.nowPlaying.map(Song.init)
    isQueueEmpty = model.queue.isEmpty
    recordedSeconds = screen.recordedSeconds
    (hasArtwork, hasCover) = (screen.sound.hasArtwork(), screen.hasCover)
    // A take without a track has no picture, as a track without one.
    artwork = screen.artwork(of: free == nil ? model.nowPlaying : nil)
  }

  private mutating func addSettings(_ model: PlayerModel) {
    volume = model.levels.volume
    isMuted = model.levels.isMuted
    isShuffled = model.queue.isShuffled
    shufflesAlbums = model.queue.shufflesAlbums
    isConsuming = model.queue.consumeMode != .off
    stopsAfterCurrent = model.queue.stopsAfterCurrent
    sleepMinutes = model.sleepMinutesLeft
    repeatMode = model.queue.repeatMode
    speed = model.speed
    transposition = model.transposition
    balance = Balance(
      music: model.levels.mix.music(balance: model.levels.balance).value,
      pads: model.levels.mix.pads(balance: model.levels.balance).value,
      isCentred: model.levels.balance == 0)
    isSilent = model.output.flatMap(OutputText.silence) != nil
  }

  private mutating func addMessages(_ screen: PlayerScreen, at now: HostTime) {
    let state = screen.application.state
    unreadErrors = state.notices.unreadErrors
    noticesKey = screen.keys.label(.program(.notices))
    message =
      state.question.map { MessageContent(QuestionText.sentence($0, screen.keys), .warning, isNew: true) }
      ?? screen.message(at: now)
  }

  private mutating func addField(_ screen: PlayerScreen) {
    isQueueFiltered = screen.state.filter != nil
    guard let field = screen.session.field, let view = screen.session.layers.last else { return }
    (prompt, promptName, promptNote) = (field.text, view.fieldName, view.fieldNote)
    (promptCursor, isPromptNoteError) = (field.cursor, field.choices.isEmpty)
    isPromptSelected = field.isSelected
    promptHints = view.hints(screen.keys)
  }

  /// Adds the panel that has the focus, and the keys. Called when the library has been added.
  private mutating func addHints(_ screen: PlayerScreen) {
    let state = screen.state
    panel = state.panel
    mode = state.mode
    panelKey = screen.keys.label(.program(.nextPanel)) ?? ""
    if isQueueEmpty { emptyHint = ScreenContent.emptyHint(screen) }
    hints = ScreenContent.hints(screen)
  }

  private static func hints(_ screen: PlayerScreen) -> [KeyHint] {
    if screen.state.mode.isLocked { return KeyHint.locked(screen.keys) }
    if screen.application.state.question != nil { return KeyHint.question(screen.keys) }
    if let own = screen.session.coveringLayer?.hints(screen.keys) { return own }
    if !screen.session.hasLibraryFocus { return KeyHint.list(screen.keys, screen.context) }
    return screen.session.isOffering
      ? KeyHint.beginning(screen.keys, screen.context) : KeyHint.libraryList(screen.keys, screen.context)
  }

  /// Returns the hint for adding music to an empty queue.
  private static func emptyHint(_ screen: PlayerScreen) -> String {
    let toMusic: ([Command], String) =
      screen.session.hasLibraryFocus
      ? ([.list(.activate)], "chooses below") : ([.program(.nextPanel)], "shows your music")
    return KeyHint.hints([toMusic, ([.library(.pick)], "finds a song")], screen.keys)
      .map { "\($0.keys) \($0.text)" }.joined(separator: ", ")
  }

  /// Creates what moves. Without `pads`, they have the names and keys of the last drawing.
  init(moving screen: PlayerScreen, now: HostTime, pads: [PadContent]? = nil) {
    self.init()
    let model = screen.model
    elapsed = model.nowPlaying.map { _ in ShownText.wholeSeconds(model.elapsed) }
    total = model.duration.map(ShownText.wholeSeconds)
    bar = screen.takes?.ranges.bar
    chapter = ChapterText.current(screen.application) ?? screen.takes?.songs.current
    marks = screen.takes?.songs.shares.map { SongTick($0.start, $0.name) } ?? []
    playback = model.playbackState
    // A seek lasts until the server has sent what is heard next.
    let isAwaited = [.buffering, .seekingForward, .seekingBackward].contains(playback)
    awaitedHost = isAwaited ? model.nowPlaying?.location.address?.host : nil
    waveform = model.nowPlaying.flatMap { screen.sound.waveform?($0) }
    if let free = screen.takes?.free.view(at: now) {
      (waveform, chapter, marks) = (nil, nil, [])
      elapsed = ShownText.wholeSeconds(free.seconds)
      total = free.total.map(ShownText.wholeSeconds)
      bar = free.bar
      (playback, awaitedHost) = (free.isRunning ? .playing : .stopped, nil)
    }
    timeDisplay = screen.state.timeDisplay
    bank = screen.application.state.bank
    self.pads = pads ?? screen.movedPads(at: now)
    padsNote = model.output.flatMap(OutputText.silence).map { "silent: \($0)" }
    // Hidden parts are not animated.
    if !screen.layout[.meters].isEmpty { meters = screen.sound.meter(.master) }
    loop = screen.takes?.ranges.loopShares
    panes = screen.paneContents(at: now)
    spectrum = screen.shownSpectrum
  }
}

extension PlayerScreen {
  /// Returns the texts of the output in the header; none without an output. A listener is not told the usual latency.
  func deviceTexts(at now: HostTime) -> [String] {
    let isListening = state.mode.shown == .listen
    return model.output.map { OutputText.header($0, at: now, omitsUsual: isListening) } ?? []
  }

  /// Returns the pads that are shown. A place without a pad in front of another one is empty.
  fileprivate func namedPads(at now: HostTime) -> [PadContent] {
    let (numbers, bank) = (shownPads, application.state.bank)
    let struck = bank.pads
    let count = (numbers.lastIndex { pads.indices.contains($0 - 1) } ?? -1) + 1
    let named = numbers.prefix(count).map { number in
      guard pads.indices.contains(number - 1) else { return PadContent(name: "") }
      var pad = pads[number - 1]
      if struck.contains(number) { pad.key = padKey(number) }
      pad.isSoft = bank.isSoft
      return pad
    }
    return moved(named.withChokedKeys, numbers, at: now)
  }

  /// Returns the pads of the last drawing as they are now. Their names and keys change only with a drawing of everything.
  func movedPads(at now: HostTime) -> [PadContent] {
    let numbers = shownPads
    guard drawing.padNumbers == numbers, shown.bank == application.state.bank else {
      return namedPads(at: now)
    }
    return moved(shown.pads, numbers, at: now)
  }

  private func moved(_ named: [PadContent], _ numbers: [Int], at now: HostTime) -> [PadContent] {
    var named = named
    for (index, number) in zip(named.indices, numbers) where pads.indices.contains(number - 1) {
      move(&named[index], number, at: now)
    }
    return named
  }

  private func move(_ pad: inout PadContent, _ number: Int, at now: HostTime) {
    pad.isLit = model.isSounding(number)
    pad.velocity = model.pads.velocities[number - 1]
    pad.glow = animations.glow(number, at: now)
    pad.lateness = takes?.practice.lateness[number].map { Int(($0 * 1_000).rounded()) }
  }

  /// What `activate` would do, and whether a recording runs.
  var context: KeyHint.Context {
    var context = KeyHint.Context()
    context.isRecording = takes?.recording.isActive ?? false
    context.isListening = state.mode.shown == .listen
    context.isFiltered =
      session.hasLibraryFocus ? libraryPanel?.browser.level.filter.isEmpty == false : state.filter != nil
    context.playlist = session.hasLibraryFocus ? libraryPanel?.playlistCommands ?? [] : []
    context.hasLinkedLists = libraryPanel?.showsLinkedLists ?? false
    context.activate = session.hasLibraryFocus ? libraryAction : model.queue.isEmpty ? nil : "play"
    return context
  }

  private var libraryAction: String? {
    guard let library = libraryPanel else { return nil }
    if session.isOffering {
      return if case .scan = session.selectedOffer(library.controller) { "scan" } else { "choose" }
    }
    let level = library.browser.level
    switch level.selected {
    case nil: return nil
    case .place where level.marks.isEmpty && !library.browser.isLinked: return "open"
    case .place, .track, .entry: return "play"
    }
  }

  /// Returns the picture of a track in the size of its place; nil for that of tracks without one.
  fileprivate func artwork(of track: QueueItem?) -> Picture? {
    guard let ask = sound.artwork else { return nil }
    let place = layout[.artwork]
    return place.isEmpty ? nil : ask(track, place.size)
  }
}

extension ScreenContent.Song {
  init(_ item: QueueItem) {
    let track = item.tags
    self.init(
      title: item.title, artist: item.artist, album: track?.album, details: track.map(Self.details) ?? [])
  }

  private static func details(_ track: TrackInfo) -> [String] {
    let number = track.numberText.map { number in
      "track \(number)" + (track.trackTotal.map { "/\($0)" } ?? "")
    }
    return [number, track.date, track.genre].compactMap { $0 }
  }
}
