import AudioBase
import SystemBase

/// The MIDI devices of the machine through the ALSA sequencer, as they come and go: all of them, or one.
///
/// It has a port of its own, to which other programs can be connected too, for example by aconnect(1).
package final class SequencerInput: ThreadedMIDIInput, @unchecked Sendable {
  private let name: String
  private let sequencer: SequencerHandle
  package let thread = DeviceThread()
  /// The events that are read without a pause.
  private static let mostEvents = 128

  /// Whether the kernel has a sequencer.
  package static var isThere: Bool { FilePath("/dev/snd/seq").exists }

  /// Opens the sequencer of ALSA for all devices, or for the only one that is named, by its name or address, such as `20:0`.
  package init(device: String? = nil) throws(DeviceError) {
    name = device.map { "seq:\($0)" } ?? "seq"
    sequencer = try SequencerHandle(.input, device: device)
  }

  /// The choices for `--midi` that the sequencer offers; none if it cannot be opened.
  static var ports: [DeviceEntry] {
    guard let handle = try? SequencerHandle(.input, device: nil) else { return [] }
    return handle.ports.map { DeviceEntry("seq:\($0.name)", "\($0.client), port \($0.address.text)") }
  }

  package func run(_ receive: MIDIMessageHandler, _ report: MIDIInputReport) {
    for device in sequencer.connectAll() { report(.connected(device)) }
    while let descriptor = sequencer.descriptor, thread.wait(for: descriptor) != 0 {
      var (time, count) = (HostTime.now, 0)
      while !thread.isStopping, let event = sequencer.next() {
        count += 1
        if count % SequencerInput.mostEvents == 0 {
          pauseFlood()
          time = .now
        }
        switch event {
        case .message(let message, let address): receive(message, sequencer.name(of: address), time)
        case .portStarted(let client, let port):
          if let device = sequencer.connect(client, port) { report(.connected(device)) }
        case .portEnded(let device): report(.lost(DeviceError(.lost, device)))
        case .overrun: report(.overrun(name))
        case .other: continue
        }
      }
    }
  }
}
