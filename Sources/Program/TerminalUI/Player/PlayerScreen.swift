import Application
import AudioBase
import Controls
import Librarian
import Player
import Studio
import SystemBase
import TerminalKit

/// Draws the state of the application on the screen, and turns the mouse into requests.
@MainActor
package final class PlayerScreen {
  package let session: ScreenSession
  package let bindings: KeyBindings
  /// The pads of the kit, pad 1 first.
  package var pads: [PadContent] { didSet { if pads != oldValue { onChange?() } } }
  package var theme: Theme { didSet { if theme != oldValue { onChange?() } } }
  /// The keyboard, by which the keys of the instrument are chosen.
  package var padKeys = PadKeys.qwerty
  /// Whether the title of the terminal is that of the track.
  package var setsTitle = true { didSet { if setsTitle != oldValue { onChange?() } } }
  package var direction: LayoutDirection { didSet { if direction != oldValue { onChange?() } } }
  package var sound = SoundViews()
  /// Called if the screen must be drawn for a reason other than an observed change.
  package var onChange: (@MainActor () -> Void)?
  /// Called instead if only the selection of a list has changed.
  package var onSelect: (@MainActor () -> Void)?
  var drawing = LastDrawing()
  var inputMeter = InputMeter()
  var animations = AnimationSchedule()
  /// The layers of panes while they are not open.
  var paneLayers: [MainLayout.Place: ScreenLayer] = [:]
  /// The first row of the queue that is shown.
  var firstRow = 0
  /// Whether the terminal's window has the keyboard focus.
  var hasFocus = true
  /// Whether a terminal shows the screen.
  package var isShown = true { didSet { followMix() } }
  private var followsMix = false
  private var subscription: EventStream<Application.Change>.Subscription?

  /// - Parameter pads: the pads of the kit, pad 1 first.
  package init(
    session: ScreenSession, bindings: KeyBindings, pads: [PadContent], theme: Theme,
    direction: LayoutDirection = .leftToRight
  ) {
    (self.session, self.bindings, self.theme) = (session, bindings, theme)
    (self.direction, self.pads) = (direction, pads)
    subscription = session.application.changes.subscribe { [weak self] in self?.receive($0) }
  }

  package var application: Application { session.application }
  var model: PlayerModel { application.model }
  var state: ScreenState { session.state }
  var keys: KeyMap { bindings.map }
  var takes: TakeController? { application.takes }
  var library: LibraryController? { application.library }
  var libraryPanel: LibraryPanel? { session.libraryPanel }
  // Reading a part copies nothing else.
  var shown: ScreenContent { _read { yield drawing.content } }
  package var layout: MainLayout { _read { yield drawing.layout } }

  private func receive(_ change: Application.Change) {
    switch change {
    case .state:
      session.layer(HelpLayer.self)?.list(keys)
      followMix()
      onChange?()
    case .selection: onSelect?()
    }
  }

  /// Enables the copy of the mix for the spectrum while the spectrum is visible.
  private func followMix() {
    let isNeeded = isShown && state.showsSpectrum
    guard followsMix != isNeeded else { return }
    followsMix = isNeeded
    sound.followMix(isNeeded)
  }

  package func draw(on surface: inout Surface) {
    drawing.size = surface.size
    inputMeter.follow(application.input, at: .now)
    scrollToSelection()
    let content = ScreenContent(self, now: .now)
    drawing.padNumbers = shownPads
    drawing.draw(content, inputMeter.reading, theme, on: &surface)
    animations.drawn(content, isCovered: !showsPads)
  }

  /// The title for the terminal: those of the track and its artist; nil for the terminal's own.
  package var title: String? {
    guard setsTitle else { return nil }
    guard let track = model.nowPlaying else { return "DrumDub" }
    return drawing.title(of: [track.title, track.artist].compactMap { $0 })
  }

  var showsPads: Bool {
    !isCovered || shown.overlay?.leavesPadsVisible == true && layout.besidePads != nil
  }

  /// Whether a layer covers the panels, and is not in a pane of its own.
  var isCovered: Bool { session.coveringLayer != nil && shown.overlay.map(layout.hasPane) != true }

  /// Returns the areas where the mouse hits pads; none under a layer.
  package func padTargets(on surface: Surface) -> PadTargets {
    guard showsPads else { return PadTargets() }
    // Pads are not mirrored, since hands are not.
    let (area, shown) = (surface.mirrored(layout[.pads]), shownPads)
    let places = area.isEmpty ? [] : PadGrid.places(of: shown.count, layout.sizeClass, in: area)
    return PadTargets(places, numbers: shown)
  }

  /// Returns the key that strikes a pad while its bank is chosen; empty without one.
  func padKey(_ number: Int) -> String {
    keys.label(.pad(application.state.bank.key(ofPad: number), .plain)) ?? ""
  }

  /// The numbers of the pads that are shown: those that the keys strike, and beside them another bank if large pads leave
  /// room for it.
  var shownPads: [Int] {
    var bank = application.state.bank
    if state.mode.shown == .drum, PadGrid.hasRoomForTwoBanks(in: layout[.pads]) { bank.rows = 2 }
    return bank.pads
  }

  /// Returns the keys and the strings of the instrument's screen; nil while it is not the highest layer that covers the
  /// panels.
  package func instrumentKeys(on surface: Surface) -> InstrumentKeys? {
    guard let layer = session.coveringLayer as? InstrumentLayer else { return nil }
    let place = InstrumentLayout(in: layout.overlay).strings
    return InstrumentKeys(padKeys, chord: layer.instrument.chord, strings: surface.mirrored(place))
  }

  /// Whether the track that plays has a picture of its own. Asked for only where the layout depends on it.
  var hasCover: Bool {
    state.mode.shown == .listen && takes?.free.view(at: model.now()) == nil
      && model.nowPlaying.map(sound.hasCover) ?? false
  }

  private var parts: MainLayout.Parts {
    var parts = MainLayout.Parts()
    (parts.hasArtwork, parts.hasCover) = (sound.hasArtwork(), hasCover)
    parts.hasTakes = takes?.isShown ?? false || inputMeter.reading != nil
    parts.panel = state.panel
    parts.hasLibrary = library?.isShown ?? false
    parts.hasLinkedLists = parts.hasLibrary && libraryPanel?.showsLinkedLists ?? false
    parts.hasUnreadErrors = application.state.notices.unreadErrors > 0
    (parts.layout, parts.panes, parts.openedPane) = (state.mode.shown, state.panes, openedPane)
    parts.isListNeeded = session.field != nil || state.filter != nil
    return parts
  }

  /// The number of rows of the queue that fit the screen.
  var listRows: Int { max(layout[.queue].height - (hasQueueTitles ? 2 : 1), 0) }
  var libraryRows: Int {
    let height = layout[.library].height
    if libraryPanel?.showsLinkedLists == true { return max(height - 1, 0) }
    return LibraryColumns.rows(libraryPanel?.browser.level, height: height)
  }

  /// The indices of the visible linked lists; empty if there are none.
  var shownLinkedLists: Range<Int> {
    guard let panel = libraryPanel, panel.showsLinkedLists else { return 0..<0 }
    let browser = panel.browser
    return LinkedListsLayout.shown(
      browser.levels.count, focus: browser.focus, width: layout[.library].width)
  }

  var pickerRows: Int { PickerContent.rows(libraryPanel?.picking?.list.level, layout.overlay) }

  /// The columns of the queue; none while it has no rows.
  private var queueColumns: [LibraryColumn] {
    state.rowCount(of: model.queue) > 0 ? libraryPanel?.columns ?? LibraryColumn.standard : []
  }

  private var hasQueueTitles: Bool {
    !queueColumns.isEmpty && LibraryColumns.hasTitles(height: layout[.queue].height)
  }

  var queueContent: ListContent {
    let columns = queueColumns
    var list = ListContent(
      model.queue, state, columns, first: firstRow, rows: listRows, next: model.upcoming
    ) {
      library?.entry(of: $0)
    }
    list.fit(
      LibraryColumns.list(columns), width: layout[.queue].width,
      without: emptyQueueColumns(columns, list.rows))
    list.hasTitles = hasQueueTitles
    return list
  }

  /// Asks the library for the visible rows of the queue if a column shows what only the library has.
  private func lookUpQueue() {
    guard queueColumns.contains(where: \.isHistory) else { return }
    library?.show(queue: state.tracks(from: firstRow, rows: listRows, of: model.queue))
  }

  func scrollToSelection() {
    drawing.arrange(parts)
    var rows = ScreenState.VisibleRows()
    (rows.queue, rows.library) = (listRows, libraryRows)
    (rows.picker, rows.help) = (pickerRows, max(drawing.size.height - 6, 1))
    rows.lyrics = LyricsContent.rows(layout)
    rows.timelineColumns = TimelineLayout.columns(in: layout.area(of: .timeline))
    rows.lastPracticeRow = lastPracticeRow
    session.show(rows)
    session.show(hiddenPanes: layout.hiddenPanes)
    firstRow = ListContent.first(
      after: firstRow, selection: state.row(of: session.selected, in: model.queue),
      count: state.rowCount(of: model.queue), height: listRows)
    lookUpQueue()
  }

  /// The message about unsaved takes, which stays until they are saved, or the question for a music folder, while the
  /// panel that asks it is not shown.
  var standingMessage: MessageContent? {
    // This runs for every frame, so keys are looked up only for a message.
    guard let unsaved = takes?.list.unsaved, !unsaved.isEmpty else { return folderQuestion }
    let text = TakeText.standing(unsaved, keys)
    return text.map { MessageContent($0, .error) } ?? folderQuestion
  }

  private var folderQuestion: MessageContent? {
    guard let library, library.isShown, session.isOffering else { return nil }
    return layout[.library].height > 1 ? nil : MessageContent(LibraryText.folderQuestion(keys))
  }

  func message(at now: HostTime) -> MessageContent? {
    let log = application.state.notices
    let isNew = log.coveredUntil.map { now < $0 } ?? false
    if let progress = application.kits.progress, !isNew || log.last != .kit(.notHeardYet) {
      return MessageContent(PadText.sentence(progress))
    }
    if let standing = standingMessage, !isNew { return standing }
    return log.message(at: now).map { MessageContent($0, keys, now: now) }
  }
}

extension MessageContent {
  init(_ entry: NoticeLog.Entry, _ keys: KeyMap, now: HostTime) {
    self.init(
      NoticeText.sentence(entry.notice, keys), entry.notice.severity,
      age: Int(max(now.seconds(since: entry.time), 0)), isNew: entry.isNew(at: now))
  }
}

/// The sources of pictures, waveforms and meters. Each returns at once; the screen is drawn again when a missing one
/// has arrived. Main thread.
@MainActor
package struct SoundViews {
  /// Returns the picture of a track in at most this many cells; without a track, that of tracks without a picture.
  package var artwork: ((QueueItem?, Size) -> Picture?)?
  /// Whether there may be pictures.
  package var hasArtwork: () -> Bool = { false }
  /// Whether a track has a picture of its own, as far as that is known.
  package var hasCover: (QueueItem) -> Bool = { _ in false }
  package var waveform: ((QueueItem) -> WaveformContent?)?
  /// Returns the levels of ranges of equal length of a track in any detail: from a frame of the track at a sample rate, the
  /// frames of a range, and how many.
  package var peaks: ((QueueItem, Peaks) -> [WaveformContent.Column]?)?

  /// Returns the levels of ranges of a recorded file, in frames of the file; silence if it cannot be read.
  package var clip: ((FilePath, Peaks) -> [WaveformContent.Column]?)?

  /// The ranges of a track whose levels are asked for.
  package struct Peaks: Sendable {
    package let start: Double
    package let length: Double
    package let count: Int
    /// The sample rate that the frames count.
    package let rate: SampleRate
  }

  /// Returns the level of a bus; nil if it is not measured.
  package var meter: (MixGraph.Bus) -> MeterContent? = { _ in nil }
  /// Returns the levels of this many bands in dB, low ones first.
  package var spectrum: ((Int) -> [Float])?
  /// Called when the spectrum is shown or hidden.
  package var followMix: (Bool) -> Void = { _ in }

  package init() {}
}
