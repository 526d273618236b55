import CJACK
import Glibc

// A client of a JACK server with an effect: it multiplies what it receives by −0.5, until it is killed.
//
//   jack-probe NAME

guard CommandLine.arguments.count == 2, drumdub_jack_load() == nil else { exit(2) }
var status: Int32 = 0
guard
  let client = drumdub_jack_client_open(
    CommandLine.arguments[1], Int32(DRUMDUB_JACK_NO_START_SERVER), &status)
else { exit(1) }

let sides = UnsafeMutablePointer<Side>.allocate(capacity: 2)
for (index, name) in ["left", "right"].enumerated() {
  func port(_ name: String, _ flags: Int) -> OpaquePointer? {
    drumdub_jack_port_register(client, name, DRUMDUB_JACK_AUDIO, UInt(flags), 0)
  }
  (sides + index).initialize(
    to: Side(
      input: port("\(name) in", Int(DRUMDUB_JACK_PORT_IS_INPUT)),
      output: port("\(name) out", Int(DRUMDUB_JACK_PORT_IS_OUTPUT))))
}
drumdub_jack_set_process_callback(client, Side.process, sides)
guard drumdub_jack_activate(client) == 0 else { exit(1) }
while true { pause() }
