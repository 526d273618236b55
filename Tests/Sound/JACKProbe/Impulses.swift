import CJACK
import Glibc

/// Writes the positions of the transport at which impulses are heard.
struct Impulses {
  let client: OpaquePointer
  let input: OpaquePointer

  /// The server's thread.
  static let process: drumdub_jack_frames_callback = { count, raw in
    guard let state = raw?.assumingMemoryBound(to: Impulses.self).pointee,
      let samples = drumdub_jack_port_get_buffer(state.input, count)?.assumingMemoryBound(to: Float.self)
    else { return 0 }
    var position = drumdub_jack_position()
    let transport = drumdub_jack_transport_query(state.client, &position)
    for frame in 0..<Int(count)
    where transport == Int32(DRUMDUB_JACK_ROLLING) && samples[frame].magnitude > 0.2 {
      print(Int(position.frame) + frame)
    }
    fflush(nil)
    return 0
  }
}
