import ApplicationTestSupport
import Dubbing
import MixEngine
import PlayerTestSupport
import Synchronization
import TestSupport
import Testing

@testable import Application
@testable import AudioBase
@testable import Player
@testable import SystemBase

/// The player with takes, on the real engine, feeder, journal and folder, rendered offline.
@MainActor
final class TakeBench {
  let player: LocalPlayerBench
  let controller: TakeController
  let practice: PracticeController
  let store: TakeStore
  let songs: SongStore
  let folder: TemporaryFolder
  private let journal: TakeJournal
  private let service: TakeService
  private let box = Box()
  /// Hits that a take struck, by the output's frames.
  private(set) var planned: [StartedHit] = []
  private(set) var notices: [TakeNotice] = []
  /// Called after each block.
  var onBlock: () -> Void = {}

  init(
    _ tracks: [(name: String, frames: [Frame]?)], in folder: TemporaryFolder? = nil, below name: String = "",
    countIn: Int = 4, recordStart: RecordStart = .countIn, awaitsKit: Bool = false,
    writers: (any AudioWriterMaking)? = nil
  ) throws {
    let silent = PadProgram.Pad(layers: [
      PadProgram.Layer(samples: [PCMBuffer(frames: [.zero], sampleRate: .standard)])
    ])
    var gate = silent
    gate.isGate = true
    player = LocalPlayerBench(tracks, pads: Array(repeating: silent, count: 7) + [gate], hasEcho: true)
    self.folder = try folder ?? TemporaryFolder()
    store = TakeStore(folder: name.isEmpty ? self.folder.path : self.folder.file(name))
    songs = SongStore(folder: self.folder.file("songs"))
    let (box, echo) = (box, try #require(player.engine.echo))
    box.now(player.device.now)
    journal = TakeJournal(echo: echo, writers: writers, now: { box.time.withLock { $0 } }) { report in
      box.journal.withLock { $0.append(report) }
    }
    service = TakeService(
      store: store, songs: songs,
      key: { path in
        box.slowDisk.withLock { _ in TrackKey(high: 7, low: UInt64(path.bytes.last ?? 0)) }
      }
    ) { report in box.service.withLock { $0.append(report) } }
    controller = TakeController(
      model: player.model,
      parts: TakeController.Parts(
        engine: player.engine.control, events: player.engine.events, transport: player.transport,
        journal: journal, service: service, store: store, kit: KitReference(name: "k", path: FilePath("/k")),
        countIn: countIn, recordStart: recordStart),
      awaitsKit: awaitsKit)
    practice = controller.practice
    controller.onNotice = { [unowned self] in notices.append($0) }
    controller.followEngine = { [unowned self] in player.takeNews() }
    service.findFree()
    player.onEvent = { [unowned self] event in
      if case .music(let segment) = event { controller.receive(segment) }
      if case .hit(let hit) = event { practice.receive(hit) }
      if case .freeBegan(let serial, let frame) = event { controller.freeBegan(serial, at: frame) }
      if case .hit(let hit) = event, hit.isPlanned { planned.append(hit) }
    }
  }

  deinit {
    journal.stop()
    service.stop()
  }

  /// Returns the program around the player and its takes.
  func makeApplication() -> Application {
    let application = Application(model: player.model)
    application.takes = controller
    return application
  }

  /// Lets all threads tell what they have to; the journal before the engine, as in the program, or after it.
  func pump(journalFirst: Bool = false) {
    box.now(player.device.now)
    if !journalFirst { player.takeNews() }
    for report in box.journal.withLock({ list in
      defer { list = [] }; return list
    }) { controller.recording.receive(report) }
    for report in box.service.withLock({ list in
      defer { list = [] }; return list
    }) { controller.list.receive(report) }
    if journalFirst { player.takeNews() }
    controller.recording.resumeWaiting()
    controller.recording.followCountIn(at: player.device.now)
    controller.tempo.followMetronome(at: player.device.now)
  }

  /// Runs the player while no track's key can be read.
  func withSlowDisk<T>(_ body: () throws -> T) rethrows -> T {
    try box.slowDisk.withLock { _ in try body() }
  }

  /// Plays the current track.
  ///
  /// Nothing is rendered before the takes of the track are found. The music waits for them, so that otherwise it would
  /// begin later on a busy machine.
  func play() throws {
    player.model.play()
    try wait("the takes of the track") { controller.list.track.isFound }
    run(frames: 9600)
  }

  func run(frames: Int) {
    let end = player.output.count + frames
    while player.output.count < end {
      player.run(frames: LocalPlayerBench.block)
      onBlock()
      pump()
    }
  }

  /// Renders music while the main thread handles nothing, and strikes after each part. Returns the output frames that are
  /// heard with the strikes.
  func strikeAlone(_ count: Int, every frames: Int) -> [Int] {
    (0..<count).map { _ in
      let end = player.output.count + frames
      while player.output.count < end {
        player.waitForMusic(LocalPlayerBench.block)
        player.render()
      }
      box.now(player.device.now)
      return strike()
    }
  }

  /// Waits until the journal has ended the recording, and handles nothing.
  func waitForEndInJournal() throws {
    try Wait.until("the end in the journal") {
      box.journal.withLock { reports in
        reports.contains { if case .recorded(let outputs) = $0 { outputs.contains(.ended) } else { false } }
      }
    }
  }

  /// Strikes now. Returns the output frame that is heard at that moment.
  @discardableResult
  func strike(_ pad: Int = 1) -> Int {
    player.engine.control.port(for: .keys).strike(Hit(pad: pad, velocity: 100, time: player.device.now))
    return player.output.count
  }

  /// Lets go of pad 8, a gate pad. Returns the output frame that is heard at that moment.
  func letGo() -> Int {
    player.engine.control.port(for: .keys).release(pad: 8, time: player.device.now)
    return player.output.count
  }

  /// What the journal of the recording would bring back now.
  func journalled() throws -> Take? {
    guard let recovery = try recovery(), case var take = recovery.begun else { return nil }
    recovery.complete(&take)
    return take
  }

  /// The recovery from the journal of the recording as it is now.
  func recovery() throws -> JournalRecovery? {
    let listed = try Tool.capture("ls", [store.folder.shown], environment: ["PATH=/usr/bin:/bin"])
    let names = listed.text.split(separator: "\n").filter { $0.hasSuffix(".journal") }
    guard let name = names.first else { return nil }
    return JournalRecovery(try FileBytes.read(store.folder.appending(String(name)), limit: 1 << 20))
  }

  func wait(_ what: String, _ isSo: () -> Bool?) throws {
    try Wait.until(what) {
      pump()
      return isSo() ?? false
    }
  }

  /// Records a hit on a pad while the track plays, and waits until it is stored.
  func recordHit(_ pad: Int = 1) throws {
    controller.recording.toggle()
    run(frames: 3_000)
    strike(pad)
    try stopRecording()
  }

  /// Stops recording, and waits until the last keys are stored.
  func stopRecording() throws {
    controller.recording.toggle()
    run(frames: 24_000)
    // A recording of a track that was skipped ends when the change can no longer be heard.
    try wait("the end of the recording") {
      if controller.recording.isActive { run(frames: LocalPlayerBench.block) }
      return !controller.recording.isActive
    }
  }

  /// Which of its track's frames stands at a frame of the output.
  func place(_ frame: Int) -> Int { Ramp.place(player.output[frame]) }

  /// Ends the threads, with all saved.
  func close() {
    repeat {
      journal.finish()
      pump()
    } while controller.recording.isStoring
    journal.stop()
    service.stop()
  }

  private final class Box: Sendable {
    let journal = Mutex<[JournalReport]>([])
    let service = Mutex<[TakeService.Event]>([])
    let time = Mutex(HostTime(nanoseconds: 0))
    let slowDisk = Mutex(())

    func now(_ time: HostTime) { self.time.withLock { $0 = time } }
  }
}
