import CJACK

/// The ports of a side.
struct Side {
  let input: OpaquePointer?
  let output: OpaquePointer?

  /// Processes both sides. The server's thread.
  static let process: drumdub_jack_frames_callback = { count, raw in
    guard let sides = raw?.assumingMemoryBound(to: Side.self) else { return 0 }
    for index in 0..<2 {
      guard let input = sides[index].input.flatMap({ drumdub_jack_port_get_buffer($0, count) }),
        let output = sides[index].output.flatMap({ drumdub_jack_port_get_buffer($0, count) })
      else { continue }
      let from = input.assumingMemoryBound(to: Float.self)
      let to = output.assumingMemoryBound(to: Float.self)
      for frame in 0..<Int(count) { to[frame] = from[frame] * -0.5 }
    }
    return 0
  }
}
