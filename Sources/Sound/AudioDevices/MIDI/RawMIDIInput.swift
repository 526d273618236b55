import AudioBase
import Glibc
import SystemBase

/// MIDI bytes from a device file, such as `/dev/snd/midiC1D0`, or from a named pipe.
///
/// A device that is unplugged is opened again when its file returns: changes of its folder are reported by inotify(7).
package final class RawMIDIInput: ThreadedMIDIInput {
  private let name: String
  private let path: FilePath
  package let thread = DeviceThread()
  /// The bytes that are read at once, of a burst in each millisecond: thirty times as many as a MIDI cable carries. With
  /// blocks of 256 frames, no more hits come in one than can wait for the audio thread.
  static let largestRead = 96

  /// Creates an input that reads a device file or a pipe.
  ///
  /// - Parameters:
  ///   - name: the input as the user writes it.
  ///   - makesPipe: whether a named pipe is created where the file does not exist.
  /// - Throws: if the pipe cannot be created.
  package init(_ path: FilePath, name: String, makesPipe: Bool) throws(DeviceError) {
    (self.path, self.name) = (path, name)
    if makesPipe { try DeviceError.makePipe(path, name) }
  }

  package func run(_ receive: MIDIMessageHandler, _ report: MIDIInputReport) {
    var isMissing = false
    while !thread.isStopping {
      // Before the file is opened, so that no change is missed.
      let watch = FolderWatch([path.directory.isEmpty ? FilePath(".") : path.directory])
      var descriptor = open()
      guard descriptor >= 0 else {
        if !isMissing { report(.lost(DeviceError(errno: errno, name, call: "open"))) }
        isMissing = true
        guard let watch, thread.wait(for: watch.descriptor) != 0 else { return }
        continue
      }
      if isMissing { report(.connected(name)) }
      isMissing = false
      let error = read(&descriptor, receive, report)
      close(descriptor)
      guard let error else { return }
      report(.lost(error))
      isMissing = true
      // What has ended and is still there, such as a usual file, would be read again without end.
      guard error.code != .lost || watch.map({ thread.wait(for: $0.descriptor) }) ?? 0 != 0 else { return }
    }
  }

  private func open() -> Int32 { path.withCString { Glibc.open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) } }

  /// Reads until the input is lost, a pipe from one writer after the other. Returns the error; nil if the thread is to end.
  private func read(
    _ descriptor: inout Int32, _ receive: MIDIMessageHandler, _ report: MIDIInputReport
  ) -> DeviceError? {
    var parser = MIDIStreamParser()
    var bytes = [UInt8](repeating: 0, count: RawMIDIInput.largestRead)
    while true {
      if thread.wait(for: descriptor) == 0 { return nil }
      let count = Glibc.read(descriptor, &bytes, bytes.count)
      let time = HostTime.now
      if count == 0 {
        // A descriptor whose writer has left can be read without end. The pipe is opened first, so that it always has a reader.
        let next = path.type == S_IFIFO ? open() : -1
        guard next >= 0 else { return DeviceError(.lost, name, detail: "the device has ended") }
        close(descriptor)
        (descriptor, parser) = (next, MIDIStreamParser())
        report(.ended(name))
        continue
      }
      if count < 0 {
        if errno == EAGAIN || errno == EINTR { continue }
        return DeviceError(errno: errno, name, call: "read")
      }
      for byte in bytes[..<count] { if let message = parser.feed(byte) { receive(message, name, time) } }
      if count == bytes.count { pauseFlood() }
    }
  }
}

/// Owns an inotify descriptor that can be read when a file is created in one of some folders, removed from it, or gets
/// other permissions.
final class FolderWatch {
  let descriptor: Int32

  /// Watches the folders that exist; nil if none can be watched.
  init?(_ folders: [FilePath]) {
    let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard descriptor >= 0 else { return nil }
    let wanted = UInt32(IN_CREATE | IN_MOVED_TO | IN_ATTRIB | IN_DELETE)
    let watches = folders.map { $0.withCString { inotify_add_watch(descriptor, $0, wanted) } }
    guard watches.contains(where: { $0 >= 0 }) else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }
}
