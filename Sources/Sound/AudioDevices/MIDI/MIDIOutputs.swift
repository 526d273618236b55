import AudioBase
import Glibc
import SystemBase

/// MIDI bytes for a device file, such as `/dev/snd/midiC1D0`, or a named pipe.
///
/// A device that is unplugged is looked for once a second. Without a reader, a pipe has lost nothing: its messages go
/// nowhere.
package final class RawMIDIOutput: MIDIOutput, @unchecked Sendable {
  private let name: String
  private let path: FilePath
  private var descriptor: Int32 = -1
  private var retries = RetryLimit()

  /// Creates an output that writes to a device file or a pipe.
  ///
  /// - Parameters:
  ///   - name: the output as the user writes it.
  ///   - makesPipe: whether a named pipe is created where the file does not exist.
  /// - Throws: if the pipe cannot be created.
  package init(_ path: FilePath, name: String, makesPipe: Bool) throws(DeviceError) {
    (self.path, self.name) = (path, name)
    if makesPipe { try DeviceError.makePipe(path, name) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  package func send(_ message: MIDIMessage) throws(DeviceError) {
    guard try isOpen() else { return }
    let bytes = message.clockBytes
    let written = Glibc.write(descriptor, bytes, bytes.count)
    let error = written < 0 ? errno : 0
    if written >= 0 || error == EINTR { return }
    if error == EAGAIN { throw DeviceError.unread(name) }
    // The reader of the pipe has gone.
    close(descriptor)
    descriptor = -1
    if error != EPIPE { throw DeviceError(errno: error, name, call: "write") }
  }

  /// Opens the file if it is time for that.
  private func isOpen() throws(DeviceError) -> Bool {
    if descriptor >= 0 { return true }
    try retries.attempt { () throws(DeviceError) in
      descriptor = path.withCString { Glibc.open($0, O_WRONLY | O_NONBLOCK | O_CLOEXEC) }
      // A pipe without a reader is tried with each message, so that a reader misses none.
      if descriptor < 0 && errno == ENXIO { return }
      guard descriptor >= 0 else { throw DeviceError(errno: errno, name, call: "open") }
      if isDevice(descriptor) { return }
      close(descriptor)
      descriptor = -1
      throw DeviceError(.lost, name, detail: "it is neither a named pipe nor a device: name another path")
    }
    return descriptor >= 0
  }

  /// Returns whether an open file is a pipe or a device, so that no file of the user is written over.
  private func isDevice(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && [S_IFIFO, S_IFCHR].contains(status.st_mode & S_IFMT)
  }
}

/// Opens an output at most once a second while that fails.
struct RetryLimit {
  private static let interval = 1.0
  /// The last failure, and its time.
  private var failure: (error: DeviceError, time: HostTime)?

  /// Tries to open the output. If it has just failed, throws the same error again.
  mutating func attempt(_ open: () throws(DeviceError) -> Void) throws(DeviceError) {
    let now = HostTime.now
    if let failure, now.seconds(since: failure.time) < RetryLimit.interval { throw failure.error }
    do throws(DeviceError) {
      try open()
      failure = nil
    } catch {
      failure = (error, now)
      throw error
    }
  }
}

extension DeviceError {
  init(_ code: Code = .lost, errno number: Int32, _ name: String, call: String) {
    self.init(code, name, detail: "\(call): \(String(cString: strerror(number)))")
  }

  /// Creates a named pipe, unless the file exists.
  static func makePipe(_ path: FilePath, _ name: String) throws(DeviceError) {
    if path.withCString({ mkfifo($0, 0o600) }) != 0, errno != EEXIST {
      throw DeviceError(.unavailable, errno: errno, name, call: "mkfifo")
    }
  }

  /// Messages are lost, because the receiver of an output reads none.
  static func unread(_ name: String) -> DeviceError {
    DeviceError(.lost, name, detail: "its receiver reads nothing")
  }
}

/// MIDI messages for the devices of the machine through the ALSA sequencer, as they come and go: all of them, or one.
///
/// It has a port of its own, `DrumDub:clock`, to which other programs can be connected too, for example by aconnect(1).
package final class SequencerOutput: MIDIOutput, @unchecked Sendable {
  private let sequencer: SequencerHandle

  /// Opens the sequencer of ALSA for all devices, or for the only one that is named, by its name or address, such as `20:0`.
  package init(device: String? = nil) throws(DeviceError) {
    sequencer = try SequencerHandle(.output, device: device)
    _ = sequencer.connectAll()
  }

  package func send(_ message: MIDIMessage) {
    while let event = sequencer.next() {
      if case .portStarted(let client, let port) = event { _ = sequencer.connect(client, port) }
    }
    sequencer.send(message.clockBytes)
  }
}
