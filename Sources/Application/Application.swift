import AudioBase
import MusicLibrary
import Player
import SystemBase

/// Performs every command of every front end on the player, the library, the queue and the takes.
///
/// Holds what all front ends share: selections, prompts, questions, notices. Main thread.
@MainActor
package final class Application {
  /// What has changed besides the player's model and the controllers.
  package enum Change: Hashable, Sendable {
    case state
    /// Nothing but a list's selection.
    case selection
  }

  /// What a command leaves to the front end that it came from.
  package enum Response: Hashable, Sendable {
    case done
    /// Draw everything again, or say where everything stands.
    case redraw
    /// Hand the terminal to the shell.
    case suspend
    case quit
    /// The next key is reported, not performed: see `state.rebinding`.
    case captureKey
    /// What is pressed next is text.
    case acceptText
  }

  /// What needs files or threads, done by services; each returns at once.
  package struct Services {
    /// Saves the queue as a playlist; what must be asked before comes back by `ask`.
    package var saveQueue: (QueueSave) -> Void = { _ in }
    /// Completes a folder's name that is being typed; the result comes back by `receive(_:)`.
    package var completeFolder: (String) -> Void = { _ in }
    /// Returns the folder that a typed text means.
    package var folder: (String) -> FilePath = { FilePath($0) }

    package init() {}
  }

  package let model: PlayerModel
  /// Nil where there is no library.
  package var library: LibraryController?
  /// Nil where there are no takes.
  package var takes: TakeController?
  package var services = Services()
  package internal(set) var state = ApplicationState()
  package let changes = EventStream<Change>()
  /// Each notice once, in order, as it is reported.
  package let reported = EventStream<Notice>()
  /// Returns the commands that the help lists for a search, nil for a line that stands for several.
  package var helpEntries: (String) -> [Command?] = { _ in [] }
  private var subscription: EventStream<PlayerEvent>.Subscription?

  package init(model: PlayerModel) {
    self.model = model
    subscription = model.events.subscribe { [weak self] in self?.receive($0) }
  }

  // MARK: Notices

  /// Reports something to the user, by every front end.
  package func report(_ notice: Notice) {
    if case .player(let notice) = notice { model.report(notice) } else { publish(notice) }
  }

  private func publish(_ notice: Notice) {
    note(notice)
    reported.send(notice)
  }

  /// Writes down a notice without interrupting anyone: the front ends show by other means what it says.
  func note(_ notice: Notice) {
    state.notices.add(notice, at: .now)
    changes.send(.state)
  }

  // MARK: What the player tells

  private func receive(_ event: PlayerEvent) {
    switch event {
    case .notice(let notice): publish(.player(notice))
    case .queue: queueChanged()
    case .state(let playback): notePlayback(playback)
    case .item: if model.playbackState == .playing { notePlayback(.playing) }
    case .volume, .balance, .shuffle, .repeatMode, .speed, .seeked, .output: break
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
    if state.notices.last != notice { note(notice) }
  }

  /// A track that was named by its file has its tags now.
  private func retitleNowPlaying() {
    guard let item = model.nowPlaying else { return }
    let (byName, byTitle) = (item.path.lastComponent.shown, item.title)
    guard byName != byTitle, state.notices.last == .nowPlaying(title: byName) else { return }
    state.notices.replaceLast(by: .nowPlaying(title: byTitle))
  }

  // MARK: What front ends tell

  /// Notes how many rows the front end shows: pages are as long, and more of the library is read.
  package func show(_ rows: ApplicationState.VisibleRows) {
    state.rows = rows
    library?.show(rows: rows.library, pickerRows: rows.picker)
  }
}
