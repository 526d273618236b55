import AudioBase
import MusicLibrary
import Player
import SystemBase

/// Performs the commands of all front ends on the player, the library, the queue and the takes.
///
/// Holds the state that all front ends share: selections, layers, questions, notices. Main thread.
@MainActor
package final class Application {
  /// A change of `state`. The player's model and the controllers are observable themselves.
  package enum Change: Hashable, Sendable {
    case state
    /// Only the selection of a list has changed.
    case selection
  }

  /// The part of a command that the front end performs.
  package enum Response: Hashable, Sendable {
    case done
    /// Draw everything again, or print the state.
    case redraw
    /// Return to the shell until the job is continued.
    case suspend
    /// Leave the terminal and continue in the background.
    case detach
    case quit
    /// Report the next key instead of performing its command: see `state.keyEdit`.
    case captureKey
    /// Treat the next keys as text.
    case acceptText
    /// Treat the next keys as commands.
    case rejectText
  }

  /// The functions that use files or threads; each returns at once.
  package struct Services {
    /// Saves the queue as a playlist. Questions arrive through `ask(_:)`.
    package var saveQueue: (QueueSave) -> Void = { _ in }
    /// Completes the name of a folder that is being typed. The result arrives through `receive(_:)`.
    package var completeFolder: (String) -> Void = { _ in }
    /// Completes the name of a file that is being typed. The result arrives through `receive(_:)`.
    package var completeFile: (String) -> Void = { _ in }
    /// Returns the folder or file that a typed text names.
    package var folder: (String) -> FilePath = { FilePath($0) }
    /// Inserts the music of a typed path after the current track and plays it.
    package var openMusic: (String) -> Void = { _ in }
    /// Reads a MIDI file of a typed path. It arrives through `importMIDI(_:from:)`.
    package var readMIDI: (String) -> Void = { _ in }
    /// Inserts the music of a path or an address into the queue, and plays it if wanted.
    package var insertMusic: (FilePath, QueuePlace, _ playing: Bool) -> Void = { _, _, _ in }
    /// Attaches to another player by its name; nil unless the program was started for that.
    package var attach: ((String) -> Void)?
    /// Changes a setting by its name and value. Reports the result.
    package var set: (String, String) -> Void = { _, _ in }
    /// Returns the values that complete an argument.
    package var argumentChoices: (CommandForm, String) -> [String] = { _, _ in [] }
    /// Returns the names of the keys of a command.
    package var keys: (Command) -> [String] = { _ in [] }
    /// Binds a key to a command, even if it had another one.
    package var bindKey: (String, Command) -> Void = { _, _ in }
    package var removeKey: (String) -> Void = { _ in }
    package var restoreKeys: () -> Void = {}
    /// Changes the bank of pads that the keys strike. The result arrives through `receive(_:)`.
    package var changeBank: (BankChange) -> Void = { _ in }

    /// Reports the next notes and controllers of the MIDI input, or no longer. Returns whether there is an input.
    package var learnMIDI: (Bool) -> Bool = { _ in false }
    /// Stores what a note or a controller does.
    package var teachMIDI: (MIDISource, MIDITarget) -> Void = { _, _ in }
    /// Finds the lyrics of a track. They arrive through `receive(_:)`.
    package var findLyrics: (TrackLocation) -> Void = { _ in }

    package init() {}
  }

  package let model: PlayerModel
  /// The library; nil if the front end has none.
  package var library: LibraryController? {
    didSet {
      library?.onNotice = { [weak self] in self?.report(.library($0)) }
      library?.onFound = { [weak self] in self?.receive($0, at: $1) }
      library?.onRated = { [weak self] in self?.tags?.rated($0, former: $1) }
    }
  }
  /// The takes; nil if the front end has none.
  package var takes: TakeController? {
    didSet { takes?.onNotice = { [weak self] in self?.report(.take($0)) } }
  }
  /// The exports; nil if the front end cannot export takes.
  package var exports: ExportController? { didSet { connectExports() } }
  /// The tags; nil if the front end cannot edit tags.
  package var tags: TagController? { didSet { connectTags() } }
  /// The recording; nil if the front end cannot record.
  package var recording: RecordingController? {
    didSet { recording?.onNotice = { [weak self] in self?.report(.recording($0)) } }
  }
  /// The click output; nil if the front end plays no metronome.
  package var clickOutput: ClickOutputController? {
    didSet { clickOutput?.onNotice = { [weak self] in self?.report(.clickOutput($0)) } }
  }
  /// The input; nil if the front end has none.
  package var input: InputController? {
    didSet {
      input?.onNotice = { [weak self] in self?.report(.input($0)) }
      input?.onFeed = { [weak self] in self?.takes?.input = $0 }
    }
  }
  /// The kits; nil if the front end cannot choose kits.
  package var kits: KitController? { didSet { connectKits() } }
  /// The devices; nil if the front end cannot choose devices.
  package var devices: DeviceController?
  /// The covers; nil if no other program is served.
  package var covers: CoverFiles?
  package var services = Services()
  package internal(set) var state = ApplicationState()
  /// The layers over the panels, the highest one last.
  package internal(set) var layers: [any ScreenLayer] = []
  /// Receives the responses to commands that do not come from the front end.
  package var onResponse: (Response) -> Void = { _ in }
  package let changes = EventStream<Change>()
  /// The reported notices, each once and in order.
  package let reported = EventStream<Notice>()
  private var subscription: EventStream<PlayerEvent>.Subscription?
  /// The track that the latest notice about playing names.
  private var announced: QueueItem?

  package init(model: PlayerModel) {
    self.model = model
    subscription = model.events.subscribe { [weak self] in self?.receive($0) }
  }

  // MARK: Notices

  /// Reports a notice through all front ends.
  package func report(_ notice: Notice) {
    note(notice)
    reported.send(notice)
  }

  /// Adds a notice to the log only, because the front ends show its content by other means.
  func note(_ notice: Notice) {
    state.notices.add(notice, at: .now)
    changes.send(.state)
  }

  /// Reports that a file could not be saved, or that it was saved since.
  package func receive(_ event: FileSaver.Event) {
    switch event {
    case .failed(let error): report(.fileNotSaved(error))
    case .saved(let error):
      state.notices.withdraw { notice in
        if case .fileNotSaved(let former) = notice { former.subject == error.subject } else { false }
      }
      report(.fileSaved(error.subject))
    }
  }

  // MARK: Events of the player

  private func receive(_ event: PlayerEvent) {
    switch event {
    case .notice(let notice): report(.player(notice))
    case .queue: queueChanged()
    case .state(let playback): notePlayback(playback)
    case .item:
      if model.playbackState == .playing { notePlayback(.playing) }
      if layer(LyricsLayer.self) != nil { findLyrics() }
    case .volume, .balance, .shuffle, .repeatMode, .consume, .speed, .seeked, .output: break
    }
  }

  private func queueChanged() {
    state.queueDuration = model.queue.duration
    state.marks = state.marks.filter { model.queue[$0] != nil }
    if let selection = state.selection, model.queue[selection] == nil { state.selection = nil }
    state.filter?.queueChanged(model.queue)
    retitleNowPlaying()
  }

  private func notePlayback(_ playback: PlaybackState) {
    guard let notice = Notice(playback, title: model.nowPlaying?.title) else { return }
    if case .nowPlaying = notice { announced = model.nowPlaying }
    if state.notices.last != notice { note(notice) }
  }

  /// Replaces the name of the current track in its notice by the title that the screen shows, once the tags have been
  /// read.
  private func retitleNowPlaying() {
    guard let item = model.nowPlaying, let before = announced, before.id == item.id,
      before.title != item.title
    else { return }
    announced = item
    state.notices.replace(.nowPlaying(title: before.title), by: .nowPlaying(title: item.title))
  }

  // MARK: What front ends show

  /// Stores how many rows the front end shows, for page movements and for reading the library.
  package func show(_ rows: ApplicationState.VisibleRows) {
    state.rows = rows
    library?.show(rows: rows.library, pickerRows: rows.picker)
  }
}
