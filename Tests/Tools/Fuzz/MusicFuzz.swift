/// The bytes are a script for all that stands before the renderer too: the feeder, its loops, joins and crossfades, and
/// the stretcher.
///
/// Whatever came, the next track that is put on is played to its end, with each hit of its take once and in order.
enum MusicFuzz {
  private static let longest = 40_000

  static func take(_ bytes: [UInt8]) {
    var script = FuzzScript(bytes[...])
    var session = MusicSession(crossfade: script.byte() & 1 == 0 ? 0 : 0.05)
    while !script.isEmpty && session.output.rendered < longest { session.step(&script) }
    session.finish()
  }
}
