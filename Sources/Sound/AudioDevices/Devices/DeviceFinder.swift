import AudioBase
import Glibc
import SystemBase

/// Finds the devices of the machine.
package enum DeviceFinder {
  /// Asks the sound server, ALSA and JACK. Takes some milliseconds, or half a second if a sound server hangs.
  package static func list() -> DeviceList {
    let stop = WakeSignal()
    let connection = PulseServer.isListening ? try? PulseConnection(until: stop.descriptor) : nil
    return list(pulse: try? connection?.state())
  }

  /// Returns the devices of the machine, with those of a sound server if there is one.
  static func list(pulse: PulseState?) -> DeviceList {
    var list = DeviceList()
    if let pulse { (list.outputs, list.inputs) = (pulse.outputs, pulse.inputs) }
    ALSADevices.add(to: &list, hasServer: pulse?.sinks.isEmpty == false)
    if hasJACKServer {
      list.outputs.append(DeviceEntry("jack", "the JACK server"))
      list.midi.append(DeviceEntry("jack", "MIDI of the JACK server"))
    }
    let ports = SequencerInput.isThere ? SequencerInput.ports : []
    if !ports.isEmpty { list.midi.insert(DeviceEntry("seq", "all MIDI devices", isDefault: true), at: 0) }
    list.midi.insert(contentsOf: ports, at: min(1, list.midi.count))
    return list
  }

  /// Whether a JACK server of this user runs. Looks for its socket first: libjack waits for a server that has died.
  private static var hasJACKServer: Bool {
    let name = getenv("JACK_DEFAULT_SERVER").map { String(cString: $0) } ?? "default"
    let sockets = ["/dev/shm/jack_\(name)_\(getuid())_0", "/tmp/jack_\(name)_\(getuid())_0"]
    if sockets.contains(where: { FilePath($0).exists }) {
      return (try? JACKConnection("drumdub-devices")) != nil
    }
    return false
  }
}
