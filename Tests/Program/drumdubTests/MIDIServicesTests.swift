import Application
import AudioBase
import Configuration
import Glibc
import MixEngine
import Percussion
import Synchronization
import SystemBase
import TestSupport
import Testing

@testable import drumdub

/// Streams of bytes of devices that end badly, from the device to the pads.
@Suite struct MIDIServicesTests {
  /// The pad of note 49, which sounds as long as its note is held.
  private static var held: PadProgram.Pad {
    var pad = PadProgram.Pad(layers: [
      PadProgram.Layer(samples: [
        PCMBuffer(frames: [Frame](repeating: Frame(repeating: 0.5), count: 96_000), sampleRate: .standard)
      ])
    ])
    pad.isGate = true
    return pad
  }

  private let folder: TemporaryFolder
  private let engine = AudioEngine(sampleRate: .standard, program: PadProgram(pads: [held]))
  private let device: OfflineDevice
  private let saver = FileSaver(name: "files") { _ in }

  init() throws {
    folder = try TemporaryFolder()
    device = OfflineDevice(engine)
  }

  /// Starts the services with an input.
  private func start(_ choice: MIDIChoice) -> MIDIServices {
    let services = services(choice) { _ in }
    services.start()
    return services
  }

  private func services(
    _ choice: MIDIChoice, report: @escaping @Sendable (MIDIReport) -> Void
  ) -> MIDIServices {
    var settings = Settings()
    settings.midi = choice
    var pad = Pad(number: 1, name: "crash", layers: [])
    pad.midiNote = 49
    let kit = Kit(name: "k", path: FilePath("/k"), pads: [pad])
    return MIDIServices(
      settings, engine, kit, file: SavedFile(folder.file("midi"), by: saver), report: report,
      notify: { _ in })
  }

  /// Renders until numbers of hits have begun and ended. Returns the pads that were struck, and those that were released.
  private func render(untilStruck count: Int, ended endCount: Int) throws -> (struck: [Int], ended: [Int]) {
    var (struck, ended): ([Int], [Int]) = ([], [])
    try Wait.until("\(count) hits and \(endCount) ends", told: { "\(struck), \(ended)" }) {
      _ = device.render(FrameCount(256))
      while let event = engine.events.next() {
        if case .hit(let hit) = event { struck.append(hit.pad) }
        if case .hitEnded(let hit) = event { ended.append(hit.pad) }
      }
      return struck.count >= count && ended.count >= endCount
    }
    return (struck, ended)
  }

  /// The device is a terminal, whose file disappears with its other end.
  @Test func deviceThatIsUnpluggedInMidNoteReleasesItsPad() throws {
    let other = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    // TIOCSPTLCK and TIOCGPTN, which Swift does not import (ioctl_tty(2)).
    var (lock, number): (Int32, UInt32) = (0, 0)
    #expect(ioctl(other, 0x4004_5431, &lock) == 0 && ioctl(other, 0x8004_5430, &number) == 0)
    var settings = termios()
    #expect(tcgetattr(other, &settings) == 0)
    cfmakeraw(&settings)
    #expect(tcsetattr(other, TCSANOW, &settings) == 0)
    let services = start(MIDIChoice(.raw, FilePath("/dev/pts/\(number)")))
    defer { services.stop() }
    #expect(FileBytes.writeAll([0x99, 49, 100], to: other))
    #expect(try render(untilStruck: 1, ended: 0) == ([1], []))
    close(other)
    #expect(try render(untilStruck: 0, ended: 1) == ([], [1]))
  }

  /// All notes off, all sound off, an end without its beginning's status, and a second beginning before the end.
  @Test(
    arguments: [
      ([0x99, 49, 100, 0xB9, 123, 0], 1), ([0x99, 49, 100, 0xB9, 120, 0], 1), ([0x99, 49, 100, 49, 0], 1),
      ([0x99, 49, 100, 49, 90, 0x89, 49, 64], 2),
    ] as [([UInt8], Int)])
  func noteIsNotStuckHoweverItsDeviceEndsIt(_ bytes: [UInt8], strikes: Int) throws {
    let path = folder.file("pads")
    let services = start(MIDIChoice(.fifo, path))
    defer { services.stop() }
    let descriptor = path.withCString { open($0, O_WRONLY | O_CLOEXEC) }
    #expect(descriptor >= 0 && FileBytes.writeAll(bytes, to: descriptor))
    close(descriptor)
    let (struck, ended) = try render(untilStruck: strikes, ended: 1)
    #expect(struck == Array(repeating: 1, count: strikes) && ended == [1])
  }

  private func write(_ bytes: [UInt8], to path: FilePath) -> Int32 {
    let descriptor = path.withCString { open($0, O_WRONLY | O_CLOEXEC) }
    #expect(descriptor >= 0 && FileBytes.writeAll(bytes, to: descriptor))
    return descriptor
  }

  @Test func closedPipeReleasesWhatItsWriterHeld() throws {
    let path = folder.file("pads")
    let services = start(MIDIChoice(.fifo, path))
    defer { services.stop() }
    let writer = write([0x99, 49, 100], to: path)
    #expect(try render(untilStruck: 1, ended: 0) == ([1], []))
    close(writer)
    #expect(try render(untilStruck: 0, ended: 1) == ([], [1]))
  }

  /// A burst of more notes than the ring of the audio thread holds. The user sees the count of lost hits.
  @Test func eachNoteOfABurstIsPlayedOrCountedAsLost() throws {
    let path = folder.file("pads")
    let services = start(MIDIChoice(.fifo, path))
    defer { services.stop() }
    let notes = 10_000
    let burst: [UInt8] = (0..<notes).flatMap { [49, UInt8($0 % 127 + 1)] as [UInt8] }
    close(write([0x99] + burst, to: path))
    var struck = 0
    var counted: Int { struck + engine.control.lostHits }
    try Wait.until("\(notes) notes", milliseconds: 1, told: { "\(struck) of \(counted)" }) {
      _ = device.render(FrameCount(256))
      while let event = engine.events.next() { if case .hit = event { struck += 1 } }
      return counted >= notes
    }
    #expect(counted == notes && struck > 0 && engine.control.lostEvents == 0)
  }

  /// What services report. Any thread.
  private final class Reports: Sendable {
    private let list = Mutex<[MIDIReport]>([])
    func add(_ report: MIDIReport) { list.withLock { $0.append(report) } }
    func all(of wanted: [MIDIReport]) -> [MIDIReport] { list.withLock { $0.filter(wanted.contains) } }
  }

  @MainActor @Test func notesOfAnInputThatIsOpenedWhileMIDIIsTaughtAreHeardAfterwards() throws {
    let (path, reports) = (folder.file("pads"), Reports())
    let services = services(MIDIChoice(.fifo, path), report: reports.add)
    defer { services.stop() }
    #expect(services.setLearning(true) == .opening)
    services.start()
    #expect(services.setLearning(true) == .open)
    let wanted = [MIDIReport.inputOpened(true), .heard(.note(40))]
    close(write([0x99, 40, 100], to: path))
    try Wait.until("the note") { reports.all(of: wanted).count == 2 }
    #expect(reports.all(of: wanted) == wanted)
  }

  @MainActor @Test func inputsThatAreMissingAreReported() throws {
    let reports = Reports()
    let services = services(MIDIChoice(.off), report: reports.add)
    defer { services.stop() }
    services.start()
    #expect(services.setLearning(true) == .none && services.learnCurve(for: nil) == .noInput)
    var settings = Settings()
    settings.midi = MIDIChoice(.fifo, folder.path.appending("none/pads"))
    services.changeInput(settings)
    let missing = [MIDIReport.inputOpened(false)]
    try Wait.until("the other input") { reports.all(of: missing).count == 2 }
    #expect(services.setLearning(true) == .none)
  }

  @Test func otherInputIsUsedAtOnceAndTheFormerOneReleasesItsPads() throws {
    let paths = [folder.file("one"), folder.file("two")]
    let services = start(MIDIChoice(.fifo, paths[0]))
    defer { services.stop() }
    let writer = write([0x99, 49, 100], to: paths[0])
    defer { close(writer) }
    #expect(try render(untilStruck: 1, ended: 0) == ([1], []))
    var settings = Settings()
    settings.midi = MIDIChoice(.fifo, paths[1])
    services.changeInput(settings)
    #expect(try render(untilStruck: 0, ended: 1) == ([], [1]))
    try Wait.until("the other pipe") { paths[1].exists }
    close(write([0x99, 49, 100, 49, 0], to: paths[1]))
    #expect(try render(untilStruck: 1, ended: 1) == ([1], [1]))
    settings.midi = MIDIChoice(.off)
    services.changeInput(settings)
    try Wait.until("the pipe has no reader") {
      let descriptor = paths[1].withCString { open($0, O_WRONLY | O_NONBLOCK | O_CLOEXEC) }
      if descriptor >= 0 { close(descriptor) }
      return descriptor < 0
    }
  }
}
