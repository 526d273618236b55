import Application
import Controls
import Player
import TerminalKit

/// The screen of the player: carries commands to the model, keeps its own state, and says what is to be drawn.
@MainActor
package final class PlayerScreen {
  /// What a command asks of the program rather than of the player.
  package enum Request: Hashable, Sendable {
    case nothing, redraw, suspend, quit
    /// The next key is to be told, not carried out.
    case captureKey
    /// The bindings have changed: this key is for that command now.
    case bound(KeyChord, Command)
    case saveQueue(QueueSave)
    /// What is pressed next is text.
    case takeText
    /// A folder is to be scanned: as it was typed.
    case scan(String)
    /// What is not saved of takes is to be saved in a folder: as it was typed.
    case saveTakes(String)
    /// What is typed of a folder's name is to be completed: see `take(_:FolderCompletion)`.
    case complete(String)
  }

  let model: PlayerModel
  package internal(set) var keys: KeyMap
  /// Of the kit that sounds, pad 1 first.
  package var pads: [PadContent] { didSet { if pads != oldValue { onChange?() } } }
  let theme: Theme
  package let direction: LayoutDirection
  /// What shows the sound; its parts may be missing.
  package var sound = SoundViews()
  /// Nil where there are no takes.
  package var takes: TakeController?
  /// Nil where there is no library.
  package var library: LibraryController?
  package internal(set) var state = ScreenState()
  /// Called when something but the model has changed what is shown.
  package var onChange: (@MainActor () -> Void)?
  /// Called instead where nothing but the queue's selection has changed.
  package var onSelect: (@MainActor () -> Void)?
  /// The queue as it was drawn last.
  var shownQueue = ListContent()
  /// The message that was drawn last.
  var shownMessage: String?
  var motion = Motion()
  package var layout = MainLayout(Rect(.zero))
  private var subscription: EventStream<PlayerEvent>.Subscription?

  /// - Parameter pads: of the kit, pad 1 first; the keys that strike them are filled in.
  package init(
    model: PlayerModel, keys: KeyMap, pads: [PadContent], theme: Theme,
    direction: LayoutDirection = .leftToRight
  ) {
    self.model = model
    self.keys = keys
    self.theme = theme
    self.direction = direction
    self.pads = pads
    subscription = model.events.subscribe { [weak self] in self?.take($0) }
  }

  /// Draws all of it.
  package func draw(on surface: inout Surface) {
    state.size = surface.size
    scrollToSelection()
    let content = ScreenContent(self, now: .now)
    MainScreen(content, theme: theme).draw(on: &surface, in: Rect(surface.size))
    motion.drawn(content)
    shownQueue = content.queue
    shownMessage = content.message?.text
  }

  /// Where a mouse strikes the pads: nowhere while something lies over them.
  package func padTargets(on surface: Surface) -> PadTargets {
    guard state.overlay == nil else { return PadTargets() }
    let places = PadGrid.places(layout.sizeClass, in: layout[.pads])
    return PadTargets(layout[.pads].isEmpty ? [] : places.map(surface.mirrored))
  }

  private var needs: MainLayout.Needs {
    var needs = MainLayout.Needs()
    needs.hasArtwork = sound.hasArtwork()
    needs.hasTakes = takes?.isShown ?? false
    needs.panel = state.panel
    needs.hasLibrary = library?.isShown ?? false
    return needs
  }

  private func take(_ event: PlayerEvent) {
    switch event {
    case .notice(let notice):
      state.notices.add(
        sentence(notice), NoticeText.severity(notice), at: .now, covers: !isStanding(notice))
      onChange?()
    case .queue:
      state.queueDuration = model.queue.duration
      state.marks = state.marks.filter { model.queue[$0] != nil }
      if let selection = state.selection, model.queue[selection] == nil { state.selection = nil }
      state.filter?.queueChanged(model.queue)
      renameNowPlaying()
    case .state(let playback): tell(playback)
    case .item: if model.playbackState == .playing { tell(.playing) }
    default: break
    }
  }

  private func tell(_ playback: PlaybackState) {
    guard let text = NoticeText.sentence(playback, title: model.nowPlaying?.title) else { return }
    if state.notices.entries.last?.text == text { return }
    state.notices.add(text, .info, at: .now)
  }

  /// Returns what the player reports as a sentence, with the keys that help.
  package func sentence(_ notice: PlayerNotice) -> String {
    let sentence = NoticeText.sentence(notice)
    switch notice {
    case .library(.queue):
      guard let key = label(.undoQueue) else { return sentence }
      return sentence + "; \(key) brings the one before back"
    case .queue(.removed), .queue(.cleared):
      guard let key = label(.undoQueue) else { return sentence }
      return sentence + "; \(key) undoes it"
    case .take(let notice): return TakeText.sentence(notice, quit: label(.quit), save: label(.saveQueue))
    default: return sentence
    }
  }

  func label(_ command: Command) -> String? { keys.keys(for: command).first?.label }

  /// A track that was told of by its file's name has its tags now.
  private func renameNowPlaying() {
    guard let item = model.nowPlaying, let last = state.notices.entries.last?.text else { return }
    let (byName, byTitle) = (item.path.lastComponent.shown, item.title)
    guard last == NoticeText.sentence(.playing, title: byName), byName != byTitle else { return }
    state.notices.renameLast(NoticeText.sentence(.playing, title: byTitle) ?? last)
  }

  func scrollToSelection() {
    layout = MainLayout(Rect(state.size), needs)
    state.listRows = max(layout[.queue].height - 1, 0)
    state.libraryRows = max(layout[.library].height - 1, 0)
    library?.show(rows: state.libraryRows, pickerRows: PickerOverlay.rows(layout.overlay))
    state.firstRow = ListContent.first(
      after: state.firstRow, selection: state.row(of: selected, in: model.queue),
      count: state.rowCount(of: model.queue), height: state.listRows)
  }
}
