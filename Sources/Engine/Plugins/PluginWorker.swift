import AudioBase
import CSystem
import Effects
import Glibc
import MixEngine
import SystemBase

/// The worker process: scans the folders of plug-ins, or tries one of them. What crashes here does not end the player.
package enum PluginWorker {
  /// The argument with which the program is a worker.
  package static let option = "--plugin-worker"
  /// The seconds that a scan or a trial may take.
  static let timeout: UInt32 = 120

  enum Request {
    case scan([FilePath])
    case trial(PluginInfo, UnitState?)
  }

  /// Answers one request in the worker process, and returns the exit code.
  package static func run() -> Int32 {
    drumdub_die_with_parent()
    alarm(timeout)
    // What a plug-in prints must not be taken for an answer.
    let answers = dup(STDOUT_FILENO)
    dup2(STDERR_FILENO, STDOUT_FILENO)
    guard case .frame(let bytes) = PipeFrame.read(from: STDIN_FILENO) else { return 0 }
    var reader = ByteReader(bytes)
    guard let request = try? Request(from: &reader) else { return 1 }
    var writer = ByteWriter()
    switch request {
    case .scan(let folders):
      do throws(FileError) {
        let scan = try PluginScanner.scan(folders)
        writer.write(true)
        scan.write(to: &writer)
      } catch {
        writer.write(false)
        writer.write(error.detail)
      }
    case .trial(let info, let state): writer.write(PluginTrial.run(info, state)?.reason)
    }
    return PipeFrame.write(writer.bytes, to: answers) ? 0 : 1
  }

  // MARK: The player's side. Waits.

  static func scan(_ folders: [FilePath], by command: WorkerCommand) throws(FileError) -> [UInt8] {
    var process = try WorkerProcess(command)
    guard case .frame(let bytes) = ask(.scan(folders), process) else {
      throw FileError(.damaged, "LV2 plug-ins", detail: ending(&process))
    }
    var reader = ByteReader(bytes)
    switch try? reader.flag() {
    case true?: return Array(bytes.dropFirst())
    case false?: throw FileError(.unsupported, "LV2 plug-ins", detail: try? reader.optionalText())
    case nil: throw FileError(.damaged, "LV2 plug-ins", detail: "the worker sent an invalid answer")
    }
  }

  /// Tries a plug-in. Returns the reason why it must not be used; nil if it can be.
  static func tryOut(
    _ info: PluginInfo, _ state: UnitState?, by command: WorkerCommand
  ) throws(FileError) -> UnitRefusal? {
    var process = try WorkerProcess(command)
    guard case .frame(let bytes) = ask(.trial(info, state), process) else {
      return UnitRefusal("it \(ending(&process)) in its trial")
    }
    var reader = ByteReader(bytes)
    do throws(ByteReader.Malformed) {
      return try reader.optionalText().map { UnitRefusal($0) }
    } catch {
      return UnitRefusal("it corrupted its trial")
    }
  }

  private static func ask(_ request: Request, _ process: borrowing WorkerProcess) -> PipeFrame.Outcome {
    var writer = ByteWriter()
    request.write(to: &writer)
    return process.send(writer.bytes) ? process.receive(milliseconds: Int32(timeout + 5) * 1_000) : .ended
  }

  private static func ending(_ process: inout WorkerProcess) -> String {
    guard let signal = process.endingSignal() else { return "ended the worker" }
    if signal == SIGALRM { return "took more than \(timeout) s" }
    return "crashed: \(strsignal(signal).map { String(cString: $0) } ?? "signal \(signal)")"
  }
}

extension PluginWorker.Request {
  func write(to writer: inout ByteWriter) {
    switch self {
    case .scan(let folders):
      writer.write(false)
      writer.write(folders) { $0.write($1.bytes) }
    case .trial(let info, let state):
      writer.write(true)
      info.write(to: &writer)
      state.write(to: &writer)
    }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    guard try reader.flag() else {
      let folders = try reader.list { (reader) throws(ByteReader.Malformed) in
        FilePath(bytes: try reader.content())
      }
      self = .scan(folders)
      return
    }
    self = .trial(try PluginInfo(from: &reader), try UnitState?(from: &reader))
  }
}

/// Runs a plug-in as a mixer does, for some blocks of noise and of silence; an instrument plays notes.
enum PluginTrial {
  private static let block = 256
  private static let blocks = 200

  /// Returns the reason why a plug-in must not be used; nil if it can be.
  static func run(_ info: PluginInfo, _ state: UnitState?) -> UnitRefusal? {
    drumdub_flush_denormals()
    var setup = UnitSetup(rate: .standard, values: [])
    setup.state = state
    do throws(UnitRefusal) {
      let unit = try info.makeUnit(setup)
      try play(unit)
      _ = unit.state
      unit.bypass(true)
      try play(unit)
      unit.bypass(false)
      try play(unit)
      return nil
    } catch {
      return error
    }
  }

  private static func play(_ unit: PluginUnit) throws(UnitRefusal) {
    var random = SeededGenerator(seed: 1)
    let frames = UnsafeMutablePointer<Frame>.allocate(capacity: block)
    defer { frames.deallocate() }
    let start = processorSeconds
    for index in 0..<blocks {
      let isSilent = index > blocks / 2
      for place in 0..<block {
        frames[place] = Frame(
          .random(in: -0.5...0.5, using: &random), .random(in: -0.5...0.5, using: &random))
      }
      if let instrument = unit as? PluginInstrument { addNotes(of: index, to: instrument.inbox) }
      _ = unit.unit.run(frames, block, isSilent: isSilent)
    }
    if unit.failure == .notFinite { throw PluginUnit.Failure.notFinite.refusal }
    let length = Double(blocks * block) / Double(SampleRate.standard.hertz)
    if processorSeconds - start > length / 2 {
      throw PluginUnit.Failure.tooSlow.refusal
    }
  }

  /// Adds the notes of a block: every fifth one begins a note, which the second next one bends and ends, under a pedal.
  private static func addNotes(of index: Int, to inbox: UnsafeMutablePointer<NoteInbox>) {
    let (key, time) = (24 + index / 5 * 7 % 72, HostTime.now)
    switch index % 5 {
    case 0:
      inbox.pointee.add(DueNote(NoteEvent(.on, key: key, value: 100, time: time), offset: index % block))
    case 2:
      inbox.pointee.add(DueNote(NoteEvent(.control, key: NoteEvent.hold, value: 127, time: time)))
      inbox.pointee.add(DueNote(NoteEvent(.bend, value: 1, time: time), offset: block / 2))
      inbox.pointee.add(DueNote(NoteEvent(.off, key: key, time: time), offset: block / 2))
    case 4: inbox.pointee.add(DueNote(NoteEvent(.control, key: NoteEvent.hold, value: 0, time: time)))
    default: break
    }
  }

  /// The time of the processor that this thread has used: other programs do not count.
  private static var processorSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
