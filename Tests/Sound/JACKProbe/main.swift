import CJACK
import Glibc

// A client of a JACK server, until it is killed: an effect, which multiplies what it receives by −0.5, or a listener, which
// writes the positions of the transport at which it hears impulses. Or it writes the state of the transport, such as
// `Rolling 96000`, and ends.
//
//   jack-probe NAME [transport | state]

guard 2...3 ~= CommandLine.arguments.count, drumdub_jack_load() == nil else { exit(2) }
var status: Int32 = 0
guard
  let client = drumdub_jack_client_open(
    CommandLine.arguments[1], Int32(DRUMDUB_JACK_NO_START_SERVER), &status)
else { exit(1) }

func port(_ name: String, _ flags: Int) -> OpaquePointer? {
  drumdub_jack_port_register(client, name, DRUMDUB_JACK_AUDIO, UInt(flags), 0)
}

if CommandLine.arguments.last == "state" {
  var position = drumdub_jack_position()
  // JackTransportStopped, JackTransportRolling (transport.h of JACK).
  let states: [Int32: String] = [0: "Stopped", 1: "Rolling"]
  let state = drumdub_jack_transport_query(client, &position)
  print(states[state] ?? "Starting", position.frame)
  drumdub_jack_client_close(client)
  exit(0)
} else if CommandLine.arguments.count == 3 {
  guard let input = port("in", Int(DRUMDUB_JACK_PORT_IS_INPUT)) else { exit(1) }
  let impulses = UnsafeMutablePointer<Impulses>.allocate(capacity: 1)
  impulses.initialize(to: Impulses(client: client, input: input))
  drumdub_jack_set_process_callback(client, Impulses.process, impulses)
} else {
  let sides = UnsafeMutablePointer<Side>.allocate(capacity: 2)
  for (index, name) in ["left", "right"].enumerated() {
    (sides + index).initialize(
      to: Side(
        input: port("\(name) in", Int(DRUMDUB_JACK_PORT_IS_INPUT)),
        output: port("\(name) out", Int(DRUMDUB_JACK_PORT_IS_OUTPUT))))
  }
  drumdub_jack_set_process_callback(client, Side.process, sides)
}
guard drumdub_jack_activate(client) == 0 else { exit(1) }
while true { pause() }
