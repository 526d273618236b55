import Application
import AudioBase
import Librarian
import MusicFiles
import MusicLibrary
import Player
import Studio

/// The state of the user interface, on the screen or in the plain mode: the layers over the panels, typed text, selection,
/// filters and panes. Main thread.
///
/// It gets each command of the user first: the highest layer handles it, or it opens a layer, moves the selection or acts on
/// what is selected. The application performs all others.
@MainActor
package final class ScreenSession {
  package let application: Application
  package internal(set) var state = ScreenState()
  /// The layers over the panels, the highest one last.
  package private(set) var layers: [ScreenLayer] = []
  /// The cursor in the line of text that is typed.
  var editor = LineEditor()
  package var histories = PromptHistories()
  /// The form of the lines of the plain mode.
  package var speech = Speech.symbols
  private var panel: LibraryPanel?
  private var changeSubscription: EventStream<Application.Change>.Subscription?
  private var eventSubscription: EventStream<PlayerEvent>.Subscription?

  package init(_ application: Application) {
    self.application = application
    application.screen = self
    changeSubscription = application.changes.subscribe { [weak self] _ in self?.closeEnded() }
    eventSubscription = application.model.events.subscribe { [weak self] in self?.receive($0) }
  }

  var model: PlayerModel { application.model }
  var library: LibraryController? { application.library }
  /// The panel of the library; nil without a library.
  package var libraryPanel: LibraryPanel? {
    guard let library else { return nil }
    if let panel = library.lists as? LibraryPanel { return panel }
    let new = LibraryPanel(library)
    // Only rows of the panel look different.
    new.onTracks = { [weak self] in self?.tracksWereRead() }
    panel = new
    return new
  }
  var takes: TakeController? { application.takes }

  func changed() { application.changes.send(.state) }

  private func tracksWereRead() { application.changes.send(hasLibraryFocus ? .selection : .state) }

  /// Stores how many rows the front end shows, for page movements and for reading the library.
  package func show(_ rows: ScreenState.VisibleRows) {
    state.rows = rows
    libraryPanel?.show(rows: rows.library, pickerRows: rows.picker)
  }

  private func receive(_ event: PlayerEvent) {
    switch event {
    case .queue: queueChanged()
    case .item:
      panesChanged()
      if layer(ChapterListLayer.self) != nil { application.findChapters() }
    case .notice, .state, .seeked, .volume, .balance, .shuffle, .repeatMode, .consume, .speed, .transposition,
      .output:
      break
    }
  }

  // MARK: The stack of layers

  package var coveringLayer: ScreenLayer? { layers.last { $0.coversPanels } }

  /// Returns the highest layer of a type; nil if none is open.
  package func layer<Wanted: ScreenLayer>(_ type: Wanted.Type) -> Wanted? {
    layers.last { $0 is Wanted } as? Wanted
  }

  /// Opens a layer. A layer that covers the panels replaces all others, except that the help opens above them, and the
  /// palette above the timeline and the practice. Another layer replaces only a layer that does not cover the panels.
  package func open(_ layer: ScreenLayer) {
    let keepsTimeline = coveringLayer is TimelineLayer || coveringLayer is PracticeLayer
    if layer is HelpLayer || layer is PaletteLayer && keepsTimeline {
      if let top = layers.last, !top.coversPanels { close(top) }
    } else if layer.coversPanels {
      closeLayers()
    } else if let top = layers.last, !top.coversPanels {
      close(top)
    }
    layers.append(layer)
    changed()
  }

  func closeLayers() { layers.first.map(close) }

  /// Removes a layer and those above it; does nothing if it is not open.
  func close(_ layer: ScreenLayer) {
    guard let index = layers.firstIndex(where: { $0 === layer }) else { return }
    let closed = layers[index...].reversed()
    layers.removeSubrange(index...)
    for layer in closed { layer.wasClosed() }
    changed()
  }

  func closeEnded() {
    while let layer = layers.first(where: \.isOver) { close(layer) }
  }

  /// Scrolls the layer that covers the panels, or a panel if there is none.
  package func scroll(_ panel: ScreenState.Panel, by rows: Int) {
    if let layer = coveringLayer {
      layer.scroll(by: rows)
    } else {
      switch panel {
      case .library: libraryPanel?.move(by: rows)
      case .queue: moveInQueue(by: rows)
      }
    }
    changed()
  }

  /// Handles a click beside the layer that covers the panels.
  package func dismissLayer() -> Application.Response {
    let expectsText = field != nil
    guard let layer = coveringLayer else { return .done }
    while let top = layers.last, top !== layer { close(top) }
    layer.dismiss()
    changed()
    return focus(after: .done, expectsText: expectsText)
  }

  /// Completes the name of a folder, or also of a file, that is being typed.
  func complete(_ text: String, files: FolderCompletion.Files = .none) {
    application.program.complete(text, files: files) { [weak self] in self?.receive($0) }
  }

  /// Shows the completion of a name in the layer where it is being typed.
  func receive(_ completion: FolderCompletion) {
    layers.last?.receive(completion)
    changed()
  }

  // MARK: Layout and panes

  /// Shows another layout, in which keys may have other commands.
  package func setLayout(_ layout: ScreenLayout) {
    guard layout != state.mode.layout else { return }
    state.mode.layout = layout
    application.keys.use(state.mode)
    panesChanged()
    changed()
  }

  /// Makes keys act on pads only, in two rows, or on everything again.
  func lockPads() {
    state.mode.isLocked.toggle()
    application.usePads(rows: state.mode.padRows)
    application.keys.use(state.mode)
    application.report(.padsLocked(state.mode.isLocked, application.state.bank))
  }

  /// Shows other panes.
  ///
  /// - Parameter tellsHidden: whether a notice names those that the screen then has no room for.
  package func setPanes(_ panes: ScreenPanes, tellsHidden: Bool = false) {
    state.panes = panes
    state.tellsHiddenPanes = tellsHidden
    panesChanged()
    changed()
  }

  /// Receives the arranged panes that the screen has no room for.
  package func show(hiddenPanes: [Pane]) {
    guard state.tellsHiddenPanes else { return }
    state.tellsHiddenPanes = false
    if !hiddenPanes.isEmpty { application.report(.hint(.hiddenPanes(hiddenPanes.map(\.rawValue)))) }
  }

  /// Finds the lyrics if they have a pane in the layout, or are open.
  private func panesChanged() {
    let hasPane = state.panes[state.mode.shown]?.panes.contains(.lyrics) == true
    if hasPane || layer(LyricsLayer.self) != nil { findLyrics() }
  }

  /// Finds the lyrics of the current track, and shows those of another track from their start.
  func findLyrics() {
    let before = application.state.lyrics.track
    application.findLyrics()
    if application.state.lyrics.track != before { state.lyricsLine = nil }
  }

  /// The layout, the panes and what is selected in the linked lists as text, for the next start; nil for the usual ones.
  package var savedScreen: SessionController.Screen {
    (
      state.mode.layout == .both ? nil : state.mode.layout.rawValue,
      state.panes == ScreenPanes() ? nil : state.panes.text, libraryPanel?.savedLinkedLists
    )
  }
}

extension ScreenSession: ApplicationScreen {
  package func choosePlayer(_ names: [String]) {
    open(PaletteLayer(self, text: "system ", choices: names))
    application.streams.responses.send(.acceptText)
  }

  package func receive(_ track: LibraryTrack?, at location: TrackLocation) {
    guard let track, let layer = layer(TrackInfoLayer.self),
      location == library?.located(layer.details.track.location)
    else { return }
    layer.details = TrackDetails(track.track, track)
    changed()
  }

  package func receive(returned tracks: [QueueItem.ID]) {
    state.selection = tracks.count < model.queue.items.count ? tracks.first : nil
  }

  package func discardTags() { layer(TagFormLayer.self)?.close() }

  package var isMixerShown: Bool { coveringLayer is MixerLayer }

  package var mixerAddress: MixGraph.Address? { (coveringLayer as? MixerLayer)?.address }

  package var hidesPads: Bool { state.mode.shown == .listen }
}
