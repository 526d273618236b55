import Application
import AudioBase
import AudioFiles
import Configuration
import Glibc
import Player
import Synchronization
import SystemBase
import TerminalUI

/// `drumdub record`: records an input to a sound file until it is stopped.
@MainActor
struct RecordCommand {
  private let input: InputChoice?
  /// The output; nil for a name of the date in the standard folder.
  private let output: RecordingFile?
  private let rate: SampleRate?
  /// The channels; nil for as many as the input has, at most 2.
  private let channels: Int?
  /// The duration in seconds.
  private let duration: Double?
  private let samples: SampleFormat?

  init(_ scanned: OptionScanner.Result) throws(UsageError) {
    if let path = scanned.value("output") { output = try RecordCommand.file(path) } else { output = nil }
    input = try scanned.value("input", InputChoice.syntax, InputChoice.init)
    samples = try scanned.value("format", .choice)
    rate = try scanned.value("rate", .rate(8_000...192_000))
    channels = try scanned.value("channels", "1 or 2") { Int($0.shown).flatMap { 1...2 ~= $0 ? $0 : nil } }
    duration = try scanned.value("duration", "a number of seconds") {
      Double($0.shown).flatMap { $0 > 0 && $0 < 1e6 ? $0 : nil }
    }
    if let word = scanned.operands.first {
      throw UsageError("record does not read a file (\(word.shown)): name the recording with -o")
    }
    if let output { _ = try AudioEncoding.option(output.format.type, samples) }
  }

  private static func file(_ path: FilePath) throws(UsageError) -> RecordingFile {
    guard let file = RecordingFile(BaseFolders.current.appending(path)) else {
      throw UsageError("record writes .wav, .flac and .ogg files, not \(path.lastComponent.shown)")
    }
    return file
  }

  package func run() throws(UsageError) -> Int32 {
    let settings = LibraryChoice.settings()
    let opener = input ?? settings.input
    let target = output ?? RecordingFiles.next(settings)
    let encoding = try AudioEncoding.option(target.format.type, samples)
    return Messages.reporting({ InputText.sentence($0, choice: "--input NAME") }) { () throws(DeviceError) in
      let device = try opener.open(rate: rate, channels: channels ?? 2)
      return run(device, opener, target, encoding)
    }
  }

  private func run(
    _ device: consuming OpenedInput, _ opener: InputChoice, _ target: RecordingFile, _ encoding: AudioEncoding
  ) -> Int32 {
    let path: FilePath
    do throws(FileError) { path = try target.create() } catch {
      Messages.print(ErrorText.sentence(error, while: .writing))
      return 1
    }
    let format = encoding.format
    let rate = format.accepted(near: rate ?? device.format.sampleRate)
    let channels = channels ?? device.format.channels
    let plan = InputRecorder.Plan(
      rate: rate, channels: channels,
      length: duration.map { FrameCount(seconds: $0, at: rate) })
    StopSignals.watch()
    let session = RecordSession()
    let name = device.name
    let recorder = InputRecorder(
      device, plan, opening: opener, converters: SampleRateConverterMaker(),
      open: { () throws(FileError) in
        try RecordingFiles.open(path, encoding, rate, isMono: channels == 1)
      },
      report: { event in session.receive(event, of: name, rate) })
    session.show(recorder, rate)
    recorder.stop()
    return finish(session, path, seconds: recorder.length.seconds(at: rate))
  }

  private func finish(_ session: RecordSession, _ path: FilePath, seconds: Double) -> Int32 {
    if let error = session.failure {
      Messages.print(RecordingText.sentence(.failed(error, kept: seconds)))
      if seconds == 0 { FileBytes.remove(path) }
      return 1
    }
    print("wrote \(path.shown), \(ShownText.clock(seconds))")
    return 0
  }
}

/// A recording while it runs: the level display and the messages.
private final class RecordSession: Sendable {

  private static let pace: Int32 = 100
  private let line = ProgressLine()
  /// The end of the recording; nil while it runs.
  private let end = Mutex<Result<Void, FileError>?>(nil)
  private let signal = WakeSignal()

  var failure: FileError? { end.withLock { if case .failure(let error)? = $0 { error } else { nil } } }

  /// Handles an event of the recording. The recorder's thread.
  func receive(_ event: InputRecorder.Event, of device: String, _ rate: SampleRate) {
    switch event {
    case .ended: finish(.success(()))
    case .failed(let error): finish(.failure(error))
    case .gap(let count): say(RecordingText.sentence(.gap(seconds: count.seconds(at: rate))))
    case .interrupted(let error): say(InputText.interrupted(device, error))
    case .resumed: say(InputText.resumed(device))
    }
  }

  private func finish(_ value: Result<Void, FileError>) {
    end.withLock { $0 = value }
    signal.wake()
  }

  private func say(_ text: String) {
    line.clear()
    Messages.print(text)
  }

  /// Shows the levels until the recording ends or a signal comes. On a terminal the line is drawn ten times a second.
  func show(_ recorder: InputRecorder, _ rate: SampleRate) {
    var meter = LevelLine()
    while !StopSignals.hasCome && end.withLock({ $0 == nil }) {
      signal.wait(milliseconds: RecordSession.pace)
      meter.update(recorder.takeLevels())
      line.show(meter.text(seconds: recorder.length.seconds(at: rate)))
    }
    line.clear()
  }
}

/// The levels of an input in one line of text.
struct LevelLine {
  private static let width = 20
  /// The level in dB below which the display is empty.
  private static let floor = -60.0
  /// Updates for which the clip light stays on.
  private static let clipTime = 20

  private var levels = InputLevels()
  private var clip = 0

  mutating func update(_ next: InputLevels) {
    levels = next
    clip = next.isClipped ? LevelLine.clipTime : max(clip - 1, 0)
  }

  func text(seconds: Double) -> String {
    let sides = [levels.left, levels.right].map(LevelLine.bar).joined(separator: " ")
    let peak = max(levels.left, levels.right)
    let level = peak > 0 ? ShownText.decibels((20 * log10(Double(peak))).rounded()) : "silence"
    return "recording \(ShownText.clock(seconds))  \(sides)  \(level)\(clip > 0 ? "  CLIP" : "")"
  }

  private static func bar(_ peak: Float) -> String {
    let level = peak > 0 ? 20 * log10(Double(peak)) : floor
    let full = Int((Double(width) * (level - floor) / -floor).rounded())
    let shown = min(max(full, 0), width)
    return String(repeating: "█", count: shown) + String(repeating: "░", count: width - shown)
  }
}
