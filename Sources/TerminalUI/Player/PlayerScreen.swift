import Application
import AudioBase
import Controls
import Player
import SystemBase
import TerminalKit

/// The screen: draws what the application holds, and turns a mouse's presses into what they mean there.
@MainActor
package final class PlayerScreen {
  package let application: Application
  package let bindings: KeyBindings
  /// Of the kit that sounds, pad 1 first.
  package var pads: [PadContent] { didSet { if pads != oldValue { onChange?() } } }
  let theme: Theme
  package let direction: LayoutDirection
  /// What shows the sound; its parts may be missing.
  package var sound = SoundViews()
  /// Called when something but the model has changed what is shown.
  package var onChange: (@MainActor () -> Void)?
  /// Called instead where nothing but a list's selection has changed.
  package var onSelect: (@MainActor () -> Void)?
  /// The queue as it was drawn last.
  var shownQueue = ListContent()
  /// The message that was drawn last.
  var shownMessage: String?
  var motion = Motion()
  package var layout = MainLayout(Rect(.zero))
  var size = Size.zero
  /// The first row of the queue that is shown.
  var firstRow = 0
  /// Whether the terminal's window has the keyboard.
  var hasFocus = true
  private var followsMix = false
  private var subscription: EventStream<Application.Change>.Subscription?

  /// - Parameter pads: of the kit, pad 1 first; the keys that strike them are filled in.
  package init(
    application: Application, bindings: KeyBindings, pads: [PadContent], theme: Theme,
    direction: LayoutDirection = .leftToRight
  ) {
    self.application = application
    self.bindings = bindings
    self.theme = theme
    self.direction = direction
    self.pads = pads
    application.helpEntries = { HelpContent(bindings.map, search: $0).entries.map(\.command) }
    subscription = application.changes.subscribe { [weak self] in self?.receive($0) }
  }

  var model: PlayerModel { application.model }
  var state: ApplicationState { application.state }
  var keys: KeyMap { bindings.map }
  var takes: TakeController? { application.takes }
  var library: LibraryController? { application.library }

  private func receive(_ change: Application.Change) {
    switch change {
    case .state:
      if followsMix != state.showsSpectrum {
        followsMix = state.showsSpectrum
        sound.followMix(followsMix)
      }
      onChange?()
    case .selection: onSelect?()
    }
  }

  /// Draws all of it.
  package func draw(on surface: inout Surface) {
    size = surface.size
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
    needs.panel = ScreenContent.Panel(state.panel)
    needs.hasLibrary = library?.isShown ?? false
    return needs
  }

  var listRows: Int { max(layout[.queue].height - 1, 0) }
  var libraryRows: Int { max(layout[.library].height - 1, 0) }

  /// The queue's rows that fit the screen.
  var queueContent: ListContent { ListContent(model.queue, state, first: firstRow, rows: listRows) }

  func scrollToSelection() {
    layout = MainLayout(Rect(size), needs)
    var rows = ApplicationState.VisibleRows()
    (rows.queue, rows.library) = (listRows, libraryRows)
    (rows.picker, rows.help) = (PickerOverlay.rows(layout.overlay), max(size.height - 6, 1))
    application.show(rows)
    firstRow = ListContent.first(
      after: firstRow, selection: state.row(of: application.selected, in: model.queue),
      count: state.rowCount(of: model.queue), height: listRows)
  }

  /// What stays in the message line until it is settled.
  var standingMessage: ScreenContent.Message? {
    TakeText.standing(takes?.unsaved ?? [], save: keys.label(.saveQueue)).map {
      ScreenContent.Message($0, .error)
    }
  }

  /// What stands in the message line.
  func message(at now: HostTime) -> ScreenContent.Message? {
    let log = state.notices
    if let standing = standingMessage, !(log.coveredUntil.map { now < $0 } ?? false) { return standing }
    return log.message(at: now).map { ScreenContent.Message($0, keys, now: now) }
  }
}

extension ScreenContent.Panel {
  init(_ panel: ApplicationState.Panel) {
    switch panel {
    case .queue: self = .queue
    case .library: self = .library
    }
  }
}

extension ScreenContent.Message {
  init(_ entry: NoticeLog.Entry, _ keys: KeyMap, now: HostTime) {
    self.init(
      NoticeText.sentence(entry.notice, keys), entry.notice.severity,
      age: Int(max(now.seconds(since: entry.time), 0)))
  }
}
