import AudioBase
import KitEditing
import Librarian
import MusicLibrary
import Player
import Studio
import SystemBase
import TakeExchange

/// Performs the commands of all front ends on the player, the library, the queue and the takes.
///
/// Holds the state that all front ends share: questions, notices. Main thread.
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

  /// What a command has done, and what the front end does next.
  package typealias Performed = (outcome: Outcome, response: Response)

  /// What other parts follow.
  @MainActor
  package struct Streams {
    /// The commands that do not come from the front end, each before it is performed, and afterwards with its outcome.
    package let requested = EventStream<Command>()
    package let performed = EventStream<(command: Command, outcome: Outcome)>()
    /// The reported notices, each once and in order.
    package let reported = EventStream<Notice>()
    /// The responses to the commands that do not come from the front end.
    package let responses = EventStream<Response>()
    /// The files that have other names.
    package let renamed = EventStream<[FileRename]>()
  }

  package let model: PlayerModel
  /// The library; nil if the front end has none.
  package var library: LibraryController? {
    didSet {
      library?.onNotice = { [weak self] in self?.report(.library($0)) }
      library?.onWritten = { [weak self] in self?.receive($0) }
      library?.onFound = { [weak self] in self?.screen?.receive($0, at: $1) }
      library?.onRated = { [weak self] in self?.tags?.rated($0, former: $1) }
    }
  }
  /// The takes; nil if the front end has none.
  package var takes: TakeController? {
    didSet {
      takes?.onNotice = { [weak self] in self?.report(.take($0)) }
      takes?.playback.onPads = { [weak self] in self?.kits.use($0) }
      takes?.lanes.onModes = { [weak self] in self?.state.options.lanes = $0.text }
      takes?.practice.onNotice = { [weak self] in self?.report(.practice($0)) }
      takes?.trainer.onNotice = { [weak self] in self?.report(.practice($0)) }
      connectMixer()
    }
  }
  package var exports: ExportController { didSet { connectExports() } }
  /// The tags; nil if the front end cannot edit tags.
  package var tags: TagController? { didSet { connectTags() } }
  /// The recording; nil if the front end cannot record.
  package var recording: RecordingController? {
    didSet { recording?.onNotice = { [weak self] in self?.report(.recording($0)) } }
  }
  /// The input; nil if the front end has none.
  package var input: InputController? {
    didSet {
      input?.onNotice = { [weak self] in self?.report(.input($0)) }
      input?.onFeed = { [weak self] in self?.takes?.recording.input = $0 }
      mixer?.input = input
    }
  }
  package var kits: KitController { didSet { connectKits() } }
  /// Imports takes of other users; nil if the front end has no takes.
  package var sharedTakes: SharedTakeController?
  /// The mixer with its instrument; nil if the front end has none.
  package var mixer: MixerController? { didSet { connectMixer() } }
  package var devices: DeviceController
  package let keys: any KeyServing
  package let midi: any MIDITeaching
  package let program: any ProgramServing
  /// Does jobs on other threads, and receives their results.
  package let main: MainThread
  package internal(set) var state = ApplicationState()
  /// The screen; nil if there is none.
  package weak var screen: (any ApplicationScreen)?
  package let changes = EventStream<Change>()
  package let streams = Streams()
  private var subscription: EventStream<PlayerEvent>.Subscription?

  package init(
    model: PlayerModel, keys: any KeyServing, midi: any MIDITeaching, program: any ProgramServing,
    kits: KitController, exports: ExportController, devices: DeviceController, main: MainThread
  ) {
    (self.model, self.keys, self.midi, self.program) = (model, keys, midi, program)
    (self.kits, self.exports, self.devices, self.main) = (kits, exports, devices, main)
    subscription = model.events.subscribe { [weak self] in self?.receive($0) }
    connectKits()
    connectExports()
  }

  private func connectExports() {
    exports.onMessage = { [weak self] in self?.report(.export($0)) }
    exports.onChange = { [weak self] in self?.changes.send(.state) }
  }
}

/// The screen of the application: it has what the user selects, and performs the commands that act on it or show something.
/// Main thread.
@MainActor
package protocol ApplicationScreen: AnyObject {
  /// Performs a command of another program or of a MIDI controller, and leaves what is open as it is.
  func perform(
    behind command: Command, from source: CommandSource, at time: HostTime?
  ) -> Application.Performed
  /// Lets the user choose among players.
  func choosePlayer(_ names: [String])
  /// Receives what the library knows of a track whose tags are shown; nil if it does not have the track.
  func receive(_ track: LibraryTrack?, at location: TrackLocation)
  /// Receives tracks that an undone or redone change has returned to the queue.
  func receive(returned tracks: [QueueItem.ID])
  /// Closes the form for tags, whose changes the user discards.
  func discardTags()
  /// Whether the screen of the mixer is open.
  var isMixerShown: Bool { get }
  /// The address of the value of the mixer that keys change; nil if they change no value of it.
  var mixerAddress: MixGraph.Address? { get }
  /// Whether the pads are hidden, since the user only listens.
  var hidesPads: Bool { get }
}

/// One undo for all changes, in the order in which they were made.
extension Application {
  /// Undoes the change that was made last, or redoes the one that was undone last: of takes, of the queue, of playlists, of
  /// tags, of the mixer, of the places of pads or of the rooms of kits. The message says what it was.
  package func turn(_ direction: UndoDirection) -> Outcome {
    var areas: [(time: ChangeTime?, turn: () -> Void)] = [
      (mixer?.owner.time(of: direction), { self.turnMixer(direction) }),
      (kits.places.time(of: direction), { self.turnPlaces(direction) }),
      (kits.rooms.time(of: direction), { self.turnRoom(direction) }),
    ]
    // Another player has a queue of its own, and its music no takes.
    if !model.isExternal {
      areas += [
        (takes?.list.time(of: direction), { self.takes?.list.turn(direction) }),
        (model.timeOfQueueEdit(direction), { self.turnQueueEdit(direction) }),
        (library?.time(of: direction), { self.library?.turn(direction) }),
        (tags?.time(of: direction), { self.turnTags(direction) }),
        (kits.sampling.time(of: direction), { self.turnSample(direction) }),
      ]
    }
    let possible = areas.compactMap { area in area.time.map { ($0, area.turn) } }
    guard let latest = possible.max(by: { $0.0 < $1.0 }) else { return .notice(.nothing(direction)) }
    latest.1()
    return .done.awaits(.notice)
  }
}
